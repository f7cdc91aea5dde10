package cli

import (
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/value"
)

// shape says what may stand at a place of the configuration file. Checking the
// file and its JSON schema both come from it.
type shape struct {
	form   form
	help   string
	keys   []key    // of an object
	each   *shape   // an item of a list, or the value of any other key of an object
	noun   string   // what the keys of an object are, for errors; "" for "key"
	values []string // all that a text may be; nil: anything
	is     string   // of a text: "", or a name in the table forms; of a number: "" or "whole"
	short  *shape   // another way to write it: one text for a list of one
}

type form uint8

const (
	aText form = iota
	aNumber
	aToggle
	aList
	anObject
)

// key is one key of an object.
type key struct {
	name     string
	required bool
	*shape
}

// forms are what a text may have to be, and an expression for the schema.
var forms = map[string]struct {
	want, pattern string
	fits          func(string) bool
}{
	"":       {"a text", "", func(string) bool { return true }},
	"rule":   {"the id of a rule", "", func(string) bool { return true }},
	"reason": {"a reason, in words", `\S`, func(s string) bool { return strings.TrimSpace(s) != "" }},
	"path":   {"a path below the folder of this file", `^[^/]`, func(s string) bool { return filepath.IsLocal(filepath.FromSlash(s)) }},
	"glob": {"a pattern as in .gitignore", `^[^#\s]`, func(s string) bool {
		return regexp.MustCompile(`^[^#\s]`).MatchString(s) && s != "!" && s != "/" && goodGlob(s)
	}},
	"version": {"a version, such as 2.33.0", `^[0-9]`, func(s string) bool { _, ok := value.ParseVersion(s); return ok }},
	"date":    {"a date, such as 2027-01-31", `^\d{4}-\d{2}-\d{2}$`, func(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }},
	"pattern": {"a regular expression (RE2)", "", func(s string) bool { _, err := regexp.Compile(s); return err == nil }},
}

// goodGlob reports whether each bracket of a pattern is closed.
func goodGlob(s string) bool {
	_, err := path.Match(strings.TrimPrefix(s, "!"), "")
	return err == nil
}

// want says in words what has to stand there.
func (s *shape) want() string {
	if s.short != nil {
		return s.short.want() + ", or " + (&shape{form: s.form, each: s.each, keys: s.keys}).want()
	}
	switch s.form {
	case aNumber:
		if s.is == "whole" {
			return "a whole number, 0 or more"
		}
		return "a number, 0 or more"
	case aToggle:
		return "true or false"
	case aList:
		return "a list"
	case anObject:
		var names []string
		for _, k := range s.keys {
			names = append(names, k.name)
		}
		if len(names) == 0 || len(names) > 6 {
			return "a map"
		}
		return "a map of " + strings.Join(names, ", ")
	}
	if s.values != nil && len(s.values) <= 6 {
		return alternatives(s.values)
	}
	return forms[s.is].want
}

// checker checks a document, and collects what is wrong with it.
type checker struct {
	file string
	errs []error
}

func (c *checker) fail(n *yaml.Node, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s:%d:%d: %s", c.file, n.Line, n.Column, fmt.Sprintf(format, args...)))
}

// check compares a node with its shape. at names the place: "rules.agent-twice".
func (c *checker) check(n *yaml.Node, s *shape, at string) {
	if s.short != nil && n.Kind == yaml.ScalarNode {
		s = s.short
	}
	switch {
	case n.Kind == yaml.AliasNode:
		c.fail(n, "%s: write the value out, *%s is not read here", at, n.Value)
	case s.form == anObject && n.Kind == yaml.MappingNode:
		c.object(n, s, at)
	case s.form == aList && n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			c.check(item, s.each, at)
		}
	case n.Kind != yaml.ScalarNode || !s.fits(n):
		c.fail(n, "%s: want %s, got %s%s", at, s.want(), got(n), suggest(n.Value, s.values, ""))
	}
}

