package golang

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func read(s string) *File {
	f := source.NewFile("f.go", source.Code, []byte(s))
	return Read(source.Exact(source.Span{File: f, End: len(f.Data)}))
}

func outline(f *File) string {
	var out []string
	for _, c := range f.Calls {
		var args []string
		for _, a := range c.Args {
			args = append(args, show(a))
		}
		mark := ""
		if c.Sets {
			mark = "="
		}
		if !c.Sure {
			mark += "?"
		}
		out = append(out, c.Func+":"+c.Path+mark+"("+strings.Join(args, ", ")+")")
	}
	return strings.Join(out, "; ")
}

func show(t value.Tree) string {
	switch t.Kind {
	case value.KindString:
		return "'" + string(t.Text.Mask('_')) + "'"
	case value.KindList:
		var all []string
		for _, i := range t.Items() {
			all = append(all, show(i))
		}
		return "[" + strings.Join(all, " ") + "]"
	case value.KindMap:
		var all []string
		for _, e := range t.Entries() {
			all = append(all, e.Key.String()+":"+show(e.Val))
		}
		return "{" + strings.Join(all, " ") + "}"
	case value.KindUnknown:
		return "<" + t.Text.String() + ">"
	}
	return t.Text.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"package main\nimport (\"flag\"; b \"github.com/apache/beam/sdks/v2/go/pkg/beam\"; \"x/y/v2\")\nconst k = \"dataflow\" + \"_options\"\nfunc main() { flag.Set(k, \"a,\\tb\"); b.Init(); y.Z(1, true, nil) }",
			"main:flag.Set('dataflow_options', 'a,\tb'); main:github.com/apache/beam/sdks/v2/go/pkg/beam.Init(); main:x/y/v2.Z(1, true, nil)"},
		{"package main\nvar all = []string{`a\\b`, x}\nfunc f(x string) { if x > \"\" { g(all, \"c\"+x) }; h(map[string]int{\"a\": 1, x: 2}, &T{F: \"v\"}, func() { i(j()) }) }",
			"f:g?(['a\\b' <x>], 'c_'); f:j?(); f:i?(<j()>); f:h({a:1 x:2}, {F:'v'}, <func() { i(j()) }>)"},
		{"package main\nfunc f() { a := \"x\"; a = \"y\"; b := \"z\"; *p.Q = b; o.R = a; c(a, b) }",
			"f:p.Q=('z'); f:o.R=(<a>); f:c(<a>, 'z')"},
		{"package main\nvar a, b = b, a\nfunc f() { g(a, ) \n h(\"x\" }", "f:g(<a>); f:h('x')"},
	} {
		if got := outline(read(c.text)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	f := read("package main\nfunc f() { g(\"a\\nbc\" + d) }")
	v := f.Calls[0].Args[0].Text
	if e, ok := v.Edit(2, 4, "x"); !ok || e.Span.String() != "f.go:2:18" || e.Span.Text() != "bc" {
		t.Errorf("bc of %q stands at %s", v, e.Span)
	}
}

func goRoot(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// The library of Go itself is read without a fault, and all its calls are seen.
func TestStandardLibrary(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(goRoot(t), "src/net/http/*.go"))
	if len(paths) == 0 {
		t.Skip("needs the sources of Go")
	}
	calls := 0
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		f := read(string(data))
		if len(f.Errors) > 0 {
			t.Errorf("%s: %v", p, f.Errors)
		}
		calls += len(f.Calls)
	}
	if calls < 1000 {
		t.Errorf("only %d calls", calls)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("package p\nimport \"a/b\"\nconst c = \"d\" + `e`\nfunc f(g h) { b.I(c, []string{\"\\u0041\\xff\", g}); *j = k }")
	f.Add("package p\nfunc f() { a(b(\"c\"")
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range read(s).Calls {
			for _, a := range c.Args {
				for _, sp := range append(a.Text.Spans(), a.At, c.At) {
					if sp.Valid() && (sp.Start < 0 || sp.Start > sp.End || sp.End > len(s)) {
						t.Fatalf("span %d-%d outside %d bytes", sp.Start, sp.End, len(s))
					}
				}
				if e, ok := a.Text.Edit(0, a.Text.Len(), ""); ok && e.Span.Text() != a.Text.String() {
					t.Fatalf("%q is not at %d", a.Text, e.Span.Start)
				}
			}
		}
	})
}
