package beam

import (
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// given is one option as the words give it.
type given struct {
	key    source.Text // with its dashes
	name   string      // without; the expression, where the key has a hole
	opt    *option     // nil: the SDK knows no such option
	value  source.Text
	stray  source.Text // Java: the next word, which is no option and no value
	dashes uint8
	has    bool // a value is given
	guess  bool // the value is the next word, and nobody knows whether an option unknown to Beam takes one
}

// command is a list of words as the SDK of one language tells options from
// the rest. Nothing here depends on the SDK's version.
type command struct {
	lang    model.Lang
	options []given
	loose   []source.Text // words behind the first option that belong to none
	stop    source.Text   // the word at which the SDK stops reading options
	behind  []source.Text // the words behind it
	open    *source.Hole  // there may be words, or options, that the files do not show
	at      source.Span
}

// parse reads the words behind the program. Words before the first option are
// the program's own.
func parse(lang model.Lang, args value.Tree) command {
	c := command{lang: lang, open: args.Open(), at: args.At}
	items := args.Items()
	c.options = make([]given, 0, len(items))
	for i := 0; i < len(items); i++ {
		t := items[i].Raw()
		switch {
		case items[i].Kind == value.KindUnknown && t.Len() == 0:
			c.open = items[i].Hole
		case leadingHole(t) && c.chosen(t):
		case !dashed(t):
			if c.word(t) {
				c.rest(items[i+1:])
				return c
			}
		case t.String() == "--":
			if len(c.options) > 0 && lang != model.Java {
				c.stop = t
				c.rest(items[i+1:])
				return c
			}
		default:
			g := c.option(t)
			if next, ok := text1(items, i+1); ok && c.takes(&g, next) {
				i++
			}
			c.options = append(c.options, g)
		}
	}
	return c
}

// Words returns what the words of a launch hold one of: the runner, an option
// that only Dataflow has, in any spelling, or a request, misspelt or not.
func Words() []string {
	out := []string{"-runner", "rofiler", "rofiling", "ROFILER", "ROFILING", "loud_profil", "loud-profil", "heap_samp", "heap-samp", "eapSamp", "HEAP_SAMP", "google_cloud"}
	for i := range options {
		for _, lang := range langs {
			if options[i].dataflow {
				for _, name := range options[i].names(lang) {
					out = append(out, "-"+name)
				}
			}
		}
	}
	return out
}

func text1(items []value.Tree, i int) (source.Text, bool) {
	if i >= len(items) {
		return source.Text{}, false
	}
	t := items[i].Raw()
	return t, t.Len() > 0
}

func (c *command) rest(items []value.Tree) {
	for i := range items {
		if t, ok := text1(items, i); ok {
			c.behind = append(c.behind, t)
		}
	}
}

// dashed reports whether a word is an option: -1 and - are values.
func dashed(t source.Text) bool {
	s := t.String()
	return t.HasPrefix("-") && len(s) > 1 && (s[1] < '0' || s[1] > '9')
}

// word takes a word that is no option, and tells whether the SDK stops
// reading there.
func (c *command) word(t source.Text) bool {
	switch {
	case leadingHole(t):
		c.open = t.Hole() // "$EXTRA" may be an option
	case len(c.options) == 0:
	case c.lang == model.Go:
		c.stop = t // Go's flag package stops at the first word that is no flag
		return true
	default:
		c.loose = append(c.loose, t)
	}
	return false
}

func leadingHole(t source.Text) bool {
	return t.Len() > 0 && !t.Slice(0, 1).Known()
}

func (c *command) option(t source.Text) given {
	key, val, has := t.Cut("=")
	g := given{key: key, value: val, has: has, dashes: 1}
	if key.HasPrefix("--") {
		g.dashes = 2
	}
	g.name = key.String()[g.dashes:]
	if !key.Known() {
		c.open = key.Hole()
		return g
	}
	if g.dashes == 2 || c.lang == model.Go { // F3.4, F3.9
		g.opt = find(c.lang, g.name)
	}
	return g
}

// takes decides whether the next word is the option's value (F3.4, F3.5, F3.9).
func (c *command) takes(g *given, next source.Text) bool {
	switch {
	case g.has:
		return false
	case c.lang == model.Java:
		if !dashed(next) && !leadingHole(next) {
			g.stray = next
			return true // no value, but no word of its own either
		}
		return false
	case g.opt != nil && g.opt.kind == flag:
		return false
	case dashed(next) && (c.lang != model.Go || g.opt == nil):
		return false
	}
	g.value, g.has, g.guess = next, true, g.opt == nil
	return true
}

// chosen takes a word that branches give differently: one option whose value is
// one of several, or options each of which may be there. It reports false where
// not all that the word can be are options.
func (c *command) chosen(t source.Text) bool {
	var ways []given
	same := true
	for _, way := range t.Choices() {
		if !dashed(way) {
			return false
		}
		g := c.option(way.Weaken("the branch being taken that gives it"))
		same = same && g.has && (len(ways) == 0 || g.name == ways[0].name)
		ways = append(ways, g)
	}
	if len(ways) > 0 && same {
		h, all := *t.Hole(), []source.Text(nil)
		h.Expr = ways[0].value.String()
		for _, way := range t.Choices() {
			_, v, _ := way.Cut("=")
			all = append(all, v)
		}
		h.Offer(all)
		ways[0].key, _, _ = t.Choices()[0].Cut("=")
		ways[0].value = source.Unknown(&h, t.Span())
		ways = ways[:1]
	}
	c.options = append(c.options, ways...)
	return len(ways) > 0
}

// all returns the options of one id, in order.
func (c *command) all(of id) []given {
	var out []given
	for _, g := range c.options {
		if g.opt != nil && g.opt.id == of {
			out = append(out, g)
		}
	}
	return out
}

// last returns the last option of one id.
func (c *command) last(of id) (given, bool) {
	for _, g := range slices.Backward(c.options) {
		if g.opt != nil && g.opt.id == of {
			return g, true
		}
	}
	return given{}, false
}

// single returns the value of an option that has one; a later one wins. What a
// Java option without a value becomes is "true" (F3.4).
func (c *command) single(of id) value.Str {
	if g, ok := c.last(of); ok {
		if !g.has {
			return value.Text(source.Derived("true", g.key.Span()))
		}
		v := value.Text(g.value)
		if len(v.At()) == 0 {
			v = value.Of(g.value, g.key.Spans()...) // --job_name= is the empty text
		}
		if c.open != nil {
			v = v.Weaken("no later " + c.open.Expr + " replacing it")
		}
		return v
	}
	if c.open != nil {
		return value.Not[source.Text](c.open, c.at)
	}
	return value.None[source.Text](c.at)
}

// elements cuts one value of a list option as the SDK does.
func (s sdk) elements(t source.Text) []source.Text {
	switch s.split {
	case everyComma:
		out := t.Split(",")
		for len(out) > 1 && out[len(out)-1].Len() == 0 {
			out = out[:len(out)-1] // Java's split drops empty texts at the end
		}
		return out
	case smart:
		return smartSplit(t)
	}
	return []source.Text{t}
}

// smartSplit is the splitter of Beam Python 2.67.0 and later (F3.8): blanks
// around an element and empty elements are dropped, and a comma behind the
// second = of an element belongs to it. Commas in holes are not seen.
func smartSplit(t source.Text) []source.Text {
	var out []source.Text
	s := t.Mask('x')
	from, equals := 0, 0
	take := func(to int) {
		if el := t.Slice(from, to).TrimSpace(); el.Len() > 0 {
			out = append(out, el)
		}
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '=':
			equals++
		case s[i] == ',' && equals <= 1:
			take(i)
			from, equals = i+1, 0
		}
	}
	take(len(s))
	return out
}

// list returns what the SDK makes of a list option, and the values that a
// repeated flag has lost.
func (s sdk) list(c *command, of id) (out value.Tree, lost []given) {
	got := c.all(of)
	if len(got) == 0 {
		if c.open != nil {
			return value.Opaque(c.open, c.at), nil
		}
		return value.Missing(c.at), nil
	}
	if s.last { // F3.9
		got, lost = got[len(got)-1:], got[:len(got)-1]
	}
	out = value.NewList(got[0].key.Span())
	for _, g := range got {
		if !g.has {
			g.value = source.Derived("true", g.key.Span())
		}
		for _, el := range s.elements(g.value) {
			out.List.Items = append(out.List.Items, value.String(el))
		}
	}
	if c.open != nil {
		out.List.Rest = c.open
	}
	return out, lost
}
