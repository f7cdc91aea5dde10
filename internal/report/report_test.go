package report

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
	"github.com/proflint/proflint/rules"
)

// at returns the span of the first place where text stands.
func at(t *testing.T, f *source.File, text string) source.Span {
	t.Helper()
	i := bytes.Index(f.Data, []byte(text))
	if i < 0 {
		t.Fatalf("%q is not in %s", text, f.Path)
	}
	return source.Span{File: f, Start: i, End: i + len(text)}
}

func file(path, text string) *source.File {
	return source.NewFile(path, source.Code, []byte(text))
}

func known(t *testing.T, f *source.File, s string) value.Str {
	return value.Text(source.Exact(at(t, f, s)))
}

func hole(f *source.File, s source.Span, expr string) source.Text {
	return source.Unknown(&source.Hole{Expr: expr, Why: "set outside"}, s)
}

// sample is one run with a bit of everything.
func sample(t *testing.T) *Input {
	create := file("deploy/create.sh", "gcloud dataproc clusters create etl \\\n\t--scopes=storage-rw \\\n\t--image-version=2.0.27-debian10\n")
	submit := file("deploy/submit.sh", "#!/bin/sh\n# 日本語\ngcloud dataproc jobs submit spark --cluster=etl \\\n  --properties=cloud.profiler.enable=true,x=$X -- --day 1\n\ngcloud dataproc batches submit pyspark b.py --batch=nightly \\\n  --properties=dataproc.profiling.enabled=true --service-account=$SA\n")
	props := value.NewMap(at(t, submit, "cloud.profiler.enable=true,x=$X"))
	props.Map.Put(source.Exact(at(t, submit, "cloud.profiler.enable")), value.String(source.Exact(at(t, submit, "true"))))
	props.Map.Put(source.Exact(at(t, submit, "x")), value.Opaque(&source.Hole{Expr: "$X"}, at(t, submit, "$X")))
	args := value.NewList(at(t, submit, "--day 1"))
	args.List.Items = []value.Tree{value.String(source.Exact(at(t, submit, "--day"))), value.String(source.Exact(at(t, submit, "1")))}
	scopes := value.NewList(at(t, create, "storage-rw"))
	for _, s := range []string{"https://z", "https://a"} {
		scopes.List.Items = append(scopes.List.Items, value.String(source.Derived(s, at(t, create, "storage-rw"))))
	}
	scopes.List.Items = append(scopes.List.Items, value.Opaque(&source.Hole{Expr: "$S"}, source.Span{}))

	cluster := &model.Cluster{Entity: model.Entity{
		ID: "deploy/create.sh#etl", Product: model.Dataproc, Kind: model.KindCluster, Name: known(t, create, "etl"),
		At: source.Span{File: create, End: len(create.Data)}, Version: known(t, create, "2.0.27-debian10"), Account: value.None[source.Text](),
	}, Scopes: scopes, Properties: value.Missing(source.Span{})}
	job := &model.Workload{Entity: model.Entity{
		ID: "deploy/submit.sh#job", Product: model.Dataproc, Kind: model.KindJob, Name: value.None[source.Text](), At: at(t, submit, "gcloud dataproc jobs"),
		Account: value.None[source.Text](), Version: value.None[source.Text](),
	}, Type: model.Spark, Properties: props, Args: args}
	ask := model.Ask{Key: source.Exact(at(t, submit, "cloud.profiler.enable")), Fate: model.Arrives}
	job.Request = model.Request{Enabled: value.Of(true), Asks: []model.Ask{ask}, Appears: []model.Appearance{{Service: "job", Version: "1"}}}
	batch := &model.Workload{Entity: model.Entity{
		ID: "deploy/submit.sh#nightly", Product: model.Serverless, Kind: model.KindBatch, Name: known(t, submit, "nightly"), At: at(t, submit, "gcloud dataproc batches"),
		Account: value.Text(hole(submit, at(t, submit, "$SA"), "$SA")), Version: value.None[source.Text](),
	}, Properties: value.NewMap(source.Span{}), Args: value.Missing(source.Span{})}
	batch.Request = model.Request{Asks: []model.Ask{ask}, Appears: []model.Appearance{{Service: "nightly"}}}
	silent := &model.Workload{Entity: model.Entity{ID: "deploy/submit.sh#batch", Product: model.Serverless, Kind: model.KindBatch,
		Name: value.Text(hole(submit, at(t, submit, "$X"), "$X")), At: at(t, submit, "b.py")}}
	silent.Request = model.Request{Enabled: value.Of(false)}

	scopeAt := at(t, create, "storage-rw")
	return &Input{
		FailOn: finding.Error, Now: time.Unix(1_700_000_000, 0),
		Version: "v1.2.3", Mode: "files", Seen: 1204, Parsed: 2, Looked: "1,204 files seen, 2 read",
		Clusters: []*model.Cluster{cluster}, Workloads: []*model.Workload{job, batch, silent},
		Verdicts: []finding.Verdict{
			{Workload: job.ID, Rule: "cluster-scopes", Answer: finding.Fail, Level: finding.Error, Reason: "no scope"},
			{Workload: job.ID, Rule: "agent-role-missing", Answer: finding.Unk, Level: finding.Warning, Reason: "the account is not known"},
			{Workload: batch.ID, Rule: "request-misplaced", Answer: finding.Pass},
			{Workload: batch.ID, Rule: "agent-role-missing", Answer: finding.Unk, Level: finding.Warning, Reason: "the service account is $SA", Settle: "gcloud projects get-iam-policy P"},
			{Workload: batch.ID, Rule: "private-network", Answer: finding.Unk, Level: finding.Warning, Reason: "the subnet is not among the files"},
		},
		Findings: []*finding.Finding{
			{
				Rule: "cluster-scopes", Level: finding.Error, Message: "the VMs of cluster etl may not send profiles",
				At: scopeAt, AtText: "neither cloud-platform nor monitoring",
				Received: "serviceAccountScopes: https://a, https://z", Why: "the agent uploads with the scopes of the VM.",
				Related: []finding.Label{
					{Span: at(t, create, "2.0.27-debian10"), Text: "before 2.1 nothing is added"},
					{Span: at(t, submit, "cloud.profiler.enable=true"), Text: "asks for profiles here"},
				},
				Fixes:     []finding.Fix{{Text: "add the scope", Edits: []source.Edit{{Span: source.Span{File: create, Start: scopeAt.End, End: scopeAt.End}, New: ",monitoring-write"}}}, {Text: "recreate the cluster on image 2.2"}},
				Workloads: []string{job.ID}, Facts: []string{"F1.1"}, Fingerprint: "abc",
			},
			{Rule: "profiles-scattered", Level: finding.Note, Message: "evil \x1b[31m\u202e\x07 text\nmore", At: at(t, submit, "日本語"), AtText: "wide"},
			{Rule: "agent-twice", Level: finding.Warning, Message: "suppressed", At: scopeAt, Suppression: &finding.Suppression{Reason: "known"}},
		},
	}
}

