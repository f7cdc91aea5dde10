package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

const (
	maxBraces = 256 // words that one word may expand to
	maxNested = 16  // braces in and behind braces
	maxOpen   = 64  // opening braces that are looked at
)

// hasBrace reports whether a word may hold braces to expand.
func hasBrace(w *syntax.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		l, ok := p.(*syntax.Lit)
		return ok && strings.IndexByte(l.Value, '{') >= 0
	})
}

// braces expands {a,b} and {1..3} in a word: one list of parts for each
// resulting word.
func (e *eval) braces(parts []syntax.WordPart) [][]atom {
	atoms := e.in.atoms(parts)
	for _, a := range atoms {
		if a.part == nil && strings.IndexByte(a.lit.String(), '{') >= 0 {
			if out, ok := expandBraces(atoms, 0); ok {
				return out
			}
			break
		}
	}
	return [][]atom{atoms}
}

// place is a byte of a literal part.
type place struct{ atom, byte int }

// expandBraces expands the first brace expression, then what follows it. It
// reports false when there are too many.
func expandBraces(atoms []atom, depth int) (out [][]atom, ok bool) {
	open, commas, end, found := findBrace(atoms)
	if !found {
		return [][]atom{atoms}, true
	}
	if depth > maxNested {
		return nil, false
	}
	var alts [][]atom
	if len(commas) > 0 {
		from := open
		for _, to := range append(commas, end) {
			alt, ok := expandBraces(cut(atoms, next(from), to), depth+1)
			if alts = append(alts, alt...); !ok || len(alts) > maxBraces {
				return nil, false
			}
			from = to
		}
	} else {
		alts = sequence(atoms, open, end)
	}
	before := cut(atoms, place{}, open)
	tails := [][]atom{nil}
	if rest := cut(atoms, next(end), place{len(atoms), 0}); len(rest) > 0 {
		if tails, ok = expandBraces(rest, depth+1); !ok {
			return nil, false
		}
	}
	if len(alts)*len(tails) > maxBraces {
		return nil, false
	}
	for _, alt := range alts {
		for _, tail := range tails {
			out = append(out, slices.Concat(before, alt, tail))
		}
	}
	return out, true
}

func next(p place) place { return place{p.atom, p.byte + 1} }

// findBrace finds the first brace expression: its opening, its commas on the
// outer level, and its end.
func findBrace(atoms []atom) (open place, commas []place, end place, ok bool) {
	tries := 0
	for i, a := range atoms {
		if a.part != nil {
			continue
		}
		s := a.lit.Mask('x')
		for j := 0; j < len(s) && tries < maxOpen; j++ {
			switch s[j] {
			case '\\':
				j++
			case '{':
				tries++
				open = place{i, j}
				if commas, end, ok = closing(atoms, open); ok {
					return open, commas, end, true
				}
			}
		}
	}
	return open, nil, end, false
}

// closing finds the end of the braces that open at a place. They must hold a
// comma or a sequence to be an expression.
func closing(atoms []atom, open place) (commas []place, end place, ok bool) {
	level := 0
	for i := open.atom; i < len(atoms); i++ {
		if atoms[i].part != nil {
			continue
		}
		s := atoms[i].lit.Mask('x')
		j := 0
		if i == open.atom {
			j = open.byte + 1
		}
		for ; j < len(s); j++ {
			switch s[j] {
			case '\\':
				j++
			case '{':
				level++
			case ',':
				if level == 0 {
					commas = append(commas, place{i, j})
				}
			case '}':
				if level--; level < 0 {
					end = place{i, j}
					return commas, end, len(commas) > 0 || sequence(atoms, open, end) != nil
				}
			}
		}
	}
	return nil, end, false
}

// cut returns the parts between two places.
func cut(atoms []atom, from, to place) []atom {
	var out []atom
	for i := from.atom; i < len(atoms) && i <= to.atom; i++ {
		a := atoms[i]
		if a.part == nil {
			x, y := 0, a.lit.Len()
			if i == from.atom {
				x = from.byte
			}
			if i == to.atom {
				y = to.byte
			}
			a.lit = a.lit.Slice(x, y)
			if a.lit.Len() == 0 {
				continue
			}
		} else if i == to.atom {
			continue
		}
		out = append(out, a)
	}
	return out
}

// sequence expands {1..5}, {01..10} and {a..e}; nil for anything else.
func sequence(atoms []atom, open, end place) [][]atom {
	if open.atom != end.atom {
		return nil
	}
	t := atoms[open.atom].lit.Slice(open.byte+1, end.byte)
	ends := strings.Split(t.String(), "..")
	if len(ends) < 2 || len(ends) > 3 || !t.Known() {
		return nil
	}
	letters := len(ends[0]) == 1 && len(ends[1]) == 1 && ends[0] > "9" && ends[1] > "9"
	a, err := strconv.Atoi(ends[0])
	b, err2 := strconv.Atoi(ends[1])
	if letters {
		a, b, err, err2 = int(ends[0][0]), int(ends[1][0]), nil, nil
	}
	step := 1
	if len(ends) == 3 {
		var err3 error
		if step, err3 = strconv.Atoi(ends[2]); err3 != nil {
			return nil
		}
		step = max(step, -step, 1)
	}
	if err != nil || err2 != nil || max(a-b, b-a) > maxBraces {
		return nil
	}
	if b < a {
		step = -step
	}
	width := 0
	for _, s := range ends[:2] {
		if len(s) > 1 && s[0] == '0' {
			width = max(len(ends[0]), len(ends[1]))
		}
	}
	var out [][]atom
	for ; (step > 0 && a <= b) || (step < 0 && a >= b); a += step {
		s := strconv.Itoa(a)
		if letters {
			s = string(rune(a))
		}
		s = strings.Repeat("0", max(0, width-len(s))) + s
		out = append(out, []atom{{lit: source.Derived(s, t.Span())}})
	}
	return out
}
