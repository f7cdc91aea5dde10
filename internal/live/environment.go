package live

import (
	"bufio"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// ends are the roots that the APIs are asked at.
type ends struct {
	universe string            // googleapis.com, or another cloud's
	override map[string]string // by API: what the environment says instead
}

const overridePrefix = "CLOUDSDK_API_ENDPOINT_OVERRIDES_"

// endpoints reads gcloud's overrides from the environment. Plain http is taken
// on this machine only, where requests then carry no credentials.
func endpoints(env map[string]string) (ends, error) {
	e := ends{universe: universe(env), override: map[string]string{}}
	for name, v := range env {
		api, ok := strings.CutPrefix(name, overridePrefix)
		if !ok || v == "" {
			continue
		}
		u, err := url.Parse(v)
		switch {
		case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "":
			return e, fmt.Errorf("%s: want the root of an API such as https://dataproc.googleapis.com/, got %q", name, v)
		case u.Scheme == "http" && !loopback(u.Hostname()):
			return e, fmt.Errorf("%s: plain http is allowed on this machine only, not to %s: use https", name, u.Host)
		case u.Scheme != "https" && u.Scheme != "http":
			return e, fmt.Errorf("%s: want an https address, got %q", name, v)
		}
		api = strings.ToLower(api)
		root := strings.TrimSuffix(v, "/") + "/"
		if api == "compute" { // gcloud's own default holds the version
			root = strings.TrimSuffix(root, "compute/v1/")
		}
		e.override[api] = root
	}
	return e, nil
}

// universe is the cloud that is asked.
func universe(env map[string]string) string {
	return orElse(env["GOOGLE_CLOUD_UNIVERSE_DOMAIN"], "googleapis.com")
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// of returns the root of an API, with a slash at its end.
func (e ends) of(api string) string {
	if r, ok := e.override[api]; ok {
		return r
	}
	return "https://" + api + "." + e.universe + "/"
}

// bare reports whether requests to an API carry no credentials.
func (e ends) bare(api string) bool { return strings.HasPrefix(e.of(api), "http:") }

// GcloudDir returns the folder of gcloud's configuration, "" if there is no
// telling.
func GcloudDir(env map[string]string) string {
	switch {
	case env["CLOUDSDK_CONFIG"] != "":
		return env["CLOUDSDK_CONFIG"]
	case runtime.GOOS == "windows" && env["APPDATA"] != "":
		return filepath.Join(env["APPDATA"], "gcloud")
	case env["HOME"] != "":
		return filepath.Join(env["HOME"], ".config", "gcloud")
	}
	return ""
}

// Defaults are what gcloud would use where a command names nothing.
type Defaults struct {
	Project        string
	DataprocRegion string
	ComputeRegion  string
	Impersonate    string
}

// Gcloud reads the user's environment and active gcloud configuration. What
// cannot be read is empty.
func Gcloud(env map[string]string) Defaults {
	file := map[string]string{}
	if dir := GcloudDir(env); dir != "" {
		active := env["CLOUDSDK_ACTIVE_CONFIG_NAME"]
		if active == "" {
			b, _ := os.ReadFile(filepath.Join(dir, "active_config"))
			active = orElse(strings.TrimSpace(string(b)), "default")
		}
		file = properties(filepath.Join(dir, "configurations", "config_"+filepath.Base(active)))
	}
	first := func(names ...string) string {
		for _, n := range names {
			if v := env[n] + file[n]; v != "" {
				return orElse(env[n], file[n])
			}
		}
		return ""
	}
	return Defaults{
		Project:        first("CLOUDSDK_CORE_PROJECT", "core/project", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "GOOGLE_PROJECT"),
		DataprocRegion: first("CLOUDSDK_DATAPROC_REGION", "dataproc/region"),
		ComputeRegion:  first("CLOUDSDK_COMPUTE_REGION", "compute/region", "GOOGLE_REGION"),
		Impersonate:    first("CLOUDSDK_AUTH_IMPERSONATE_SERVICE_ACCOUNT", "auth/impersonate_service_account", "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"),
	}
}

// properties reads a gcloud configuration: sections with "key = value" lines, as
// "section/key".
func properties(path string) map[string]string {
	out := map[string]string{}
	f, err := os.Open(path)
	if err != nil {
		return out
	}
	defer f.Close()
	section := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if s, ok := strings.CutPrefix(line, "["); ok {
			section = strings.TrimSuffix(s, "]")
		} else if key, v, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			out[section+"/"+strings.TrimSpace(key)] = strings.TrimSpace(v)
		}
	}
	return out
}
