package gcloud

import (
	"encoding/json"
	goflag "flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

var update = goflag.Bool("update", false, "draw the commands again and capture what the real gcloud sends")

const (
	proofFile  = "testdata/proof.txtar"
	drawnFile  = "testdata/drawn.txt"
	goldenFile = "testdata/golden.json"
)

// TestProof compares what Lower makes of a command with what the real gcloud
// sends for it: with goldens, or live with PROFLINT_GCLOUD=1.
func TestProof(t *testing.T) {
	if *update {
		draw(t)
	}
	a, err := txtar.ParseFile(proofFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := commandLines(string(a.Comment))
	if drawn, err := os.ReadFile(drawnFile); err == nil {
		lines = append(lines, commandLines(string(drawn))...)
	}
	goldens := readGoldens(t)
	how := "goldens"
	if live() {
		how = "the real gcloud"
		goldens = sendAll(t, a, lines)
	}
	if *update && live() {
		writeGoldens(t, goldens)
	}
	compared, refused := 0, 0
	for _, line := range lines {
		want, ok := goldens[line]
		if !ok {
			t.Errorf("no golden: run with -update\n%s", line)
			continue
		}
		compare(t, line, lower(t, line, a), want)
		if compared++; want.refused() {
			refused++
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
	fmt.Printf("gcloud proof: %d compared with %s, %d refused as expected\n", compared, how, refused)
}

// live reports whether the real gcloud is asked. Without one the goldens have
// to do.
func live() bool {
	_, _, ok := sdk()
	return ok && (*update || os.Getenv("PROFLINT_GCLOUD") == "1")
}

// commandLines drops comments and empty lines.
func commandLines(s string) []string {
	var out []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// sendAll runs the commands with the real gcloud.
func sendAll(t *testing.T, a *txtar.Archive, lines []string) map[string]sent {
	dir := t.TempDir()
	for _, f := range a.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commands := make([][]string, len(lines))
	for i, line := range lines {
		for _, w := range words(source.NewFile("line", source.Code, []byte(line)))[1:] {
			commands[i] = append(commands[i], w.Text.String())
		}
	}
	out := map[string]sent{}
	for i, s := range captureAll(t, commands, dir) {
		out[lines[i]] = s
	}
	return out
}

func readGoldens(t *testing.T) map[string]sent {
	out := map[string]sent{}
	raw, err := os.ReadFile(goldenFile)
	if err != nil {
		return out
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// writeGoldens writes one command a line, so that a change shows as one.
func writeGoldens(t *testing.T, goldens map[string]sent) {
	var b strings.Builder
	for i, line := range slices.Sorted(maps.Keys(goldens)) {
		key, _ := json.Marshal(line)
		val, _ := json.Marshal(goldens[line])
		b.WriteString(map[bool]string{true: "{\n", false: ",\n"}[i == 0] + string(key) + ": " + string(val))
	}
	if err := os.WriteFile(goldenFile, []byte(b.String()+"\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lower lowers a command line of the table, with the files of the archive.
func lower(t *testing.T, line string, a *txtar.Archive) Command {
	t.Helper()
	return Lower(words(source.NewFile("line", source.Code, []byte(line))), nil, source.Span{}, archived(a))
}

// archived opens the files of an archive.
func archived(a *txtar.Archive) Files {
	return func(path string) (value.Tree, source.Text, bool) {
		for _, f := range a.Files {
			if f.Name == path {
				text := source.Exact(source.Span{File: source.NewFile(path, source.Code, f.Data), End: len(f.Data)})
				docs, _ := data.YAML(text)
				if len(docs) == 0 {
					docs = append(docs, value.Tree{})
				}
				return docs[0], text, true
			}
		}
		return value.Tree{}, source.Text{}, false
	}
}

// words cuts a line of literal words, as a shell does with quotes.
func words(f *source.File) []Word {
	var out []Word
	var cur []source.Text
	start, quote, has := 0, byte(0), false
	piece := func(end int) {
		if start < end || has && len(cur) == 0 {
			cur = append(cur, source.Exact(source.Span{File: f, Start: start, End: end}))
		}
	}
	for i := 0; i <= len(f.Data); i++ {
		c := byte(' ')
		if i < len(f.Data) {
			c = f.Data[i]
		}
		switch {
		case quote != 0 && c == quote && i < len(f.Data):
			piece(i)
			quote, start = 0, i+1
		case quote == 0 && (c == '\'' || c == '"'):
			piece(i)
			quote, start, has = c, i+1, true
		case (quote == 0 && c == ' ') || i == len(f.Data):
			piece(i)
			if len(cur) > 0 {
				out = append(out, Word{Text: source.Concat(cur...)})
			}
			cur, start, has = nil, i+1, false
		}
	}
	return out
}

// compare reports differences between a lowered command and the real one.
func compare(t *testing.T, line string, got Command, want sent) {
	t.Helper()
	switch {
	case got.Path == "":
		t.Errorf("not a known command\n%s", line)
	case want.refused() && len(got.Refusals) == 0:
		t.Errorf("gcloud refuses it (exit %d), Lower does not\n%s", want.Exit, line)
	case !want.refused() && len(got.Refusals) > 0:
		t.Errorf("gcloud accepts it, Lower says: %s\n%s", got.Refusals[0].Reason, line)
	case !want.refused() && got.Message != "":
		compareImage(t, line, got, want)
		for _, d := range differ("", got.Body, expected(got, want)) {
			t.Errorf("%s\n%s", d, line)
		}
	}
}

// compareImage compares the base of an image with the Dockerfile that was
// sent.
func compareImage(t *testing.T, line string, got Command, want sent) {
	t.Helper()
	if body, _ := want.Requests[0].Body.(map[string]any); got.Builds != nil || body["Dockerfile"] != nil {
		if base := "FROM " + got.Builds.Base.Raw().String() + "\n"; !strings.Contains(fmt.Sprint(body["Dockerfile"]), base) {
			t.Errorf("the image is not %s\n%s", base, line)
		}
	}
}

// expected takes the part of the request that Body stands for.
func expected(got Command, want sent) any {
	r := want.Requests[len(want.Requests)-1]
	body, _ := r.Body.(map[string]any)
	in := func(keys ...string) any {
		var v any = body
		for _, k := range keys {
			m, _ := v.(map[string]any)
			v = m[k]
		}
		if l, ok := v.([]any); ok && len(l) > 0 {
			return l[len(l)-1]
		}
		return v
	}
	switch got.Message {
	case "Job":
		return body["job"]
	case "OrderedJob":
		return in("jobs")
	case "Binding":
		return in("policy", "bindings")
	case "NAT":
		return in("nats")
	case "Policy":
		policy, _ := in("policy").(map[string]any)
		delete(policy, "version")
		return policy
	case "Services":
		if one, ok := strings.CutSuffix(filepath.Base(r.Path), ":enable"); ok {
			return map[string]any{"serviceIds": []any{one}}
		}
	case "WorkflowTemplate":
		if strings.HasSuffix(got.Path, "import") || strings.HasSuffix(got.Path, "selector") || strings.HasSuffix(got.Path, "cluster") {
			delete(body, "version")
			delete(body, "name")
		}
	case "Subnet":
		if got.Path == "compute networks subnets update" {
			got.Body.Map.Rest = &source.Hole{}
			return body
		}
	}
	return body
}

// differ lists where a known value is not the one that was sent. What is not
// known is not compared.
func differ(path string, got value.Tree, want any) []string {
	switch got.Kind {
	case value.KindUnknown:
		return nil
	case value.KindMap:
		return differMap(path, got, want)
	case value.KindList:
		list, ok := want.([]any)
		if !ok || len(list) < len(got.Items()) || (got.Open() == nil && len(list) != len(got.Items())) {
			return []string{fmt.Sprintf("%s: got %d items, want %v", path, len(got.Items()), want)}
		}
		var out []string
		for i, item := range got.Items() {
			if got.Open() == nil {
				out = append(out, differ(fmt.Sprintf("%s[%d]", path, i), item, list[i])...)
			}
		}
		return out
	case value.KindNull:
		if want != nil {
			return []string{fmt.Sprintf("%s: got null, want %v", path, want)}
		}
		return nil
	}
	if !got.Text.Known() {
		return nil
	}
	if s := fmt.Sprint(want); want == nil || got.Text.String() != s {
		return []string{fmt.Sprintf("%s: got %q, want %v", path, got.Text.String(), want)}
	}
	return nil
}

func differMap(path string, got value.Tree, want any) []string {
	m, ok := want.(map[string]any)
	if !ok && want != nil {
		return []string{fmt.Sprintf("%s: got a map, want %v", path, want)}
	}
	var out, seen []string
	for _, e := range got.Entries() {
		k := e.Key.String()
		seen = append(seen, k)
		v, ok := m[k]
		if !ok && e.Val.Kind != value.KindUnknown {
			out = append(out, fmt.Sprintf("%s.%s: was not sent", path, k))
			continue
		}
		out = append(out, differ(path+"."+k, e.Val, v)...)
	}
	for k, v := range m {
		if !slices.Contains(seen, k) && got.Open() == nil {
			out = append(out, fmt.Sprintf("%s.%s: missing, gcloud sent %v", path, k, v))
		}
	}
	return out
}
