package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/finding"
)

var groups = []string{
	"the request", "project and identity", "clusters and network",
	"what the workers run", "how long, how much, where it went", "the linter itself",
}

var sections = []string{"Why no profile arrives", "How to see it", "How to fix it", "Bad", "Good", "When it is fine"}

func load(t *testing.T) *Book {
	t.Helper()
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHeaders(t *testing.T) {
	b := load(t)
	titles := map[string]string{}
	for _, r := range b.Rules {
		if n := len(r.Title); n == 0 || n >= 70 {
			t.Errorf("%s: title of %d characters", r.ID, n)
		}
		if strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: the title is a clause, without a period", r.ID)
		}
		if other := titles[r.Title]; other != "" {
			t.Errorf("%s and %s share a title", r.ID, other)
		}
		titles[r.Title] = r.ID
		if !slices.Contains(groups, r.Group) {
			t.Errorf("%s: group %q", r.ID, r.Group)
		}
		if len(r.Products) == 0 {
			t.Errorf("%s: no product", r.ID)
		}
		for _, p := range r.Products {
			if p != "dataproc" && p != "serverless" && p != "dataflow" {
				t.Errorf("%s: product %q", r.ID, p)
			}
		}
		for kase, name := range r.Levels {
			if l, ok := finding.ParseLevel(name); !ok || l == finding.None {
				t.Errorf("%s: level %q of %s", r.ID, name, kase)
			}
		}
		for _, id := range r.Facts {
			if _, ok := b.Fact(id); !ok {
				t.Errorf("%s: cites %s, which facts.yaml lacks", r.ID, id)
			}
		}
	}
}

// An error has to rest on more than sightings: folklore alone carries a note,
// and with other facts a warning.
func TestLevelsFitFacts(t *testing.T) {
	b := load(t)
	for _, r := range b.Rules {
		firm := 0
		for _, id := range r.Facts {
			if f, _ := b.Fact(id); f.Confidence != "folklore" {
				firm++
			}
		}
		for kase := range r.Levels {
			if r.Level(kase) > finding.Note && firm == 0 && r.Group != "the linter itself" {
				t.Errorf("%s: %s is a %s without a firm fact", r.ID, kase, r.Level(kase))
			}
		}
	}
}

// TestConcerns: the one line says what the page does.
func TestConcerns(t *testing.T) {
	short := Open()
	for _, r := range load(t).Rules {
		for _, product := range []string{"dataproc", "serverless", "dataflow", "", "data"} {
			if got, want := short.Concerns(r.ID, product), slices.Contains(r.Products, product); got != want {
				t.Errorf("%s: concerns %q: got %v, want %v", r.ID, product, got, want)
			}
		}
		if len(short.about[r.ID]) != len(r.Products) {
			t.Errorf("%s: products %q, want %q", r.ID, short.about[r.ID], r.Products)
		}
	}
	if short.Concerns("no-such-rule", "dataproc") {
		t.Error("a rule that does not exist concerns a product")
	}
}

func TestSections(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^## (.+)$`)
	for _, r := range load(t).Rules {
		var got []string
		for _, m := range heading.FindAllStringSubmatch(r.Body, -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, sections) {
			t.Errorf("%s: sections %q, want %q", r.ID, got, sections)
		}
		for _, s := range sections {
			if r.Section(s) == "" {
				t.Errorf("%s: section %q is empty", r.ID, s)
			}
		}
		why, _, _ := strings.Cut(r.Why()+" ", ". ")
		first, _, _ := strings.Cut(why, ".\n")
		if n := len(first) + 1; n > 160 || strings.Contains(first, "\n") {
			t.Errorf("%s: the first sentence of Why is printed in reports: %d characters, %q", r.ID, n, first)
		}
	}
}

func TestExamples(t *testing.T) {
	name := regexp.MustCompile(`^((live/|logs/)?[a-z][a-z0-9-]*\.[a-z]+|//[a-z]+\.googleapis\.com/\S+|Dockerfile|Makefile)$`)
	for _, r := range load(t).Rules {
		bad, good := 0, 0
		for _, e := range r.Examples() {
			if e.Bad {
				bad++
			} else {
				good++
			}
			if !name.MatchString(e.File) {
				t.Errorf("%s: example file %q", r.ID, e.File)
			}
			if strings.TrimSpace(e.Text) == "" || !strings.HasSuffix(e.Text, "\n") || strings.Contains(e.Text, "```") {
				t.Errorf("%s: example %s: %q", r.ID, e.File, e.Text)
			}
		}
		if bad == 0 || good == 0 {
			t.Errorf("%s: %d bad and %d good examples", r.ID, bad, good)
		}
		fences := strings.Count("\n"+r.Body, "\n```")
		if fences != 2*len(r.Examples()) {
			t.Errorf("%s: %d fence lines for %d examples", r.ID, fences, len(r.Examples()))
		}
	}
}

