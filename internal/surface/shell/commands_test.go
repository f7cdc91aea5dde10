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

// declared prints what a fragment declares: line, kind, and what it runs.
func declared(in string, mentioned bool) string {
	var docs []string
	r := &surface.Reader{Set: &model.Set{}, Open: func(string) (*source.File, bool) { return nil, false }, Embed: func(f surface.Fragment) surface.Env {
		docs = append(docs, string(f.Lang))
		return nil
	}}
	Surface().Read(r, surface.Fragment{Lang: surface.Shell, Text: text(in), Mentioned: mentioned})
	var out []string
	for _, w := range r.Set.Workloads {
		s := fmt.Sprintf("%d %s %s %s", w.At.From().Line, w.Kind, w.Type, w.Driver.Raw())
		for _, e := range w.Properties.Entries() {
			s += " " + e.Key.String()
		}
		for _, item := range w.Args.Items() {
			s += " " + item.Text.String()
		}
		if h := w.Args.Open(); h != nil {
			s += " …" + h.Expr
		}
		out = append(out, strings.Join(strings.Fields(s), " "))
	}
	for _, c := range r.Set.Clusters {
		out = append(out, fmt.Sprintf("%d cluster %s", c.At.From().Line, c.Name.Raw()))
	}
	for _, s := range r.Set.Services {
		out = append(out, "service "+s.API.Raw().String())
	}
	for range r.Set.Grants {
		out = append(out, "grant")
	}
	return strings.Join(append(out, docs...), " | ")
}

func compare(t *testing.T, in, want string, mentioned bool) {
	t.Helper()
	if d := cmp.Diff(want, declared(in, mentioned)); d != "" {
		t.Errorf("%s\n%s", in, d)
	}
}

const spark = "gcloud dataproc jobs submit spark --cluster=c --class=X"

// A command that branches set or extend is read in each way; a way that
// gcloud refuses counts only if there is no other.
func TestWays(t *testing.T) {
	for in, want := range map[string]string{
		"C='" + spark + "'\nif a; then C+=' --properties=b=$D'; fi\neval \"$C\"":                                        "1 job spark X b",
		"C=(" + spark + ")\nif a; then C+=(--properties=b=d); fi\n\"${C[@]}\"":                                          "1 job spark X b",
		"if a; then\nC=$(cat <<E\n" + spark + "\nE\n)\nelif b; then\nC='" + spark + " -- e'\nfi\n${C} \"$@\"":           "3 job spark X …$@ | 7 job spark X e …$@",
		"case $A in\nb) S='jobs submit pyspark a.py';;\nd) S='clusters create';;\nesac\ngcloud dataproc $S --cluster=c": "5 job pyspark a.py",
		"K=spark\nb && K=pyspark\ngcloud dataproc jobs submit $K --cluster=c --class=X":                                 "3 job spark X",
		"for K in pyspark spark-r; do\ngcloud dataproc jobs submit \"$K\" a.x --cluster=c\ndone":                        "2 job pyspark a.x | 2 job spark-r a.x",
		"for K in spark hadoop; do gcloud dataproc jobs submit $K --cluster=c; done":                                    "1 job spark | 1 job hadoop",
		"gcloud dataproc jobs submit $K --cluster=c":                                                                    "",
	} {
		compare(t, in, want, false)
	}
}

// A command stands where it is run, unless a variable holds it whole: that is
// where one edits it.
func TestPlace(t *testing.T) {
	for in, want := range map[string]string{
		"G=gcloud\n\n$G dataproc jobs submit spark --cluster=c --class=X":                 "3 job spark X",
		"D='gcloud dataproc'\nJ=\"$D jobs\"\n$J submit spark \\\n  --cluster=c --class=X": "3 job spark X",
		"G=gcloud\nf() {\n$G dataproc jobs submit spark --cluster=c --class=$1\n}\nf X":   "3 job spark X",
		"C='" + spark + "'\n$C": "1 job spark X",
	} {
		compare(t, in, want, false)
	}
}

// What branches add to a command is there, weak.
func TestExtended(t *testing.T) {
	for in, want := range map[string]string{
		"if a; then P=--properties=b=d; fi\n" + spark + " $P":                                                "2 job spark X b",
		"P=; Q=\nif a; then P='--properties b=d'; fi\nif c; then Q=--async; fi\n" + spark + " $P $Q":         "4 job spark X b",
		"if a; then P=--properties=b=d; else P=--async; fi\n" + spark + " $P":                                "2 job spark X b",
		"if a; then P=x; fi\ngcloud dataproc jobs submit pyspark $P --cluster=c":                             "2 job pyspark $P",
		"if a; then P=--jar=gs://b; fi\n" + spark + " $P":                                                    "2 job spark X …$P",
		"case $A in\nb) P=--jar=c;;\nd) P=--jar=e;;\nesac\ngcloud dataproc jobs submit spark $P --cluster=f": "5 job spark $P",
		"P=--properties=b=d\nif a; then P=\"$P,e=f\"; fi\n" + spark + " $P -- g":                             "3 job spark X b g",
		"if a; then P='-- d'; fi\n" + spark + " $P":                                                          "2 job spark X d",
	} {
		compare(t, in, want, false)
	}
}

