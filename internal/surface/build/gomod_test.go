package build

import "testing"

func TestGoMod(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"one", "module x\n\ngo 1.22\n\nrequire github.com/apache/beam/sdks/v2 v2.41.0\n", `go 2.41.0 @go.mod:5 "v2.41.0"`},
		{"block", "module x\n\nrequire (\n\tgithub.com/apache/beam/sdks/v2 v2.62.0 // indirect\n\texample.org/y v1.0.0\n)\n", `go 2.62.0 @go.mod:4 "v2.62.0"`},
		{"candidate", "module x\nrequire github.com/apache/beam/sdks/v2 v2.62.0-RC1\n", `go 2.62.0-RC1 @go.mod:2 "v2.62.0-RC1"`},
		{"commit", "module x\nrequire github.com/apache/beam/sdks/v2 v2.0.0-20240101120000-abcdefabcdef\n", `go unknown (a commit between releases) @go.mod:2 "v2.0.0-20240101120000-abcdefabcdef"`},
		{"old path", "module x\nrequire github.com/apache/beam v2.30.0+incompatible\n", `go 2.30.0 @go.mod:2 "v2.30.0+incompatible"`},
		{"replaced", "module x\nrequire github.com/apache/beam/sdks/v2 v2.41.0\nreplace github.com/apache/beam/sdks/v2 => github.com/me/beam/sdks/v2 v2.62.0\n", `go 2.62.0 @go.mod:3 "v2.62.0"`},
		{"replaced by a folder", "module x\nrequire github.com/apache/beam/sdks/v2 v2.41.0\nreplace github.com/apache/beam/sdks/v2 => ../beam\n", `go unknown (replaced by a source tree) @go.mod:3 "replace github.com/apache/beam/sdks/v2 => ../beam"`},
		{"replaced at another version", "module x\nrequire github.com/apache/beam/sdks/v2 v2.41.0\nreplace github.com/apache/beam/sdks/v2 v2.40.0 => ../beam\n", `go 2.41.0 @go.mod:2 "v2.41.0"`},
		{"a directive of a later Go", "module x\nfuture thing\nrequire github.com/apache/beam/sdks/v2 v2.41.0\n", `go 2.41.0 @go.mod:3 "v2.41.0"`},
		{"in a comment", "module x\n// github.com/apache/beam/sdks/v2 v2.41.0\n", ""},
		{"broken", "module x\nrequire (\ngithub.com/apache/beam/sdks/v2\n", `note syntax error (unterminated block started at go.mod:2:1) @go.mod:4:1`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"go.mod": c.text}, "go.mod", c.want) })
	}
}
