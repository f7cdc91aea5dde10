package report

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// mark is a place to point at in an excerpt.
type mark struct {
	span    source.Span
	text    string
	primary bool
}

func (m mark) line() int { return m.span.From().Line }

// window is how many columns of a long line are shown.
const window = 140

// excerpt shows the marked lines of one file, with a row of carets for each
// mark. All marks are in the same file.
func (t *text) excerpt(marks []mark, gutter int) {
	file := marks[0].span.File
	head := "-->"
	if !marks[0].primary {
		head = ":::"
	}
	at := marks[0].span.From()
	t.line("%s%s %s", strings.Repeat(" ", gutter), t.blue(head), clean(fmt.Sprintf("%s:%d:%d", file.Path, at.Line, at.Col)))
	if len(file.Data) == 0 {
		return
	}
	t.bar(gutter, "")
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(a.span.Start, b.span.Start) })
	last := 0
	for len(marks) > 0 {
		n := marks[0].line()
		same := 1
		for same < len(marks) && marks[same].line() == n {
			same++
		}
		switch {
		case last > 0 && n == last+2: // a single line between is shown, not skipped
			t.source(file, n-1, gutter, nil)
		case last > 0 && n > last+1:
			t.line("%s", t.blue("..."))
		}
		t.source(file, n, gutter, marks[:same])
		marks, last = marks[same:], n
	}
}

// source shows one line and its marks. In a line that is too long, each mark
// gets a piece of its own.
func (t *text) source(file *source.File, n, gutter int, marks []mark) {
	row, cols, start := t.lay(file, n)
	total := cols[len(cols)-1]
	if total <= window || len(marks) < 2 {
		t.piece(row, cols, start, n, gutter, marks)
		return
	}
	for i := range marks {
		t.piece(row, cols, start, n, gutter, marks[i:i+1])
	}
}

// lay lays a line out. It keeps a long one: the next finding is likely to
// stand there, too.
func (t *text) lay(file *source.File, n int) (row []cell, cols []int, start int) {
	if t.long.file != file || t.long.n != n {
		line, start := file.Line(n)
		row, cols = cells(line)
		if len(row) <= window {
			return row, cols, start
		}
		t.long = longLine{file, n, start, row, cols}
	}
	return t.long.row, t.long.cols, t.long.start
}

func (t *text) piece(row []cell, cols []int, start, n, gutter int, marks []mark) {
	from, to := 0, cols[len(cols)-1]
	if to > window {
		if len(marks) > 0 {
			from = max(0, min(cols[offset(marks[0].span.Start, start, cols)]-window/4, to-window))
		}
		to = from + window
	}
	var b strings.Builder
	if from > 0 {
		b.WriteString("...")
	}
	first := sort.Search(len(row), func(i int) bool { return row[i].col >= from })
	for i := first; i < len(row) && row[i].col < to; i++ {
		b.WriteRune(row[i].r)
	}
	if to < cols[len(cols)-1] {
		b.WriteString("...")
	}
	t.line("%s %s %s", t.blue(fmt.Sprintf("%*d", gutter, n)), t.blue("|"), strings.TrimRight(b.String(), " "))
	lead := 0
	if from > 0 {
		lead = 3
	}
	for _, m := range marks {
		left := min(max(cols[offset(m.span.Start, start, cols)], from), to)
		right := min(cols[offset(m.span.End, start, cols)], to)
		if m.span.End > start+len(cols)-1 { // it goes on below: up to the last character of this line
			right = min(to, lastColumn(row))
		}
		under := "-"
		paint := t.blue
		if m.primary {
			under, paint = "^", t.level
		}
		carets := strings.Repeat(under, max(1, right-left))
		t.bar(gutter, strings.Repeat(" ", lead+left-from)+paint(sentence(" ", carets, clean(m.text))))
	}
}

// offset turns an offset in the file into one in the line, within its bounds.
func offset(at, start int, cols []int) int { return max(0, min(at-start, len(cols)-1)) }

// lastColumn returns the column behind the last character that is not blank.
func lastColumn(row []cell) int {
	for _, c := range slices.Backward(row) {
		if c.r != ' ' {
			return c.col + c.width
		}
	}
	return 0
}

// bar writes a line of the excerpt that is not source.
func (t *text) bar(gutter int, s string) {
	t.line("%s", strings.TrimRight(fmt.Sprintf("%s %s %s", strings.Repeat(" ", gutter), t.blue("|"), s), " "))
}
