// Package rules is what proflint claims: one Markdown page for each rule
// (levels, thresholds, why it hides profiles, how to fix it, a bad and a good
// example) and facts.yaml. The same pages are `proflint explain`, the README's
// table and the web page.
package rules

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/finding"
)

//go:embed *.md facts.yaml
var files embed.FS

// Rule is one page.
type Rule struct {
	ID       string            `yaml:"id"`
	Title    string            `yaml:"title"`    // one clause: what is wrong
	Group    string            `yaml:"group"`    // heading in lists
	Link     string            `yaml:"link"`     // of the chain that doctor shows, which it breaks; "": none
	Products []string          `yaml:"products"` // dataproc, serverless
	Facts    []string          `yaml:"facts"`
	Levels   map[string]string `yaml:"levels"` // case -> error, warning or note; "default" is the main case
	Params   yaml.Node         `yaml:"params"` // typed thresholds; each check decodes its own
	Body     string            `yaml:"-"`      // the page without its header

	own Settings
}

// Settings are what a user changes of a rule.
type Settings struct {
	Levels map[string]finding.Level // by case; None reports nothing
	Params *yaml.Node               // thresholds that replace those of the page; nil for none
}

// Example is a fenced block of the page under "## Bad" or "## Good". The info
// string names the file: ```sh file=create.sh
type Example struct {
	Bad  bool
	File string
	Text string
}

// Level returns the level of a case of the rule; an unknown case is a fault
// of the check that names it, so it panics in tests and reads as a note here.
func (r *Rule) Level(kase string) finding.Level {
	if kase == "" {
		kase = "default"
	}
	l, ok := finding.ParseLevel(r.Levels[kase])
	if !ok {
		return finding.Note
	}
	return l
}

// Cases returns the names of the cases, the main one first.
func (r *Rule) Cases() []string {
	out := slices.Sorted(maps.Keys(r.Levels))
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

func rank(kase string) int {
	if kase == "default" {
		return 0
	}
	return 1
}

// Shown returns the level at which a case is reported: the user's, else the
// page's. Whether profiles arrive is judged by Level alone.
func (r *Rule) Shown(kase string) finding.Level {
	if kase == "" {
		kase = "default"
	}
	if l, ok := r.own.Levels[kase]; ok {
		return l
	}
	return r.Level(kase)
}

// Thresholds decodes the page's thresholds, then the user's over them: a map
// keeps the entries that the user does not name, a list is replaced.
func (r *Rule) Thresholds(into any) error {
	if err := r.Params.Decode(into); err != nil || r.own.Params == nil {
		return err
	}
	return r.own.Params.Decode(into)
}

// Ceiling returns the highest level that the rule can have: in files, or with
// what the project itself shows.
func (r *Rule) Ceiling(live bool) finding.Level {
	top := finding.None
	for kase := range r.Levels {
		if live || !strings.HasPrefix(kase, "live") {
			top = max(top, r.Level(kase))
		}
	}
	return top
}

// Why returns the section "Why no profile arrives", for the report.
func (r *Rule) Why() string { return r.Section("Why no profile arrives") }

// Section returns the text under a heading of the page.
func (r *Rule) Section(heading string) string {
	_, rest, ok := strings.Cut(r.Body, "## "+heading+"\n")
	if !ok {
		return ""
	}
	text, _, _ := strings.Cut(rest, "\n## ")
	return strings.TrimSpace(text)
}

// Examples returns the examples of the page, the bad ones first.
func (r *Rule) Examples() []Example {
	return append(examples(r.Section("Bad"), true), examples(r.Section("Good"), false)...)
}

// Fact is one sentence of facts.yaml.
type Fact struct {
	ID         string `yaml:"id"`
	Text       string `yaml:"text"`
	Source     string `yaml:"source"`
	Confidence string `yaml:"confidence"` // verified, documented, inferred, run, folklore
	Date       string `yaml:"date"`
}

// Book is the rules and facts.
type Book struct {
	Rules []*Rule // all, in order of id; empty in a book from Open
	Facts []Fact  // likewise

	own   map[string]Settings
	pages map[string]*Rule    // read so far
	about map[string][]string // the products of rules, likewise
	made  map[string]any      // by Memo
}

// Memo returns what f makes, once for each key: thresholds and patterns are
// decoded once in a run, not for each workload. Like the book it is not for
// several goroutines at a time.
func (b *Book) Memo(key string, f func() any) any {
	if v, ok := b.made[key]; ok {
		return v
	}
	if b.made == nil {
		b.made = map[string]any{}
	}
	v := f()
	b.made[key] = v
	return v
}

// Open returns a book whose pages are read when they are asked for: a run
// that finds nothing reads a few of them, and parsing them all is half of the
// time that linting one file takes.
func Open() *Book { return OpenWith(nil) }

// OpenWith is Open with a user's settings of rules, by id.
func OpenWith(own map[string]Settings) *Book {
	return &Book{own: own, pages: map[string]*Rule{}, about: map[string][]string{}}
}

// IDs returns the ids of all rules, sorted, without reading their pages.
func IDs() []string {
	names, _ := fs.Glob(files, "*.md") // the pattern is fine
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, ".md")
	}
	return names
}

