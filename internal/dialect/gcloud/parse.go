package gcloud

import (
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// given is one flag as it stands on the command line.
type given struct {
	flag *flag
	name source.Text // as written, without the value
	val  source.Text // the value; one hole if it is among unknown words
	tree *value.Tree // a native list or map of a flags file
	at   source.Span // flag and value
	pos  int         // place of its first word in the line
	end  int         // place of its last word
	no   bool        // the --no- twin
	cut  bool        // not part of the command that runs
	told bool        // its list is refused already
	done bool        // its value is in the body
}

// word is one positional word.
type word struct {
	Word
	pos int
}

// line is a command line taken apart.
type line struct {
	tokens   []Word // all of it
	cmd      *command
	track    string
	at       source.Span // the command's words
	tables   [][]flag
	given    []given
	meant    []given // misspelt flags, as the flags that were meant
	words    []word
	args     []Word // behind "--"
	open     *source.Hole
	openAt   int // place of the last unknown words
	refusals []model.Refusal
	spoiled  bool // a word was refused: what else is missing may be in it
	help     bool
}

// parser reads tokens into a line.
type parser struct {
	line
	trees map[int]value.Tree // what stands for some of them in a flags file
	i     int
	path  string // command words so far
	early []given
	cutAt int // tokens from here on are cut off
}

// parse takes the command line of the tokens apart; false means that its words
// are no known command. Tokens from cutAt on are read, but do not belong to it.
func (p *parser) parse() bool {
	p.openAt = -1
	for p.i = 0; p.i < len(p.tokens); p.i++ {
		if !p.step(p.tokens[p.i]) {
			return false
		}
	}
	if p.cmd == nil || p.help {
		return false
	}
	p.strayValues()
	p.unknownWords()
	p.settleEarly()
	return true
}

// step reads one token, and the value that follows a flag. It reports false
// when the words cannot be a known command.
func (p *parser) step(t Word) bool {
	switch {
	case p.isTree(p.i): // without its flag, which was refused
	case t.Rest != nil:
		if p.cmd == nil {
			p.mark(t.Rest)
		} else {
			p.words = append(p.words, word{t, p.i})
		}
	case t.Text.String() == "--" && t.Text.Known():
		if p.cmd != nil {
			p.args = p.tokens[min(p.i+1, p.cutAt):p.cutAt]
			p.behindDashes()
			p.i = len(p.tokens)
		}
	default:
		if g, eq, ok := p.flagOf(t.Text); ok {
			p.flag(g, eq)
		} else if p.cmd == nil {
			return p.commandWord(t.Text)
		} else {
			p.words = append(p.words, word{t, p.i})
		}
	}
	return true
}

// isTree reports whether a token stands for a list or map of a flags file.
func (p *parser) isTree(i int) bool {
	_, ok := p.trees[i]
	return ok
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
	if p.path != "" {
		s = p.path + " " + s
	}
	p.path, p.tables = s, nil
	p.at = p.at.Cover(t.Span())
	p.cmd = find(p.path)
	if p.cmd == nil && !isGroup(p.path) {
		return false
	}
	if p.cmd != nil {
		p.given = slices.Grow(p.given, p.flagsAhead())
	}
	return true
}

// flagsAhead is how many words ahead look like flags.
func (p *parser) flagsAhead() int {
	n := 0
	for _, t := range p.tokens[p.i:] {
		if strings.HasPrefix(t.Text.String(), "-") {
			n++
		}
	}
	return n
}

// flags are those that may stand here: their tables are made when the first
// one is asked for, as mostly none stands before the end of the command's words.
func (p *parser) flags() [][]flag {
	if p.tables == nil {
		p.tables = tables(p.path)
	}
	return p.tables
}

// flagOf decides as Python's argparse does whether a word is a flag. One with a
// blank is none to argparse unless the name is right; of one that is nearly
// right it is told what is wrong all the same. eq: its value is attached.
func (p *parser) flagOf(t source.Text) (g given, eq, ok bool) {
	s := t.String()
	if len(s) < 2 || !t.HasPrefix("-") {
		return g, false, false
	}
	g = given{pos: p.i, end: p.i, cut: p.i >= p.cutAt}
	g.name, g.val, eq = t.Cut("=")
	if g.flag, g.no = lookup(p.flags(), g.name.String()); g.flag != nil && (eq || t.Known()) {
		return g, eq, true
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil && t.Known() {
		return g, eq, false
	}
	return g, eq, t.Index(" ", 0) < 0 || eq && nearest(g.name.String(), p.flags()) != nil
}

func (p *parser) isFlag(t source.Text) bool {
	_, _, ok := p.flagOf(t)
	return ok
}

// flag reads a flag and its value.
func (p *parser) flag(g given, eq bool) {
	t := p.tokens[p.i].Text
	if !g.name.Known() { // a flag whose very name is not known
		if h := g.name.Hole(); !h.One || p.i >= p.cutAt || !p.glued(t) {
			p.mark(h)
		}
		return
	}
	g.at = t.Span()
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
			Fix: erase(t, g.name.Len())})
		return
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
	case p.isTree(p.i + 1):
		tree := p.trees[p.i+1]
		g.tree = &tree
	case t.Rest != nil:
		g.val = source.Unknown(t.Rest, t.Text.Span())
	case t.Text.String() == "--" && t.Text.Known(), p.isFlag(t.Text):
		return false
	default:
		g.val = t.Text
	}
	p.i++
	g.end = p.i
	g.at = g.at.Cover(t.Text.Span())
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
	if f, _ := lookup([][]flag{optionFlags}, g.name.String()); f != nil && strings.HasPrefix(p.cmd.name, "dataflow ") && p.cmd.message != "" {
		g.flag = f // of other launches: what it asks for is lost with it
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
