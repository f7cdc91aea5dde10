package source

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func file(s string) *File { return NewFile("f.sh", Code, []byte(s)) }

func all(f *File) Text { return Exact(Span{f, 0, len(f.Data)}) }

func TestSplitKeepsPlaces(t *testing.T) {
	f := file("--scopes=storage-rw,bigquery")
	items := all(f).Slice(9, 28).Split(",")
	if len(items) != 2 || items[1].String() != "bigquery" {
		t.Fatalf("items %v", items)
	}
	if got := items[1].Span(); got != (Span{f, 20, 28}) {
		t.Errorf("place of bigquery: %d-%d, want 20-28", got.Start, got.End)
	}
	e, ok := items[1].Edit(8, 8, ",monitoring-write")
	if !ok || e.Span != (Span{f, 28, 28}) || e.New != ",monitoring-write" {
		t.Errorf("edit %v %v", e, ok)
	}
	if _, ok := items[1].Edit(0, 8, "a b"); ok {
		t.Error("an edit with a blank must be refused: some carrier would split it")
	}
}

func TestHolesAreNotSplit(t *testing.T) {
	f := file("a=$X,b")
	hole := Unknown(&Hole{Expr: "$X,Y", Sym: "f.sh:$X"}, Span{f, 2, 4})
	text := Concat(all(f).Slice(0, 2), hole, all(f).Slice(4, 6))
	items := text.Split(",")
	if len(items) != 2 || items[0].String() != "a=$X,Y" || items[1].String() != "b" {
		t.Fatalf("got %q", items)
	}
	if items[0].Known() || !items[1].Known() {
		t.Error("want the first unknown, the second known")
	}
	if got := items[0].Sym(); got != "a=\x00f.sh:$X\x00" {
		t.Errorf("sym %q", got)
	}
	if got := text.Mask('_'); got != "a=____,b" {
		t.Errorf("mask %q", got)
	}
}

func TestAddJoinsAdjoiningPieces(t *testing.T) {
	f := file("abcdef")
	text := all(f).Slice(0, 3).Add(all(f).Slice(3, 6))
	if _, ok := text.Edit(0, 6, "x"); !ok {
		t.Error("two adjoining exact pieces must be one for an edit")
	}
	apart := all(f).Slice(0, 2).Add(all(f).Slice(3, 6))
	if _, ok := apart.Edit(0, 5, "x"); ok {
		t.Error("pieces with a gap must not be edited as one")
	}
}

func TestPunchFieldsTrim(t *testing.T) {
	f := file("  run <YOUR NAME> now ")
	text := all(f).Punch(6, 17, &Hole{Expr: "<YOUR NAME>"})
	if text.String() != "  run <YOUR NAME> now " {
		t.Fatalf("got %q", text)
	}
	fields := text.Fields()
	if len(fields) != 3 || fields[1].String() != "<YOUR NAME>" || !fields[1].AllHole() {
		t.Fatalf("fields %q", fields)
	}
	if got := text.TrimSpace().String(); got != "run <YOUR NAME> now" {
		t.Errorf("trim %q", got)
	}
	if got := fields[2].Span(); got != (Span{f, 18, 21}) {
		t.Errorf("place %v", got)
	}
}

// Holes that are punched together stand where holes stand that are joined in.
func TestPunchAll(t *testing.T) {
	f := file("<A>b, <C><D> e")
	parts := all(f).Split(", ")
	text := Concat(parts[0], Derived(" ", Span{f, 4, 6}), parts[1]).Slice(0, 12)
	hole := func(i, j int) Text { return Unknown(&Hole{Expr: text.String()[i:j]}, text.Slice(i, j).Span()) }
	want := Concat(hole(0, 3), text.Slice(3, 5), hole(5, 8), hole(8, 11), text.Slice(11, 12))
	got := text.PunchAll([]Gap{{0, 3, want.segs[0].hole}, {5, 8, want.segs[3].hole}, {8, 11, want.segs[4].hole}})
	if got.String() != "<A>b <C><D> " || got.Mask('_') != "___b ______ " || !slices.Equal(got.segs, want.segs) {
		t.Errorf("got %q, %+v\nwant %+v", got.Mask('_'), got.segs, want.segs)
	}
	if e, ok := got.Edit(3, 4, "x"); !ok || e.Span != (Span{f, 3, 4}) {
		t.Errorf("edit %v %v", e, ok)
	}
	if got := text.PunchAll(nil); got.Mask('_') != text.String() {
		t.Errorf("without holes: %q", got.Mask('_'))
	}
}

func TestEmptySliceHasAPlace(t *testing.T) {
	f := file("k=")
	v := all(f).Slice(2, 2)
	if v.Span() != (Span{f, 2, 2}) {
		t.Errorf("place of an empty value: %v", v.Span())
	}
}

