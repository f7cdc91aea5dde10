package beam

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// argv makes the words of a command line; words are separated by |. A word
// like ${X} is a hole, and … at the end leaves the list open.
func argv(line string) value.Tree {
	f := source.NewFile("run.sh", source.Code, []byte(line))
	out := value.NewList(source.Span{File: f, End: len(line)})
	if rest, ok := strings.CutSuffix(line, "|…"); ok {
		out.List.Rest = &source.Hole{Expr: "$@"}
		line = rest
	}
	at := 0
	for _, w := range strings.Split(line, "|") {
		if w != "" {
			out.List.Items = append(out.List.Items, value.String(holes(source.Exact(source.Span{File: f, Start: at, End: at + len(w)}))))
		}
		at += len(w) + 1
	}
	return out
}

func holes(t source.Text) source.Text {
	for from := 0; ; {
		i := t.Index("${", from)
		if i < 0 {
			return t
		}
		end := strings.Index(t.String()[i:], "}")
		if end < 0 {
			return t
		}
		t = t.Punch(i, i+end+1, &source.Hole{Expr: t.String()[i : i+end+1], Why: "set elsewhere"})
		from = i + end + 1
	}
}

// version makes a range: "2.60.0", ">=2.50", ">=2.50,<2.70", "" for no build.
func version(w *model.Workload, s string) {
	if s == "" {
		return
	}
	r := value.Range{Text: s}
	for _, part := range strings.Split(s, ",") {
		v, _ := value.ParseVersion(strings.TrimLeft(part, "<>="))
		switch {
		case strings.HasPrefix(part, ">="):
			r.Lo = &v
		case strings.HasPrefix(part, "<="):
			r.Hi = &v
		case strings.HasPrefix(part, "<"):
			r.Hi, r.Below = &v, true
		default:
			r = value.Exactly(v, s)
		}
	}
	w.Build.To = value.Of(&model.Build{SDK: value.Of(r)})
}

// elements prints a list as SDKs see it: [a b], ? for an open one, - for none.
func elements(t value.Tree) string {
	if t.Kind == value.KindAbsent {
		return "-"
	}
	if t.Kind != value.KindList {
		return "?"
	}
	var out []string
	for _, item := range t.Items() {
		out = append(out, "«"+item.Str().Raw().String()+"»")
	}
	s := strings.Join(out, "")
	if t.Open() != nil {
		s += "?"
	}
	return s
}

var fateNames = map[model.Fate]string{model.FateUnknown: "unknown", model.Arrives: "arrives", model.Refused: "refused", model.WrongSDK: "wrong-sdk",
	model.Misspelt: "misspelt", model.Misplaced: "misplaced", model.Overridden: "overridden", model.Unsplit: "unsplit", model.NotEnabled: "not-enabled"}

// fates prints the attempts: fate/case:key.
func fates(asks []model.Ask) string {
	var out []string
	for _, a := range asks {
		s := fateNames[a.Fate]
		if a.Case != "" {
			s += "/" + a.Case
		}
		out = append(out, s+":"+a.Key.String())
	}
	return strings.Join(out, " ")
}

func on(v value.Value[bool]) string {
	b, ok := v.Get()
	switch {
	case !ok:
		return "?"
	case b:
		return "on"
	}
	return "off"
}

const (
	P = "enable_google_cloud_profiler"
	H = "enable_google_cloud_heap_sampling"
)

func expand(s string) string {
	return strings.NewReplacer("%P", P, "%H", H).Replace(s)
}

