package code

import (
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// armed is what one alternative of a program sets.
type armed struct {
	model.OptionSet
	of   any // the choice that it is an alternative of, nil where it is no alternative
	arm  any
	ways int // how many alternatives there are
	// turn says when: where the functions are called that it stands in, the outer one
	// first, then where it stands.
	turn []int
}

// maxTurns bounds how many functions deep a turn is followed.
const maxTurns = 10

// inTurn puts settings into the order in which they happen, as far as one call of
// each function tells.
func inTurn(sets []armed) []armed {
	slices.SortStableFunc(sets, func(a, b armed) int { return slices.Compare(a.turn, b.turn) })
	return sets
}

// settle puts together what all alternatives of a choice set of one option: the
// option is then set for sure, to one of several values. The last one stands for
// all.
func settle(sets []armed) []model.OptionSet {
	type option struct {
		of   any
		name string
		adds bool
	}
	type ways struct {
		values []value.Tree
		arms   map[any]bool
		last   int
	}
	all, number := map[option]*ways{}, map[any]int{}
	key := func(s armed) option { return option{s.of, s.Name, s.Adds} }
	for i, s := range sets {
		if s.of == nil || s.If != model.Anyway {
			continue
		}
		w := all[key(s)]
		if w == nil {
			w = &ways{arms: map[any]bool{}}
			all[key(s)] = w
		}
		w.values, w.last = append(w.values, s.Value), i
		w.arms[s.arm] = true
	}
	var out []model.OptionSet
	for i, s := range sets {
		if s.of != nil {
			if number[s.of] == 0 {
				number[s.of] = len(number) + 1
			}
			s.Choice = number[s.of]
		}
		switch w := all[key(s)]; {
		case w == nil || s.If != model.Anyway || len(w.values) != s.ways || len(w.arms) != s.ways:
			out = append(out, s.OptionSet)
		case i == w.last:
			s.Value, s.Doubt = anyOf(s.At, w.values), ""
			out = append(out, s.OptionSet)
		}
	}
	return out
}

// anyOf returns what is one of several values. Of lists that is said of each
// item; what not all have may not be there.
func anyOf(at source.Span, ways []value.Tree) value.Tree {
	h := &source.Hole{Expr: ways[0].Text.String(), Why: "one of several values"}
	var texts []source.Text
	longest, lists, same := 0, true, true
	for _, t := range ways {
		if t.Kind == value.KindString {
			texts = append(texts, t.Text)
			same = same && t.Text.String() == texts[0].String()
		}
		lists = lists && t.Kind == value.KindList
		longest = max(longest, len(t.Items()))
	}
	switch {
	case lists:
		out := value.NewList(at)
		for i := range longest {
			var some []value.Tree
			for _, t := range ways {
				if i < len(t.Items()) {
					some = append(some, t.Items()[i])
				}
			}
			item := anyOf(at, some)
			if len(some) < len(ways) {
				item.Text, item.Weak = item.Text.Weaken(choice), choice
			}
			out.List.Items = append(out.List.Items, item)
		}
		for _, t := range ways {
			if t.List.Rest != nil {
				out.List.Rest = t.List.Rest
			}
		}
		return out
	case len(texts) < len(ways):
	case same:
		return ways[0]
	default:
		h.Offer(texts)
	}
	t := value.Opaque(h, at)
	t.Text = source.Unknown(h, at)
	return t
}
