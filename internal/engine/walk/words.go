package walk

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unsafe"
)

// Finder looks for any of several words in one pass over the text. It reads
// three bytes at a time and jumps as far as no word can start (Wu and Manber):
// most of a text is never looked at, however many words there are.
type Finder struct {
	short []string      // words too short to jump by: they are looked for one by one
	words []string      // the others
	step  int           // length of the window: that of the shortest word
	next  [slots]uint16 // by hash of the window's last three bytes: how far it may move, or word and which of the lists
	lists [][]string    // words that a window with such an end may start
}

const (
	slots = 1 << 12
	word  = 1 << 8 // more than a step
)

// NewFinder returns the search for some words.
func NewFinder(words []string) *Finder {
	f := &Finder{step: word - 1}
	for _, w := range words {
		if len(w) < 5 {
			f.short = append(f.short, w)
		} else {
			f.words = append(f.words, w)
			f.step = min(f.step, len(w))
		}
	}
	for i := range f.next {
		f.next[i] = uint16(f.step - 2)
	}
	for _, w := range f.words {
		for i := 3; i < f.step; i++ {
			h := hashOf(w[i-3], w[i-2], w[i-1])
			f.next[h] = min(f.next[h], uint16(f.step-i))
		}
	}
	for _, w := range f.words {
		h := hashOf(w[f.step-3], w[f.step-2], w[f.step-1])
		if f.next[h] < word {
			f.next[h] = word + uint16(len(f.lists))
			f.lists = append(f.lists, nil)
		}
		list := &f.lists[f.next[h]-word]
		*list = append(*list, w)
	}
	return f
}

// hash is of three bytes, the first of them the lowest; the fourth is shifted
// out.
func hash(x uint32) uint32 { return x * (0x9E3779B1 << 8 & 0xFFFFFFFF) >> 20 }

func hashOf(a, b, c byte) uint32 { return hash(uint32(a) | uint32(b)<<8 | uint32(c)<<16) }

// Empty reports whether there are no words to look for.
func (f *Finder) Empty() bool { return len(f.words)+len(f.short) == 0 }

// In reports whether the text holds one of the words.
func (f *Finder) In(text []byte) bool {
	return f.long(text) || slices.ContainsFunc(f.short, func(w string) bool { return bytes.Contains(text, []byte(w)) })
}

// InString is In for a string, which it does not copy.
func (f *Finder) InString(text string) bool {
	return f.long([]byte(text)) || slices.ContainsFunc(f.short, func(w string) bool { return strings.Contains(text, w) })
}

// long looks for the words that are not short. It searches four quarters at
// once: each jump waits for a load, and four of them can wait together.
func (f *Finder) long(text []byte) bool {
	back := f.step - 3 // from the bytes that are read to the start of the window
	last := len(text) - 4
	if len(f.words) == 0 {
		return false
	}
	if last < back {
		return f.from(text, back, len(text)-3)
	}
	size := (last + 1 - back) / 4
	to1, to2, to3 := back+size, back+2*size, back+3*size
	h, i, j, k := back, to1, to2, to3
	base := unsafe.Pointer(unsafe.SliceData(text))
	for h < to1 && i < to2 && j < to3 && k <= last { // so that four bytes may be read at each
		a, b, c, d := f.jump(base, h), f.jump(base, i), f.jump(base, j), f.jump(base, k)
		if a|b|c|d >= word {
			if f.at(text, h, a) || f.at(text, i, b) || f.at(text, j, c) || f.at(text, k, d) {
				return true
			}
			a, b, c, d = past(a), past(b), past(c), past(d)
		}
		h, i, j, k = h+a, i+b, j+c, k+d
	}
	return f.from(text, h, to1-1) || f.from(text, i, to2-1) || f.from(text, j, to3-1) || f.from(text, k, len(text)-3)
}

// jump returns what is next to a window that ends with the three bytes from i.
func (f *Finder) jump(base unsafe.Pointer, i int) int { return int(f.next[hash(four(base, i))]) }

// at reports whether a word starts with a window that ends with the three bytes
// from i, to which that is next.
func (f *Finder) at(text []byte, i, next int) bool {
	return next >= word && starts(text[i-f.step+3:], f.lists[next-word])
}

// past returns how far a window moves that no word starts with.
func past(next int) int {
	if next >= word {
		return 1
	}
	return next
}

// four reads the bytes from i, which the caller knows to be there: to let Go
// check it again takes two fifths of all instructions of a search.
func four(base unsafe.Pointer, i int) uint32 {
	return binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(base, i))[:])
}

// from searches with the window's last three bytes from i to last.
func (f *Finder) from(text []byte, i, last int) bool {
	for i <= last {
		next := int(f.next[hashOf(text[i], text[i+1], text[i+2])])
		if f.at(text, i, next) {
			return true
		}
		i += past(next)
	}
	return false
}

// starts reports whether the text starts with one of the words.
func starts(text []byte, words []string) bool {
	for _, w := range words {
		if len(text) >= len(w) && string(text[:len(w)]) == w {
			return true
		}
	}
	return false
}
