package gcloud

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// maxFlagsFiles bounds flags files that name each other.
const maxFlagsFiles = 16

// expander replaces --flags-file by the flags of the file, in place, as
// gcloud does before it reads anything else (F12.2).
type expander struct {
	files    Files
	left     int
	out      []Word
	trees    map[int]value.Tree // the lists and maps of flags files, by the place of an empty word behind their flag
	refusals []model.Refusal
}

func (x *expander) words(words []Word) {
	if x.out == nil && !slices.ContainsFunc(words, replaced) { // as nearly always: no copy
		x.out = slices.Clip(words)
		return
	}
	for i := 0; i < len(words); i++ {
		t := words[i].Text
		name, path, eq := t.Cut("=")
		switch {
		case !replaced(words[i]):
			x.out = append(x.out, words[i])
		case elided(t):
			x.out = append(x.out, Word{Text: t, Rest: &source.Hole{Expr: t.String(), Why: "left out of the example"}})
		case name.String() != "--flags-file" || !name.Known():
			x.out = append(x.out, words[i])
		case eq:
			x.file(path)
		case i+1 < len(words):
			i++
			if path = words[i].Text; words[i].Rest != nil {
				path = source.Unknown(words[i].Rest, path.Span())
			}
			x.file(path)
		}
	}
}

// replaced reports whether other words may take the place of a word.
func replaced(w Word) bool {
	return w.Rest == nil && (strings.HasPrefix(w.Text.String(), "--flags-file") || elided(w.Text))
}

// elided reports whether a word stands for others in an example: "...",
// "[--flag". Of most words the ends show that they do not.
func elided(t source.Text) bool {
	s := t.String()
	if s == "" || s[len(s)-1] != ']' && strings.IndexByte("[{.\xe2", s[0]) < 0 {
		return false
	}
	return t.Known() && (s == "..." || s == "…" || blankForm(s)) || !t.AllHole() && optional(s)
}

// file adds the flags of one file; a file that is not among the inputs
// stands for any words.
func (x *expander) file(path source.Text) {
	tree, _, ok := x.open(path)
	x.left--
	if !ok || x.left < 0 {
		x.out = append(x.out, Word{Text: path, Rest: missing("--flags-file", path)})
		return
	}
	members := []value.Tree{tree}
	if tree.Kind == value.KindList {
		members = tree.Items()
	}
	for _, m := range members {
		switch m.Kind {
		case value.KindMap:
			x.flags(m)
		case value.KindUnknown:
			x.out = append(x.out, Word{Text: path, Rest: missing("--flags-file", path)})
		default:
			x.refusals = append(x.refusals, model.Refusal{At: m.At, Reason: "a flags file must hold a map of flags, or a list of such maps",
				Related: []model.Label{{Span: path.Span(), Text: "the flags file"}}})
		}
	}
}

// flags adds the flags of one map.
func (x *expander) flags(m value.Tree) {
	for _, e := range m.Entries() {
		if e.Key.String() == "--flags-file" && e.Key.Known() {
			paths := []value.Tree{e.Val}
			if e.Val.Kind == value.KindList {
				paths = e.Val.Items()
			}
			for _, p := range paths {
				x.file(p.Text)
			}
			continue
		}
		x.flagOf(e)
	}
	if h := m.Open(); h != nil {
		x.out = append(x.out, Word{Rest: h})
	}
}

func (x *expander) flagOf(e value.Entry) {
	switch e.Val.Kind {
	case value.KindNull, value.KindBool, value.KindAbsent:
		x.out = append(x.out, Word{Text: e.Key}) // the value does not matter
	case value.KindList, value.KindMap:
		x.out = append(x.out, Word{Text: e.Key}, Word{Text: source.Derived("", e.Val.At)})
		if x.trees == nil {
			x.trees = map[int]value.Tree{}
		}
		x.trees[len(x.out)-1] = e.Val
	case value.KindUnknown:
		x.out = append(x.out, Word{Text: source.Concat(e.Key, source.Derived("=", e.Key.Span()), source.Unknown(hole(e.Val.Hole), e.Val.At))})
	default:
		x.out = append(x.out, Word{Text: source.Concat(e.Key, source.Derived("=", e.Key.Span()), e.Val.Text)})
	}
}

func (x *expander) open(path source.Text) (value.Tree, source.Text, bool) { return open(x.files, path) }

// open reads a file that a flag names.
func open(files Files, path source.Text) (value.Tree, source.Text, bool) {
	if files == nil || path.Sym() == "" {
		return value.Tree{}, source.Text{}, false
	}
	return files(path.Sym())
}

// missing is the hole for what a file holds that is not among the inputs.
func missing(what string, path source.Text) *source.Hole {
	if h := path.Hole(); h != nil {
		return h
	}
	if path.String() == "-" {
		return &source.Hole{Expr: "standard input", Why: "it is read when the command runs"}
	}
	return &source.Hole{Expr: what + " " + path.String(), Why: "a file that is not among the inputs"}
}

// hole returns h, or one that says nothing.
func hole(h *source.Hole) *source.Hole {
	if h == nil {
		return &source.Hole{Why: "not known from the files"}
	}
	return h
}
