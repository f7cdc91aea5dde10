package rest

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// Python reads the bodies that Python programs send to Dataflow to launch
// templates: as dicts by Google's API client or over HTTP, or as messages of the
// Cloud client. What Airflow's operators are given, they change themselves.
func Python() surface.Surface {
	return surface.Surface{Name: "rest-python", Lang: surface.Python, Ends: []string{".py"},
		Match: func(p string) bool { return path.Ext(p) == ".py" && !surface.IsPythonTest(p) },
		Words: []string{"launchParameter", "launch_parameter", "templates().", "emplates:launch", "emplateParameter"}, Read: readPython}
}

// senders are the methods that send a body, each with the message that it sends
// where its own words tell: of the API client by what they are called on. The
// first that takes a body stands for it.
var senders = []struct {
	methods string
	on      string // what it is called on, as written
	url     string // or what the words of the call hold
	kind    string // "" for one that only the body tells
}{
	{"launch", "flexTemplates()", "", "LaunchFlexTemplate"},
	{"launch create", "templates()", "", "LaunchTemplate"},
	{"launch_flex_template", "", "", "LaunchFlexTemplate"},
	{"launch_template", "", "", "LaunchTemplate"},
	{"post request fetch", "", "/templates:launch", "LaunchTemplate"},
	{"post request fetch Request urlopen dumps", "", "", ""},
}

func readPython(r *surface.Reader, f surface.Fragment) surface.Env {
	m := python.Read(f.Text, nil)
	var done []source.Span // a body may be sent, and printed
	for _, s := range senders {
		for _, c := range m.Calls {
			if !slices.Contains(strings.Fields(s.methods), c.Method) || !strings.HasSuffix(c.On.Written().String(), s.on) {
				continue
			}
			if s.url != "" && !slices.ContainsFunc(c.Args, func(a python.Arg) bool { return strings.Contains(a.Value.Str().Raw().String(), s.url) }) {
				continue
			}
			for _, a := range c.Args {
				body := unwrapped(camel(message(a.Value)))
				kind := s.kind
				if kind == "" {
					kind = beam.Shape(body)
				}
				if body.Kind != value.KindMap || slices.Contains(done, body.At) || kind == "LaunchFlexTemplate" && body.Get("launchParameter").Kind != value.KindMap ||
					!strings.HasPrefix(kind, "Launch") {
					continue
				}
				done = append(done, body.At)
				o := beam.Origin{At: c.At(), Project: keyword(c, "projectId"), Region: keyword(c, "location"), GCSPath: value.First(keyword(c, "gcsPath"), body.Get("gcsPath").Str())}
				r.Set.Workloads = append(r.Set.Workloads, beam.ReadMessage(kind, body, o))
			}
		}
	}
	return nil
}

// unwrapped returns what the request of a Cloud client wraps.
func unwrapped(t value.Tree) value.Tree {
	if inner := t.Get("launchParameters"); inner.Kind == value.KindMap {
		return inner
	}
	return t
}

// keyword returns an argument of a call; it may not be given.
func keyword(c *python.Call, name string) value.Str {
	for _, a := range c.Args {
		if a.Name == name {
			return a.Value.Str()
		}
	}
	return value.None[source.Text]()
}

// message returns what an expression makes a message of: a dict, or the keywords
// that a class of the Cloud client is given.
func message(v python.Value) value.Tree {
	c := v.Made()
	if c == nil || !strings.HasPrefix(c.Name(), "google.cloud.dataflow") || c.At() != v.At() && v.Tree().Kind == value.KindMap {
		return v.Tree()
	}
	out := value.NewMap(c.At())
	for _, a := range c.Args {
		if a.Name == "" {
			out.Map.Rest = &source.Hole{Expr: a.Value.Written().String(), Why: "what the program gives to " + c.Method}
			continue
		}
		at := a.At()
		out.Map.Entries = append(out.Map.Entries, value.Entry{Key: source.Derived(a.Name, source.Span{File: at.File, Start: at.Start, End: at.Start + len(a.Name)}), Val: message(a.Value)})
	}
	return out
}
