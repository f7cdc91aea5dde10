package shell

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// A service is enabled late only where the order is known: JOB waits for its
// end, and each runs once whenever the script gets that far.
func TestLate(t *testing.T) {
	const batch = "gcloud dataproc batches submit spark --class=X --region=r"
	for in, want := range map[string]string{
		"JOB\nENABLE":                                   "x",
		batch + "\nENABLE":                              "x",
		"sudo JOB\nENABLE":                              "x",
		"JOB || exit 1\nENABLE":                         "x",
		"JOB | tee log\nENABLE":                         "x",
		"ID=$(JOB)\nENABLE":                             "x",
		"f() { JOB; }\nf\nENABLE":                       "x",
		"f() { ENABLE; }\nJOB\nf":                       "x",
		"JOB\nENABLE --async":                           "x",
		"JOB\ngcloud services enable x y":               "x y",
		"ENABLE\nJOB":                                   "",
		"JOB --async\nENABLE":                           "",
		"JOB $MORE\nENABLE":                             "",
		"JOB \"$@\"\nENABLE":                            "",
		"JOB --flags-file=none.yaml\nENABLE":            "",
		"JOB --no-such-flag\nENABLE":                    "",
		"JOB\nENABLE --no-such-flag":                    "",
		"JOB \\\n# cut\n --async\nENABLE":               "",
		"JOB &\nENABLE":                                 "",
		"JOB\nENABLE &":                                 "",
		"timeout 9 JOB\nENABLE":                         "",
		"xargs JOB\nENABLE":                             "",
		"echo JOB\nENABLE":                              "",
		"if a; then JOB; fi\nENABLE":                    "",
		"JOB\nif a; then ENABLE; fi":                    "",
		"JOB && ENABLE":                                 "",
		"a && JOB\nENABLE":                              "",
		"JOB | ENABLE":                                  "",
		"for X in a b; do JOB; ENABLE; done":            "",
		"while a; do JOB; done\nENABLE":                 "",
		"case $X in a) JOB;; b) ENABLE;; esac":          "",
		"f() { JOB; }\nENABLE":                          "",
		"f() { ENABLE; }\nJOB":                          "",
		"f() { ENABLE; }\ng() { JOB; }\n$1":             "",
		"JOB\nexit\nENABLE":                             "",
		"exit\nJOB\nENABLE":                             "",
		"trap 'JOB' EXIT\nENABLE":                       "",
		"JOB\nssh host 'ENABLE'":                        "",
		"JOB\ngcloud config set project p\nENABLE":      "",
		"JOB\nENABLE\nfi":                               "", // not what bash reads
		"gcloud dataflow jobs run x --region=r\nENABLE": "",
		"python a.py --runner=DataflowRunner\nENABLE":   "",
		"gcloud dataproc workflow-templates add-job spark --workflow-template=w --step-id=s --class=X --region=r\nENABLE": "",
	} {
		r := &surface.Reader{Set: &model.Set{}, Open: func(string) (*source.File, bool) { return nil, false }, Embed: func(surface.Fragment) surface.Env { return nil }}
		script := strings.NewReplacer("JOB", spark+" --region=r", "ENABLE", "gcloud services enable x").Replace(in)
		Surface().Read(r, surface.Fragment{Lang: surface.Shell, Text: text(script)})
		var got []string
		for _, w := range r.Set.Workloads {
			for _, s := range r.Set.Services {
				if w.Ended.Before(s.Enabled) {
					got = append(got, s.API.Raw().String())
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: late: %q, want %q", in, got, want)
		}
	}
}

// Fragments that share a session run one after another, others do not.
func TestSession(t *testing.T) {
	for _, shared := range []bool{true, false} {
		r := &surface.Reader{Set: &model.Set{}, Open: func(string) (*source.File, bool) { return nil, false }, Embed: func(surface.Fragment) surface.Env { return nil }}
		var job, enable *surface.Session
		if job = new(surface.Session); shared {
			enable = job
		}
		Surface().Read(r, surface.Fragment{Lang: surface.Shell, Text: text(spark + " --region=r"), Session: job})
		Surface().Read(r, surface.Fragment{Lang: surface.Shell, Words: []source.Text{text("gcloud"), text("services"), text("enable"), text("x")}, Session: enable})
		if len(r.Set.Services) != 1 {
			t.Fatalf("%d services, want 1", len(r.Set.Services))
		}
		if late := r.Set.Workloads[0].Ended.Before(r.Set.Services[0].Enabled); late != shared {
			t.Error(shared, late)
		}
	}
}
