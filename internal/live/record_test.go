package live_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/live/livetest"
)

// seen is all that can be seen of answers.
func seen(as []live.Answer) []string {
	var out []string
	for _, a := range as {
		out = append(out, a.Question.String(), a.AsOf.String(), a.Partial)
		if a.Err != nil {
			out = append(out, a.Err.Error(), a.Err.Do)
		}
		for _, f := range a.Files {
			out = append(out, f.Path, string(f.Data))
		}
	}
	return out
}

// A replay says what the live run said, denials and gaps included, and asks
// nobody.
func TestReplay(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	s.Fail(livetest.Denied("dataproc.sessions.list").On("/sessions"))
	s.Fail(livetest.Fault{Status: 503, Body: "{}", Match: "compute/"})
	s.Fail(livetest.Fault{Status: 200, Body: "<html>", Match: "monitoring/"})
	s.Pages(1)
	file := filepath.Join(t.TempDir(), "demo.jsonl")
	c := client(t, s, func(o *live.Options) { o.Record = file })
	want := seen(c.Ask(context.Background(), every()))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	before := len(s.Requests())
	again := client(t, s, func(o *live.Options) { o.Replay = file })
	if d := cmp.Diff(want, seen(again.Ask(context.Background(), every()))); d != "" {
		t.Error(d)
	}
	if !again.Now().Equal(c.Now().UTC()) {
		t.Error("the replay has another time:", c.Now(), again.Now())
	}
	if len(s.Requests()) != before {
		t.Error("the replay asked")
	}
	a := again.Ask(context.Background(), []live.Question{{Kind: live.Project, Parent: "projects/other"}})[0]
	if a.Err == nil || a.Err.Class != live.NotRecorded {
		t.Errorf("%v", a.Err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"hunter2", "demo-secret", "etag", "Ada", "displayName", "127.0.0.1"} {
		if strings.Contains(string(data), private) {
			t.Errorf("the recording holds %s", private)
		}
	}
}

// People get other names where that is asked for, equal ones equal names, and
// in what is reported, too.
func TestPseudonyms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "demo.jsonl")
	c := client(t, livetest.Start(t, livetest.Demo), func(o *live.Options) { o.Record, o.Pseudonymize = file, true })
	got := strings.Join(seen(c.Ask(context.Background(), every())), "\n")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{got, string(data)} {
		if strings.Contains(text, "example.com") || strings.Contains(text, "ada@") || !strings.Contains(text, "serviceAccount:workers@demo.iam.gserviceaccount.com") {
			t.Error(text)
		}
		groups := strings.Split(text, "group:")[1:]
		if len(groups) < 2 || groups[0][:20] != groups[1][:20] {
			t.Error("the same group has two names")
		}
	}
}

// What looks like a secret keeps a recording from being written.
func TestSecrets(t *testing.T) {
	for _, secret := range []string{"ya29.a0Ad52N", "-----BEGIN PRIVATE KEY-----", "AIza" + strings.Repeat("x", 35), "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJ"} {
		s := livetest.Start(t, livetest.Demo)
		s.Set("logging/v2/entries:list", `{"entries": [{"insertId": "1", "textPayload": "a `+secret+` b"}]}`)
		file := filepath.Join(t.TempDir(), "demo.jsonl")
		c := client(t, s, func(o *live.Options) { o.Record = file })
		c.Ask(context.Background(), []live.Question{{Kind: live.Logs, Parent: "projects/demo"}})
		err := c.Close()
		if err == nil || !strings.Contains(err.Error(), "looks like a secret") || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", secret, err)
		}
		if left, _ := os.ReadDir(filepath.Dir(file)); len(left) > 0 {
			t.Error("something was written:", left)
		}
	}
}

// A damaged recording is refused with its place.
func TestDamaged(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "not a recording",
		"{}":                       "not a recording",
		`{"proflint_recording":2}`: "version 2",
		`{"proflint_recording":1}` + "\n{\"question\":": ":2:1: the recording is damaged",
	} {
		file := filepath.Join(t.TempDir(), "x.jsonl")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := live.New(live.Options{Replay: file}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Numbers stand for the names of enums, and long numbers may be texts.
func TestEnums(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	s.Set("dataflow/v1b3/projects/demo/locations/europe-west1/jobs/"+pipeline, `{"id": "`+pipeline+`", "location": "europe-west1", "type": 2, "currentState": 3,
		"environment": {"workerPools": [{"ipConfiguration": 2, "diskProvisionedIops": 5}]}}`)
	a := client(t, s, nil).Ask(context.Background(), []live.Question{{Kind: live.DataflowJob, Parent: "projects/demo/locations/europe-west1", Name: pipeline}})[0]
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	for _, name := range []string{"JOB_TYPE_STREAMING", "JOB_STATE_DONE", "WORKER_IP_PRIVATE"} {
		if !strings.Contains(string(a.First().Data), `"`+name+`"`) {
			t.Errorf("no %s in %s", name, a.First().Data)
		}
	}
}
