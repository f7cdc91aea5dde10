package gcloud

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// lowering turns a line that was taken apart into a message.
type lowering struct {
	line
	files  Files
	body   value.Tree
	losses []model.Loss
	slots  [][]word // positional words, by slot of the command
	// pipeline is what the file of yaml run holds.
	pipeline value.Tree
}

// Lower reads a command line; words[0] is gcloud itself. cut are words that
// were meant to belong to it (a continuation that a comment cut off).
func Lower(words []Word, cut []Word, cutBy source.Span, files Files) Command {
	if len(words) < 2 {
		return Command{}
	}
	x := expander{files: files, left: maxFlagsFiles}
	words, stray := unblank(words, cutBy)
	x.words(words[1:])
	whole := len(x.out)
	x.words(cut)
	p := parser{trees: x.trees, cutAt: whole}
	if p.tokens = x.out; !p.parse() {
		return Command{}
	}
	l := &lowering{line: p.line, files: files}
	l.refusals = append(l.refusals, x.refusals...)
	l.spoiled = l.spoiled || stray
	l.body = l.container()
	l.fillSlots()
	l.flags()
	l.asMeant()
	l.own()
	l.cutOff(cut, cutBy)
	if stray {
		l.refuseBlank(cutBy)
	}
	l.requirements(cutBy)
	out := l.command()
	starts := out.Message == "Job" || out.Message == "Batch"
	out.Waits = starts && !l.on("--async") && l.open == nil && len(out.Refusals)+len(cut) == 0
	return out
}

// command is the result.
func (l *lowering) command() Command {
	c := l.cmd
	out := Command{Path: c.name, Track: l.track, At: l.at, Message: c.message, Body: l.body,
		Project: l.text("--project"), Region: l.text(c.region), Target: l.text(c.target), Source: l.text(c.source),
		Losses: l.losses, Refusals: distinct(l.refusals)}
	switch {
	case c.named != "":
		out.Name = l.text(c.named)
	case len(c.slots) > 0 && !c.slots[0].many:
		out.Name = l.slot(0)
	default:
		out.Name = value.None[source.Text](l.at)
	}
	if out.Name.Unknown() && out.Name.Raw().Len() == 0 {
		out.Name = value.Not[source.Text](&source.Hole{}) // what stands for other words is nobody's name
	}
	out.Template = l.templateURI()
	switch c.own {
	case classicBody, flexBody, yamlBody:
		out.Region, out.Pipeline = l.endpoint(), l.pipeline
	case specBody:
		out.Builds = l.imageBuild()
	case bindingBody:
		if strings.HasPrefix(c.name, "iam ") {
			out.Target = l.slot(0)
		}
	case fileBody:
		if c.source == "" {
			out.Source = l.slot(1)
		} else if len(c.slots) == 0 {
			out.Name = l.body.Get("clusterName").Str()
		}
	}
	return out
}

// distinct drops refusals that say the same of the same place.
func distinct(rs []model.Refusal) []model.Refusal {
	if len(rs) < 2 {
		return rs
	}
	type said struct {
		at     source.Span
		reason string
	}
	var out []model.Refusal
	seen := map[said]bool{}
	for _, r := range rs {
		if s := (said{r.At, r.Reason}); !seen[s] {
			seen[s] = true
			out = append(out, r)
		}
	}
	return out
}

// container returns an empty map, open where the line is.
func (l *lowering) container() value.Tree {
	out := value.NewMap(l.at)
	out.Map.Rest = l.open
	return out
}

// text returns the value of a flag that counts.
func (l *lowering) text(name string) value.Str {
	g := l.given(name)
	switch {
	case name == "":
		return value.None[source.Text](l.at)
	case g == nil && l.open != nil:
		return value.Not[source.Text](l.open, l.at)
	case g == nil:
		return value.None[source.Text](l.at)
	case g.tree != nil:
		return value.Not[source.Text](&source.Hole{Why: "not a single value"}, g.at)
	}
	return value.Text(g.val).Weaken(l.replaceable(g))
}

// given returns the last use of a flag, or nil.
func (l *lowering) given(name string) *given {
	for i := len(l.line.given) - 1; i >= 0 && name != ""; i-- {
		if g := &l.line.given[i]; g.flag.name == name && !g.cut {
			return g
		}
	}
	return nil
}

