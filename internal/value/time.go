package value

import (
	"time"

	"github.com/proflint/proflint/internal/source"
)

// Moment reads a time as Google's APIs write them (RFC 3339); unknown for
// anything else that is there.
func Moment(s Str) Value[time.Time] {
	return Map(s, func(t source.Text) (time.Time, bool) {
		at, err := time.Parse(time.RFC3339Nano, t.String())
		return at, err == nil
	})
}

// First returns the first known value, else the last of them.
func First[T any](all ...Value[T]) Value[T] {
	for _, v := range all[:len(all)-1] {
		if v.Known() {
			return v
		}
	}
	return all[len(all)-1]
}
