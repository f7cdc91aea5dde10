package source

import "testing"

func TestShellWord(t *testing.T) {
	for s, want := range map[string]string{
		"etl-1":            "etl-1",
		"$CLUSTER":         "$CLUSTER",
		"etl-${ENV}":       "etl-${ENV}",
		"a@b.iam":          "a@b.iam",
		"c; touch x":       "'c; touch x'",
		"`id`":             "'`id`'",
		"$(id)":            "'$(id)'",
		"it's":             `'it'\''s'`,
		"<cluster>":        "'<cluster>'",
		"":                 "''",
		"a\nb":             "'a\nb'",
		"${X:-$(id)}":      "'${X:-$(id)}'",
		"projects/p/r/x:y": "projects/p/r/x:y",
	} {
		if got := ShellWord(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}
