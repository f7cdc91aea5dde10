// Package suppress decides which findings count: not those that were known
// before, and not those that users decided to ignore, in comments beside the
// text or in the configuration. What ignores nothing is reported, so that no
// ignore outlives its cause.
package suppress

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
	"github.com/proflint/proflint/rules"
)

// Word is what every file with an ignore comment holds.
const Word = "proflint"

// File is a file with ignore comments.
type File struct {
	file     *source.File
	layout   layout
	comments []*comment
}

// comment is one ignore comment.
type comment struct {
	at     source.Span
	terms  terms
	places []source.Span // of each rule
	scope  bool          // for the whole file
	line   int           // the last line of the comment
	next   int           // the line below, when the comment has its lines for itself; else 0
	flaws  []flaw        // why it is not obeyed, or not all of it
	used   []string      // the rules of which it ignored something
}

// terms are what an ignore says, in a comment or in the configuration.
type terms struct {
	rules  []string
	until  string // the last day on which it holds, as 2027-01-31; "" for always
	reason string
}

type flaw struct {
	at  source.Span
	msg string
}

// Scan finds the ignore comments of a file, and those in scripts that it
// embeds. It returns nil for a file without any.
func Scan(f *source.File, embedded []source.Text) *File {
	bare := wordless(f.Path)
	if bare && len(embedded) == 0 || !Speaks(f.Path, f.Data) ||
		bare && !slices.ContainsFunc(embedded, func(t source.Text) bool { return strings.Contains(t.String(), Word) }) {
		return nil
	}
	out := &File{file: f, layout: layoutOf(f)}
	whole := source.Whole(f)
	out.read(whole, out.layout.comments)
	for _, text := range embedded {
		if strings.Contains(text.String(), Word) {
			out.read(text, script(text.Mask('x')).comments)
		}
	}
	if len(out.comments) == 0 {
		return nil
	}
	slices.SortFunc(out.comments, func(a, b *comment) int { return a.at.Start - b.at.Start })
	out.stack()
	return out
}

// Speaks reports whether a file may hold ignore comments, by its bytes.
func Speaks(file string, data []byte) bool {
	word := Word
	if markdown(file) {
		word = Word[len("pro"):] // English has half as many f as p, each of which stops a search
	}
	return bytes.Contains(data, []byte(word))
}

func markdown(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".md" || ext == ".markdown" || ext == ".mdx"
}

func layoutOf(f *source.File) layout {
	s := source.Span{File: f, End: len(f.Data)}.Text()
	if rest, marked := strings.CutPrefix(s, "\ufeff"); marked { // a byte order mark is no part of the first word
		s = "   " + rest
	}
	if markdown(f.Path) {
		return markdownLayout(s)
	}
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".yaml", ".yml":
		return yamlLayout(s)
	case ".sh", ".bash", ".zsh", ".ksh":
		return script(s)
	}
	if strings.HasPrefix(s, "#!") && strings.Contains(s[:lineEnd(s, 0)], "sh") {
		return script(s)
	}
	l, ok := languageOf(f.Path)
	if !ok {
		return layout{}
	}
	return l.lex(s)
}

// read takes the comments of a text that speak to proflint.
func (f *File) read(text source.Text, comments []piece) {
	s := text.String()
	for _, p := range comments {
		for i, end := p.body, 0; i < p.to; i = end + 1 {
			end = min(lineEnd(s, i), p.to)
			words := s[i:end]
			at := i + len(words) - len(strings.TrimLeft(words, openers))
			c := parse(text, s[at:end], at, p.xml)
			if c == nil || slices.ContainsFunc(f.comments, func(o *comment) bool { return o.at == c.at }) {
				continue
			}
			if len(f.comments) == maxIgnores {
				return
			}
			if len(f.comments) == maxIgnores-1 {
				c.terms, c.flaws = terms{}, []flaw{{c.at, fmt.Sprintf("a file may hold %d ignores: this one and all behind it are not read", maxIgnores-1)}}
			}
			beside := s[strings.LastIndexByte(s[:p.from], '\n')+1:p.from] + s[p.to:lineEnd(s, p.to)]
			c.line = text.Slice(p.to-1, p.to).Extent().From().Line
			if strings.Trim(beside, " \t\r>\ufeff") == "" {
				c.next = c.line + 1
			}
			if c.scope && c.at.From().Line > headLines {
				c.flaws = append(c.flaws, flaw{c.at, fmt.Sprintf("an ignore for the whole file has to stand in its first %d lines", headLines)})
				c.terms = terms{}
			}
			f.comments = append(f.comments, c)
		}
	}
}

// maxIgnores bounds the ignores of a file; no file that people write comes near.
const maxIgnores = 1000

// headLines are those in which an ignore for the whole file may stand.
const headLines = 10

// openers are what a comment may repeat in front of its text: "##", "///", the
// "*" of each line of a block.
const openers = "#/*!-%;: \t>"

