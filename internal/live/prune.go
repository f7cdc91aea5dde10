package live

import (
	"regexp"
	"strings"
)

// mask is a field mask: the keys that are kept, and what of each. A key with
// an empty mask is kept whole.
type mask map[string]mask

// parseMask reads Google's form: "a,b(c,d(e))".
func parseMask(s string) mask {
	m, _ := readMask(s)
	return m
}

func readMask(s string) (mask, string) {
	m := mask{}
	for s != "" {
		end := strings.IndexAny(s, "(),")
		if end < 0 {
			end = len(s)
		}
		key, rest := s[:end], s[end:]
		var inner mask
		if strings.HasPrefix(rest, "(") {
			inner, rest = readMask(rest[1:])
		}
		if key != "" {
			m[key] = inner
		}
		if s = strings.TrimPrefix(rest, ","); s == rest && s != "" { // a closing bracket
			return m, s[1:]
		}
	}
	return m, ""
}

// apply returns what the mask keeps of a value.
func (m mask) apply(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = m.apply(v[i])
		}
		return out
	case page:
		if len(m) == 0 {
			return v
		}
		out := page{}
		for k, inner := range m {
			if x, ok := v[k]; ok {
				out[k] = inner.apply(x)
			}
		}
		return out
	}
	return v
}

// removed stands for a text that nothing here reads.
const removed = "…"

// telling are the names of properties, options and permissions whose values
// decide whether profiles arrive; of the others only the names are kept.
const telling = `(?i)prof|javaoptions|appcontext|appmasterenv|executorenv|stackdriver|logging|monitoring|^spark\.master$|deploymode|^cloud\.|^dataproc[.:]|` +
	`google_|^experiments$|serviceoptions|service_options|image|^runner$|^sdk|streaming|useragent|serviceaccount|service_account|network|publicips|public_ips|templatelocation|template_location|job_?name|machine`

// redactor removes what people put into free-form places: the values of
// properties that do not matter here, arguments, queries, labels; and with
// pseudonyms, who they are.
type redactor struct {
	telling, secret *regexp.Regexp
	names           *pseudonyms // nil: people keep their names
}

func newRedactor(pseudonymize bool) *redactor {
	r := &redactor{telling: regexp.MustCompile(telling), secret: regexp.MustCompile(`(?i)(-{1,2}D?[\w.]*(?:pass|secret|token|key|credential)[\w.]*=)[^\s,"']+`)}
	if pseudonymize {
		r.names = newPseudonyms()
	}
	return r
}

// value returns what is left of a value; key is the one it stands under.
func (r *redactor) value(v any, key string) any {
	switch v := v.(type) {
	case []any:
		out := v[:0]
		for _, x := range v {
			s, isText := x.(string)
			switch {
			case key == "includedPermissions" && !strings.HasPrefix(s, "cloudprofiler.") && !strings.Contains(s, ".sparkApplication"):
			case key == "queries", key == "args" && isText && !r.telling.MatchString(s):
				out = append(out, removed)
			default:
				out = append(out, r.value(x, key))
			}
		}
		return out
	case page:
		for k, x := range v {
			switch {
			case key == "sdkPipelineOptions" && k != "options":
				delete(v, k)
			case r.hides(key, k):
				v[k] = removed
			default:
				v[k] = r.value(x, k)
			}
		}
		return v
	case string:
		if strings.Contains(v, "=") {
			v = r.secret.ReplaceAllString(v, "${1}"+removed)
		}
		return r.names.text(v)
	}
	return v
}

// hides reports whether the value of a name in a free-form map is removed.
func (r *redactor) hides(key, name string) bool {
	switch key {
	case "properties", "metadata", "sparkProperties", "options":
		return !r.telling.MatchString(name)
	case "labels":
		return !strings.HasPrefix(name, "goog-") && !measured(name)
	}
	return false
}

// measured are the labels of deployments, log entries and metrics that are read.
func measured(name string) bool {
	switch name {
	case "version", "zone", "language", "service", "quota_metric", "limit_name",
		"job_id", "job_name", "step_id", "cluster_name", "cluster_uuid", "batch_id", "session_id", "location", "region", "project_id":
		return true
	}
	return false
}
