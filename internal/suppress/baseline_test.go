package suppress

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/finding"
)

func all(Entry) bool { return true }

func encode(t *testing.T, b *Baseline) string {
	t.Helper()
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A baseline comes back as it was written, whatever the order of findings.
func TestEncode(t *testing.T) {
	found := at("r b.sh j:x", "r a.sh j:x", "q a.sh k:y")
	b, added, fixed := (&Baseline{}).Update(found, all, "2026-06-01")
	if added != 3 || fixed != 0 {
		t.Errorf("%d added, %d fixed", added, fixed)
	}
	b.Entries[0].Reason = "<it> goes & \"soon\""
	text := encode(t, b)
	read, err := ReadBaseline("f.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if again := encode(t, read); again != text {
		t.Error(cmp.Diff(text, again))
	}
	slices.Reverse(b.Entries)
	if again := encode(t, b); again != text {
		t.Error(cmp.Diff(text, again))
	}
	var order []string
	for _, e := range read.Entries {
		order = append(order, e.Path+" "+e.Rule)
	}
	if d := cmp.Diff([]string{"a.sh q", "a.sh r", "b.sh r"}, order); d != "" {
		t.Error(d)
	}
	if got := encode(t, &Baseline{}); got != "{\n  \"version\": 1,\n  \"findings\": []\n}\n" {
		t.Errorf("empty: %s", got)
	}
	if e := (Entry{Fingerprint: "f"}); !strings.Contains(encode(t, &Baseline{[]Entry{e}}), `"workloads": [],`) {
		t.Error("workloads may be null")
	}
}

func TestApply(t *testing.T) {
	b, _, _ := (&Baseline{}).Update(at("r a.sh j:x", "r a.sh k:y", "r b.sh l:z"), all, "2026-06-01")
	b.Entries[0].Reason = "it goes soon"
	now := at("r a.sh j:x", "r c.sh k:y", "r a.sh m:w", "r a.sh n:v")
	now[0].Suppression = &finding.Suppression{InSource: true, Reason: "a comment"} // a.sh j:x
	for _, f := range now {
		if f.Owner == "c.sh#k" {
			f.Level = finding.Error
		}
	}
	grown, fixed := b.Apply(now, func(e Entry) bool { return e.Path != "b.sh" })
	var got []string
	for _, f := range now {
		s := f.Owner
		if f.Suppression != nil {
			s += " " + f.Suppression.Reason
		}
		got = append(got, s)
	}
	if d := cmp.Diff([]string{"a.sh#j a comment", "a.sh#m", "a.sh#n", "c.sh#k"}, got); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	if len(grown) != 1 || grown[0].Path != "a.sh" || grown[0].Now.Level != finding.Error {
		t.Errorf("grown: %v", grown)
	}
	if len(fixed) != 1 || fixed[0].Reason != "it goes soon" { // the comment says it already
		t.Errorf("fixed: %v", fixed)
	}
	now = at("r a.sh j:x")
	b.Apply(now, all)
	if d := cmp.Diff(&finding.Suppression{Reason: "in the baseline since 2026-06-01: it goes soon"}, now[0].Suppression); d != "" {
		t.Error(d)
	}
}

func TestUpdate(t *testing.T) {
	b, _, _ := (&Baseline{}).Update(at("r a.sh j:x", "r a.sh k:y", "r b.sh l:z"), all, "2026-06-01")
	for i := range b.Entries {
		b.Entries[i].Reason = "reason " + b.Entries[i].Path
	}
	next, added, fixed := b.Update(at("r c.sh j:x", "r a.sh m:w"), func(e Entry) bool { return e.Path != "b.sh" }, "2026-07-01")
	if added != 1 || fixed != 1 {
		t.Errorf("%d added, %d fixed, want one of each", added, fixed)
	}
	var got []string
	for _, e := range next.Entries {
		got = append(got, strings.Join([]string{e.Path, e.Workloads[0], e.Since, e.Reason}, " "))
	}
	slices.Sort(got)
	want := []string{"a.sh a.sh#m 2026-07-01 ", "b.sh b.sh#l 2026-06-01 reason b.sh", "c.sh c.sh#j 2026-06-01 reason a.sh"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

const good = `{
  "version": 1,
  "findings": [
    {
      "rule": "r",
      "path": "a.sh",
      "severity": "error",
      "message": "m",
      "workloads": ["a.sh#j"],
      "fingerprint": "860fe2b7237b3ef361e01a7ef7521639",
      "since": "2026-06-01"
    }
  ]
}
`

func TestReadBaseline(t *testing.T) {
	entry := good[strings.Index(good, "    {") : strings.Index(good, "    }")+5]
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"\n", "\r\n", ""},
		{"{\n  \"version\"", "\xef\xbb\xbf{\n  \"version\"", ""},
		{good, `{"findings": [{}], "version": 1}`, `f.json:1:15: the field "rule" is missing`},
		{good, `{"version": 2, "findings": {"a": 1}, "notes": 1}`, `f.json:1:1: version 2 of the file`},
		{"2026-06-01\"", "2026-06-01\",\n \"reason\": \"é\"", ""},
		{good, "", "f.json:1:1: unexpected end of JSON input; repair it, or delete the file and run proflint baseline"},
		{good, "null", "f.json:1:1: want an object"},
		{good, "[]", "f.json:1:1: want an object"},
		{good, "{}", `f.json:1:1: the field "version" is missing`},
		{good, `{"version": 1}`, `f.json:1:1: the field "findings" is missing`},
		{good, strings.Repeat("[", 1e6), "f.json:1:10001: invalid character '[' exceeded max depth"},
		{`"version": 1`, `"version": 2`, "f.json:1:1: version 2 of the file is not known, only 1: use the proflint that wrote it, or delete it and run proflint baseline"},
		{`"version": 1`, `"version": "1"`, "f.json:2:14: want version 1"},
		{`"version": 1`, `"version": 1.5`, "f.json:2:14: want version 1"},
		{`"version": 1,`, `"version": 1, "more": 2,`, `f.json:2:17: there is no field "more" here, only findings, version`},
		{`"rule": "r",`, `"rule": "r" "path"`, `f.json:5:19: invalid character '"' after object key:value pair`},
		{`"rule": "r",`, "<<<<<<< HEAD\n", "f.json:5:7: invalid character '<' looking for beginning of object key string"},
		{`"rule": "r",`, "// why\n\"rule\": \"r\",", "f.json:5:7: invalid character '/'"},
		{`"rule": "r",`, `"rule": 1,`, "f.json:5:15: want a string"},
		{`"rule": "r",`, `"rule": null,`, "f.json:5:15: want a string"},
		{`"rule": "r",`, ``, `f.json:4:5: the field "rule" is missing`},
		{`"rule": "r",`, `"rule": "r", "rule": "r",`, `f.json:5:20: "rule" is given twice`},
		{`"rule": "r",`, `"rule": "r", "line": 7,`, `f.json:5:20: there is no field "line" here, only fingerprint, message, path, reason, rule, severity, since, workloads`},
		{`"error"`, `"fatal"`, `f.json:7:19: want error, warning or note, got "fatal"`},
		{`"error"`, `"none"`, `f.json:7:19: want error, warning or note, got "none"`},
		{`["a.sh#j"]`, `"a.sh#j"`, "f.json:9:20: want a list"},
		{`["a.sh#j"]`, `[1]`, "f.json:9:21: want a string"},
		{"860fe2b7", "860fe2", `f.json:10:22: want 32 hexadecimal digits, got "860fe2237b3ef361e01a7ef7521639"`},
		{"860fe2b7", "x60fe2b7", "f.json:10:22: want 32 hexadecimal digits"},
		{"2026-06-01", "1 June", `f.json:11:16: want a day as YYYY-MM-DD, got "1 June"`},
		{entry, entry + ",\n" + entry, "f.json:13:5: the same finding stands at f.json:4:5: drop one of the two entries"},
	} {
		_, err := ReadBaseline("f.json", []byte(strings.ReplaceAll(good, c.old, c.new)))
		if got := errorText(err); (c.want == "") != (got == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%.40q for %.20q: %s\nwant %s", c.new, c.old, got, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// What is read is written so that it is read again; nothing panics.
func FuzzReadBaseline(f *testing.F) {
	f.Add(good)
	f.Add(strings.ReplaceAll(good, "error", "note"))
	f.Add(`{"version":1,"findings":[]}`)
	f.Add(`{"findings":[{}],"version":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ReadBaseline("f.json", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.json:") {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		once := encode(t, b)
		again, err := ReadBaseline("f.json", []byte(once))
		if err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		if twice := encode(t, again); once != twice {
			t.Error(cmp.Diff(once, twice))
		}
	})
}
