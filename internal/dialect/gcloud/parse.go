package gcloud

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// given is one flag as it stands on the command line.
type given struct {
	flag *flag
	no   bool        // the --no- twin
	name source.Text // as written, without the value
	val  source.Text // the value; one hole if it is among unknown words
	tree *value.Tree // a native list or map of a flags file
	next source.Text // the word behind it
	at   source.Span // flag and value
	pos  int         // place of its first word in the line
	end  int         // place of its last word
	cut  bool        // not part of the command that runs
	told bool        // its list is refused already
}

// word is one positional word.
type word struct {
	token
	pos int
}

// line is a command line taken apart.
type line struct {
	cmd      *command
	track    string
	at       source.Span // the command's words
	tables   [][]flag
	given    []given
	meant    []given // misspelt flags, as the flags that were meant
	words    []word
	args     []token // behind "--"
	open     *source.Hole
	openAt   int // place of the last unknown words
	refusals []model.Refusal
	spoiled  bool // a word was refused: what else is missing may be in it
	help     bool
}

// parser reads tokens into a line.
type parser struct {
	line
	tokens []token
	i      int
	path   string // command words so far
	early  []given
	cutAt  int // tokens from here on are cut off
}

// parse takes a command line apart; nil means that its words are no known
// command. Tokens from cutAt on are read, but do not belong to it.
func parse(tokens []token, cutAt int) *line {
	p := &parser{tokens: tokens, cutAt: cutAt}
	p.openAt = -1
	p.given = make([]given, 0, len(tokens)/2+1)
	p.tables = tables("")
	for p.i = 0; p.i < len(p.tokens); p.i++ {
		if !p.step(p.tokens[p.i]) {
			return nil
		}
	}
	if p.cmd == nil || p.help {
		return nil
	}
	p.strayValues()
	p.unknownWords()
	p.settleEarly()
	return &p.line
}

// step reads one token, and the value that follows a flag. It reports false
// when the words cannot be a known command.
func (p *parser) step(t token) bool {
	switch {
	case t.tree != nil: // a native value without its flag: the flag was refused
		return true
	case t.rest != nil:
		if p.cmd == nil {
			p.mark(t.rest)
		} else {
			p.words = append(p.words, word{t, p.i})
		}
	case t.text.String() == "--" && t.text.Known():
		if p.cmd != nil {
			p.args = p.tokens[min(p.i+1, p.cutAt):p.cutAt]
			p.behindDashes()
			p.i = len(p.tokens)
		}
	case p.isFlag(t.text):
		p.flag(t.text)
	case p.cmd == nil:
		return p.commandWord(t.text)
	default:
		p.words = append(p.words, word{t, p.i})
	}
	return true
}

// behindDashes reads words behind "--" as positional where the command has
// no arguments of a driver.
func (p *parser) behindDashes() {
	if p.cmd.args != "" {
		return
	}
	for j, t := range p.args {
		p.words = append(p.words, word{t, p.i + 1 + j})
	}
	p.args = nil
}

// mark notes words that are not known at the present place.
func (p *parser) mark(h *source.Hole) {
	if p.i >= p.cutAt {
		return
	}
	if p.open == nil {
		p.open = h
	}
	p.openAt = p.i
}

// commandWord goes one step down the tree of commands.
func (p *parser) commandWord(t source.Text) bool {
	s := t.String()
	if !t.Known() {
		return false
	}
	if p.path == "" && p.track == "" && (s == "alpha" || s == "beta") {
		p.track = s
		p.at = p.at.Cover(t.Span())
		return true
	}
	p.path = strings.TrimPrefix(p.path+" "+s, " ")
	p.at = p.at.Cover(t.Span())
	p.cmd = find(p.path)
	if p.cmd == nil && !isGroup(p.path) {
		return false
	}
	p.tables = tables(p.path)
	return true
}

// isFlag decides as Python's argparse does whether a word is a flag. One with a
// blank is none to argparse unless the name is right; of one that is nearly
// right it is told what is wrong all the same.
func (p *parser) isFlag(t source.Text) bool {
	s := t.String()
	if !t.HasPrefix("-") || len(s) == 1 {
		return false
	}
	name, _, eq := t.Cut("=")
	if f, _ := lookup(p.tables, name.String()); f != nil && (eq || t.Known()) {
		return true
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil && t.Known() {
		return false
	}
	return t.Index(" ", 0) < 0 || eq && nearest(name.String(), p.tables) != nil
}

// flag reads a flag and its value.
func (p *parser) flag(t source.Text) {
	name, val, eq := t.Cut("=")
	if !name.Known() { // a flag whose very name is not known
		if h := name.Hole(); !h.One || p.i >= p.cutAt || !p.glued(t) {
			p.mark(h)
		}
		return
	}
	g := given{name: name, val: val, at: t.Span(), pos: p.i, end: p.i, cut: p.i >= p.cutAt}
	g.flag, g.no = lookup(p.tables, name.String())
	if g.flag == nil {
		p.unknownFlag(g, eq)
		return
	}
	if g.flag.name == "--help" {
		p.help = true
	}
	switch {
	case g.flag.takesValue() && !eq:
		if !p.take(&g) {
			p.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " needs a value", Request: g.flag.asks})
			return
		}
	case !g.flag.takesValue() && eq:
		p.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " takes no value", Want: "write it without the value",
			Fix: erase(t, name.Len())})
		return
	}
	if p.i+1 < len(p.tokens) {
		g.next = p.tokens[p.i+1].text
	}
	p.given = append(p.given, g)
}