// fits reports whether a scalar is what the shape wants.
func (s *shape) fits(n *yaml.Node) bool {
	switch s.form {
	case aNumber:
		f, err := strconv.ParseFloat(n.Value, 64)
		return err == nil && f >= 0 && (n.Tag == "!!int" || n.Tag == "!!float" && s.is != "whole")
	case aToggle:
		return n.Tag == "!!bool"
	case aText:
		if n.Tag == "!!null" || n.Tag == "!!bool" && !slices.Contains(s.values, n.Value) {
			return false
		}
		return (s.values == nil || slices.Contains(s.values, n.Value)) && forms[s.is].fits(n.Value)
	}
	return false
}

// got names a node in an error.
func got(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a map"
	case yaml.SequenceNode:
		return "a list"
	}
	if n.Tag == "!!null" {
		return "nothing"
	}
	return strconv.Quote(n.Value)
}

func (c *checker) object(n *yaml.Node, s *shape, at string) {
	first := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		below := strings.TrimPrefix(at+"."+k.Value, ".")
		known := slices.IndexFunc(s.keys, func(x key) bool { return x.name == k.Value })
		switch line, twice := first[k.Value]; {
		case k.Kind != yaml.ScalarNode:
			c.fail(k, "want the name of a %s, got %s", s.nounOf(), got(k))
		case twice:
			c.fail(k, "%s stands twice, first in line %d", below, line)
		case known >= 0:
			c.check(v, s.keys[known].shape, below)
		case s.each != nil:
			c.check(v, s.each, below)
		default:
			hint := suggest(k.Value, s.names(), "")
			if o := slices.IndexFunc(options(), func(o option) bool { return o.name == k.Value }); o >= 0 && at == "" {
				hint = fmt.Sprintf("; it is set with --%s or %s only", k.Value, options()[o].env())
			}
			c.fail(k, "unknown %s %q%s%s", s.nounOf(), k.Value, inside(at), hint)
		}
		first[k.Value] = k.Line
	}
	for _, k := range s.keys {
		if k.required && first[k.name] == 0 {
			c.fail(n, "%s needs %s: %s", at, k.name, k.want())
		}
	}
}

func inside(at string) string {
	if at == "" {
		return ""
	}
	return " in " + at
}

func (s *shape) nounOf() string {
	if s.noun == "" {
		return "key"
	}
	return s.noun
}

func (s *shape) names() []string {
	var out []string
	for _, k := range s.keys {
		out = append(out, k.name)
	}
	return out
}

// shapeOf describes a Go type of thresholds; is comes from the tag of a field.
func shapeOf(t reflect.Type, is string) *shape {
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem(), is)
	case reflect.Struct:
		s := &shape{form: anObject}
		for f := range t.Fields() {
			s.keys = append(s.keys, key{name: f.Tag.Get("yaml"), shape: shapeOf(f.Type, f.Tag.Get("is"))})
		}
		return s
	case reflect.Map:
		return &shape{form: anObject, each: shapeOf(t.Elem(), is)}
	case reflect.Slice:
		return &shape{form: aList, each: shapeOf(t.Elem(), is)}
	case reflect.Int:
		return &shape{form: aNumber, is: "whole"}
	case reflect.Float64:
		return &shape{form: aNumber}
	}
	return &shape{is: is}
}

// schema returns the shape as JSON schema.
func (s *shape) schema() map[string]any {
	out := map[string]any{}
	switch s.form {
	case aNumber:
		out["type"], out["minimum"] = "number", 0
		if s.is == "whole" {
			out["type"] = "integer"
		}
	case aToggle:
		out["type"] = "boolean"
	case aList:
		out["type"], out["items"] = "array", s.each.schema()
	case anObject:
		props := map[string]any{}
		var need []string
		for _, k := range s.keys {
			props[k.name] = k.schema()
			if k.required {
				need = append(need, k.name)
			}
		}
		out["type"], out["properties"], out["additionalProperties"] = "object", props, false
		if s.each != nil {
			out["additionalProperties"] = s.each.schema()
		}
		if need != nil {
			out["required"] = need
		}
	case aText:
		out["type"] = "string"
		if s.is == "version" {
			out["type"] = []string{"string", "number"} // 2.45 without quotes
		}
		if s.values != nil {
			out["enum"] = s.values
		}
		if p := forms[s.is].pattern; p != "" {
			out["pattern"] = p
		}
	}
	if s.short != nil {
		out = map[string]any{"anyOf": []any{s.short.schema(), out}}
	}
	if s.help != "" {
		out["description"] = s.help
	}
	return out
}