func TestWeak(t *testing.T) {
	f := file("ab")
	text := all(f).Slice(0, 1).Add(all(f).Slice(1, 2).Weaken("the default of ${X:-b}"))
	if text.Weak() != "the default of ${X:-b}" || text.Slice(0, 1).Weak() != "" {
		t.Errorf("weak %q, first piece %q", text.Weak(), text.Slice(0, 1).Weak())
	}
}

func TestPos(t *testing.T) {
	f := file("é😀x\ny")
	p := f.Pos(6) // behind é (2 bytes) and the emoji (4 bytes)
	if p != (Pos{Line: 1, Col: 3, Col16: 4}) {
		t.Errorf("got %+v", p)
	}
	if p := f.Pos(8); p != (Pos{Line: 2, Col: 1, Col16: 1}) {
		t.Errorf("got %+v", p)
	}
	if line, at := f.Line(2); line != "y" || at != 8 {
		t.Errorf("line %q at %d", line, at)
	}
}

// In a long line the columns are counted from a place that is known.
func TestPosInALongLine(t *testing.T) {
	for _, unit := range []string{"x", "é", "😀", "x😀", "\x80", "\xf0\x9f"} {
		long := strings.Repeat(unit, 3*4096+1)
		f := file("ab\n" + long + "\ncd")
		for _, n := range []int{0, 1, 4094, 4095, 4096, 4097, 8192, 3 * 4096} {
			chars, units := 0, 0
			for _, r := range strings.Repeat(unit, n) {
				chars, units = chars+1, units+utf16.RuneLen(r)
			}
			if p, want := f.Pos(3+n*len(unit)), (Pos{Line: 2, Col: 1 + chars, Col16: 1 + units}); p != want {
				t.Errorf("%d of %q: got %+v, want %+v", n, unit, p, want)
			}
		}
		if p, want := f.Pos(3+len(long)+2), (Pos{Line: 3, Col: 2, Col16: 2}); p != want {
			t.Errorf("below %q: got %+v, want %+v", unit, p, want)
		}
	}
}

func FuzzSlice(f *testing.F) {
	f.Add("a,b,c", 1, 3)
	f.Fuzz(func(t *testing.T, s string, i, j int) {
		file := file(s)
		text := all(file).Slice(i, j)
		if text.Known() && len(text.Spans()) == 1 && text.Spans()[0].Text() != text.String() {
			t.Errorf("piece %q is not the text %q", text.Spans()[0].Text(), text)
		}
		joined := Text{}
		for k, part := range text.Split(",") {
			if k > 0 {
				joined = joined.Add(Derived(",", Span{}))
			}
			joined = joined.Add(part)
		}
		if joined.String() != text.String() {
			t.Errorf("split and joined: %q, want %q", joined, text)
		}
	})
}

func TestChoices(t *testing.T) {
	f := NewFile("a", Code, []byte("x y z"))
	word := func(i int) Text { return Exact(Span{f, i, i + 1}) }
	hole := Unknown(&Hole{Expr: "$A", OneOf: []Text{word(0), word(2).Weaken("w")}}, Span{f, 4, 5})
	show := func(ts []Text) (out string) {
		for _, c := range ts {
			if !c.Known() {
				t.Errorf("%s is not known", c)
			}
			out += c.String() + c.Weak() + " "
		}
		return out
	}
	for _, c := range []struct {
		in   Text
		want string
	}{
		{hole, "x yw "},
		{word(4).Add(hole), "zx zyw "},
		{Concat(word(4), hole, word(4)), "zxz zyzw "},
		{hole.Weaken("v"), "xv yw "},
		{hole.Add(hole), ""},
		{hole.Slice(0, 1), ""},
		{word(0), ""},
		{Unknown(&Hole{Expr: "$B"}, Span{f, 0, 1}), ""},
		{Text{}, ""},
	} {
		if got := show(c.in.Choices()); got != c.want {
			t.Errorf("%q: choices %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSwap(t *testing.T) {
	f := NewFile("Dockerfile", Code, []byte("A=2.32.0 beam:A 2.60.0"))
	span := func(i, j int) Span { return Span{File: f, Start: i, End: j} }
	value, other := Exact(span(2, 8)), Exact(span(16, 22))
	hole := Unknown(&Hole{Expr: "$A"}, span(14, 15))
	for name, c := range map[string]struct {
		in   Text
		at   Span
		want string
	}{
		"a default":   {Concat(Exact(span(9, 14)), value.Weaken("a default")), span(2, 8), "beam:2.60.0"},
		"amid text":   {Exact(span(0, 14)), span(2, 8), "A=2.60.0 beam:"},
		"a hole":      {hole, span(14, 15), "2.60.0"},
		"behind text": {Concat(Exact(span(9, 14)), hole), span(14, 15), "beam:2.60.0"},
		"not there":   {Exact(span(9, 14)), span(2, 8), "beam:"},
	} {
		got := c.in.Swap(c.at, other)
		if got.String() != c.want || !got.Known() || got.Weak() != "" {
			t.Errorf("%s: %q, known %v, weak %q; want %q", name, got, got.Known(), got.Weak(), c.want)
		}
	}
}