// TestOptions has a row for each fact about how an SDK reads its options, at
// versions on both sides of the one that changed it.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		fact     string
		lang     model.Lang
		versions string // separated by blanks
		line     string
		service  string
		exps     string
		enabled  string
		fates    string
	}{
		{"F3.1", model.Java, "2.33.0 2.68.0 2.69.0 2.77.0 none", "--runner=DataflowRunner|--dataflowServiceOptions=%P", "«%P»", "-", "on", "arrives:%P"},
		{"F3.2 comma", model.Java, "2.33.0 2.77.0 none", "--dataflowServiceOptions=%P,%H", "«%P»«%H»", "-", "on", "arrives:%P"},
		{"F3.2 repeats", model.Java, "2.60.0", "--dataflowServiceOptions=a|--dataflowServiceOptions=%P,b", "«a»«%P»«b»", "-", "on", "arrives:%P"},
		{"F3.2 no trimming", model.Java, "2.60.0", "--dataflowServiceOptions=a, %P", "«a»« %P»", "-", "on", "arrives: %P"},
		{"F3.3 snake case", model.Java, "2.33.0 2.77.0 none", "--runner=DataflowRunner|--dataflow_service_options=%P", "-", "-", "off", "wrong-sdk:--dataflow_service_options"},
		{"F3.3 singular", model.Java, "2.60.0", "--runner=DataflowRunner|--dataflowServiceOption=%P", "-", "-", "off", "misspelt:--dataflowServiceOption"},
		{"F3.3 lower case", model.Java, "2.60.0", "--dataflowserviceoptions=%P", "-", "-", "off", "misspelt:--dataflowserviceoptions"},
		{"F3.3 beside a good one", model.Java, "2.60.0", "--dataflow_service_options=%P|--dataflowServiceOptions=%P", "«%P»", "-", "off", "arrives:%P wrong-sdk:--dataflow_service_options"},
		{"F3.4 single dash", model.Java, "2.60.0", "-dataflowServiceOptions=%P", "-", "-", "off", "misspelt:-dataflowServiceOptions"},
		{"F3.4 blank", model.Java, "2.60.0", "--runner=DataflowRunner|--dataflowServiceOptions|%P", "«true»", "-", "off", "refused:%P"},
		{"F3.5 plural", model.Python, "2.32.0 2.33.0 2.47.0 2.48.0 2.66.0 2.67.0 none", "--runner=DataflowRunner|--dataflow_service_options=%P", "«%P»", "-", "on", "arrives:%P"},
		{"F3.5 singular, blank", model.Python, "2.33.0 2.77.0 none", "--runner|DataflowRunner|--dataflow_service_option|%P", "«%P»", "-", "on", "arrives:%P"},
		{"F3.5 repeats", model.Python, "2.60.0 2.70.0 none", "--dataflow_service_options=%P|--dataflow_service_option=b", "«%P»«b»", "-", "on", "arrives:%P"},
		{"F3.6", model.Python, "2.33.0 2.77.0 none", "--runner=DataflowRunner|--dataflowServiceOptions=%P", "-", "-", "off", "wrong-sdk:--dataflowServiceOptions"},
		{"F3.6 blank", model.Python, "2.77.0", "--runner|DataflowRunner|--dataflowServiceOptions|%P", "-", "-", "off", "wrong-sdk:--dataflowServiceOptions"},
		{"F3.6 beside a good one", model.Python, "2.60.0", "--dataflowServiceOptions=%P|--dataflow_service_options=%P", "«%P»", "-", "on", "arrives:%P"},
		{"F3.7", model.Python, "2.33.0 2.47.0 2.60.0 2.66.0", "--dataflow_service_options=%P,b", "«%P,b»", "-", "off", "unsplit:%P,b"},
		{"F3.7", model.Python, "2.67.0 2.77.0 >=2.50", "--dataflow_service_options=%P,b", "«%P»«b»", "-", "on", "arrives:%P"},
		{"F3.7 no version", model.Python, "none", "--dataflow_service_options=%P,b", "?", "-", "?", "unsplit/version-unknown:%P,b"},
		{"F3.7 range", model.Python, ">=2.60,<2.70", "--dataflow_service_options=%P,b", "?", "-", "?", "unsplit/version-unknown:%P,b"},
		{"F3.7 range before", model.Python, "<2.67", "--dataflow_service_options=%P,b", "«%P,b»", "-", "off", "unsplit:%P,b"},
		{"F3.7 range from", model.Python, ">=2.67,<3", "--dataflow_service_options=%P,b", "«%P»«b»", "-", "on", "arrives:%P"},
		{"F3.7 experiments", model.Python, "2.66.0", "--experiments=%P,b", "-", "«%P,b»", "off", "unsplit:%P,b"},
		{"F3.7 experiments", model.Python, "2.67.0", "--experiments=b,%P", "-", "«b»«%P»", "on", "arrives:%P"},
		{"F3.7 name", model.Python, "2.60.0", "--dataflow_service_options=%P=n,b", "«%P=n,b»", "-", "off", "unsplit:%P=n,b"},
		{"F3.8", model.Python, "2.67.0", "--dataflow_service_options=x=a=b,%P", "«x=a=b,%P»", "-", "off", "unsplit:x=a=b,%P"},
		{"F3.8 first", model.Python, "2.67.0 2.77.0", "--dataflow_service_options=%P=n,x=a=b,c", "«%P=n»«x=a=b,c»", "-", "on", "arrives:%P=n"},
		{"F3.8 blanks", model.Python, "2.67.0", "--dataflow_service_options=b, %P ,,", "«b»«%P»", "-", "on", "arrives:%P"},
		{"F3.8 blank element", model.Python, "2.66.0", "--dataflow_service_options= %P", "« %P»", "-", "off", "misspelt: %P"},
		{"F3.9", model.Go, "2.42.0 2.77.0 none", "--runner|dataflow|--dataflow_service_options=%P|--dataflow_service_options=b", "«b»", "-", "off", "overridden:%P"},
		{"F3.9 the last asks", model.Go, "2.60.0", "--dataflow_service_options=b|--dataflow_service_options=%P,c", "«%P»«c»", "-", "on", "arrives:%P"},
		{"F3.9 single dash", model.Go, "2.42.0 2.77.0", "-runner|dataflow|-dataflow_service_options|b,%P", "«b»«%P»", "-", "on", "arrives:%P"},
		{"F3.9 open", model.Go, "2.60.0", "--dataflow_service_options=%P|…", "«%P»?", "?", "?", "arrives:%P"},
		{"F3.10", model.Go, "2.42.0 2.77.0 none", "--runner=dataflow|--dataflowServiceOptions=%P", "-", "-", "off", "wrong-sdk:--dataflowServiceOptions"},
		{"F3.10 Python's singular", model.Go, "2.60.0", "--runner=dataflow|--dataflow_service_option=%P", "-", "-", "off", "wrong-sdk:--dataflow_service_option"},
		{"F3.10 first word", model.Go, "2.60.0", "--runner=dataflow|--no_use_public_ips|true|--dataflow_service_options=%P", "-", "-", "off", "misplaced:--dataflow_service_options=%P"},
		{"F3.13", model.Python, "2.60.0 2.65.0 2.66.0", "--runner=DataflowRunner|--dataflow_service_opt=%P", "-", "-", "off", "misspelt:--dataflow_service_opt"},
		{"F3.14", model.Python, "2.33.0 2.77.0 none", "--experiment=%P", "-", "«%P»", "on", "arrives:%P"},
		{"F3.14 no name", model.Python, "2.60.0", "--experiments=%P=n", "-", "«%P=n»", "off", "misplaced:%P=n"},
		{"F3.14", model.Java, "2.60.0 none", "--experiments=%P,b", "-", "«%P»«b»", "on", "arrives:%P"},
		{"F3.14 anywhere", model.Java, "2.60.0", "--runner=DataflowRunner|--labels={\"a\":\"%P\"}", "-", "-", "?", "unknown:--labels"},
		{"F3.14 substring", model.Java, "2.60.0", "--dataflowServiceOptions=%Ps", "«%Ps»", "-", "on", "arrives:%Ps"},
		{"F3.14", model.Go, "2.42.0 2.76.0", "--experiments=%P", "-", "«%P»", "on", "arrives:%P"},
		{"F3.15 profiling", model.Java, "2.60.0 none", "--dataflowServiceOptions=enable_google_cloud_profiling", "«enable_google_cloud_profiling»", "-", "off", "misspelt:enable_google_cloud_profiling"},
		{"F3.15 hyphens", model.Python, "2.60.0", "--dataflow_service_options=enable-google-cloud-profiler", "«enable-google-cloud-profiler»", "-", "off", "misspelt:enable-google-cloud-profiler"},
		{"F3.15 lost part", model.Go, "2.60.0", "--dataflow_service_options=enable_cloud_profiler,b", "«enable_cloud_profiler»«b»", "-", "off", "misspelt:enable_cloud_profiler"},
		{"F3.15 letters", model.Python, "2.77.0", "--dataflow_service_options=enable_google_cloud_proflier", "«enable_google_cloud_proflier»", "-", "off", "misspelt:enable_google_cloud_proflier"},
		{"F3.15 others", model.Python, "2.77.0", "--runner=DataflowRunner|--dataflow_service_options=enable_hot_key_logging,enable_data_sampling,enable_prime", "«enable_hot_key_logging»«enable_data_sampling»«enable_prime»", "-", "off", ""},
		{"F3.15 option", model.Python, "2.77.0", "--dataflow-service-options=%P", "-", "-", "off", "misspelt:--dataflow-service-options"},
		{"F3.16", model.Java, "2.60.0 none", "--dataflowServiceOptions=%H", "«%H»", "-", "off", "not-enabled:%H"},
		{"F3.16 misspelt", model.Java, "2.60.0", "--dataflowServiceOptions=%P,enable_google_cloud_heap_profiling", "«%P»«enable_google_cloud_heap_profiling»", "-", "on", "arrives:%P misspelt/other:enable_google_cloud_heap_profiling"},
		{"F3.17", model.Python, "2.60.0", "--dataflow_service_options=%P|--dataflow_service_options=%H", "«%P»«%H»", "-", "on", "arrives:%P"},
		{"F3.18", model.Python, "2.47.0", "--dataflow_service_options=%P=n", "«%P=n»", "-", "off", "misspelt:%P=n"},
		{"F3.18", model.Python, "2.48.0 2.77.0 none", "--dataflow_service_options=%P=n", "«%P=n»", "-", "on", "arrives:%P=n"},
		{"F3.18", model.Java, "2.68.0 2.69.0 none", "--dataflowServiceOptions=%P=n", "«%P=n»", "-", "on", "arrives:%P=n"},
		{"F3.18", model.Go, "2.68.0 2.69.0 2.76.0 2.77.0", "--dataflow_service_options=%P=n", "«%P=n»", "-", "on", "arrives:%P=n"},
		{"F3.18 swallows", model.Go, "2.69.0 2.74.0 2.76.0", "--dataflow_service_options=%P=n,b", "«%P=n»«b»", "-", "off", "unsplit:%P=n,b"},
		{"F3.55 no longer", model.Go, "2.68.0 2.77.0", "--dataflow_service_options=%P=n,b", "«%P=n»«b»", "-", "on", "arrives:%P=n"},
		{"F3.55", model.Go, "2.77.0 >=2.60", "--experiments=%P", "-", "«%P»", "off", "misplaced:%P"},
		{"F3.55 no version", model.Go, "none", "--experiments=%P", "-", "«%P»", "?", "unknown:%P"},
		{"F3.39 label", model.Python, "2.60.0", "--runner=DataflowRunner|--labels=%P", "-", "-", "off", "misplaced:--labels"},
		{"own option", model.Python, "2.60.0", "--runner=DataflowRunner|--%P", "-", "-", "off", "misplaced/own-option:--%P"},
		{"own option", model.Java, "2.60.0", "--runner=DataflowRunner|--%P=true", "-", "-", "off", "misplaced:--%P"},
		{"a second word", model.Python, "2.60.0", "--dataflow_service_options|b|%P", "«b»", "-", "off", "misplaced:%P"},
		{"the program's option", model.Python, "2.60.0", "--runner=DataflowRunner|--job_flags=%P", "-", "-", "?", "unknown:--job_flags"},
		{"no request", model.Python, "2.60.0", "--runner=DataflowRunner|--topic=cloud-profiler|--experimental=enable_profiler|--enable_profiling|--out=gs://b/google_cloud_profiles", "-", "-", "off", ""},
		{"hole", model.Python, "2.60.0", "--dataflow_service_options=${OPTS}", "«${OPTS}»", "-", "?", ""},
		{"hole behind", model.Python, "2.60.0", "--dataflow_service_options=%P${MORE}", "«%P${MORE}»", "-", "?", "unknown:%P${MORE}"},
		{"hole behind", model.Java, "2.60.0", "--dataflowServiceOptions=%P${MORE}", "«%P${MORE}»", "-", "on", "arrives:%P${MORE}"},
		{"hole beside", model.Python, "2.77.0", "--dataflow_service_options=${A},%P", "«${A}»«%P»", "-", "on", "arrives:%P"},
		{"name from a variable", model.Python, "2.60.0", "--dataflow_service_options=%P=${N}", "«%P=${N}»", "-", "on", "arrives:%P=${N}"},
		{"open", model.Java, "2.60.0", "--runner=DataflowRunner|${ARGS}", "?", "?", "?", ""},
		{"no request", model.Java, "2.60.0", "main|--runner=DataflowRunner", "-", "-", "off", ""},
	} {
		for _, ver := range strings.Fields(c.versions) {
			t.Run(c.fact+" "+string(c.lang)+" "+ver, func(t *testing.T) {
				w, ok := Launch(c.lang, argv(expand(c.line)), source.Span{})
				if !ok {
					t.Fatal("want a pipeline")
				}
				version(w, strings.TrimPrefix(ver, "none"))
				See(w)
				check(t, "service options", elements(w.Options.ServiceOptions), expand(c.service))
				check(t, "experiments", elements(w.Options.Experiments), expand(c.exps))
				check(t, "profiler", on(w.Request.Enabled), c.enabled)
				check(t, "fates", fates(w.Request.Asks), expand(c.fates))
			})
		}
	}
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
