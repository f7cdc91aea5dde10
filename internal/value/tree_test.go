package value

import (
	"slices"
	"strconv"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func text(s string) source.Text {
	f := source.NewFile("f", source.Code, []byte(s))
	return source.Exact(source.Span{File: f, End: len(s)})
}

func TestZeroIsUnknownNeverAbsent(t *testing.T) {
	var v Str
	if !v.Unknown() || v.Absent() || (Tree{}).Kind != KindUnknown || !(Tree{}).Get("a").Str().Unknown() {
		t.Error("the zero value must be unknown")
	}
}

func TestGetIsAbsentOnlyInAClosedMap(t *testing.T) {
	m := NewMap(source.Span{})
	m.Map.Put(text("a"), String(text("1")))
	if s := m.Get("b").Str(); !s.Absent() {
		t.Error("b in a closed map: want absent")
	}
	m.Map.Rest = &source.Hole{Expr: "$MORE"}
	if s := m.Get("b").Str(); !s.Unknown() || s.Hole().Expr != "$MORE" {
		t.Error("b in an open map: want unknown because of $MORE")
	}
	if v, ok := m.Get("a").Str().Get(); !ok || v.String() != "1" {
		t.Error("a in an open map: want 1")
	}
}

func TestPutLosesTheEarlier(t *testing.T) {
	m := &Mapping{}
	m.Put(text("k"), String(text("1")))
	m.Put(text("k"), String(text("2")))
	e, _ := m.Entry("k")
	if e.Val.Text.String() != "2" || len(m.Live()) != 1 || !m.Entries[0].Lost {
		t.Errorf("live %v", m.Live())
	}
}

// An index answers as the search does.
func TestPutInALargeMap(t *testing.T) {
	m := NewMap(source.Span{})
	const n = 40
	for round := range 3 {
		for i := range n {
			m.Map.Put(text("k"+strconv.Itoa(i)), String(text(strconv.Itoa(round))))
		}
	}
	m.Map.Entries = append(m.Map.Entries, Entry{Key: text("k1"), Val: String(text("late")), Lost: true})
	if live := m.Map.Live(); len(live) != n {
		t.Fatalf("%d live entries, want %d", len(live), n)
	}
	for i := range n {
		if e, ok := m.Map.Entry("k" + strconv.Itoa(i)); !ok || e.Val.Text.String() != "2" {
			t.Errorf("k%d = %q, %v", i, e.Val.Text.String(), ok)
		}
	}
	// a copy has entries of its own, and neither changes the other's
	c := *m.Map
	c.Entries = slices.Clone(c.Entries)
	c.Put(text("k0"), String(text("copy")))
	m.Map.Put(text("k2"), String(text("own")))
	if e, _ := c.Entry("k2"); e.Val.Text.String() != "2" {
		t.Errorf("k2 of the copy = %q", e.Val.Text.String())
	}
	if e, _ := m.Map.Entry("k0"); e.Val.Text.String() != "2" {
		t.Errorf("k0 = %q", e.Val.Text.String())
	}
}

// A long list of settings takes time in proportion to its length.
func TestPutIsLinear(t *testing.T) {
	m := &Mapping{}
	for i := range 200_000 {
		m.Put(text(strconv.Itoa(i)), Tree{})
	}
	if len(m.Live()) != 200_000 {
		t.Error("entries are lost")
	}
}

func TestSpreadWeakensWhatStandsBefore(t *testing.T) {
	m := NewMap(source.Span{})
	m.Map.Put(text("k"), String(text("1")))
	m.Map.Spread(&source.Hole{Expr: "**extra"})
	m.Map.Put(text("l"), String(text("2")))
	if m.Get("k").Str().Weak() == "" || m.Get("l").Str().Weak() != "" {
		t.Error("want k weak, l firm")
	}
}

func TestAny(t *testing.T) {
	is := func(s string) bool { return s == "x" }
	l := NewList(source.Span{})
	l.List.Items = []Tree{String(text("a")), String(text("x"))}
	if v, ok := l.Any(is).Get(); !ok || !v {
		t.Error("a hit: want true")
	}
	l.List.Rest = &source.Hole{Expr: "$S"}
	if v, ok := l.Any(is).Get(); !ok || !v {
		t.Error("a hit in an open list: want true")
	}
	l.List.Items = l.List.Items[:1]
	if !l.Any(is).Unknown() {
		t.Error("no hit in an open list: want unknown")
	}
	l.List.Rest = nil
	if v, ok := l.Any(is).Get(); !ok || v {
		t.Error("no hit in a closed list: want false")
	}
	if !Missing(source.Span{}).Any(is).Absent() {
		t.Error("an absent list: want absent")
	}
}

func TestVersion(t *testing.T) {
	order := []string{"1.2.92", "1.2.93", "1.5.0-RC9", "1.5.0", "2.0.27-debian10", "2.1", "2.2-debian12", "3.0.0-RC1", "3.0"}
	for i := 1; i < len(order); i++ {
		a, _ := ParseVersion(order[i-1])
		b, _ := ParseVersion(order[i])
		if !a.Less(b) || b.Less(a) {
			t.Errorf("want %s before %s", order[i-1], order[i])
		}
	}
	for _, s := range []string{"", "preview", "latest", "-1"} {
		if v, ok := ParseVersion(s); ok {
			t.Errorf("%q is no version, got %v", s, v)
		}
	}
	if v, _ := ParseVersion("2.0.27-debian10"); v.String() != "2.0.27" || v.Tail != "debian10" || v.Parts != 3 {
		t.Errorf("got %+v", v)
	}
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "acb", 1}, {"abcd", "badc", 2}, {"kitten", "sitting", 3}, {"a", "a", 0}} {
		if d := Slips(c.a, c.b); d != c.want {
			t.Errorf("Slips(%q, %q) = %d, want %d", c.a, c.b, d, c.want)
		}
	}
}