// Load reads the embedded pages.
func Load() (*Book, error) {
	b := Open()
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		if e.Name() == "facts.yaml" {
			if err := yaml.Unmarshal(data, &b.Facts); err != nil {
				return nil, fmt.Errorf("facts.yaml: %w", err)
			}
			continue
		}
		r, err := parse(e.Name(), data)
		if err != nil {
			return nil, err
		}
		b.Rules = append(b.Rules, r)
		b.pages[r.ID] = r
	}
	slices.SortFunc(b.Rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return b, nil
}

func parse(name string, text []byte) (*Rule, error) {
	head, body, ok := bytes.Cut(bytes.TrimPrefix(text, []byte("---\n")), []byte("\n---\n"))
	if !ok {
		return nil, fmt.Errorf("%s: want a YAML header between --- lines", name)
	}
	r := &Rule{Body: string(bytes.TrimSpace(body))}
	if err := yaml.Unmarshal(head, r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if r.ID != strings.TrimSuffix(path.Base(name), ".md") {
		return nil, fmt.Errorf("%s: want id %s, got %q", name, strings.TrimSuffix(name, ".md"), r.ID)
	}
	return r, nil
}

func examples(section string, bad bool) []Example {
	var out []Example
	for _, part := range strings.Split("\n"+section, "\n```")[1:] {
		info, text, _ := strings.Cut(part, "\n")
		_, file, ok := strings.Cut(info, "file=")
		if ok {
			out = append(out, Example{bad, strings.TrimSpace(file), text + "\n"})
		}
	}
	return out
}

// Rule returns a rule by id, or nil. It is not safe for concurrent use.
func (b *Book) Rule(id string) *Rule {
	if r, ok := b.pages[id]; ok {
		return r
	}
	var r *Rule
	if data, err := files.ReadFile(id + ".md"); err == nil {
		r, _ = parse(id+".md", data) // the pages are tested to parse
		r.own = b.own[id]
	}
	b.pages[id] = r
	return r
}

// Concerns reports whether a rule speaks of a product, from one line of its
// page: most rules have nothing to say of a workload, and reading the page as
// YAML for that is a tenth of what linting one file takes. Like Rule it is not
// safe for concurrent use.
func (b *Book) Concerns(id, product string) bool {
	products, ok := b.about[id]
	if !ok {
		var head [1 << 10]byte
		if f, err := files.Open(id + ".md"); err == nil {
			_, _ = f.Read(head[:])
		}
		_, list, _ := bytes.Cut(head[:], []byte("\nproducts: ["))
		list, _, _ = bytes.Cut(list, []byte("]\n"))
		products = strings.Split(string(list), ", ")
		b.about[id] = products
	}
	return slices.Contains(products, product)
}

// Fact returns a fact by id.
func (b *Book) Fact(id string) (Fact, bool) {
	for _, f := range b.Facts {
		if f.ID == id {
			return f, true
		}
	}
	return Fact{}, false
}
