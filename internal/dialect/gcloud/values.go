package gcloud

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// form is what a value must look like.
type form uint8

const (
	anyForm form = iota
	batchID
	requestID
	gsURI
	email
	regionName
	zoneName
	registry
	launcher
	secret
)

// forms are the patterns that gcloud, or another release of it, takes, and
// what they say for people.
var forms = [...]struct {
	pattern func() *regexp.Regexp
	what    string
}{
	batchID:    {re(`^[a-z0-9][a-z0-9-]{2,61}[a-z0-9]$`), "4 to 63 lower-case letters, digits and hyphens, no hyphen at the ends"}, // F12.12
	requestID:  {re(`^[a-zA-Z0-9_-]{1,40}$`), "up to 40 letters, digits, underscores and hyphens"},
	gsURI:      {re(`^gs://.*$`), "gs://BUCKET/PATH"},
	email:      {re(`^.*@.*\..*$`), "an e-mail address"},
	regionName: {re(`^[\pL\pN_]+-[\pL\pN_]+\pN$`), "a region, such as us-central1"},
	zoneName:   {re(`^[\pL\pN_]+-[\pL\pN_]+\pN-[\pL\pN_]$`), "a zone, such as us-central1-a"},
	registry:   {re(`^(.*\.)?gcr.io/.*|^(.){2,}-docker.pkg.dev/.*$`), "gcr.io/PATH or REGION-docker.pkg.dev/PATH"},
	launcher:   {re(`^(JAVA(8|(11|17|21|25)(_DISTROLESS)?)|PYTHON3|GO(_DISTROLESS)?)$|^gcr.io/.*$`), "JAVA11, JAVA17, JAVA21, JAVA25, PYTHON3, GO or gcr.io/PATH"},
	secret:     {re(`^projects/[^\n\r/]+/secrets/[^\n\r/]+(/versions/[^\n\r/]+)?$`), "projects/PROJECT/secrets/SECRET"},
}

func matches(f form, s string) bool {
	if f == anyForm {
		return true
	}
	return forms[f].pattern().MatchString(s)
}

// re is a pattern that is compiled when the first value needs it.
func re(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// scalar reads the value of a flag that takes one. ok is false when nothing
// is sent for it.
func (l *lowering) scalar(g *given) (out value.Tree, ok bool) {
	t := g.val
	if g.tree != nil {
		l.badType(g, "a single value")
		return out, false
	}
	if !t.Known() {
		return value.String(t), true
	}
	switch g.flag.kind {
	case integer, decimal:
		n, ok := l.number(g)
		return value.Number(same(n, t)), ok
	case seconds:
		n, err := duration(t.String())
		if err != "" {
			l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + ": " + err})
			return out, false
		}
		return value.String(same(strconv.FormatFloat(n, 'f', -1, 64)+"s", t)), true
	case gigabytes:
		n, err := size(t.String())
		if err != "" {
			l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + ": " + err})
			return out, false
		}
		return value.Number(same(strconv.FormatInt(n, 10), t)), true
	case moment:
		return value.Opaque(&source.Hole{Expr: t.String(), Why: "a time that gcloud converts"}, t.Span()), true
	case network, subnetwork, image, policy:
		return value.String(l.resource(g.flag.kind, t)), true
	}
	return l.choice(g)
}

// choice reads text that may be limited to some words or to a form.
func (l *lowering) choice(g *given) (out value.Tree, ok bool) {
	s := g.val.String()
	if !matches(g.flag.form, s) {
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + "=" + s + " does not have the form that gcloud wants", Want: forms[g.flag.form].what})
		return out, false
	}
	if g.flag.words == "" {
		return value.String(g.val), s != "" || strings.HasPrefix(l.cmd.name, "dataflow ")
	}
	var names []string
	for w := range strings.FieldsSeq(g.flag.words) {
		name, sent, eq := strings.Cut(w, "=")
		if name == s {
			if !eq {
				sent = name
			}
			return value.String(same(sent, g.val)), sent != ""
		}
		names = append(names, name)
	}
	l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " does not take " + s, Want: "one of " + strings.Join(names, ", ")})
	return out, false
}

// same returns text that stands where t stands; t itself if it says the same.
func same(s string, t source.Text) source.Text {
	if s == t.String() {
		return t
	}
	out := source.Derived(s, t.Span())
	if w := t.Weak(); w != "" {
		out = out.Weaken(w)
	}
	return out
}

