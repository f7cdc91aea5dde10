package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// maxSteps bounds how much is followed for one file.
const maxSteps = 50000

func (r *reader) unknown(e ast.Expr, why string) value.Tree {
	from, to := r.span(e)
	t := r.text.Slice(from, to)
	h := &source.Hole{Expr: t.String(), Why: why}
	at := t.Extent()
	return value.Tree{Text: source.Unknown(h, at), Hole: h, At: at}
}

// value returns what an expression is, as far as the file shows.
func (r *reader) value(e ast.Expr) value.Tree {
	r.depth++
	defer func() { r.depth-- }()
	if r.steps++; r.depth > maxDepth || r.steps > maxSteps {
		return r.unknown(e, "too long to be followed")
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		return r.literal(e)
	case *ast.ParenExpr:
		return r.value(e.X)
	case *ast.Ident:
		return r.name(e)
	case *ast.UnaryExpr:
		if c, ok := e.X.(*ast.CompositeLit); ok && e.Op == token.AND {
			return r.composite(c)
		}
	case *ast.CompositeLit:
		return r.composite(e)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			a, b := r.value(e.X), r.value(e.Y)
			if a.Kind == value.KindString && (b.Kind == value.KindString || b.Kind == value.KindUnknown) || a.Kind == value.KindUnknown && b.Kind == value.KindString {
				if a.Text.Len()+b.Text.Len() < 1<<16 {
					return scalar(value.KindString, source.Concat(a.Text, b.Text), r.at(e))
				}
			}
		}
	}
	return r.unknown(e, "worked out when the program runs")
}

func scalar(k value.Kind, t source.Text, at source.Span) value.Tree {
	return value.Tree{Kind: k, Text: t, At: at, Weak: t.Weak()}
}

func (r *reader) name(e *ast.Ident) value.Tree {
	from, to := r.span(e)
	switch e.Name {
	case "true", "false":
		return value.Bool(r.text.Slice(from, to))
	case "nil":
		return value.Tree{Kind: value.KindNull, Text: r.text.Slice(from, to), At: r.at(e)}
	}
	sets := r.names[e.Name]
	if len(sets) != 1 || sets[0] == nil {
		return r.unknown(e, "not set once in this file")
	}
	v := *sets[0]
	r.names[e.Name] = append(sets, nil) // not from itself
	out := r.value(v)
	r.names[e.Name] = sets
	return out
}

func (r *reader) literal(e *ast.BasicLit) value.Tree {
	from, to := r.span(e)
	whole := r.text.Slice(from, to)
	switch {
	case e.Kind != token.STRING && e.Kind != token.CHAR:
		return value.Number(whole)
	case whole.Len() < 2:
		return r.unknown(e, "a string that does not end")
	}
	inner := whole.Slice(1, whole.Len()-1)
	if e.Value[0] == '`' {
		if strings.Contains(inner.String(), "\r") {
			inner = source.Derived(strings.ReplaceAll(inner.String(), "\r", ""), inner.Span())
		}
		return scalar(value.KindString, inner, r.at(e))
	}
	return scalar(value.KindString, unescape(inner, e.Value[0]), r.at(e))
}

// unescape replaces what stands for another character.
func unescape(t source.Text, quote byte) source.Text {
	s := t.String()
	var parts []source.Text
	from := 0
	for i := strings.IndexByte(s, '\\'); i >= 0 && i < len(s); {
		c, multi, tail, err := strconv.UnquoteChar(s[i:], quote)
		if err != nil {
			return source.Derived(s, t.Span())
		}
		n := len(s) - i - len(tail)
		if s[i] == '\\' {
			says := string(c)
			if !multi {
				says = string([]byte{byte(c)})
			}
			parts = append(parts, t.Slice(from, i), source.Derived(says, t.Slice(i, i+n).Span()))
			from = i + n
		}
		i += n
	}
	if from == 0 {
		return t
	}
	if from < len(s) {
		parts = append(parts, t.Slice(from, len(s)))
	}
	return source.Concat(parts...)
}

// composite returns []T{…} as a list, and map[K]V{…} and T{Field: …} as a map.
func (r *reader) composite(e *ast.CompositeLit) value.Tree {
	_, isMap := e.Type.(*ast.MapType)
	if !isMap && len(e.Elts) > 0 {
		_, isMap = e.Elts[0].(*ast.KeyValueExpr)
	}
	if !isMap {
		out := value.NewList(r.at(e))
		for _, x := range e.Elts {
			out.List.Items = append(out.List.Items, r.value(x))
		}
		return out
	}
	out := value.NewMap(r.at(e))
	for _, x := range e.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		from, to := r.span(kv.Key)
		key := r.text.Slice(from, to)
		if _, field := kv.Key.(*ast.Ident); !field || len(r.names[key.String()]) > 0 {
			k := r.value(kv.Key)
			if key = k.Text; k.Kind == value.KindUnknown {
				out.Map.Spread(k.Hole)
			}
		}
		out.Map.Put(key, r.value(kv.Value))
	}
	return out
}
