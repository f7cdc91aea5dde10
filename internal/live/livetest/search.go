package livetest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// search answers for Cloud Asset Inventory: those results of the world that are
// of a type that is asked for, and whose name and state hold the words of the
// query, in pages. Other fields of a query are left to the world.
func (s *Server) search(name string, r *http.Request) map[string]any {
	query := r.URL.Query()
	var hits []json.RawMessage
	for _, x := range s.assets(name) {
		if types := query["assetTypes"]; len(types) > 0 && !slices.Contains(types, x.AssetType) {
			continue
		}
		fits := true
		for word := range strings.FieldsSeq(query.Get("query")) {
			field, want, _ := strings.Cut(word, ":")
			switch field {
			case "name":
				fits = fits && strings.Contains(x.Name, want)
			case "state":
				fits = fits && x.State == want
			}
		}
		if fits {
			hits = append(hits, x.raw)
		}
	}
	from, _ := strconv.Atoi(query.Get("pageToken"))
	size, _ := strconv.Atoi(query.Get("pageSize"))
	if s.page > 0 {
		size = min(size, s.page)
	}
	out := map[string]any{}
	if hits = hits[min(from, len(hits)):]; size > 0 && len(hits) > size {
		hits = hits[:size]
		out["nextPageToken"] = strconv.Itoa(from + size)
	}
	if hits != nil {
		out["results"] = hits
	}
	return out
}

// asset is one result, with what queries look at.
type asset struct {
	raw                    json.RawMessage
	Name, AssetType, State string
}

// assets takes the results of the world apart, once.
func (s *Server) assets(name string) []asset {
	if out, ok := s.found[name]; ok {
		return out
	}
	var all struct{ Results []json.RawMessage }
	_ = json.Unmarshal(s.world[name], &all)
	out := make([]asset, len(all.Results))
	for i, raw := range all.Results {
		_ = json.Unmarshal(raw, &out[i])
		out[i].raw = raw
	}
	s.found[name] = out
	return out
}