// A list that branches fill holds what all of them add, and is open.
func TestBranchedLists(t *testing.T) {
	for script, want := range map[string]string{
		"P=a=1; if t; then P=\"$P,b=2\"; fi; x --properties=$P":       "a=1 …",
		"if t; then P=a=1; else P=b=2; fi; x --properties=$P,c=3":     "c=3 …",
		"if t; then P=a=1,b=3; else P=a=2,b=3; fi; x --properties=$P": "b=3 …",
		"x --properties=a=1${P:+,$P}":                                 "a=1 …",
		"x --properties=a=1${P:+,b=$P}":                               "a=1 …",
		"V=1; t && V=2; x --properties=a=$V,b=3":                      "a=? b=3",
		"x ${P:+--properties=a=1}":                                    "a=1~",
		"if t; then P=--properties=a=1; else P='--async'; fi; x $P":   "a=1~",
		"if t; then P='-- d'; else P=--properties=a=1; fi; x $P":      "?",
	} {
		r := &surface.Reader{Set: &model.Set{}, Open: func(string) (*source.File, bool) { return nil, false }, Embed: func(surface.Fragment) surface.Env { return nil }}
		Surface().Read(r, surface.Fragment{Lang: surface.Shell, Text: text(strings.Replace(script, "x ", spark+" ", 1))})
		var got []string
		for _, w := range r.Set.Workloads {
			for _, e := range w.Properties.Entries() {
				v := e.Val.Str()
				s := e.Key.String() + "=" + v.Raw().String()
				if !v.Known() {
					s = e.Key.String() + "=?"
				}
				if v.Weak() != "" {
					s += "~"
				}
				got = append(got, s)
			}
			if w.Properties.Map == nil {
				got = append(got, "?")
			} else if w.Properties.Open() != nil {
				got = append(got, "…")
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: got %s, want %s", script, s, want)
		}
	}
}

// A command is one command however often it is evaluated with the same words.
func TestOnce(t *testing.T) {
	for in, want := range map[string]string{
		"C='" + spark + "'\neval $C; $C; eval \"$C\"":            "1 job spark X",
		"f() { " + spark + "; }\nf; f; f":                        "1 job spark X",
		"f() { " + spark + " --labels=a=$(date); }\nf; f":        "1 job spark X",
		"f() { " + spark + " -- $1; }\nf a; f b":                 "1 job spark X a | 1 job spark X b",
		"f() { " + spark + " -- \"$V\"; }\nV=$(a); f; V=$(b); f": "1 job spark X $V | 1 job spark X $V",
		spark + "\n" + spark:                                     "1 job spark X | 2 job spark X",
	} {
		compare(t, in, want, false)
	}
}

// Words behind -- stay in their places.
func TestArguments(t *testing.T) {
	for in, want := range map[string]string{
		spark + " -- -b $BUCKET -i \"$X\" y": "1 job spark X -b $BUCKET -i $X y",
		spark + " -- -b $MORE_ARGS":          "1 job spark X -b …$MORE_ARGS",
		"B=$1; " + spark + " -- -b $B":       "1 job spark X -b $B",
	} {
		compare(t, in, want, false)
	}
}

// A sentence that mentions a command declares a workload only if it is whole.
func TestMentioned(t *testing.T) {
	for in, want := range map[string]string{
		"gcloud services enable a.googleapis.com":                               "",
		"gcloud projects add-iam-policy-binding p --member=user:a --role=r":     "",
		"gcloud dataproc batches submit pyspark --py-files=gs://a":              "",
		"gcloud dataproc jobs submit pyspark a.py --cluster=c --properties=b=d": "1 job pyspark a.py b",
		"gcloud dataproc jobs submit pyspark a.py --region=r":                   "",
		"gcloud dataproc jobs submit pyspark a.py --cluster=$C $FLAGS":          "",
		"gcloud dataproc clusters create c":                                     "1 cluster c",
		"gcloud dataproc clusters create":                                       "",
		"python a.py --runner=DataflowRunner --project=p":                       "",
	} {
		compare(t, in, want, true)
	}
	compare(t, "gcloud services enable a.googleapis.com", "service a.googleapis.com", false)
}
