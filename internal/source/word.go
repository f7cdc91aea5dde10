package source

// Word is one argument of a command as the program receives it. With Rest set,
// it stands for any number of words that the text does not show ("$@", $FLAGS);
// Text is then the expression.
type Word struct {
	Text Text
	Rest *Hole
	// Ways are what Among returns; nil for none. A list in each word, and few have
	// any, was a third more memory for all words.
	Ways *[][]Word
}

// Among returns the ways in which a word may expand that branches set: $KIND in
// gcloud dataproc jobs submit $KIND, or $MORE. nil for words behind the first
// option that are one word in any case.
func (w Word) Among() [][]Word {
	if w.Ways == nil {
		return nil
	}
	return *w.Ways
}
