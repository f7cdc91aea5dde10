package walk

import (
	"bytes"
	"slices"
)

// finder looks for any of several words in one pass over the text. It reads
// two bytes at a time and jumps as far as no word can start (Wu and Manber):
// most of a text is never looked at, however many words there are.
type finder struct {
	words [][]byte
	step  int        // length of the shortest word
	skip  [4096]byte // by hash of two bytes: how far the window may move
}

func newFinder(words []string) *finder {
	f := &finder{step: 255}
	for _, w := range words {
		f.step = min(f.step, len(w))
		f.words = append(f.words, []byte(w))
	}
	if f.step < 2 {
		return f
	}
	for i := range f.skip {
		f.skip[i] = byte(f.step - 1)
	}
	for _, w := range f.words {
		for i := 1; i < f.step; i++ {
			h := hash(w[i-1], w[i])
			f.skip[h] = min(f.skip[h], byte(f.step-1-i))
		}
	}
	return f
}

func hash(a, b byte) uint16 { return (uint16(a)<<5 ^ uint16(b)) & 4095 }

// in reports whether the text holds one of the words. It searches both halves
// at once: each jump waits for a load, and two of them can wait together.
func (f *finder) in(text []byte) bool {
	if f.step < 2 {
		return slices.ContainsFunc(f.words, func(w []byte) bool { return bytes.Contains(text, w) })
	}
	mid := len(text) / 2
	i, j := f.step-1, mid+f.step-1
	for i < mid+f.step-1 && j < len(text) {
		a, b := f.skip[hash(text[i-1], text[i])], f.skip[hash(text[j-1], text[j])]
		if a == 0 && f.at(text[i-f.step+1:]) || b == 0 && f.at(text[j-f.step+1:]) {
			return true
		}
		i += int(max(a, 1))
		j += int(max(b, 1))
	}
	return f.from(text, i, mid+f.step-1) || f.from(text, j, len(text))
}

// from searches with the window's end from i to before end.
func (f *finder) from(text []byte, i, end int) bool {
	for i < end && i < len(text) {
		skip := f.skip[hash(text[i-1], text[i])]
		if skip == 0 && f.at(text[i-f.step+1:]) {
			return true
		}
		i += int(max(skip, 1))
	}
	return false
}

// at reports whether the text starts with one of the words.
func (f *finder) at(text []byte) bool {
	return slices.ContainsFunc(f.words, func(w []byte) bool { return bytes.HasPrefix(text, w) })
}
