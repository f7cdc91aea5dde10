// Package value holds what a file says: a value that is known, absent, or
// unknown, and trees of such values. The zero value is unknown ("not read"),
// never absent: only a reader that saw a closed container may claim absence.
package value

import "github.com/proflint/proflint/internal/source"

// State of a value.
type State uint8

const (
	Unknown State = iota // not read, or not decidable from the files
	Absent               // the container is closed and does not hold it
	Known
)

// Value is a T that may be unknown or absent, with where that was read.
type Value[T any] struct {
	v     T
	state State
	hole  *source.Hole
	at    []source.Span
	own   bool // it stands where its text does: at is not filled, as few ask
	weak  string
}

// Str is a value that is text.
type Str = Value[source.Text]

// Of returns a known value read at the given places.
func Of[T any](v T, at ...source.Span) Value[T] {
	return Value[T]{v: v, state: Known, at: at}
}

// None returns an absent value; at is the closed container that lacks it:
// the place of a finding, and of a fix.
func None[T any](at ...source.Span) Value[T] {
	return Value[T]{state: Absent, at: at}
}

// Not returns an unknown value and why it is unknown.
func Not[T any](h *source.Hole, at ...source.Span) Value[T] {
	return Value[T]{hole: h, at: at}
}

// Text returns the value of a text: known if it has no hole, weak if a piece
// of it is. An unknown text keeps its expression (see Raw).
func Text(t source.Text) Str {
	out := Str{v: t, state: Known, hole: t.Hole(), own: true, weak: t.Weak()}
	if out.hole != nil {
		out.state = Unknown
	}
	return out
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
func (v Value[T]) Hole() *source.Hole { return v.hole }

// At returns the places the value rests on; for an absent value the closed
// container.
func (v Value[T]) At() []source.Span {
	if v.own {
		if t, ok := any(v.v).(source.Text); ok {
			return t.Spans()
		}
	}
	return v.at
}

// Span returns the first place, or nowhere.
func (v Value[T]) Span() source.Span {
	at := v.At()
	if len(at) == 0 {
		return source.Span{}
	}
	return at[0]
}

// Weak returns what outside the files could replace the value, or "".
func (v Value[T]) Weak() string { return v.weak }

// Weaken marks the value as weak, keeping an earlier reason.
func (v Value[T]) Weaken(why string) Value[T] {
	if v.weak == "" {
		v.weak = why
	}
	return v
}

// Map converts a known value; conversion that fails makes it unknown. Absent
// and unknown stay what they are, with their places.
func Map[T, U any](v Value[T], f func(T) (U, bool)) Value[U] {
	out := Value[U]{state: v.state, hole: v.hole, at: v.At(), weak: v.weak}
	if v.state == Known {
		if u, ok := f(v.v); ok {
			out.v = u
		} else {
			out.state = Unknown
			out.hole = &source.Hole{Why: "not of the expected form"}
		}
	}
	return out
}
