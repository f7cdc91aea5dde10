package code

import (
	"cmp"
	"path"

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
	names := []string(nil)
	if origin.Name == "ConfigFactory" {
		names = append(names, "application.conf")
	}
	for _, o := range s.f.Calls {
		if o.X == nil || len(o.Args) == 0 || o.Name != "load" && o.Name != "parseFile" && o.Name != "parseResources" || !s.same(s.f.Origin(o), origin) {
			continue
		}
		names = nil
		if name := s.literal(o.Args[0].Val, 0); name != "" {
			names = append(names, name)
		}
		if len(names) > 0 && origin.Name == "ConfigFactory" && path.Ext(names[0]) == "" {
			names[0] += ".conf"
		}
		break
	}
	if origin.Kind == jvm.New && origin.Name == "Properties" && len(names) == 0 && !s.reads(origin) {
		return // made by hand
	}
	for _, set := range loaded(s.r, c.At(), origin.Text(), names, s.by(c)) {
		doubt := set.Doubt
		s.put(c, set, nil)
		set.Doubt = cmp.Or(set.Doubt, doubt)
	}
}

// same reports whether two chains start alike: at one object, or at one class.
func (s *sparkJVM) same(a, b *jvm.Expr) bool {
	return a == b || a.Kind == jvm.Name && b.Kind == jvm.Name && a.Name == b.Name
}

// reads reports whether properties are read from something.
func (s *sparkJVM) reads(origin *jvm.Expr) bool {
	for _, c := range s.f.Calls {
		if (c.Name == "load" || c.Name == "loadFromXML") && c.X != nil && s.f.Origin(c) == origin {
			return true
		}
	}
	return false
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
