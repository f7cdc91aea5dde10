package report

import (
	"net/url"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
)

// profilerLink is the Profiler page of a workload, its filters filled in (as
// the console's own links have them: /profiler/SERVICE;version=V/cpu).
func profilerLink(s *status) string {
	path := "https://console.cloud.google.com/profiler"
	as := s.Request.Appears
	if a := arrivals(s); a != nil { // where they are, not where they should be
		for _, p := range append(slices.Clone(a.Here), a.Elsewhere...) {
			as = []model.Appearance{{Service: p.Service, Version: p.Version}}
			break
		}
	}
	if len(as) > 0 && model.IsName(as[0].Service) {
		path += "/" + matrix(as[0].Service)
		if model.IsName(as[0].Version) {
			path += ";version=" + matrix(as[0].Version)
		}
		path += "/cpu"
	}
	if p := written(s.Project); p != "" {
		path += "?project=" + url.QueryEscape(p)
	}
	return path
}

// matrix escapes a name in a path segment with parameters; the console writes
// a colon as ~3a.
func matrix(s string) string { return strings.ReplaceAll(url.PathEscape(s), ":", "~3a") }

// logsLink is the Logs Explorer.
func logsLink(project string) string {
	return "https://console.cloud.google.com/logs/query?project=" + url.QueryEscape(project)
}
