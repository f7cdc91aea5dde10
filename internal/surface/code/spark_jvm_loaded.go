package code

import (
	"cmp"
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/syntax/jvm"
)

// loadersJVM are the classes that read settings, be it from a file or from the
// environment.
var loadersJVM = map[string]bool{"Properties": true, "ConfigFactory": true, "ConfigSource": true, "ObjectMapper": true, "Yaml": true, "Gson": true, "PropertiesConfiguration": true}

// loaded takes pairs that the program reads from a file: what is set depends on
// that. Those of a parameter are for its callers to tell.
func (s *sparkJVM) loaded(c, all *jvm.Expr) {
	origin := s.f.Origin(all)
	if !loadersJVM[origin.Name] || origin.Kind != jvm.New && origin.Kind != jvm.Name {
		return
	}
	load := s.reader(origin)
	names := []string(nil)
	switch {
	case load != nil:
		if name := s.literal(load.Args[0].Val, 0); name != "" {
			names = append(names, name)
		}
	case origin.Name == "Properties":
		return // made by hand
	case origin.Name == "ConfigFactory":
		names = append(names, "application.conf")
	}
	if origin.Name == "ConfigFactory" && len(names) > 0 && path.Ext(names[0]) == "" {
		names[0] += ".conf"
	}
	key := s.by(c) + "\n" + strings.Join(names, "\n")
	if len(names) > 0 && s.read[key] { // once more
		return
	}
	for _, set := range loaded(s.r, c.At(), origin.Text(), names, s.by(c)) {
		doubt := set.Doubt
		s.put(c, set, nil)
		set.Doubt = cmp.Or(set.Doubt, doubt)
		s.read[key] = s.read[key] || set.Effect == model.Replaces
	}
}

// reader returns the first call that reads a file into an
// class that does: properties.load(stream), ConfigFactory.load("scores").
func (s *sparkJVM) reader(origin *jvm.Expr) *jvm.Expr {
	if s.loads == nil {
		s.loads = map[*jvm.Expr]*jvm.Expr{}
		for _, c := range s.f.Calls {
			if c.X == nil || len(c.Args) == 0 || c.Name != "load" && c.Name != "loadFromXML" && c.Name != "parseFile" && c.Name != "parseResources" {
				continue
			}
			if o := s.f.Origin(c); s.loads[o] == nil {
				s.loads[o] = c
			}
		}
	}
	return s.loads[origin]
}

// literal returns the first text that an expression is made of, also behind names:
// new FileInputStream("conf.properties").
func (s *sparkJVM) literal(e *jvm.Expr, depth int) string {
	out := ""
	e.Walk(func(x *jvm.Expr) bool {
		switch {
		case x.Kind == jvm.String || x.Kind == jvm.Name || x.Kind == jvm.Select:
			if t := s.f.Value(x).Text; t.Known() && t.Len() > 0 && s.f.Value(x).Kind != 0 {
				out = t.String()
			} else if x.Kind == jvm.Name && depth < 5 {
				for _, set := range s.f.SetsOf(x) {
					if set.Value != nil && out == "" {
						out = s.literal(set.Value, depth+1)
					}
				}
			}
		}
		return out == ""
	})
	return out
}
