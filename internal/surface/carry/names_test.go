package carry

import (
	"slices"
	"strings"
	"testing"
)

func TestSetsOtherwise(t *testing.T) {
	if n := len(strings.Join(setters, "")); n > 64 {
		t.Fatalf("%d bytes of words, more than there are bits", n)
	}
	for _, word := range setters {
		for _, s := range []string{word, "x" + word, word + "x", word[:1] + word, word[:len(word)-1] + word} {
			if !setsOtherwise(s) {
				t.Errorf("%q is not found in %q", word, s)
			}
		}
		for _, s := range []string{word[1:], word[:len(word)-1], word[:1] + "~" + word[1:]} {
			want := slices.ContainsFunc(setters, func(w string) bool { return strings.Contains(s, w) })
			if got := setsOtherwise(s); got != want {
				t.Errorf("%q: %v, want %v", s, got, want)
			}
		}
	}
	for i := range setters[1:] { // the end of one and the start of the next are neither
		a, b := setters[i], setters[i+1]
		if s := a[:len(a)-1] + "~" + b[1:]; setsOtherwise(s) {
			t.Errorf("%q: found", s)
		}
	}
}

func TestLaunched(t *testing.T) {
	for s, want := range map[string]bool{
		"gcloud dataproc jobs":      true,
		"\n $ ./mvnw clean package": true,
		"mvn -X":                    true,
		"./gradlew build -x":        true,
		"python3 a.py -x":           true,
		"java -jar a.jar":           true,
		"go run a.go -x":            true,
		"sbt -X":                    true,
		"provider \"google\" {":     false,
		"import java.util.List;":    false,
		"python = 3":                false,
	} {
		if got := launched(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
