package live

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Whatever a server sends, it is taken apart without a fault, and what is said
// of it fits on one line.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{`{"error":{"code":403,"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","metadata":{"consumer":"projects/1"}}]}}`,
		`{"clusters":[{"clusterName":"x","config":{"softwareConfig":{"properties":{"a":1}}}}],"nextPageToken":"t","unreachable":["x"]}`, `{"error":"invalid_grant"}`, "<html>", "", "[", "null", `{"labels":{"a":null}}`} {
		f.Add(200, s)
		f.Add(403, s)
	}
	clean := newRedactor(true)
	f.Fuzz(func(t *testing.T, code int, body string) {
		for _, r := range rows() {
			q := Question{Kind: r.kind, Parent: "projects/p/regions/r"}
			p := classify(q, code, body)
			if p.Class == "" || p.Said == "" || strings.ContainsFunc(p.Said, unicode.IsControl) {
				t.Fatalf("%s: %+v", r.kind, p)
			}
			m, bad := decode([]byte(body))
			if bad != nil {
				if m != nil || bad.Said == "" {
					t.Fatalf("%+v", bad)
				}
				continue
			}
			out, ok := clean.value(parseMask(r.fields).apply(m), "").(page)
			if !ok {
				t.Fatal("an object is none any more")
			}
			nameEnums(r.kind, out)
			files, _ := r.files(q, out)
			for _, file := range files {
				if !json.Valid(file.Data) || !strings.HasPrefix(file.Path, "//") {
					t.Fatalf("%s: %s", file.Path, file.Data)
				}
			}
		}
	})
}

// A recording that somebody sends is read or refused, never believed by half.
func FuzzRecording(f *testing.F) {
	f.Add(`{"proflint_recording":1,"at":"2026-11-29T00:00:00Z"}` + "\n" + `{"question":{"kind":"cluster","name":"x"},"status":200,"pages":[{}]}`)
	f.Add(`{"proflint_recording":1}{"question":{"kind":"none"},"pages":[null]}`)
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "r")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		rec, err := readRecording(file)
		if err != nil {
			return
		}
		for q, x := range rec.answers {
			if a := read(q, x); a.Err == nil && x.Status != 200 {
				t.Fatal("no answer, and no problem")
			}
		}
	})
}
