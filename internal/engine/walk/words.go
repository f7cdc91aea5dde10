package walk

// Finder looks for any of several words in one pass over the text. It reads
// two bytes at a time and jumps as far as no word can start (Wu and Manber):
// most of a text is never looked at, however many words there are.
type Finder struct {
	words []string
	step  int          // length of the window: that of the shortest word
	skip  [4096]byte   // by hash of the window's last two bytes: how far it may move
	list  [4096]uint16 // by the same hash: which of the lists
	lists [][]string   // words that a window with such an end may start
}

// NewFinder returns the search for some words.
func NewFinder(words []string) *Finder {
	f := &Finder{words: words, lists: [][]string{nil}, step: 255}
	for _, w := range words {
		f.step = min(f.step, len(w))
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
			if i < f.step-1 {
				continue
			}
			if f.list[h] == 0 {
				f.list[h] = uint16(len(f.lists))
				f.lists = append(f.lists, nil)
			}
			f.lists[f.list[h]] = append(f.lists[f.list[h]], w)
		}
	}
	return f
}

func hash(a, b byte) uint16 { return (uint16(a)<<5 ^ uint16(b)) & 4095 }

// In reports whether the text holds one of the words.
func (f *Finder) In(text []byte) bool { return in(f, text) }

// InString is In for a string, which it does not copy.
func (f *Finder) InString(text string) bool { return in(f, text) }

// in searches both halves at once: each jump waits for a load, and two of them
// can wait together.
func in[T string | []byte](f *Finder, text T) bool {
	if f.step < 2 { // no two bytes to jump by
		for i := range len(text) + 1 {
			if starts(text[i:], f.words) {
				return true
			}
		}
		return false
	}
	mid := len(text) / 2
	i, j := f.step-1, mid+f.step-1
	for i < mid+f.step-1 && j < len(text) {
		x, y := hash(text[i-1], text[i]), hash(text[j-1], text[j])
		a, b := f.skip[x], f.skip[y]
		if a == 0 && starts(text[i-f.step+1:], f.lists[f.list[x]]) || b == 0 && starts(text[j-f.step+1:], f.lists[f.list[y]]) {
			return true
		}
		i += int(max(a, 1))
		j += int(max(b, 1))
	}
	return from(f, text, i, mid+f.step-1) || from(f, text, j, len(text))
}

// from searches with the window's end from i to before end.
func from[T string | []byte](f *Finder, text T, i, end int) bool {
	for i < end && i < len(text) {
		h := hash(text[i-1], text[i])
		skip := f.skip[h]
		if skip == 0 && starts(text[i-f.step+1:], f.lists[f.list[h]]) {
			return true
		}
		i += int(max(skip, 1))
	}
	return false
}

// starts reports whether the text starts with one of the words.
func starts[T string | []byte](text T, words []string) bool {
	for _, w := range words {
		if len(text) >= len(w) && string(text[:len(w)]) == w {
			return true
		}
	}
	return false
}
