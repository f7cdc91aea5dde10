package value

import (
	"testing"
	"time"
)

func TestSpell(t *testing.T) {
	for in, want := range map[string]string{
		"0s": "0 s", "59.4s": "59 s", "59.6s": "1 min", "2m10s": "2 min 10 s", "5m": "5 min", "12m40s": "13 min",
		"59m20s": "59 min", "59m40s": "1 h 0 min", "2h2m10s": "2 h 2 min", "26h": "26 h 0 min",
	} {
		d, err := time.ParseDuration(in)
		if got := Spell(d); err != nil || got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
