package docker

import (
	"maps"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// Scope is what names stand for at a place of a Dockerfile.
type Scope struct {
	Env, Args map[string]source.Text
	file      File
	front     *Scope // nil for that in front of the first stage
}

// Scope returns the scope in front of the first stage.
func (f File) Scope() *Scope {
	return &Scope{file: f, Env: map[string]source.Text{}, Args: map[string]source.Text{}}
}

// Stage returns the scope at the start of a stage that is built on another one;
// nil for one on an image from elsewhere.
func (s *Scope) Stage(below *Scope) *Scope {
	out := s.file.Scope()
	if out.front = s; s.front != nil {
		out.front = s.front
	}
	if below != nil {
		maps.Copy(out.Env, below.Env)
	}
	return out
}

// Front returns the scope in front of the first stage, of which the values in
// FROM see the arguments.
func (s *Scope) Front() *Scope {
	if s.front != nil {
		return s.front
	}
	return s
}

// Take reads ARG and ENV, and returns the names that are set.
func (s *Scope) Take(in Instruction) []string {
	switch in.Name {
	case "ARG":
		return s.argument(in)
	case "ENV":
		return s.environment(in)
	}
	return nil
}

// argument reads names with defaults, or names that are given when the image is
// built.
func (s *Scope) argument(in Instruction) []string {
	var set []string
	for _, word := range s.file.Words(in.Args) {
		name, val, given := word.Cut("=")
		n := name.String()
		if nameLen(n) != len(n) {
			continue
		}
		if given {
			val = s.Value(val)
		}
		switch global, known := s.Front().Args[n]; {
		case given && val.Len() > 0:
			val = val.Weaken("the default of build argument " + n)
		case known && s.front != nil:
			val = global
		default:
			val = source.Unknown(&source.Hole{Expr: "$" + n, Why: "given when the image is built", Sym: s.file.path + ":$" + n}, name.Span())
		}
		s.Args[n], set = val, append(set, n)
	}
	return set
}

// environment reads ENV name=value … and ENV name value. The values of one ENV
// do not see each other.
func (s *Scope) environment(in Instruction) []string {
	var set []string
	values := map[string]source.Text{}
	words := s.file.Words(in.Args)
	for i, w := range words {
		name, val, ok := w.Cut("=")
		if !ok && i == 0 {
			val = in.Args.Slice(w.Len(), in.Args.Len()).TrimSpace()
			words = nil
		} else if !ok {
			continue
		}
		if n := name.String(); nameLen(n) == len(n) {
			values[n], set = s.Value(val), append(set, n)
		}
		if words == nil {
			break
		}
	}
	maps.Copy(s.Env, values)
	return set
}

// Value returns a word without quotes and escapes, its variables replaced.
func (s *Scope) Value(t source.Text) source.Text { return s.file.expand(t, s.lookup) }

func (s *Scope) lookup(name string) (source.Text, bool) {
	if t, ok := s.Env[name]; ok {
		return t, true
	}
	t, ok := s.Args[name]
	return t, ok
}

// nameLen returns how long the name is that a text starts with.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] >= '0' && s[n] <= '9' && n > 0 || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	return n
}

// Named reports whether a file has a name that docker or podman look for, or
// one that people derive from these: Dockerfile.dev, jobs.dockerfile.
func Named(base string) bool {
	for _, name := range [...]string{"dockerfile", "containerfile"} {
		n := len(base) - len(name)
		if n < 0 {
			continue
		}
		front := n == 0 || base[len(name)] == '.' || base[len(name)] == '-' || base[len(name)] == '_'
		if front && strings.EqualFold(base[:len(name)], name) || n > 0 && base[n-1] == '.' && strings.EqualFold(base[n:], name) {
			return true
		}
	}
	return false
}
