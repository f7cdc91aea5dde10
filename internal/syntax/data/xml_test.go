package data

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func textOf(s string) source.Text {
	f := source.NewFile("f", source.Code, []byte(s))
	return source.Exact(source.Span{File: f, End: len(f.Data)})
}

// outline prints a tree: names, texts in quotes, "?" behind an open container.
func outline(t value.Tree) string {
	switch {
	case t.Map != nil:
		var parts []string
		for _, e := range t.Map.Entries {
			mark := ":"
			if e.Lost {
				mark = "!:"
			}
			parts = append(parts, e.Key.String()+mark+outline(e.Val))
		}
		out := "{" + strings.Join(parts, " ") + "}"
		if t.Map.Rest != nil {
			out += "?"
		}
		return out
	case t.List != nil:
		var parts []string
		for _, item := range t.List.Items {
			parts = append(parts, outline(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case t.Kind == value.KindNumber || t.Kind == value.KindBool:
		return t.Text.String()
	}
	return "'" + t.Text.String() + "'"
}

func TestXML(t *testing.T) {
	for _, c := range []struct{ text, want, err string }{
		{"<a><b>x</b><b> y </b></a>", "{a:{b:'x' b:'y'}}", ""},
		{"<?xml version='1.0' encoding='ISO-8859-1'?>\n<!-- <c/> --><a x='1'><b/></a>\n", "{a:{b:''}}", ""},
		{"<p:a xmlns:p='u'><p:b>x</p:b></p:a>", "{a:{b:'x'}}", ""},
		{"<a>1 &lt; 2 &amp; &#51; &nbsp;</a>", "{a:'1 < 2 & 3 &nbsp;'}", ""},
		{"<a>x<![CDATA[<b>]]>y</a>", "{a:'x<b>y'}", ""},
		{"<a>x<!-- no -->y</a>", "{a:'xy'}", ""},
		{"<a>\r\n  x\r\n  y\r\n</a>", "{a:'x\n  y'}", ""},
		{"<a>caf\xe9</a>", "{a:'caf\xe9'}", ""},
		{"<a><b>x</b><c>", "{a:{b:'x' c:{}?}?}?", "the document ends inside <c>"},
		{"<a><b>x</c></a>", "{a:{b:{}?}?}?", "</c> closes no element"},
		{"<a><b>x</b><", "{a:{b:'x'}?}?", "unexpected EOF"},
		{"</a>", "{}?", "</a> closes no element"},
		{"", "{}", ""},
		{strings.Repeat("<a>", 300), "", "nested deeper than 200 levels: not read"},
	} {
		tree, err := XML(textOf(c.text))
		got := ""
		if err != nil {
			got = err.Msg
		}
		if got != c.err {
			t.Errorf("%q: error %q, want %q", c.text, got, c.err)
		}
		if s := outline(tree); c.want != "" && s != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, s, c.want)
		}
		sound(t, tree)
	}
}

func TestXMLPlaces(t *testing.T) {
	tree, _ := XML(textOf("<a>\n <v>\n  2.60.0\n </v>\n <w>2.&#54;0</w>\n</a>"))
	v := tree.Get("a", "v").Text
	if got := v.Span(); got.Text() != "2.60.0" || got.From().Line != 3 {
		t.Errorf("v stands at %s: %q", got, got.Text())
	}
	if e, ok := v.Edit(0, v.Len(), "2.61.0"); !ok || e.Span.Text() != "2.60.0" {
		t.Errorf("v cannot be edited: %v", e)
	}
	w := tree.Get("a", "w").Text
	if _, ok := w.Edit(0, w.Len(), "2.61.0"); ok || w.String() != "2.60" {
		t.Errorf("w is %q, and an entity is no exact text", w)
	}
}

func FuzzXML(f *testing.F) {
	for _, s := range []string{"<a><b>x</b></a>", "<a>&lt;&#x41;<![CDATA[x]]></a>", "<a", "<a><!-- -->\xff</a>", "<?xml?><a b='c'/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tree, err := XML(textOf(s))
		sound(t, tree)
		if err != nil {
			inside(t, err.At)
		}
	})
}