// uses returns every use of a flag in the command that runs, appended to out.
func (l *lowering) uses(out []*given, name string) []*given {
	for i := range l.line.given {
		if g := &l.line.given[i]; g.flag.name == name && !g.cut && name != "" {
			out = append(out, g)
		}
	}
	return out
}

func (l *lowering) has(name string) bool { return l.given(name) != nil }

// on reports whether a flag without value is set.
func (l *lowering) on(name string) bool {
	g := l.given(name)
	return g != nil && !g.no
}

// replaceable says what could give the flag again behind g, or "".
func (l *lowering) replaceable(g *given) string {
	if l.openAt > g.pos {
		return "a later " + l.open.Expr + " may replace it"
	}
	return ""
}

// slot returns the word of a positional place.
func (l *lowering) slot(i int) value.Str {
	switch {
	case i < len(l.slots) && len(l.slots[i]) > 0:
		return value.Text(plain(l.slots[i][0].Word))
	case l.open != nil:
		return value.Not[source.Text](l.open, l.at)
	}
	return value.None[source.Text](l.at)
}

// plain is the text of a word, a hole for unknown words.
func plain(w Word) source.Text {
	if w.Rest != nil {
		return source.Unknown(w.Rest, w.Text.Span())
	}
	return w.Text
}

// flags puts the values of all flags into the body.
func (l *lowering) flags() {
	var uses []*given // of one flag after the other
	for i := range l.line.given {
		g := &l.line.given[i]
		if g.cut || g.done {
			continue
		}
		uses = l.uses(uses[:0], g.flag.name)
		for _, u := range uses {
			u.done = true
		}
		tree, ok := l.combine(uses)
		if ok && g.flag.path != "" {
			l.set(g.flag.path, g.name.Span(), tree)
		}
	}
	if l.cmd.args != "" && len(l.args) > 0 {
		l.set(l.cmd.args, l.args[0].Text.Span(), l.driverArgs())
	}
}

// driverArgs are the words behind "--".
func (l *lowering) driverArgs() value.Tree {
	out := value.NewList(l.at)
	for _, t := range l.args {
		if t.Rest != nil && manyWords(t.Rest) {
			out.List.Rest = t.Rest
			continue
		}
		out.List.Items = append(out.List.Items, value.String(plain(t)))
	}
	return out
}

// set puts a value at a path of the body, and makes the maps on the way.
func (l *lowering) set(path string, at source.Span, tree value.Tree) {
	m := l.body.Map
	if l.cmd.root != "" {
		m = l.part(m, l.cmd.root, at)
	}
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		m, path = l.part(m, path[:i], at), path[i+1:]
	}
	m.Put(source.Derived(l.key(path), at), tree)
}

// part returns the map at a path below another one, and makes those on the way.
func (l *lowering) part(m *value.Mapping, path string, at source.Span) *value.Mapping {
	for step := range strings.SplitSeq(path, ".") {
		step = l.key(step)
		e, ok := m.Entry(step)
		if !ok || e.Val.Kind != value.KindMap {
			e.Val = l.container()
			e.Val.Map.Entries = make([]value.Entry, 0, 4) // it is on the way to several
			m.Put(source.Derived(step, at), e.Val)
		}
		m = e.Val.Map
	}
	return m
}

// key is a step of a path as the message has it.
func (l *lowering) key(step string) string {
	if step == "@" {
		return l.cmd.member
	}
	return step
}

// ensure makes an empty map at a path if there is nothing.
func (l *lowering) ensure(path string) {
	if l.get(path).Kind != value.KindMap {
		l.set(path, l.at, l.container())
	}
}

// get reads the body by a path.
func (l *lowering) get(path string) value.Tree {
	t := l.body
	if l.cmd.root != "" {
		for step := range strings.SplitSeq(l.cmd.root, ".") {
			t = t.Get(step)
		}
	}
	for step := range strings.SplitSeq(path, ".") {
		t = t.Get(l.key(step))
	}
	return t
}

// constant is text that gcloud adds by itself.
func (l *lowering) constant(s string) value.Tree { return value.String(source.Derived(s, l.at)) }
