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
// option is then set for sure, to one of several values.
func settle(sets []armed) []model.OptionSet {
	var out []model.OptionSet
	number := map[any]int{}
	for i, s := range sets {
		if s.of != nil {
			if number[s.of] == 0 {
				number[s.of] = len(number) + 1
			}
			s.Choice = number[s.of]
		}
		values, arms, later := []value.Tree{s.Value}, map[any]bool{s.arm: true}, false
		for k, o := range sets {
			if s.of == nil || s.If != model.Anyway || o.of != s.of || o.Name != s.Name || o.Adds != s.Adds || k == i {
				continue
			}
			later = later || k > i
			values = append(values, o.Value)
			arms[o.arm] = true
		}
		switch all := s.of != nil && len(values) == s.ways && len(arms) == s.ways; {
		case all && later: // the last one stands for all
		case all:
			s.Value, s.Doubt = anyOf(s.At, append(values[1:], s.Value)), ""
			out = append(out, s.OptionSet)
		default:
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
