package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

func TestElsewhere(t *testing.T) {
	for in, want := range map[string]string{
		"ssh h spark-submit a": "shell: spark-submit a",
		"ssh -tt -i k -o A=b -p22 u@h -- sudo spark-submit $A b": "shell: sudo spark-submit $A b",
		"ssh h 'gcloud a; b'":                                           "shell: gcloud a; b",
		"ssh h":                                                         "",
		"ssh h ls":                                                      "",
		"ssh h <<E\nspark-submit a\nE":                                  "shell: spark-submit a\n",
		"ssh h sudo bash -s x <<E\ngcloud a\nE":                         "shell: gcloud a\n",
		"ssh h sh -c x <<E\ngcloud a\nE":                                "",
		"ssh h cat <<E\ngcloud a\nE":                                    "",
		"gcloud compute ssh h --zone=z -- spark-submit a":               "shell: spark-submit a",
		"gcloud compute ssh h -- -t spark-submit a":                     "shell: spark-submit a",
		"gcloud compute ssh h --command 'spark-submit a'":               "shell: spark-submit a",
		"gcloud compute ssh h --command='gcloud a' -- -t":               "shell: gcloud a",
		"gcloud compute ssh h <<'E'\ngcloud a\nE":                       "shell: gcloud a\n",
		"curl -X POST -d '{\"a\": 1}' u":                                "json: {\"a\": 1}",
		"curl u --data=\"{$A}\" --json '{}'":                            "json: {$A} | json: {}",
		"ssh h python3 p.py --runner=DataflowRunner":                    "shell: python3 p.py --runner=DataflowRunner",
		"curl u --data-raw @x":                                          "json: @x",
		"curl u -d @- <<E\n{}\nE":                                       "json: {}\n",
		"curl u -d @body.json":                                          "",
		"curl u -d @none.txt":                                           "",
		"F=$(mktemp)\ncat > $F <<E\n{}\nE\ncurl u -d@$F --data-ascii y": "json: {}\n | json: y",
	} {
		var got []string
		r := &surface.Reader{Set: &model.Set{}, Open: func(string) (*source.File, bool) { return nil, false }, Embed: func(f surface.Fragment) surface.Env {
			got = append(got, fmt.Sprintf("%s: %s", f.Lang, f.Text.String()))
			return nil
		}}
		Surface().Read(r, surface.Fragment{Lang: surface.Shell, Text: text(in)})
		if d := cmp.Diff(want, strings.Join(got, " | ")); d != "" {
			t.Errorf("%q: %s", in, d)
		}
	}
}