// TestGolden compares whole reports with testdata/*.txtar; UPDATE=1 writes them.
func TestGolden(t *testing.T) {
	for name, write := range map[string]func(*bytes.Buffer, *Input) error{
		"text":      func(b *bytes.Buffer, in *Input) error { return Text(b, in, false) },
		"color":     func(b *bytes.Buffer, in *Input) error { return Text(b, in, true) },
		"unknown":   func(b *bytes.Buffer, in *Input) error { in.ShowUnknown = true; return Text(b, in, false) },
		"json":      func(b *bytes.Buffer, in *Input) error { return JSON(b, in) },
		"sarif":     func(b *bytes.Buffer, in *Input) error { return newSarif(in, shortBook(t)).write(b) },
		"github":    func(b *bytes.Buffer, in *Input) error { return GitHub(b, in) },
		"junit":     func(b *bytes.Buffer, in *Input) error { return JUnit(b, in) },
		"markdown":  func(b *bytes.Buffer, in *Input) error { return Markdown(b, in) },
		"html":      func(b *bytes.Buffer, in *Input) error { return HTML(b, in) },
		"workloads": func(b *bytes.Buffer, in *Input) error { return Workloads(b, in, false) },
		"empty": func(b *bytes.Buffer, in *Input) error {
			return JSON(b, &Input{Version: "v1.2.3", Mode: "files"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b, sample(t)); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", name+".golden")
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), b.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

// Excerpts are given with their source: carets line up whatever stands before.
func TestExcerpt(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/excerpt.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, want := archive.Files[i], archive.Files[i+1]
		text := strings.NewReplacer(`\t`, "\t", `\e`, "\x1b", `\u202e`, "\u202e", `\0`, "\u0301").Replace(string(in.Data))
		f := file(in.Name, strings.NewReplacer("<", "", ">", "", "[", "", "]", "").Replace(text))
		x := &finding.Finding{Rule: "r", Level: finding.Error, Message: "m", At: spanOf(f, text, "<", ">"), AtText: "here"}
		if rel := spanOf(f, text, "[", "]"); rel.Valid() {
			x.Related = []finding.Label{{Span: rel, Text: "there"}}
		}
		var b bytes.Buffer
		if err := Text(&b, &Input{Findings: []*finding.Finding{x}}, false); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(b.String(), "\n")
		got, _, _ = strings.Cut(got, "  = explain")
		if d := cmp.Diff(string(want.Data), got); d != "" && os.Getenv("UPDATE") == "" {
			t.Errorf("%s:\n%s", in.Name, d)
		}
		archive.Files[i+1].Data = []byte(got)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("testdata/excerpt.txtar", txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// spanOf reads a span that is written with marks of its ends.
func spanOf(f *source.File, marked, open, end string) source.Span {
	clean := func(s string) int {
		return len(strings.NewReplacer("<", "", ">", "", "[", "", "]", "").Replace(s))
	}
	i, j := strings.Index(marked, open), strings.Index(marked, end)
	if i < 0 {
		return source.Span{}
	}
	return source.Span{File: f, Start: clean(marked[:i]), End: clean(marked[:j])}
}

// shortBook is the book with the rules of the sample, so that goldens can be
// read.
func shortBook(t *testing.T) *rules.Book {
	t.Helper()
	book, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	book.Rules = slices.DeleteFunc(book.Rules, func(r *rules.Rule) bool {
		return r.ID != "agent-twice" && r.ID != "cluster-scopes" && r.ID != "profiles-scattered"
	})
	return book
}
