package data

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// XML reads a document into a map that holds the root element. An element
// with children is a map of them in order, several of one name kept side by
// side; one without is a string, blanks around it trimmed. Attributes and
// namespaces are left out. Of a text that does not parse, what stands above
// the error is returned, its unfinished elements open.
func XML(text source.Text) (value.Tree, *Error) {
	r := &xmlText{text: text, s: text.Mask('x')}
	if len(r.s) > maxSize {
		return r.open(0, "larger than 4 MiB: not read")
	}
	// bytes of another encoding stand in comments and names of people
	clean := r.s
	if !utf8.ValidString(clean) {
		b := []byte(clean)
		for i, c := range clean {
			if c == utf8.RuneError && clean[i] >= utf8.RuneSelf {
				if _, n := utf8.DecodeRuneInString(clean[i:]); n == 1 {
					b[i] = '?'
				}
			}
		}
		clean = string(b)
	}
	d := xml.NewDecoder(strings.NewReader(clean))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return r.read(d)
}

type xmlText struct {
	text  source.Text
	s     string
	stack []element
	chars pieces // of the innermost element, as long as it has no other in it
}

// element is one that is not yet closed.
type element struct {
	name     source.Text
	start    int // of its tag
	inner    int // behind its tag
	children []value.Entry
}

// read takes raw tokens, as the end tags that a lenient decoder makes up have
// no place.
func (r *xmlText) read(d *xml.Decoder) (value.Tree, *Error) {
	r.stack = make([]element, 1, 8)
	for {
		from := int(d.InputOffset())
		tok, err := d.RawToken()
		to := min(int(d.InputOffset()), len(r.s))
		switch {
		case errors.Is(err, io.EOF) && len(r.stack) == 1:
			return r.finish(len(r.s), nil), nil
		case errors.Is(err, io.EOF):
			return r.open(from, "the document ends inside <"+r.stack[len(r.stack)-1].name.String()+">")
		case err != nil:
			msg := err.Error()
			if syn := (*xml.SyntaxError)(nil); errors.As(err, &syn) {
				msg = syn.Msg
			}
			return r.open(to, msg)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if len(r.stack) > maxDepth {
				return r.open(from, "nested deeper than 200 levels: not read")
			}
			r.begin(tok, from, to)
		case xml.EndElement:
			if len(r.stack) == 1 || r.stack[len(r.stack)-1].local() != tok.Name.Local {
				return r.open(from, "</"+tok.Name.Local+"> closes no element")
			}
			r.close(from, to, nil)
		case xml.CharData:
			r.data(from, to)
		}
	}
}

func (e element) local() string { return e.name.String() }

func (r *xmlText) begin(tok xml.StartElement, from, to int) {
	e := element{start: from, inner: to}
	i := from + len("<")
	if tok.Name.Space != "" {
		i += len(tok.Name.Space) + len(":")
	}
	e.name = source.Derived(tok.Name.Local, region(r.text, from, to))
	if j := i + len(tok.Name.Local); j <= to && r.s[i:j] == tok.Name.Local {
		e.name = r.text.Slice(i, j)
	}
	r.stack, r.chars = append(r.stack, e), pieces{text: r.text, s: r.s}
}

// close closes the innermost element, whose end tag stands at [from, to). rest
// is why it may hold more.
func (r *xmlText) close(from, to int, rest *source.Hole) {
	parent, e := &r.stack[len(r.stack)-2], r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if parent.children == nil {
		parent.children = make([]value.Entry, 0, 3) // as many as most have
	}
	parent.children = append(parent.children, value.Entry{Key: e.name, Val: r.value(e, from, to, rest)})
}

func (r *xmlText) value(e element, from, to int, rest *source.Hole) value.Tree {
	at := region(r.text, e.start, to)
	if len(e.children) > 0 || rest != nil {
		return value.Tree{Kind: value.KindMap, At: at, Map: &value.Mapping{Entries: e.children, Rest: rest, At: at}}
	}
	text := r.chars.joined(e.inner, from).TrimSpace()
	if text.Len() == 0 {
		text = r.text.Slice(min(e.inner, from), min(e.inner, from))
	}
	return value.Tree{Kind: value.KindString, Text: text, At: at}
}

// open ends the reading at an error: what is not closed may hold more.
func (r *xmlText) open(at int, msg string) (value.Tree, *Error) {
	at = min(at, len(r.s))
	line := find(r.s, at, len(r.s), '\n')
	return r.finish(at, &source.Hole{Why: msg}), &Error{At: region(r.text, at, line), Msg: msg}
}

func (r *xmlText) finish(at int, rest *source.Hole) value.Tree {
	for len(r.stack) > 1 {
		r.close(at, at, rest)
	}
	out := value.Tree{Kind: value.KindMap, At: region(r.text, 0, len(r.s)), Map: &value.Mapping{Rest: rest}}
	if len(r.stack) == 1 {
		out.Map.Entries = r.stack[0].children
	}
	out.Map.At = out.At
	return out
}

// entities that XML itself defines.
var entities = map[string]string{"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'"}

// data adds character data to the innermost element: text with entities, or
// a CDATA section.
func (r *xmlText) data(from, to int) {
	p, raw := &r.chars, r.s[from:to]
	if len(r.stack) == 1 || len(r.stack[len(r.stack)-1].children) > 0 || p.out.Empty() && p.from == p.to && strings.TrimLeft(raw, " \t\r\n") == "" {
		return // outside the root, between elements, or blanks that are trimmed anyway
	}
	if strings.HasPrefix(raw, "<![CDATA[") {
		p.exact(from+len("<![CDATA["), max(from+len("<![CDATA["), to-len("]]>")))
		return
	}
	for i := from; i < to; {
		j := i
		for j < to && r.s[j] != '&' && r.s[j] != '\r' {
			j++
		}
		p.exact(i, j)
		if j == to {
			return
		}
		i = j + 1
		switch end := strings.IndexByte(r.s[j:to], ';'); {
		case r.s[j] == '\r':
			if i == to || r.s[i] != '\n' {
				p.derived("\n", j, i)
			}
		case end > 0:
			i = j + end + 1
			p.derived(entity(r.s[j:i]), j, i)
		default:
			p.exact(j, i)
		}
	}
}

// entity returns what "&name;" says; one that is not known stays as written.
func entity(s string) string {
	name := s[1 : len(s)-1]
	if v, ok := entities[name]; ok {
		return v
	}
	var v string
	if strings.HasPrefix(name, "#") && xml.Unmarshal([]byte("<a>"+s+"</a>"), &v) == nil {
		return v
	}
	return s
}
