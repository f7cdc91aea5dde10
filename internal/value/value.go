// Package value holds what a file says: a value that is known, absent, or
// unknown, and trees of such values. The zero value is unknown ("not read"),
// never absent: only a reader that saw a closed container may claim absence.
package value

import (
	"slices"

	"github.com/proflint/proflint/internal/source"
)

// State of a value.
type State uint8

const (
	Unknown State = iota // not read, or not decidable from the files
	Absent               // the container is closed and does not hold it
	Known
)

// Value is a T that may be unknown or absent, with where that was read. It is
// small, as a workload holds forty: what few values have is kept apart, and a
// text's own places, hole and weakness are asked of the text.
type Value[T any] struct {
	at    source.Span // the one place, as mostly; nowhere if own, or if more holds several
	more  *more       // nil for nothing; never changed
	v     T
	state State
	own   bool // it stands where its text does
}

// more is what few values have.
type more struct {
	hole *source.Hole
	weak string
	at   []source.Span
}

// Str is a value that is text.
type Str = Value[source.Text]

// Of returns a known value read at the given places.
func Of[T any](v T, at ...source.Span) Value[T] {
	out := Value[T]{v: v, state: Known}
	out.put(nil, "", at)
	return out
}

// None returns an absent value; at is the closed container that lacks it:
// the place of a finding, and of a fix.
func None[T any](at ...source.Span) Value[T] {
	out := Value[T]{state: Absent}
	out.put(nil, "", at)
	return out
}

// Not returns an unknown value and why it is unknown.
func Not[T any](h *source.Hole, at ...source.Span) Value[T] {
	var out Value[T]
	out.put(h, "", at)
	return out
}

// put sets all but the value.
func (v *Value[T]) put(h *source.Hole, weak string, at []source.Span) {
	if len(at) == 1 {
		v.at, at = at[0], nil
	}
	if h != nil || weak != "" || len(at) > 0 {
		v.more = &more{h, weak, slices.Clone(at)}
	}
}

// Text returns the value of a text: known if it has no hole, weak if a piece
// of it is. An unknown text keeps its expression (see Raw).
func Text(t source.Text) Str {
	out := Str{v: t, state: Known, own: true}
	if !t.Known() {
		out.state = Unknown
	}
	return out
}

// text returns the text that the value is, if it stands where that does.
func (v Value[T]) text() (t source.Text, ok bool) {
	if v.own {
		t, ok = any(v.v).(source.Text)
	}
	return t, ok
}

// Get returns the value and whether it is known.
func (v Value[T]) Get() (T, bool) { return v.v, v.state == Known }

// Raw returns what is there even when it is not fully known: the expression
// of a text with holes. Never judge by it; print it, or compare symbols.
func (v Value[T]) Raw() T { return v.v }

// State tells known, absent and unknown apart.
func (v Value[T]) State() State { return v.state }

// Known, Absent and Unknown report the state.
func (v Value[T]) Known() bool   { return v.state == Known }
func (v Value[T]) Absent() bool  { return v.state == Absent }
func (v Value[T]) Unknown() bool { return v.state == Unknown }

// Hole returns why the value is unknown; nil when it is known, absent, or was
// never read.
func (v Value[T]) Hole() *source.Hole {
	if v.more != nil && v.more.hole != nil {
		return v.more.hole
	}
	t, _ := v.text()
	return t.Hole()
}

// At returns the places the value rests on; for an absent value the closed
// container.
func (v Value[T]) At() []source.Span {
	switch t, ok := v.text(); {
	case ok:
		return t.Spans()
	case v.at.Valid():
		return []source.Span{v.at}
	case v.more != nil:
		return v.more.at
	}
	return nil
}

// Span returns the first place, or nowhere.
func (v Value[T]) Span() source.Span {
	if v.at.Valid() {
		return v.at
	}
	at := v.At()
	if len(at) == 0 {
		return source.Span{}
	}
	return at[0]
}

// Weak returns what outside the files could replace the value, or "".
func (v Value[T]) Weak() string {
	if v.more != nil && v.more.weak != "" {
		return v.more.weak
	}
	t, _ := v.text()
	return t.Weak()
}

// Weaken marks the value as weak, keeping an earlier reason.
func (v Value[T]) Weaken(why string) Value[T] {
	if why == "" || v.Weak() != "" {
		return v
	}
	m := more{weak: why}
	if v.more != nil {
		m.hole, m.at = v.more.hole, v.more.at
	}
	v.more = &m
	return v
}

// Map converts a known value; conversion that fails makes it unknown. Absent
// and unknown stay what they are, with their places.
func Map[T, U any](v Value[T], f func(T) (U, bool)) Value[U] {
	out := Value[U]{state: v.state, at: v.at, more: v.more}
	if v.own {
		out.put(v.Hole(), v.Weak(), v.At())
	}
	if v.state == Known {
		if u, ok := f(v.v); ok {
			out.v = u
		} else {
			out.state = Unknown
			out.put(&source.Hole{Why: "not of the expected form"}, v.Weak(), v.At())
		}
	}
	return out
}