// stack lets an ignore above another one speak of the same line.
func (f *File) stack() {
	for i := len(f.comments) - 1; i >= 0; i-- {
		c := f.comments[i]
		for _, below := range f.comments[i+1:] {
			if c.next != 0 && below.next != 0 && below.at.From().Line == c.next {
				c.next = below.next
				break
			}
		}
	}
}

var (
	directive = lazily(`^proflint:ignore(-file)?(?:[ \t]+(.*))?$`)
	// what is meant for an ignore: written in another way, or behind other words
	nearly    = lazily(`(?i)^proflint(?:[ \t]*:[ \t]*|[- \t])(?:ignore|disable|skip|nolint)[a-z\-]*[:= \t(]+([a-z][a-z0-9-]+)`)
	behind    = lazily(`proflint:ignore(?:-file)?[ \t]+([a-z][a-z0-9-]+)[ \t].*--[ \t]`)
	dashes    = lazily(`(?:^|[ \t])--(?:[ \t]|$)`)
	xmlDashes = lazily(`(?:^|[ \t])(?:-|–|—)(?:[ \t]|$)`)
	closers   = lazily(`[ \t]*(?:\*/( -)?\}\}|\*/|-->|#\}|#>|%>)?[ \t\r]*$`)
)

// lazily is a pattern that is compiled for the first comment that may be an ignore.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// parse reads a comment whose text starts at offset at of a larger text.
func parse(text source.Text, s string, at int, xml bool) *comment {
	s = closers().ReplaceAllString(s, "")
	span := func(i, j int) source.Span { return text.Slice(at+i, at+j).Extent() }
	m := directive().FindStringSubmatchIndex(s)
	if m == nil {
		near := nearly().FindStringSubmatch(s)
		if near == nil {
			near = behind().FindStringSubmatch(s)
		}
		if near == nil || !slices.Contains(rules.IDs(), strings.ToLower(near[1])) {
			return nil
		}
		return &comment{at: span(0, len(s)), flaws: []flaw{{span(0, len(s)), "this is not read as an ignore: a comment has to start with proflint:ignore " + strings.ToLower(near[1]) + " -- and a reason"}}}
	}
	c := &comment{at: span(0, len(s)), scope: m[2] >= 0}
	from := len(s)
	if m[4] >= 0 {
		from = m[4]
	}
	split := dashes().FindStringIndex(s[from:])
	if xml && split != nil {
		c.flaws = []flaw{{c.at, `XML allows no "--" in a comment: write one hyphen before the reason`}}
		return c
	}
	if xml {
		split = xmlDashes().FindStringIndex(s[from:])
	}
	end := len(s)
	if split != nil {
		end = from + split[0]
		c.terms.reason = strings.TrimSpace(s[from+split[1]:])
	}
	c.words(s[from:end], from, span)
	if c.terms.reason == "" {
		mark := `" -- "`
		if xml {
			mark = `" - "`
		}
		c.flaws = append(c.flaws, flaw{c.at, "the ignore gives no reason: write one behind " + mark})
	}
	if len(c.flaws) > 0 && (c.terms.reason == "" || len(c.terms.rules) == 0 || c.terms.until == never) {
		c.terms = terms{} // not obeyed
	}
	return c
}

// never is a day that is always past: that of a date that cannot be read.
const never = "0000-00-00"

// words reads the rules and the date.
func (c *comment) words(s string, base int, span func(i, j int) source.Span) {
	for i := 0; i < len(s); {
		n := strings.IndexAny(s[i:], ", \t")
		if n < 0 {
			n = len(s) - i
		}
		word, at := s[i:i+n], span(base+i, base+i+n)
		i += n + 1
		if word == "" {
			continue
		}
		if date, ok := strings.CutPrefix(word, "until="); ok {
			if _, err := time.Parse(time.DateOnly, date); err != nil {
				c.flaws = append(c.flaws, flaw{at, fmt.Sprintf("%q is no date: write it as until=2027-01-31", date)})
				c.terms.until = never
				continue
			}
			c.terms.until = date
			continue
		}
		switch {
		case word == "-" || word == "–" || word == "—": // the reason, with less before it than is read: that is told once
			return
		case word == "until":
			c.flaws = append(c.flaws, flaw{at, "write the date as until=2027-01-31"})
			c.terms.until = never
			return
		case word == Unused:
			c.flaws = append(c.flaws, flaw{at, "a comment cannot ignore " + Unused + ": remove the ignore that it speaks of"})
		case slices.Contains(rules.IDs(), word):
			c.terms.rules = append(c.terms.rules, word)
			c.places = append(c.places, at)
		default:
			c.flaws = append(c.flaws, flaw{at, noRule(word)})
		}
	}
	if len(c.terms.rules) == 0 && len(c.flaws) == 0 {
		c.flaws = append(c.flaws, flaw{c.at, "the ignore names no rule: proflint:ignore RULE -- and a reason"})
	}
}

func noRule(word string) string {
	msg := fmt.Sprintf("there is no rule %q to ignore", word)
	if near := value.Nearest(word, rules.IDs()); near != "" {
		msg += "; did you mean " + near + "?"
	}
	return msg
}
