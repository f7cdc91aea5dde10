package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// TestSchema: the schema and the reader agree on what is a good file.
func TestSchema(t *testing.T) {
	var printed bytes.Buffer
	if code := Run([]string{"proflint", "schema"}, nil, &printed, &printed, nil); code != exitOK {
		t.Fatal(code, printed.String())
	}
	doc, err := jsonschema.UnmarshalJSON(&printed)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, good := range map[string]bool{
		"{}":                                      true,
		"fail-on: warning":                        true,
		"fail-on: high":                           false,
		"fail-on: [note]":                         false,
		"failon: note":                            false,
		"color: never":                            false,
		"format: json":                            false,
		"show-unknown: true":                      true,
		"show-unknown: 'true'":                    false,
		"disable: agent-twice":                    true,
		"disable: [agent-twice, no-rule]":         false,
		"baseline: known/.baseline.json":          true,
		"baseline: /etc/baseline.json":            false,
		"exclude: ['legacy/', '!legacy/keep.sh']": true,
		"exclude: legacy/":                        false,
		"exclude: ['']":                           false,
		"scopes: ['teams/*']":                     true,
		"rules: {agent-twice: off, cluster-scopes: {levels: {new-image: 'off'}}}":                true,
		"rules: {agent-twice: {level: off}}":                                                     false,
		"rules: {agent-twice: none}":                                                             false,
		"rules: {agent-twine: off}":                                                              false,
		"rules: {cluster-scopes: {levels: {old-image: off}}}":                                    false,
		"rules: {job-too-short: {params: {minimum_seconds: 90.5}}}":                              true,
		"rules: {job-too-short: {params: {minimum_seconds: -1}}}":                                false,
		"rules: {job-too-short: {params: {minimum_seconds: '90'}}}":                              false,
		"rules: {heap-java-version: {params: {minimum_java: 17}}}":                               true,
		"rules: {heap-java-version: {params: {minimum_java: 17.5}}}":                             false,
		"rules: {python-runner-v2: {params: {default_from: 2.45}}}":                              true,
		"rules: {python-runner-v2: {params: {default_from: two}}}":                               false,
		"rules: {beam-sdk-version: {params: {minimum: {java: 2.40.0}}}}":                         true,
		"rules: {beam-sdk-version: {params: {minimum: 2.40.0}}}":                                 false,
		"rules: {agent-blocked: {params: {conflicts: [{package: a, belo: '1'}]}}}":               false,
		"rules: {arm-workers: {params: {platforms: [[x]]}}}":                                     false,
		"ignores: [{rule: agent-twice, path: a, reason: why, until: '2027-01-31', workload: x}]": true,
		"ignores: [{rule: agent-twice, path: a}]":                                                false,
		"ignores: [{rule: agent-twice, path: a, reason: why, until: soon}]":                      false,
		"ignores: [{rule: agent-twice, path: a, reason: ' '}]":                                   false,
		"ignores: [{rule: x, path: a, reason: why}]":                                             false,
		"[]": false,
	} {
		_, refused := parseConfig("x.yaml", []byte(text))
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		invalid := s.Validate(v)
		if (refused == nil) != good || (invalid == nil) != good {
			t.Errorf("%s\ngood: %v\nreader: %v\nschema: %v", text, good, refused, invalid)
		}
	}
}

// TestFileOptions: what a repository may not decide stays out of its file.
func TestFileOptions(t *testing.T) {
	for _, o := range options() {
		switch o.name {
		case "format", "config", "no-config", "stdin-filename", "color", "jobs", "fix", "diff", "live", "record", "replay", "impersonate-service-account":
			if o.file {
				t.Errorf("--%s must not stand in the configuration file", o.name)
			}
		}
	}
}

func TestSharedFolder(t *testing.T) {
	for in, want := range map[string]string{
		"/a/b /a/b": "/a/b", "/a/b /a/c": "/a", "/a/b /a": "/a", "/a /a/b": "/a", "/a/bc /a/b": "/a", "/x /y": "/",
	} {
		a, b, _ := strings.Cut(in, " ")
		if got := sharedFolder(a, b); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// FuzzConfig: no text makes the reader panic, and what it refuses has a place.
func FuzzConfig(f *testing.F) {
	for _, text := range []string{
		"fail-on: note\nrules: {agent-twice: off, job-too-short: {params: {minimum_seconds: 1}}}\n",
		"ignores: [{rule: agent-twice, path: a, reason: why}]\nexclude: [a/]\n", "a: &a [*a]\n<<: *a\n", "? [x]\n: y\n", "--- a\n---\n", "rules: !!map\n", "\x00", "a: |\n\tb",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parseConfig("x.yaml", []byte(text))
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !regexp.MustCompile(`^x\.yaml:[0-9]+:[0-9]+: `).MatchString(line) {
					t.Fatalf("%q: %q", text, line)
				}
			}
			return
		}
		for _, x := range c.ignores {
			if !x.At.Valid() || x.At.Start > x.At.End || x.Reason == "" {
				t.Fatalf("%q: %+v", text, x)
			}
		}
	})
}
