package value

import (
	"fmt"
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

// Spell writes a duration for people, no finer than is of use: 1h2m10s as
// "1 h 2 min".
func Spell(d time.Duration) string {
	if d = d.Round(time.Second); d >= 10*time.Minute {
		d = d.Round(time.Minute)
	}
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d >= time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	case d%time.Minute != 0:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d min", int(d.Minutes()))
}