// take reads the value from the next token.
func (p *parser) take(g *given) bool {
	if p.i+1 >= len(p.tokens) || (p.i+1 == p.cutAt && !g.cut) {
		return false
	}
	t := p.tokens[p.i+1]
	switch {
	case t.tree != nil:
		g.tree = t.tree
	case t.rest != nil:
		g.val = source.Unknown(t.rest, t.text.Span())
	case t.text.String() == "--" && t.text.Known(), p.isFlag(t.text):
		return false
	default:
		g.val = t.text
	}
	p.i++
	g.end = p.i
	g.at = g.at.Cover(t.text.Span())
	return true
}

// unknownFlag notes a flag that is not declared here: declared further down,
// or nowhere.
func (p *parser) unknownFlag(g given, eq bool) {
	takes := p.cmd == nil
	if takes {
		takes = false
		for _, c := range below(p.path) {
			if f, _ := lookup(tables(c.name), g.name.String()); f != nil {
				takes = f.takesValue()
			}
		}
	}
	if !eq && (takes || p.pairNext()) {
		p.take(&g)
	}
	p.early = append(p.early, g)
}

// settleEarly refuses the flags that were not declared where they stood.
func (p *parser) settleEarly() {
	var cut *given // the list that a blank cut
	for i, g := range p.early {
		if cut = p.cutBefore(cut, i); cut != nil && !g.cut {
			p.spoiled = true
			continue
		}
		if g.cut || (p.open != nil && p.cmd.args != "") { // unknown words may hold the "--" before it
			continue
		}
		p.spoiled = true
		if f, _ := lookup(p.tables, g.name.String()); f != nil {
			p.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " stands before the command that declares it",
				Want: "write it behind " + p.declares(f), Request: f.asks})
			continue
		}
		p.refuse(p.misspelt(g))
	}
}

// cutBefore returns the list that a flag nobody declares is cut off from: an
// option of a JVM behind it (-Dk=v, -XX:+UseG1GC), or behind another one. The
// first is refused, unless the list is not part of the command.
func (p *parser) cutBefore(last *given, i int) *given {
	g := p.early[i]
	if last != nil && i > 0 && p.early[i-1].end+1 == g.pos && strings.HasPrefix(g.name.String(), "-") && !strings.HasPrefix(g.name.String(), "--") {
		return last
	}
	list := p.listBefore(g.pos)
	if list == nil || list.cut || !jvmOption(g.name.String()) {
		return nil
	}
	r := model.Refusal{At: g.at, Reason: "an unquoted blank ends the list of " + list.name.String() + ": " + g.name.String() + " is a word of its own",
		Want: "quote the list", Request: list.flag.asks, Related: []model.Label{{Span: list.at, Text: "the list that the blank cuts"}}}
	if whole := list.name.Span(); whole.File != g.at.File || g.at.Start < whole.Start { // the value of a variable: the quotes are missing where it stands
		r.At, r.Related[0] = whole, model.Label{Span: g.at, Text: "the blank before this ends the list"}
	}
	p.refuse(r)
	return list
}

// jvmOption reports whether a word is an option of a JVM, and none of gcloud.
func jvmOption(s string) bool {
	return strings.HasPrefix(s, "-D") || strings.HasPrefix(s, "-X") || strings.HasPrefix(s, "-agent") || strings.HasPrefix(s, "-javaagent")
}

// declares names the word behind which a flag of the command may stand.
func (p *parser) declares(f *flag) string {
	for _, g := range groups {
		if found, _ := lookup(g.flags, f.name); found == f {
			return g.name
		}
	}
	return p.cmd.name
}

// misspelt describes a flag that the command does not have.
func (p *parser) misspelt(g given) model.Refusal {
	r := model.Refusal{At: g.at, Reason: g.name.String() + " is no flag of " + short(p.cmd.name)}
	if list, _ := lookup(p.tables, "--properties"); list != nil && g.name.String() == "--properties-file" {
		r.Want, r.Request = "this command reads no such file: give the list with --properties", true
		g.flag = list
		p.meant = append(p.meant, g)
		return r
	}
	if near := nearest(g.name.String(), p.tables); near != nil {
		r.Want = near.name
		r.Request = near.asks
		if e, ok := g.name.Edit(0, g.name.Len(), near.name); ok {
			r.Fix = []source.Edit{e}
		}
		if near.asks && near.splits() {
			g.flag = near
			p.meant = append(p.meant, g)
		}
	}
	return r
}

// maxRefusals bounds the reasons that are told of one command: nobody wants to
// read more.
const maxRefusals = 100

// refuse records why the command sends nothing.
func (l *line) refuse(r model.Refusal) {
	if len(l.refusals) < maxRefusals {
		l.refusals = append(l.refusals, r)
	}
}

// short is the name of a command without its product, as people say it.
func short(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "dataproc "), "dataflow ")
}

// erase returns the edit that deletes the text from byte i on.
func erase(t source.Text, i int) []source.Edit {
	if e, ok := t.Edit(i, t.Len(), ""); ok {
		return []source.Edit{e}
	}
	return nil
}
