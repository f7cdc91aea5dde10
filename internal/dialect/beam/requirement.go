package beam

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Package is the SDK's name on PyPI, normalised.
const Package = "apache-beam"

// Spellings are parts of that name in the forms in which people write it, one of
// which a text that asks for the SDK holds.
var Spellings = []string{"pache-beam", "pache_beam", "pache.beam", "pache-Beam", "pache_Beam"}

// Requirement reads one requirement as pip takes it (PEP 508, a wheel, an
// archive): "apache-beam[gcp]==2.60.0". It reports false when the requirement
// is of another package. The range is open on both sides when no version is
// said; its place is the version.
func Requirement(t source.Text) (value.Value[value.Range], bool) {
	name, spec := SplitRequirement(t)
	if !name.Known() || NormalName(name.String()) != Package {
		return archive(t.TrimSpace())
	}
	if spec.Known() && spec.Len() > 0 && strings.IndexByte("/\\:", spec.String()[0]) >= 0 { // a path: apache_beam/version.py
		return value.Value[value.Range]{}, false
	}
	if spec.Len() > 0 {
		return Specifier(spec), true
	}
	return value.Of(value.Range{Text: anyVersion}, name.Spans()...).Weaken(t.Weak()), true
}

const anyVersion = "any version"

// SplitRequirement cuts a requirement into the package's name and what is
// said of its version; extras, markers and hashes are dropped.
func SplitRequirement(t source.Text) (name, spec source.Text) {
	t = t.TrimSpace()
	s := t.Mask('x')
	i := 0
	for i < len(s) && (isAlnum(s[i]) || strings.IndexByte("-_.", s[i]) >= 0) {
		i++
	}
	name, rest := t.Slice(0, i), t.Slice(i, t.Len()).TrimSpace()
	if rest.HasPrefix("[") {
		_, rest, _ = rest.Cut("]")
	}
	if before, _, found := rest.Cut(";"); found && !strings.HasPrefix(strings.TrimSpace(rest.String()), "@") {
		rest = before
	}
	for _, stop := range []string{" --", "\t--", " #", "\t#", " ;"} {
		rest, _, _ = rest.Cut(stop)
	}
	rest = rest.TrimSpace()
	if rest.HasPrefix("(") {
		rest, _, _ = rest.Slice(1, rest.Len()).Cut(")")
	}
	return name, rest.TrimSpace()
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// NormalName returns a Python package's name as PyPI compares it: lower case,
// runs of "-", "_" and "." as one hyphen.
func NormalName(s string) string {
	parts := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return strings.Join(parts, "-")
}

// Specifier reads version specifiers of Python tools: "==2.60.0",
// ">=2.50,<3", "~=2.60", and Poetry's "^2.60", "~2.60", "2.60.0", "2.60.*". A
// text without any allows every version.
func Specifier(t source.Text) value.Value[value.Range] {
	t = t.TrimSpace()
	if h := t.Hole(); h != nil {
		return value.Not[value.Range](h, t.Spans()...)
	}
	if t.HasPrefix("@") {
		if v, ok := archive(t.Slice(1, t.Len()).TrimSpace()); ok {
			return v
		}
		return value.Not[value.Range](&source.Hole{Expr: t.String(), Why: "the version is that of a source tree"}, t.Spans()...)
	}
	out := value.Range{Text: t.String()}
	if out.Text == "" || out.Text == "*" {
		out.Text = anyVersion
		return value.Of(out, t.Spans()...).Weaken(t.Weak())
	}
	at := t
	parts := t.Split(",")
	for _, p := range parts {
		op, version := operator(p.TrimSpace())
		r, ok := bounds(op, version.String())
		if !ok {
			return value.Not[value.Range](&source.Hole{Expr: t.String(), Why: "not a version that can be read"}, t.Spans()...)
		}
		out = out.And(r)
		if len(parts) == 1 {
			at = version
		}
	}
	if len(parts) == 1 && out.Single() {
		out.Text = at.String() // messages name a version, not an operator
	}
	return value.Of(out, at.Spans()...).Weaken(t.Weak())
}

// operators of PEP 440 and Poetry, longer ones first.
var operators = []string{"===", "==", "~=", ">=", "<=", "!=", ">", "<", "^", "~", "="}

func operator(t source.Text) (op string, version source.Text) {
	for _, o := range operators {
		if t.HasPrefix(o) {
			return o, t.Slice(len(o), t.Len()).TrimSpace()
		}
	}
	return "", t
}

// bounds returns what one specifier allows. An excluded version narrows
// nothing: a range has no gaps.
func bounds(op, s string) (value.Range, bool) {
	stem, wild := strings.CutSuffix(s, ".*")
	v, ok := value.ParseVersion(strings.TrimPrefix(stem, "v"))
	if !ok || strings.ContainsAny(stem, " |*<>=") {
		return value.Range{}, false
	}
	var below value.Version
	switch {
	case wild && op != "!=":
		below = next(v, v.Parts-1)
	case op == "~=":
		below = next(v, v.Parts-2)
	case op == "^":
		below = next(v, 0)
	case op == "~":
		below = next(v, min(v.Parts-1, 1))
	}
	switch op {
	case "", "=", "==", "===":
		if !wild {
			return value.Exactly(v, s), true
		}
		return value.Range{Lo: &v, Hi: &below, Below: true}, true
	case "~=", "^", "~":
		return value.Range{Lo: &v, Hi: &below, Below: true}, true
	case ">=", ">":
		return value.Range{Lo: &v}, true
	case "<=":
		return value.Range{Hi: &v}, true
	case "<":
		return value.Range{Hi: &v, Below: true}, true
	}
	return value.Range{}, true // !=
}

// next returns the first version whose number at part i is higher.
func next(v value.Version, i int) value.Version {
	i = max(0, min(i, 2))
	out := value.Version{Parts: i + 1}
	copy(out.N[:], v.N[:i+1])
	out.N[i]++
	return out
}

// archive reads the version from the name of a wheel or a source archive:
// apache_beam-2.60.0-cp311-cp311-linux_x86_64.whl, apache-beam-2.60.0.tar.gz.
func archive(t source.Text) (value.Value[value.Range], bool) {
	s := t.String()
	if i := strings.IndexAny(s, "#?"); i >= 0 {
		s = s[:i]
	}
	base := path.Base(s)
	at := strings.LastIndex(s, base)
	lower := strings.ToLower(base)
	if !strings.HasPrefix(lower, "apache_beam-") && !strings.HasPrefix(lower, "apache-beam-") {
		return value.Value[value.Range]{}, false
	}
	rest := base[len("apache_beam-"):]
	end := strings.IndexByte(rest, '-')
	for _, ext := range []string{".tar.gz", ".zip", ".whl"} {
		if i := strings.Index(rest, ext); i >= 0 && (end < 0 || i < end) {
			end = i
		}
	}
	if end <= 0 {
		return value.Value[value.Range]{}, false
	}
	at += len("apache_beam-")
	return Specifier(t.Slice(at, at+end)), true
}
