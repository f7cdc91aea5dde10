package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// sees is what the service receives, after the launching tool's own parsing.
// A known value stands as itself, an unknown one as {"unknown": "the
// expression as written"}, an absent one is left out.
type sees struct {
	Properties     any   `json:"properties,omitempty"`      // map, or unknown as a whole
	Scopes         any   `json:"scopes,omitempty"`          // sorted list, or unknown as a whole
	Experiments    any   `json:"experiments,omitempty"`     // list, or unknown as a whole
	ServiceOptions any   `json:"service_options,omitempty"` // likewise
	SDK            *sdk  `json:"sdk,omitempty"`             // Dataflow
	ServiceAccount any   `json:"service_account,omitempty"`
	ImageVersion   any   `json:"image_version,omitempty"` // of the cluster, or the Serverless runtime
	Args           any   `json:"args,omitempty"`          // list, or unknown as a whole
	Open           []any `json:"open,omitempty"`          // expressions that may add properties, scopes or args
}

type unknown struct {
	Unknown string `json:"unknown"`
}

func (w *status) sees() sees {
	out := entitySees(&w.Entity)
	out.Properties = out.properties(w.Properties)
	out.Args = out.tree(w.Args)
	if w.Product == model.Dataflow {
		out.Experiments = out.tree(w.Options.Experiments)
		out.ServiceOptions = out.tree(w.Options.ServiceOptions)
		out.SDK = sdkOf(w.Workload)
	}
	return out
}

// sdk is the language and Beam version that the options were read for.
type sdk struct {
	Language string `json:"language,omitempty"`
	Version  any    `json:"version,omitempty"`
}

func sdkOf(w *model.Workload) *sdk {
	out := &sdk{Language: string(w.Lang)}
	if b, ok := w.Build.To.Get(); ok {
		if r, known := b.SDK.Get(); known {
			out.Version = r.Text
			if r.Single() {
				out.Version = r.Lo.String()
			}
		} else if h := b.SDK.Hole(); h != nil {
			out.Version = unknown{cmp.Or(h.Expr, h.Why)}
		}
	}
	if *out == (sdk{}) {
		return nil
	}
	return out
}

func clusterSees(c *model.Cluster) sees {
	out := entitySees(&c.Entity)
	out.Properties = out.properties(c.Properties)
	if out.Scopes = out.tree(c.Scopes); out.Scopes != nil {
		if list, ok := out.Scopes.([]any); ok {
			slices.SortFunc(list, func(a, b any) int { return cmp.Compare(sortKey(a), sortKey(b)) })
		}
	}
	return out
}

// sortKey puts unknown items behind known ones.
func sortKey(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if u, ok := v.(unknown); ok {
		return "\uffff" + u.Unknown
	}
	return "\uffff"
}

func entitySees(e *model.Entity) sees {
	return sees{ServiceAccount: scalar(e.Account), ImageVersion: scalar(e.Version)}
}

// scalar returns nil for an absent text, and for one that no reader claims to
// have looked for.
func scalar(v value.Str) any {
	if t, ok := v.Get(); ok {
		return t.String()
	}
	if s := written(v); s != "" {
		return unknown{s}
	}
	return nil
}

// tree returns nil for an absent tree. What may add to an open one is noted.
func (s *sees) tree(t value.Tree) any {
	switch t.Kind {
	case value.KindAbsent, value.KindNull:
		return nil
	case value.KindMap:
		out := map[string]any{}
		for _, e := range t.Entries() {
			if v := s.tree(e.Val); v != nil {
				out[e.Key.String()] = v
			}
		}
		s.rest(t.Map.Rest)
		return out
	case value.KindList:
		out := make([]any, 0, len(t.Items()))
		for _, item := range t.Items() {
			if v := s.tree(item); v != nil {
				out = append(out, v)
			}
		}
		s.rest(t.List.Rest)
		return out
	case value.KindUnknown:
		if s := cmp.Or(expr(t.Hole), t.At.Text()); s != "" {
			return unknown{s}
		}
		return nil
	}
	return scalar(t.Str())
}

// properties is a map of strings. What stands in its place, or in the place of
// a value, and is something else is shown as an unknown.
func (s *sees) properties(t value.Tree) any {
	switch t.Kind {
	case value.KindAbsent, value.KindNull, value.KindUnknown:
		return s.tree(t)
	case value.KindMap:
		out := map[string]any{}
		for _, e := range t.Entries() {
			v := s.tree(e.Val)
			if e.Val.Kind == value.KindMap || e.Val.Kind == value.KindList {
				v = asWritten(e.Val)
			}
			if v != nil {
				out[e.Key.String()] = v
			}
		}
		s.rest(t.Map.Rest)
		return out
	}
	return asWritten(t)
}

// asWritten shows the text of a value, on one line.
func asWritten(t value.Tree) unknown {
	return unknown{cmp.Or(strings.Join(strings.Fields(t.At.Text()), " "), "not a single value")}
}

func (s *sees) rest(h *source.Hole) {
	if h == nil {
		return
	}
	u := unknown{expr(h)}
	if !slices.Contains(s.Open, any(u)) {
		s.Open = append(s.Open, u)
	}
}

func expr(h *source.Hole) string {
	if h == nil {
		return ""
	}
	return cmp.Or(h.Expr, h.Why)
}

// lines shows the same for people: key and value. One unknown that may set
// several of them (a command with "$@") is named once.
func (s sees) lines() [][2]string {
	open := s.Open
	for _, v := range []any{s.Properties, s.Scopes, s.ServiceAccount, s.ImageVersion, s.Args} {
		if u, is := v.(unknown); is && s.uses(u) > 1 && !slices.Contains(open, v) {
			open = append(open, v)
		}
	}
	var out [][2]string
	add := func(key string, v any) {
		switch v := v.(type) {
		case nil:
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				out = append(out, [2]string{key, k + "=" + show(v[k])})
			}
		case []any:
			for _, item := range v {
				out = append(out, [2]string{key, show(item)})
			}
		default:
			if key != moreFrom && slices.Contains(open, v) {
				return
			}
			out = append(out, [2]string{key, show(v)})
		}
	}
	add("property", s.Properties)
	add("scope", s.Scopes)
	add("account", s.ServiceAccount)
	add("version", s.ImageVersion)
	add("argument", s.Args)
	add(moreFrom, open)
	return out
}

const moreFrom = "and more from"

// uses counts the fields that are the same unknown.
func (s sees) uses(u unknown) int {
	n := 0
	for _, v := range []any{s.Properties, s.Scopes, s.ServiceAccount, s.ImageVersion, s.Args} {
		if v == any(u) {
			n++
		}
	}
	return n
}

func show(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case unknown:
		return v.Unknown + " (not known)"
	}
	return "(nested)"
}