// number reads a number as Python does, and returns it as it is sent.
func (l *lowering) number(g *given) (string, bool) {
	s := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(g.val.String()), "_", ""), "+")
	n, err := strconv.ParseInt(s, 10, 64)
	sent := strconv.FormatInt(n, 10)
	if g.flag.kind == decimal {
		_, err = strconv.ParseFloat(s, 64)
		sent = s
	}
	switch {
	case err != nil:
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " takes a number, not " + g.val.String()})
	case g.flag.words != "" && !in(g.flag.words, sent):
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " does not take " + sent, Want: "one of " + strings.Join(strings.Fields(g.flag.words), ", ")})
	default:
		return sent, true
	}
	return "", false
}

// duration reads "90", "1h30m", "P1DT2H" in seconds.
func duration(s string) (float64, string) {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil {
		if n < 0 {
			return 0, "a duration cannot be negative"
		}
		return float64(n), ""
	}
	const bad = "no duration, such as 30m or 1h30m"
	u := strings.ToUpper(strings.TrimPrefix(s, "+"))
	rest, days := strings.CutPrefix(u, "P")
	total, digits := 0.0, ""
	for i, c := range rest {
		switch {
		case c >= '0' && c <= '9':
			digits += string(c)
			continue
		case c == '.' || c == ',':
			digits += "."
			continue
		case c == 'T' && digits == "":
			days = false
			continue
		}
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			return 0, bad
		}
		digits = ""
		if rest[i:] == "MS" || rest[i:] == "US" || rest[i:] == "NS" {
			return round4(total + n*map[byte]float64{'M': 1e-3, 'U': 1e-6, 'N': 1e-9}[rest[i]]), ""
		}
		unit, ok := map[rune]float64{'W': 604800, 'D': 86400, 'H': 3600, 'M': 60, 'S': 1}[c]
		if !ok || (c == 'M' && days) {
			return 0, bad
		}
		total += n * unit
	}
	if digits != "" || rest == "" {
		return 0, bad
	}
	return round4(total), ""
}

func round4(n float64) float64 { return math.Round(n*1e4) / 1e4 }

// size reads "500", "500GB", "1TB" in gigabytes.
func size(s string) (int64, string) {
	const bad = "no size, such as 500GB"
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.') {
		i++
	}
	n, err := strconv.ParseFloat(s[:i], 64)
	if err != nil {
		return 0, bad
	}
	unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s[i:]), "B"), "I")
	scale, ok := map[string]float64{"": 1, "K": 1.0 / (1 << 20), "M": 1.0 / (1 << 10), "G": 1, "T": 1 << 10, "P": 1 << 20}[unit]
	if !ok || (unit == "" && i < len(s)) {
		return 0, bad
	}
	gb := n * scale
	switch {
	case gb < 10:
		return 0, "a disk has at least 10GB"
	case gb != math.Trunc(gb):
		return 0, "a disk has whole gigabytes"
	}
	return int64(gb), ""
}

// goodLabel reports whether a label's key or value has the form gcloud wants.
func goodLabel(s string, key bool) bool {
	if len([]rune(s)) > 63 || (key && s == "") {
		return false
	}
	for i, c := range s {
		letter := unicode.Is(unicode.Ll, c) || unicode.Is(unicode.Lo, c)
		if !letter && (key && i == 0 || !unicode.Is(unicode.N, c) && c != '-' && c != '_') {
			return false
		}
	}
	return true
}

// checkLabels refuses labels of another form.
func (l *lowering) checkLabels(m *value.Mapping) {
	for _, e := range m.Live() {
		k, v := e.Key, e.Val.Text
		if (k.Known() && !goodLabel(k.String(), true)) || (v.Known() && !goodLabel(v.String(), false)) {
			l.refuse(model.Refusal{At: k.Span().Cover(v.Span()), Reason: "label " + k.String() + "=" + v.String() + " is refused",
				Want: "lower-case letters, digits, hyphens and underscores"})
		}
	}
}

// expandScopes replaces aliases by the URLs that gcloud sends, sorted. Each
// keeps the place of the item it came from.
func expandScopes(list value.Tree) value.Tree {
	out := value.NewList(list.At)
	out.List.Rest = list.List.Rest
	out.List.Tail = list.List.Tail
	for _, item := range list.List.Items {
		urls, ok := aliases(item.Text)
		if !ok {
			out.List.Items = append(out.List.Items, item)
			continue
		}
		for _, u := range urls {
			out.List.Items = append(out.List.Items, value.String(same(u, item.Text)))
		}
	}
	slices.SortStableFunc(out.List.Items, func(a, b value.Tree) int { return strings.Compare(a.Text.String(), b.Text.String()) })
	return out
}

func aliases(t source.Text) ([]string, bool) {
	if !t.Known() {
		return nil, false
	}
	for _, a := range scopeAliases {
		if a.name == t.String() {
			var urls []string
			for s := range strings.FieldsSeq(a.scopes) {
				urls = append(urls, scopeBase+s)
			}
			return urls, true
		}
	}
	return nil, false
}
