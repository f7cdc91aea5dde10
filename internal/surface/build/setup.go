package build

import (
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// SetupCfg reads setup.cfg.
func SetupCfg() surface.Surface {
	return reader("setup-cfg", beam.Spellings, readSetupCfg, "setup.cfg")
}

// SetupPy reads the requirements that a setup.py holds as literals.
func SetupPy() surface.Surface {
	return reader("setup-py", beam.Spellings, readSetupPy, "setup.py")
}

// readSetupCfg reads install_requires, else the extras.
func readSetupCfg(r *surface.Reader, f surface.Fragment) surface.Env {
	var main, extra []dependency
	language, pythons := launcherPython(), value.Range{}
	section, key := "", ""
	for _, line := range f.Text.Split("\n") {
		s := line.String()
		text := line.TrimSpace()
		switch {
		case text.Len() == 0 || strings.IndexByte("#;", text.String()[0]) >= 0:
			continue
		case text.HasPrefix("["):
			section, key = strings.Trim(text.String(), "[]"), ""
			continue
		case s[0] != ' ' && s[0] != '\t':
			name, val, _ := text.Cut("=")
			key, text = strings.TrimSpace(name.String()), val.TrimSpace()
		}
		switch {
		case section == "options" && key == "python_requires" && text.Len() > 0:
			language, pythons = minor(beam.Specifier(text))
		case section == "options" && key == "install_requires":
			main = append(main, one(text)...)
		case section == "options.extras_require":
			extra = append(extra, one(text)...)
		}
	}
	if len(main) == 0 {
		main = extra
	}
	if len(main) > 0 {
		b := emit(r, model.Python, main[0].at, agree(main), main)
		b.Language, b.Pythons = language, pythons
	}
	return nil
}

// one reads one requirement.
func one(t source.Text) []dependency {
	if sdk, ok := beam.Requirement(t); ok {
		return []dependency{{artifact: beam.Package, at: t.Span(), sdk: sdk}}
	}
	return nil
}

func readSetupPy(r *surface.Reader, f surface.Fragment) surface.Env {
	p := &literals{toks: pyTokens(f.Text), names: map[string]source.Text{}}
	p.constants()
	var found []dependency
	language, pythons := launcherPython(), value.Range{}
	for i := 0; i < len(p.toks); i++ {
		if p.toks[i].kind != pyString {
			continue
		}
		key := i >= 2 && p.toks[i-1].is("=") && p.toks[i-2].is("python_requires")
		t, next := p.expr(i)
		if i = next - 1; key {
			language, pythons = minor(beam.Specifier(t))
		} else {
			found = append(found, one(t)...)
		}
	}
	if len(found) > 0 {
		b := emit(r, model.Python, found[0].at, agree(found), found)
		b.Language, b.Pythons = language, pythons
	}
	return nil
}

// literals are the tokens of a Python file and the strings it names.
type literals struct {
	toks  []pyToken
	names map[string]source.Text
}

// constants collects NAME = "…". A name that is bound twice is unknown.
func (p *literals) constants() {
	for i := 2; i < len(p.toks); i++ {
		name := p.toks[i-2]
		if name.kind != pyName || !p.toks[i-1].is("=") || p.toks[i].kind != pyString {
			continue
		}
		t, _ := p.expr(i)
		if old, ok := p.names[name.text.String()]; ok && old.Sym() != t.Sym() {
			t = p.name(name.text, "bound more than once")
		}
		p.names[name.text.String()] = t
	}
}

func (p *literals) name(t source.Text, why string) source.Text {
	return source.Unknown(&source.Hole{Expr: t.String(), Sym: t.String(), Why: why}, t.Span())
}

// operand returns the text of a string or a name.
func (p *literals) operand(i int) (source.Text, bool) {
	if i >= len(p.toks) {
		return source.Text{}, false
	}
	switch t := p.toks[i]; t.kind {
	case pyString:
		return p.string(t), true
	case pyName:
		if known, ok := p.names[t.text.String()]; ok {
			return known, true
		}
		return p.name(t.text, "computed when the package is built"), true
	}
	return source.Text{}, false
}

// expr reads what starts with the string at i: adjoining strings, "+", "%"
// and format with one name. It returns the index behind.
func (p *literals) expr(i int) (source.Text, int) {
	out, _ := p.operand(i)
	for i++; i < len(p.toks); {
		switch t := p.toks[i]; {
		case t.kind == pyString:
			out = out.Add(p.string(t))
			i++
		case t.is("+"):
			right, ok := p.operand(i + 1)
			if !ok {
				return out, i
			}
			out, i = out.Add(right), i+2
		case t.is("%"):
			arg := i + 1
			if arg < len(p.toks) && p.toks[arg].is("(") {
				arg++
			}
			right, ok := p.operand(arg)
			before, after, has := out.Cut("%s")
			if !ok || !has {
				return out, i
			}
			out, i = source.Concat(before, right, after), arg+1
		case t.is(".") && i+3 < len(p.toks) && p.toks[i+1].is("format"):
			right, ok := p.operand(i + 3)
			before, after, has := out.Cut("{}")
			if !ok || !has {
				return out, i
			}
			out, i = source.Concat(before, right, after), i+4
		default:
			return out, i
		}
	}
	return out, i
}

// string returns what a literal says; the fields of an f-string are replaced.
func (p *literals) string(t pyToken) source.Text {
	if !t.format {
		return t.text
	}
	out := source.Text{}
	for rest := t.text; ; {
		before, after, found := rest.Cut("{")
		out = out.Add(before)
		if !found {
			return out
		}
		field, behind, closed := after.Cut("}")
		if !closed {
			return out
		}
		name := field.TrimSpace()
		val, ok := p.names[name.String()]
		if !ok {
			val = p.name(field, "computed when the package is built")
		}
		out, rest = out.Add(val), behind
	}
}

const (
	pyOther = iota
	pyName
	pyString
)

type pyToken struct {
	kind   int
	text   source.Text // of a string: what is between the quotes
	format bool
}

func (t pyToken) is(s string) bool { return t.kind != pyString && t.text.String() == s }

// pyTokens cuts Python into names, strings and single characters. Comments
// are dropped.
func pyTokens(text source.Text) []pyToken {
	s := text.Mask('x')
	var out []pyToken
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '#':
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(s)
			}
		case c == '"' || c == '\'':
			j, from, to := pyStringEnd(s, i)
			prefix := ""
			if n := len(out); n > 0 && out[n-1].kind == pyName && out[n-1].text.Len() <= 2 && i > 0 && isName(s[i-1]) {
				prefix = strings.ToLower(out[n-1].text.String())
				out = out[:n-1]
			}
			out = append(out, pyToken{kind: pyString, text: text.Slice(from, to), format: strings.Contains(prefix, "f")})
			i = j
		case isName(c):
			j := i
			for j < len(s) && isName(s[j]) {
				j++
			}
			out = append(out, pyToken{kind: pyName, text: text.Slice(i, j)})
			i = j
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\':
			i++
		default:
			out = append(out, pyToken{text: text.Slice(i, i+1)})
			i++
		}
	}
	return out
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// pyStringEnd returns the end of the literal at i and where its content stands.
func pyStringEnd(s string, i int) (end, from, to int) {
	quote := s[i : i+1]
	if strings.HasPrefix(s[i:], strings.Repeat(quote, 3)) {
		quote = s[i : i+3]
	}
	from = i + len(quote)
	for j := from; j < len(s); j++ {
		switch {
		case s[j] == '\\':
			j++
		case s[j] == '\n' && len(quote) == 1:
			return j, from, j
		case strings.HasPrefix(s[j:], quote):
			return j + len(quote), from, j
		}
	}
	return len(s), from, len(s)
}
