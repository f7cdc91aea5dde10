package beam

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

const (
	profiler = "enable_google_cloud_profiler"
	sampling = "enable_google_cloud_heap_sampling" // read only beside the profiler (F3.16)
)

// wish is what an element asks for.
type wish uint8

const (
	nothing wish = iota
	profile
	heap
)

// form is how an element departs from the documented text.
type form uint8

const (
	exact  form = iota
	named       // enable_google_cloud_profiler=NAME
	blanks      // blanks around it
	within      // among other text
	near        // meant, but misspelt
)

// reading is what an element was meant to be.
type reading struct {
	wish wish
	form form
	name source.Text // of the named form
}

// read recognises an element that asks, or was meant to ask, for profiling.
func read(t source.Text) reading {
	if !hints(t.String()) {
		return reading{}
	}
	if name, ok := after(t, profiler+"="); ok {
		return reading{profile, named, name}
	}
	for _, w := range []struct {
		text string
		wish wish
	}{{profiler, profile}, {sampling, heap}} {
		switch s := t.String(); {
		case !t.Known():
			if t.Index(w.text, 0) >= 0 {
				return reading{wish: w.wish, form: within}
			}
		case s == w.text:
			return reading{wish: w.wish}
		case strings.TrimSpace(s) == w.text:
			return reading{wish: w.wish, form: blanks}
		case strings.Contains(s, w.text):
			return reading{wish: w.wish, form: within}
		}
	}
	if !t.Known() {
		return reading{}
	}
	if trimmed := t.TrimSpace(); trimmed.Len() < t.Len() {
		if name, ok := after(trimmed, profiler+"="); ok {
			return reading{profile, blanks, name}
		}
	}
	return reading{wish: misspelt(t.String()), form: near}
}

// hints reports whether a text may ask for anything: its name is as long as the
// documented texts, or it holds what their misspelt forms do. It is asked of every
// text of every launch.
func hints(s string) bool {
	if len(s) >= len(profiler)-slips {
		name, _, _ := strings.Cut(s, "=")
		if n := len(strings.TrimSpace(name)); len(profiler)-slips <= n && n <= len(sampling)+slips {
			return true
		}
	}
	for _, part := range []string{"rofil", "ROFIL", "eap", "EAP"} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

// after cuts a known prefix.
func after(t source.Text, prefix string) (source.Text, bool) {
	if !t.HasPrefix(prefix) {
		return source.Text{}, false
	}
	return t.Slice(len(prefix), t.Len()), true
}

// misspelt tells what a text that is neither of the documented ones was meant
// to be: the same words in another form or order, with one left out
// (enable_cloud_profiler, enable-google-cloud-profiling), or two letters off
// (F3.15).
func misspelt(s string) wish {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "=")
	norm := strings.ToLower(s)
	if len(s) < 8 || len(s) > 60 || !strings.Contains(norm, "profil") && !strings.Contains(norm, "heap") && !slipped(norm, profiler) && !slipped(norm, sampling) {
		return nothing
	}
	seen := map[string]bool{}
	for _, w := range words(s) {
		seen[w] = true
	}
	foreign := false
	for w := range seen {
		foreign = foreign || !vocabulary[w]
	}
	switch {
	case !foreign && seen["heap"] && (seen["sampling"] || seen["profiler"]):
		return heap
	case !foreign && seen["profiler"] && len(seen) > 1:
		return profile
	case slipped(norm, profiler):
		return profile
	case slipped(norm, sampling):
		return heap
	}
	return nothing
}

// slipped reports whether a text is another one but for a few letters.
func slipped(s, want string) bool {
	return value.Slipped(s, want, slips)
}

// vocabulary holds the words of the two documented texts, and those that
// people put beside them.
var vocabulary = map[string]bool{"enable": true, "google": true, "cloud": true, "profiler": true, "heap": true, "sampling": true}

// words cuts a text at hyphens, underscores and capitals, and makes equal the
// forms of a word that people mix up.
func words(s string) []string {
	var b strings.Builder
	for i, r := range s {
		if r >= 'A' && r <= 'Z' && i > 0 && s[i-1] >= 'a' && s[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	out := strings.FieldsFunc(strings.ToLower(b.String()), func(r rune) bool { return strings.ContainsRune("-_. :", r) })
	for i, w := range out {
		if same, ok := alike[w]; ok {
			out[i] = same
		}
	}
	return out
}

var alike = map[string]string{
	"enabled": "enable", "enabling": "enable", "use": "enable", "gcp": "google", "gcloud": "google", "stackdriver": "google",
	"profiling": "profiler", "profile": "profiler", "profilers": "profiler", "profiles": "profiler",
	"sample": "sampling", "sampler": "sampling", "samples": "sampling",
}

// slips is how many letters a text may be off and still be meant.
const slips = 2

// Mentioned finds the request, exactly written, in text that nothing reads: a
// comment.
func Mentioned(t source.Text) (source.Text, bool) {
	i := t.Index(profiler, 0)
	if i < 0 {
		return source.Text{}, false
	}
	return t.Slice(i, i+len(profiler)), true
}

// Asks reports whether a word of a launch asks for the profiler.
func Asks(args value.Tree) bool {
	return slices.ContainsFunc(args.Items(), func(t value.Tree) bool { return t.Text.Index(profiler, 0) >= 0 })
}
