package beam

import (
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func launched(t *testing.T, lang model.Lang, sdk, line string) *model.Workload {
	t.Helper()
	w, ok := Launch(lang, argv(expand(line)), source.Span{})
	if !ok {
		t.Fatalf("want a pipeline: %s", line)
	}
	version(w, sdk)
	See(w)
	return w
}

// TestAppears has where profiles are found: under the job's name, or the NAME
// that the version reads (F3.18, F3.34, S40).
func TestAppears(t *testing.T) {
	for _, c := range []struct {
		lang          model.Lang
		sdk, line     string
		name, service string
	}{
		{model.Python, "2.60.0", "--job_name=clicks|--dataflow_service_options=%P", "", "clicks"},
		{model.Python, "2.48.0", "--job_name=clicks|--dataflow_service_options=%P=svc", "svc", "svc"},
		{model.Python, "2.60.0", "--job_name|clicks|--dataflow_service_options=%P=svc|--dataflow_service_options=%P", "", "clicks"},
		{model.Python, "2.60.0", "--dataflow_service_options=%P=a|--dataflow_service_options=%P=b", "a", "a"},
		{model.Python, "2.60.0", "--dataflow_service_options=%P=a|--experiments=%P", "a", "a"},
		{model.Python, "2.60.0", "--dataflow_service_options=%P=${N}", "${N}", "${N}"},
		{model.Java, "2.68.0", "--jobName=clicks|--dataflowServiceOptions=%P=svc", "", "clicks"},
		{model.Java, "2.69.0", "--jobName=clicks|--dataflowServiceOptions=%P=svc", "svc", "svc"},
		{model.Java, "2.69.0", "--jobName=clicks|--experiments=%P=svc", "", "clicks"},
		{model.Go, "2.68.0", "--job_name=clicks|--dataflow_service_options=%P=svc", "", "clicks"},
		{model.Go, "2.69.0", "--job_name=clicks|--dataflow_service_options=%P=svc", "svc", "svc"},
		{model.Go, "2.76.0", "--job_name=clicks|--dataflow_service_options=b,%P=svc", "", "clicks"},
		{model.Go, "2.77.0", "--job_name=clicks|--dataflow_service_options=b,%P=svc", "svc", "svc"},
		{model.Java, "", "--runner=DataflowRunner|--dataflowServiceOptions=%P", "", "<job name>"},
	} {
		w := launched(t, c.lang, c.sdk, c.line)
		check(t, c.line+" name", w.Request.Name.Raw().String(), c.name)
		if got := w.Request.Appears; len(got) != 1 || got[0] != (model.Appearance{Service: c.service, Version: "<job id>"}) {
			t.Errorf("%s: appears %v, want %s", c.line, got, c.service)
		}
	}
	w := launched(t, model.Java, ">=2.60,<2.70", "--jobName=clicks|--dataflowServiceOptions=%P=svc")
	if w.Request.Name.Known() || !w.Request.Name.Unknown() {
		t.Error("a range across 2.69.0: want the name unknown")
	}
}

// TestBothOutcomes: where versions differ, the text names what each would do.
func TestBothOutcomes(t *testing.T) {
	for _, c := range []struct {
		lang      model.Lang
		sdk, line string
		want      string
	}{
		{model.Go, "", "--experiments=%P", "with Beam before 2.77.0 the profiler is on; from 2.77.0 on %P is not read and the profiler stays off"},
		{model.Python, ">=2.40,<=2.50", "--dataflow_service_options=%P=n", "with Beam before 2.48.0 %P=n is not read and the profiler stays off; from 2.48.0 on the profiler is on"},
		{"", "", "--runner=dataflow|--temp_location=gs://b|--dataflow_service_options=%P,b",
			`as a Python pipeline it depends on the Beam version; as a Go pipeline the profiler is on`},
		{"", "", "--jobName=a|--stagingLocation=gs://b|--dataflow_service_options=%P", "which SDK reads it; Beam Java has no --dataflow_service_options"},
	} {
		w := launched(t, c.lang, c.sdk, c.line)
		if len(w.Request.Asks) != 1 || w.Request.Asks[0].Fate != model.FateUnknown || !w.Request.Enabled.Unknown() {
			t.Errorf("%s: want one attempt of unknown fate, got %s", c.line, fates(w.Request.Asks))
			continue
		}
		check(t, c.line, w.Request.Asks[0].Want, expand(c.want))
	}
}

// TestPlacesAndFixes: what is to be changed, and the text that does it.
func TestPlacesAndFixes(t *testing.T) {
	for _, c := range []struct {
		lang      model.Lang
		sdk, line string
		want, fix string
	}{
		{model.Python, "", "--runner=DataflowRunner|--dataflowServiceOptions=%P", "--dataflow_service_options", "--runner=DataflowRunner|--dataflow_service_options=%P"},
		{model.Java, "", "--experiment=%P", "--experiments", "--experiments=%P"},
		{model.Go, "", "-dataflowServiceOptions=%P", "--dataflow_service_options", "--dataflow_service_options=%P"},
		{model.Java, "", "--dataflowServiceOptions=a,enable-google-cloud-profiler", P, "--dataflowServiceOptions=a,%P"},
		{model.Python, "2.47.0", "--dataflow_service_options=%P=n", P, "--dataflow_service_options=%P"},
		{model.Python, "2.70.0", "--dataflow_service_options=x=a=b,%P", "put %P first, or give it an option of its own", "--dataflow_service_options=%P,x=a=b"},
		{model.Python, "2.60.0", "--dataflow_service_options=%P,b", "write each by itself: --dataflow_service_options=enable_google_cloud_profiler --dataflow_service_options=b; or use Beam 2.67.0 or later", ""},
		{model.Python, "2.60.0", "--dataflow_service_options=b,enable_google_cloud_profiling", P, "--dataflow_service_options=b,%P"},
		{model.Go, "", "--dataflow_service_options=%P|--dataflow_service_options=b", "give --dataflow_service_options once, with commas between the elements",
			"--dataflow_service_options=%P|--dataflow_service_options=b,%P"},
		{model.Java, "2.60.0", "--dataflowServiceOptions=%H", "add %P to the same list", "--dataflowServiceOptions=%H,%P"},
		{model.Python, "2.60.0", "--dataflow_service_options=%H", "add %P to the same list", ""},
		{model.Java, "", "--dataflowServiceOptions|%P", "write --dataflowServiceOptions=%P", ""},
		{model.Go, "2.70.0", "--dataflow_service_options=%P=n,b", "leave out the name, or what follows it (b); or use Beam 2.77.0 or later", ""},
	} {
		line := expand(c.line)
		w := launched(t, c.lang, c.sdk, c.line)
		if len(w.Request.Asks) != 1 {
			t.Errorf("%s: want one attempt, got %s", c.line, fates(w.Request.Asks))
			continue
		}
		a := w.Request.Asks[0]
		check(t, c.line, a.Want, expand(c.want))
		fixed := ""
		for _, e := range a.Fix {
			fixed = line[:e.Span.Start] + e.New + line[e.Span.End:]
		}
		check(t, c.line+" fixed", fixed, expand(c.fix))
	}
}

// TestOverriddenNamesTheOther: the flag that replaces it is related (F3.9).
func TestOverriddenNamesTheOther(t *testing.T) {
	w := launched(t, model.Go, "", "--dataflow_service_options=%P|--dataflow_service_options=b")
	by := w.Request.Asks[0].By
	if len(by) != 1 || by[0].Span.Start != len("--dataflow_service_options=|")+len(P) {
		t.Errorf("related %v", by)
	}
}

// TestRefusal: the blank form is refused by Java (F3.4).
func TestRefusal(t *testing.T) {
	w := launched(t, model.Java, "", "--dataflowServiceOptions|%P")
	if len(w.Refusals) != 1 || !w.Refusals[0].Request || w.Refusals[0].At.Text() != P {
		t.Errorf("refusals %+v", w.Refusals)
	}
}

// TestWeak: what the version decides rests on the build; what it does not, does not.
func TestWeak(t *testing.T) {
	for line, want := range map[string]string{
		"--dataflow_service_options=%P,b": "the default of ${V}",
		"--dataflow_service_options=%P":   "",
	} {
		w, _ := Launch(model.Python, argv(expand(line)), source.Span{})
		v, _ := value.ParseVersion("2.60.0")
		w.Build.To = value.Of(&model.Build{SDK: value.Of(value.Exactly(v, "2.60.0")).Weaken("the default of ${V}")})
		See(w)
		check(t, line, w.Request.Asks[0].Value.Weak(), want)
		check(t, line, w.Request.Enabled.Weak(), want)
	}
}

// TestHeap: heap sampling is said to be asked for whatever the SDK makes of it.
func TestHeap(t *testing.T) {
	for line, want := range map[string]string{
		"--dataflowServiceOptions=%P,%H":                     "on",
		"--dataflowServiceOptions=%P|--experiments=%H":       "on",
		"--dataflowServiceOptions=%P":                        "off",
		"--dataflowServiceOptions=%P|…":                      "?",
		"--runner=DataflowRunner|--dataflowServiceOptions=x": "off",
	} {
		check(t, line, on(launched(t, model.Java, "2.60.0", line).Request.Heap), want)
	}
}

// TestLaunch: what shows that a program is a Beam pipeline for Dataflow.
func TestLaunch(t *testing.T) {
	for line, want := range map[string]bool{
		"--runner=DataflowRunner": true,
		"--runner|dataflow":       true,
		"--runner=${RUNNER}":      true,
		"--runner=org.apache.beam.runners.dataflow.DataflowRunner": true,
		"--staging_location=gs://b|--project=p":                    true,
		"--stagingLocation=gs://b":                                 true,
		"--dataflowServiceOptions=x":                               true,
		"--runner=DirectRunner|--stagingLocation=gs://b":           false,
		"--runner=DirectRunner|--dataflow_service_option=%P":       true,
		"--runner=jest-runner":                                     false,
		"--runner|local|--epochs=3":                                false,
		"--project=p|--region=r|--machine_type=n1":                 false,
		"train|--labels=x":                                         false,
		"--experiments=%P":                                         true,
		"":                                                         false,
	} {
		for _, lang := range []model.Lang{model.Java, model.Python, model.Go, ""} {
			if lang == model.Java && (line == "--runner|dataflow" || line == "--staging_location=gs://b|--project=p") {
				continue // Java reads no blank form
			}
			if _, ok := Launch(lang, argv(expand(line)), source.Span{}); ok != want {
				t.Errorf("%s %q: pipeline %v, want %v", lang, line, ok, want)
			}
		}
	}
}

// TestEntity: what the words say of the job itself.
func TestEntity(t *testing.T) {
	w := launched(t, model.Python, "", "--runner|DataflowRunner|--job_name=a|--job_name=b|--project|p|--region=r|--service_account_email=w@p|--sdk_container_image=i:1|--subnetwork=s|--no_use_public_ips|--machine_type=t2a-standard-1")
	for what, v := range map[string][2]string{
		"name": {w.Name.Raw().String(), "b"}, "project": {w.Project.Raw().String(), "p"}, "region": {w.Region.Raw().String(), "r"},
		"account": {w.Account.Raw().String(), "w@p"}, "image": {w.Image.Raw().String(), "i:1"}, "subnet": {w.Subnet.Raw().String(), "s"},
		"runner": {Runner(w).Raw().String(), "DataflowRunner"}, "machine": {w.Options.MachineType.Raw().String(), "t2a-standard-1"},
		"internal": {on(w.Options.InternalOnly), "on"},
	} {
		check(t, what, v[0], v[1])
	}
	w = launched(t, model.Java, "", "--runner=direct|--dataflowServiceOptions=%P|--usePublicIps=false|--saveProfilesToGcs=gs://b")
	check(t, "runner", Runner(w).Raw().String(), "DirectRunner")
	check(t, "internal", on(w.Options.InternalOnly), "on")
	if !w.Account.Absent() || !w.Name.Absent() {
		t.Error("closed words without the option: want absent")
	}
	if l := w.Options.Lookalikes; len(l) != 1 || l[0].String() != "--saveProfilesToGcs" {
		t.Errorf("lookalikes %v", l)
	}
	if w = launched(t, model.Java, "", "--runner=DataflowRunner|${ARGS}"); !w.Account.Unknown() || !w.Options.InternalOnly.Unknown() {
		t.Error("open words: want unknown")
	}
}

// TestRunnerV2: the experiments that switch it off and on (F3.45, F3.47).
func TestRunnerV2(t *testing.T) {
	w := launched(t, model.Python, "2.47.0", "--experiments=disable_runner_v2|--experiments=x|--dataflow_service_options=%P")
	if e, ok := disables(w).Get(); !ok || e.String() != "disable_runner_v2" {
		t.Error("want it disabled")
	}
	w = launched(t, model.Python, "2.44.0", "--experiments=use_runner_v2,x|--dataflow_service_options=%P")
	if !asksV2(w).Absent() {
		t.Error("an unsplit list does not ask for Runner v2 before 2.67.0")
	}
	w = launched(t, model.Java, "2.44.0", "--experiments=use_runner_v2,x|--dataflowServiceOptions=%P")
	if !asksV2(w).Known() {
		t.Error("want Runner v2 asked for")
	}
}
