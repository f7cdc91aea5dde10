package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
)

func TestArrange(t *testing.T) {
	for args, want := range map[string]string{
		"":                              "check --",
		".":                             "check -- .",
		"a --color never b":             "check --color=never -- a b",
		"check - --show-unknown":        "check --show-unknown=true -- -",
		"--show-unknown=no x":           "check --show-unknown=false -- x",
		"-jobs=2 x":                     "check --jobs=2 -- x",
		"a -- --color check":            "check -- a --color check",
		"--rule a --rule=b":             "check --rule=a --rule=b --",
		"--format json=a=b":             "check --format=json=a=b --",
		"workloads check":               "workloads -- check",
		"--color never workloads":       "check --color=never -- workloads",
		"explain x --color=always":      "explain --color=always -- x",
		"-h":                            "help",
		"help check":                    "help check",
		"x --help":                      "check --help",
		"rules -h --format json":        "rules --help",
		"-v":                            "version",
		"--colour x":                    "error: unknown flag --colour of check; did you mean --color?",
		"--fail_on=note":                "error: unknown flag --fail_on of check; did you mean --fail-on?",
		"-z":                            "error: unknown flag -z of check",
		"version --color never":         "error: unknown flag --color of version",
		"workloads --fail-on note":      "error: unknown flag --fail-on of workloads",
		"--jobs":                        "error: --jobs needs a value",
		"--require-workloads=maybe-not": `error: --require-workloads: want true or false, got "maybe-not"`,
	} {
		got, err := arrange(strings.Fields(args))
		out := strings.Join(got, " ")
		if err != nil {
			out = "error: " + err.Error()
		}
		if out != want {
			t.Errorf("%q: %s\nwant %s", args, out, want)
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// What cannot be printed is no success, whatever the command.
func TestNoRoom(t *testing.T) {
	for _, args := range []string{"rules", "rules --format=json", "explain F4.9", "version", "schema", "completion bash", "help", "check --show-config"} {
		var errs bytes.Buffer
		code := Run(append([]string{progName}, strings.Fields(args)...), strings.NewReader(""), full{}, &errs, nil)
		if code != exitUsage || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("%s: exit %d, %s", args, code, errs.String())
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range options() {
		for _, c := range strings.Fields(o.commands) {
			if !o.takenBy(c) || !strings.Contains(strings.Join(commandNames(), " "), c) {
				t.Errorf("--%s: no command %s", o.name, c)
			}
		}
		if o.def != "" {
			if _, err := o.check(o.def); err != nil {
				t.Errorf("--%s: %v", o.name, err)
			}
		}
		if o.kind != toggle && strings.Count(o.help, "`") != 2 {
			t.Errorf("--%s: help does not name its value", o.name)
		}
	}
	for _, c := range commandNames() {
		seen := map[string]bool{}
		for _, o := range optionsOf(c) {
			if seen[o.name] {
				t.Errorf("%s has --%s twice", c, o.name)
			}
			seen[o.name] = true
		}
	}
}

func TestResolve(t *testing.T) {
	env := map[string]string{
		"PROFLINT_FAIL_ON": "note", "PROFLINT_RULE": " a  b ", "PROFLINT_SHOW_UNKNOWN": "Yes", "PROFLINT_JOBS": "3",
		"PROFLINT_DISABLE": "", "PROFLINT_COLOR": "never", "PROFLINT_PROFILING": "all",
	}
	args, err := arrange(strings.Fields("--color always --disable x,y --disable z"))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{env: env}
	app := &cli.App{DisableSliceFlagSeparator: true, Commands: []*cli.Command{{Name: "check", Action: func(c *cli.Context) (err error) {
		return r.resolve(c, "check")
	}}}}
	for _, o := range optionsOf("check") {
		app.Commands[0].Flags = append(app.Commands[0].Flags, o.flag())
	}
	if err := app.Run(append([]string{"proflint"}, args...)); err != nil {
		t.Fatal(err)
	}
	want := settings{
		"fail-on": {"note"}, "min-severity": {"note"}, "rule": {"a", "b"}, "disable": {"x", "y", "z"}, "show-unknown": {"true"},
		"jobs": {"3"}, "color": {"always"}, "profiling": {"all"},
	}
	if d := cmp.Diff(want, r.settings); d != "" {
		t.Error(d)
	}
}

// The table of exit codes, with results made by hand.
func TestCode(t *testing.T) {
	at := func(l finding.Level) []*finding.Finding { return []*finding.Finding{{Level: l}} }
	some := []*model.Workload{{}}
	unread := []engine.Unread{{Path: "x"}}
	for _, c := range []struct {
		name    string
		failOn  string
		require string
		result  engine.Result
		found   []*finding.Finding
		want    int
	}{
		{"nothing", "error", "", engine.Result{}, nil, 0},
		{"an error", "error", "", engine.Result{}, at(finding.Error), 1},
		{"a warning", "error", "", engine.Result{}, at(finding.Warning), 0},
		{"a warning that counts", "warning", "", engine.Result{}, at(finding.Warning), 1},
		{"a note that counts", "note", "", engine.Result{}, at(finding.Note), 1},
		{"never", "never", "", engine.Result{}, at(finding.Error), 0},
		{"suppressed", "note", "", engine.Result{}, []*finding.Finding{{Level: finding.Error, Suppression: &finding.Suppression{Reason: "known"}}}, 0},
		{"unread", "error", "", engine.Result{Unread: unread}, nil, 3},
		{"unread, and an error", "error", "", engine.Result{Unread: unread}, at(finding.Error), 1},
		{"unread, and a warning", "error", "", engine.Result{Unread: unread}, at(finding.Warning), 3},
		{"unread, never", "never", "", engine.Result{Unread: unread}, at(finding.Error), 3},
		{"no workload", "error", "true", engine.Result{}, nil, 3},
		{"no workload, and an error", "error", "true", engine.Result{}, at(finding.Error), 1},
		{"a workload", "error", "true", engine.Result{Workloads: some}, nil, 0},
		{"only a cluster", "error", "true", engine.Result{Clusters: []*model.Cluster{{}}}, nil, 3},
	} {
		r := &run{settings: settings{"fail-on": {c.failOn}, "require-workloads": {c.require}}}
		if got := r.code(&c.result, c.found); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestStdinName(t *testing.T) {
	t.Chdir(t.TempDir())
	root, err := os.Getwd()
	if err == nil {
		err = os.Mkdir("in", 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("in")
	for name, want := range map[string]string{
		"": "<stdin>", "a/b.sh": "in/a/b.sh", "./a/../b.sh": "in/b.sh", "../b.sh": "b.sh", filepath.Join(root, "c.sh"): "c.sh",
	} {
		if got := stdinName(name, root); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// A broken standard output is told, not hidden.
func TestWriteError(t *testing.T) {
	t.Chdir(t.TempDir())
	var stderr bytes.Buffer
	code := Run([]string{"proflint", "--format", "json"}, strings.NewReader(""), failing{}, &stderr, nil)
	if code != exitUsage || !strings.Contains(stderr.String(), "cannot write the report: no room") {
		t.Error(code, stderr.String())
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errNoRoom }

var errNoRoom = errors.New("no room")
