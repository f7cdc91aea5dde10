package gates_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/docs/gates"
)

// action is what a runner reads of action.yml.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Shell, Run, Uses string
	Env, With            map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestActionIsSafe: nothing that a user writes becomes part of a script, and
// other actions are named by commit.
func TestActionIsSafe(t *testing.T) {
	a := readAction(t)
	if a.Runs.Using != "composite" || a.Inputs["version"].Default != gates.Release {
		t.Errorf("using %q, version %q; want composite, %s", a.Runs.Using, a.Inputs["version"].Default, gates.Release)
	}
	scripts := 0
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression stands in a script: %s", s.Run)
		}
		if s.Run != "" {
			scripts++
			if s.Shell != "bash" {
				t.Errorf("shell %q: want bash, which all runners have", s.Shell)
			}
		}
		if s.Uses != "" && !regexp.MustCompile(`@[0-9a-f]{40}$`).MatchString(s.Uses) {
			t.Errorf("%s: want a commit", s.Uses)
		}
	}
	if scripts != 3 {
		t.Errorf("%d scripts, want 3", scripts)
	}
}

// TestAction runs the scripts of the action as a runner does, against releases
// on a server of this test.
func TestAction(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "tar", "awk"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	linux := packed(t, "proflint")
	windows := packed(t, "proflint.exe")
	sums := sum(linux) + "  proflint_linux_amd64.tar.gz\n" + sum(windows) + "  proflint_windows_arm64.tar.gz\n"
	site := func(sums string) map[string]string {
		return map[string]string{
			"download/v1.0.0/checksums.txt": sums, "download/v1.0.0/proflint_linux_amd64.tar.gz": linux,
			"download/v1.0.0/proflint_windows_arm64.tar.gz": windows,
			"latest/download/checksums.txt":                 sums, "latest/download/proflint_linux_amd64.tar.gz": linux,
		}
	}
	missing := site(sums)
	delete(missing, "download/v1.0.0/checksums.txt")
	for name, tt := range map[string]struct {
		site   map[string]string // files of the server; nil: all as it should be
		inputs map[string]string
		env    []string
		code   string   // output exit-code
		exit   int      // of the action
		sarif  bool     // is there a report
		says   []string // on standard output
	}{
		"a fault":        {code: "1", exit: 1, sarif: true, says: []string{"::error title=wrong-property-family,file=job.sh,line=1,"}},
		"latest":         {inputs: map[string]string{"version": "latest"}, code: "1", exit: 1, sarif: true},
		"without v":      {inputs: map[string]string{"version": strings.TrimPrefix(gates.Release, "v")}, code: "1", exit: 1, sarif: true},
		"never":          {inputs: map[string]string{"fail-on": "never"}, code: "0", sarif: true, says: []string{"::error title=wrong-property-family,"}},
		"paths and args": {inputs: map[string]string{"paths": "good dir\nother.sh\n", "args": "\n--profiling=required\n--jobs=1\n"}, code: "0", sarif: true},
		"nothing is run": {inputs: map[string]string{
			"paths": "good dir\n$(touch taken)\n`touch taken`\n; touch taken", "args": "--project=$(touch taken)", "fail-on": "never",
		}, code: "3", exit: 3, sarif: true},
		"a path is no flag": {inputs: map[string]string{"paths": "--version"}, code: "3", exit: 3, sarif: true},
		"bad usage":         {inputs: map[string]string{"args": "--no-such-flag"}, code: "2", exit: 2},
		"Windows":           {env: []string{"RUNNER_OS=Windows", "RUNNER_ARCH=ARM64"}, code: "1", exit: 1, sarif: true},
		"wrong checksum": {site: site(sum("another") + "  proflint_linux_amd64.tar.gz\n"), exit: 1,
			says: []string{"::error title=proflint::proflint_linux_amd64.tar.gz is not what was released: its checksum is another"}},
		"no checksum": {site: site(sum(linux) + "  proflint_linux_amd64.tar.gz.old\n"), exit: 1,
			says: []string{"checksums.txt does not list proflint_linux_amd64.tar.gz"}},
		"no checksums": {site: missing, exit: 1, says: []string{"/download/v1.0.0/checksums.txt cannot be downloaded"}},
		"no release":   {inputs: map[string]string{"version": "v9.9.9"}, exit: 1, says: []string{"/download/v9.9.9/checksums.txt cannot be downloaded"}},
		"bad version":  {inputs: map[string]string{"version": "v1.0.0/../../x"}, exit: 1, says: []string{"::error title=proflint::version: want a release"}},
		"FreeBSD":      {env: []string{"RUNNER_OS=FreeBSD"}, exit: 1, says: []string{"there is no release for FreeBSD"}},
		"32 bits":      {env: []string{"RUNNER_ARCH=X86"}, exit: 1, says: []string{"there is no release for X86"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.site == nil {
				tt.site = site(sums)
			}
			r := newRunner(t, tt.site)
			r.env = append(r.env, tt.env...)
			exit, said := r.use(readAction(t), tt.inputs)
			if exit != tt.exit || r.outputs["lint"]["exit-code"] != tt.code {
				t.Errorf("exit %d, exit-code %q; want %d, %q", exit, r.outputs["lint"]["exit-code"], tt.exit, tt.code)
			}
			for _, s := range tt.says {
				if !strings.Contains(said, s) {
					t.Errorf("%q is not said", s)
				}
			}
			report, err := os.ReadFile(r.outputs["lint"]["sarif"])
			if tt.sarif != (err == nil) || tt.sarif && !bytes.Contains(report, []byte(`"2.1.0"`)) {
				t.Errorf("report: %v, %.80s; want one: %v", err, report, tt.sarif)
			}
			if page, err := os.ReadFile(r.summary()); tt.sarif != (err == nil) || tt.exit == 1 && tt.sarif && !bytes.Contains(page, []byte("wrong-property-family")) {
				t.Errorf("the job's page: %v\n%s", err, page)
			}
			if _, err := os.Stat(filepath.Join(r.dir, "taken")); err == nil {
				t.Error("an input was run as a command")
			}
			if t.Failed() {
				t.Log(said)
			}
		})
	}
}

