package engine

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/dialect/agent"
	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// documents cuts up what somebody has saved or pasted: JSON values and YAML, one
// behind the other, with the prompts and commands of a terminal between them.
func documents(text source.Text) []surface.Fragment {
	var out []surface.Fragment
	add := func(lang surface.Lang, from, to int) {
		if strings.TrimSpace(text.String()[from:to]) != "" {
			out = append(out, surface.Fragment{Lang: lang, Text: text.Slice(from, to)})
		}
	}
	s := text.String()
	start, at, command := 0, 0, false
	yaml := func(to int) {
		from := start
		for _, cut := range append(restarts(s[start:to]), to-start) {
			add(surface.YAML, from, start+cut)
			from = start + cut
		}
	}
	for at < len(s) {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimRight(s[at:end], " \t\r\n")
		switch {
		case line != "" && (line[0] == '{' || line[0] == '['):
			yaml(at)
			end = len(s) // what ends too early is read as it is
			var v json.RawMessage
			if dec := json.NewDecoder(strings.NewReader(s[at:])); dec.Decode(&v) == nil {
				end = at + int(dec.InputOffset())
			}
			add(surface.JSON, at, end)
			start, command = end, false
		case command, terminal().MatchString(line):
			yaml(at)
			start, command = end, strings.HasSuffix(line, `\`)
		}
		at = end
	}
	yaml(len(s))
	return out
}

// terminal is a line that no document holds: a prompt, a command, what gcloud says
// beside its answer.
var terminal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\S*[$#%>](\s.*)?|\S+@\S+.*[$#%>](\s.*)?|PS .*>.*|[A-Za-z]:\\.*>.*|gcloud\s.*|Your active configuration is: .*|(WARNING|ERROR): .*|Updates are available for some .*)$`)
})

var topKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^([A-Za-z]\w*):(\s|$)`)
})

// restarts are the places where another document begins although nothing divides
// it from the one before: gcloud prints keys in order, and each once.
func restarts(s string) []int {
	var cuts []int
	var keys []string
	again, last := false, ""
	for _, m := range topKey().FindAllStringSubmatchIndex(s, -1) {
		key := s[m[2]:m[3]]
		if key < last {
			cuts = append(cuts, m[0])
		}
		again = again || slices.Contains(keys, key)
		keys, last = append(keys, key), key
	}
	if !again || strings.Contains(s, "\n---") {
		return nil
	}
	return cuts
}

// JobIn returns the first id of a Dataflow job that a file names, "" for none.
func JobIn(f *source.File) string { return beam.FindJobID(string(f.Data)) }

// IsLog reports whether a file holds what agents write into logs.
func IsLog(f *source.File) bool { return len(agent.Read(f)) > 0 }