func TestFacts(t *testing.T) {
	b := load(t)
	id := regexp.MustCompile(`^(S[1-9][0-9]?|F(1[0-4]|[1-9])\.[1-9][0-9]?)$`)
	date := regexp.MustCompile(`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`)
	words := []string{"verified", "documented", "inferred", "run", "folklore"}
	seen := map[string]bool{}
	for _, f := range b.Facts {
		if !id.MatchString(f.ID) || seen[f.ID] {
			t.Errorf("fact id %q is malformed or stands twice", f.ID)
		}
		seen[f.ID] = true
		if !strings.HasSuffix(f.Text, ".") || strings.Contains(strings.TrimSuffix(f.Text, "."), ". ") || len(f.Text) > 200 {
			t.Errorf("%s: want one sentence: %q", f.ID, f.Text)
		}
		if f.Source == "" || !date.MatchString(f.Date) || !slices.Contains(words, f.Confidence) {
			t.Errorf("%s: source %q, date %q, confidence %q", f.ID, f.Source, f.Date, f.Confidence)
		}
	}
	for n, last := range map[string]int{"S": 63, "F1.": 13, "F2.": 17, "F3.": 56, "F4.": 27, "F5.": 15, "F6.": 14, "F7.": 11, "F8.": 23, "F9.": 19, "F12.": 15, "F13.": 5, "F14.": 14} {
		for i := 1; i <= last; i++ {
			if id := n + strconv.Itoa(i); !seen[id] && id != "F12.9" {
				t.Errorf("facts.yaml lacks %s", id)
			}
		}
	}
}

func TestNamePattern(t *testing.T) {
	var p struct {
		Pattern string
		Longest int `yaml:"max_name_bytes"`
	}
	if err := load(t).Rule("profile-name-invalid").Params.Decode(&p); err != nil {
		t.Fatal(err)
	}
	re := regexp.MustCompile(p.Pattern)
	for name, want := range map[string]bool{
		"scores-driver": true, "7z.x_y-executor": true, "a": true, strings.Repeat("a", 255): true,
		"Scores-driver": false, "-scores": false, "scores-": false, "a b": false, "": false, strings.Repeat("a", 256): false,
	} {
		if got := len(name) <= p.Longest && re.MatchString(name); got != want {
			t.Errorf("%.20q: %v, want %v", name, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no header":   "# a page\n",
		"another id":  "---\nid: b\n---\ntext\n",
		"broken YAML": "---\nid: [\n---\ntext\n",
	} {
		if _, err := parse("a.md", []byte(text)); err == nil {
			t.Errorf("%s: want an error", name)
		}
	}
}

func TestExampleInfo(t *testing.T) {
	r, err := parse("a.md", []byte("---\nid: a\n---\n## Bad\n```sh file=x.sh\none\n```\n\n```\nno file\n```\n## Good\n```yaml file=y.yaml\ntwo: 2\n```\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Example{{true, "x.sh", "one\n"}, {false, "y.yaml", "two: 2\n"}}
	if !slices.Equal(r.Examples(), want) {
		t.Errorf("got %+v, want %+v", r.Examples(), want)
	}
}

// TestSettings: a user's levels change what is shown, not what is true, and a
// user's thresholds replace those that they name.
func TestSettings(t *testing.T) {
	var params yaml.Node
	if err := yaml.Unmarshal([]byte("minimum: {java: 2.50.0}"), &params); err != nil {
		t.Fatal(err)
	}
	b := OpenWith(map[string]Settings{"beam-sdk-version": {
		Levels: map[string]finding.Level{"default": finding.Note, "range": finding.None}, Params: params.Content[0],
	}})
	r := b.Rule("beam-sdk-version")
	if r.Level("") != finding.Error || r.Shown("") != finding.Note || r.Shown("range") != finding.None || r.Ceiling(false) != finding.Error {
		t.Error(r.Level(""), r.Shown(""), r.Shown("range"), r.Ceiling(false))
	}
	var got struct{ Minimum map[string]string }
	if err := r.Thresholds(&got); err != nil || got.Minimum["java"] != "2.50.0" || got.Minimum["python"] != "2.33.0" {
		t.Error(got, err)
	}
	if other := b.Rule("cluster-scopes"); other.Shown("new-image") != finding.Note || other.Shown("") != finding.Error {
		t.Error("another rule is changed")
	}
	if cases := b.Rule("option-misspelt").Cases(); !slices.Equal(cases, []string{"default", "other", "prefix"}) {
		t.Error(cases)
	}
}