// runner runs the steps of a composite action, as far as they are scripts.
type runner struct {
	*workplace
	site    string                       // its address
	outputs map[string]map[string]string // by step
}

func newRunner(t *testing.T, site map[string]string) *runner {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		file, ok := site[strings.TrimPrefix(req.URL.Path, "/")]
		if !ok {
			http.NotFound(w, req)
			return
		}
		fmt.Fprint(w, file)
	}))
	t.Cleanup(server.Close)
	r := &runner{newWorkplace(t), server.URL, map[string]map[string]string{}}
	r.write("job.sh", fault)
	r.write("good dir/job.sh", good)
	r.write("other.sh", good)
	r.env = append(r.env, "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "RUNNER_TEMP="+r.tmp, "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+r.summary())
	return r
}

// summary is the file that becomes the page of the job.
func (r *runner) summary() string { return filepath.Join(r.tmp, "summary.md") }

// use returns the exit code of the first step that fails, else 0, and all that
// was printed.
func (r *runner) use(a action, inputs map[string]string) (int, string) {
	var said strings.Builder
	for i, s := range a.Runs.Steps {
		if s.Run == "" {
			continue // other actions run on GitHub only
		}
		file := filepath.Join(r.tmp, fmt.Sprintf("output%d", i))
		cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
		cmd.Dir, cmd.Env = r.dir, append(r.env, "GITHUB_OUTPUT="+file)
		for name, text := range s.Env {
			cmd.Env = append(cmd.Env, name+"="+r.value(a, inputs, text))
		}
		out, err := cmd.CombinedOutput()
		said.Write(out)
		r.outputs[s.ID] = map[string]string{}
		written, _ := os.ReadFile(file)
		for line := range strings.Lines(string(written)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			r.outputs[s.ID][name] = value
		}
		if cmd.ProcessState == nil {
			r.t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); code != 0 {
			return code, said.String()
		}
	}
	return 0, said.String()
}

// value fills in the expressions of a text.
func (r *runner) value(a action, inputs map[string]string, text string) string {
	return regexp.MustCompile(`\$\{\{.*?\}\}`).ReplaceAllStringFunc(text, func(expr string) string {
		path := strings.Split(strings.TrimSpace(expr[3:len(expr)-2]), ".")
		switch {
		case len(path) == 2 && path[0] == "inputs":
			in, declared := a.Inputs[path[1]]
			if !declared {
				r.t.Fatalf("%s is no input", expr)
			}
			if given, ok := inputs[path[1]]; ok {
				return given
			}
			if path[1] == "releases" {
				return r.site
			}
			return in.Default
		case len(path) == 4 && path[0] == "steps" && r.outputs[path[1]] != nil:
			return r.outputs[path[1]][path[3]]
		}
		r.t.Fatalf("what is %s?", expr)
		return ""
	})
}

// packed returns this test binary in an archive.
func packed(t *testing.T, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(data))}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func sum(data string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(data))) }
