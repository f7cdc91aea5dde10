package carry

import (
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
)

// marks says which placeholders a language leaves room for.
type marks struct {
	angle    bool // <NAME>
	braces   bool // {{NAME}}; in a shell also {NAME}
	brackets bool // [NAME], and [--flag] for what may be left out
	dots     bool // ... and …
	percent  bool // %NAME%
	capitals bool // REGION, CLUSTER_NAME
}

// maxPlaceholder is the length of the longest placeholder that is looked for.
const maxPlaceholder = 120

// starters are the bytes that placeholders start with, and that lines end with;
// 0xE2 is the first one of "…".
var starters = [256]bool{'<': true, '{': true, '[': true, '.': true, '%': true, 0xE2: true, '\n': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true, 'K': true, 'L': true, 'M': true,
	'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true}

// placeholders returns the text with what readers are to fill in as holes.
func placeholders(text source.Text, m marks) source.Text {
	var few [16]source.Gap // mostly there are no more, and they need no memory of their own
	gaps := few[:0]
	s, path := text.Mask(' '), place(text)
	words := capitals{s: text.Mask('x')}
	words.line(0)
	for i := 0; i < len(s); {
		c := s[i]
		if !starters[c] {
			i++
			continue
		}
		capital := 'A' <= c && c <= 'Z'
		n, size, one := 0, 1, true
		switch {
		case capital && m.capitals:
			n, size = words.at(i)
		case c == '\n':
			words.line(i + 1)
		case c == '<' && m.angle:
			n = angle(s, i)
		case c == '{' && m.braces:
			n = brace(s, i, m.brackets)
			one = !begins(s, i) || !strings.Contains(s[i:i+n], "|") // a word that is chosen may be any
		case c == '[' && m.brackets:
			n, one = bracket(s, i)
		case m.dots && (c == '.' || strings.HasPrefix(s[i:], "…")):
			n, one = dots(s, i), false
		case c == '%' && m.percent:
			n = percent(s, i)
		}
		if n > 0 {
			h := &source.Hole{Expr: s[i : i+n], Why: "left out in the text"}
			if one {
				h.Why, h.Sym = "a placeholder to fill in", source.PlaceholderSym(path, h.Expr)
				h.One = !capital || !several(h.Expr)
			}
			gaps = append(gaps, source.Gap{From: i, To: i + n, Hole: h})
		}
		i += max(n, size)
	}
	return text.PunchAll(gaps)
}

// unset returns a script with the values of NAME=, NAME="" and NAME=... lines
// as placeholders: prose leaves them empty for the reader to fill in. A name
// that is set once more, or that suggests a list, may well be empty.
func unset(text source.Text) source.Text {
	s, path := text.String(), place(text) // no hole looks like this but "..."
	type empty struct {
		name string
		i, n int // where its value stands
	}
	var unset []empty
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '=')
		if n < 0 {
			break
		}
		if i += n + 1; !mayBeEmpty(s[i:]) { // as mostly
			continue
		}
		from, end := strings.LastIndexByte(s[:i], '\n')+1, lineEnd(s, i)
		if name, val, at := setting(s[from:end]); name != "" && from+at == i {
			if n := emptyValue(val); n >= 0 && !(n == 2 && several(name)) {
				unset = append(unset, empty{name, i, n})
			}
		}
		i = end
	}
	if len(unset) == 0 { // as mostly
		return text
	}
	set := make(map[string]int, len(unset))
	for _, u := range unset {
		set[u.name] = 0
	}
	for from, end := range eachLine(s) {
		name, _, _ := setting(s[from:end])
		if n, ok := set[name]; ok {
			set[name] = n + 1
		}
	}
	cuts := make([]cut, 0, len(unset))
	for _, u := range unset {
		if set[u.name] == 1 {
			h := &source.Hole{Expr: "<" + u.name + ">", Why: "a placeholder to fill in", Sym: source.PlaceholderSym(path, u.name), One: true}
			cuts = append(cuts, cut{u.i, u.i + u.n, source.Unknown(h, text.Slice(u.i, u.i+u.n).Span())})
		}
	}
	return replace(text, cuts)
}

// setting returns the name that a line sets, what stands behind the equals
// sign, and where.
func setting(line string) (name, val string, at int) {
	name, val, ok := strings.Cut(line, "=")
	if !ok {
		return "", "", 0
	}
	name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(name, " \t"), "export "), "+")
	if !isName(name) {
		return "", "", 0
	}
	return name, strings.TrimRight(val, "\r\n"), len(line) - len(val)
}

// mayBeEmpty tells from the start of a value whether it may say nothing.
func mayBeEmpty(val string) bool {
	return val == "" || strings.IndexByte("\"'.\xE2 \t\r\n#", val[0]) >= 0
}

// emptyValue returns the length of a value that says nothing, at the start of
// what stands behind an equals sign; -1 if it says something.
func emptyValue(val string) int {
	n := 0
	for _, e := range []string{`""`, "''", "...", "…"} {
		if strings.HasPrefix(val, e) {
			n = len(e)
		}
	}
	if rest := strings.TrimLeft(val[n:], " \t"); rest != "" && (rest[0] != '#' || rest == val[n:] && n > 0) {
		return -1
	}
	return n
}

// filled returns a value, or a hole if it is <NAME> from end to end: something
// that readers are to fill in.
func filled(value source.Text) source.Text {
	s := value.Mask(' ')
	if !strings.HasPrefix(s, "<") || angle(s, 0) != len(strings.TrimRight(s, " \t")) {
		return value
	}
	return placeholders(value, marks{angle: true})
}

// enclosed returns the length of what starts at i and ends with closing on
// the same line, and what stands between; 0 if there is no such thing.
func enclosed(s string, i int, opening, closing string) (int, string) {
	rest := s[i+len(opening) : min(len(s), i+maxPlaceholder)]
	inner, _, ok := strings.Cut(rest, closing)
	if !ok || inner == "" || strings.Contains(inner, "\n") {
		return 0, ""
	}
	return len(opening) + len(inner) + len(closing), inner
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isWord(c byte) bool { return isLetter(c) || c == '_' || '0' <= c && c <= '9' }

// angle reads <NAME>, <your cluster>, <A|B> and <<NAME>>, which are no
// redirections.
func angle(s string, i int) int {
	if strings.HasPrefix(s[i:], "<<") {
		n, inner := enclosed(s, i, "<<", ">>")
		if n == 0 || !isLetter(inner[0]) || strings.ContainsAny(inner, " \t<>'\"") {
			return 0
		}
		return n
	}
	n, inner := enclosed(s, i, "<", ">")
	if n == 0 || strings.Contains(inner, "<") || i > 0 && s[i-1] == '<' || strings.HasPrefix(s[i+n:], ">") {
		return 0
	}
	assigned := i > 0 && s[i-1] == '=' // no redirection follows an equals sign without a blank
	switch {
	case inner[0] == '(' || inner[0] == ' ' || strings.HasSuffix(inner, " "):
		return 0
	case !assigned && (!isLetter(inner[0]) || strings.ContainsAny(inner, "&;\"'`$()=")):
		return 0
	case !assigned && strings.Contains(inner, "|") && inner != strings.ToUpper(inner):
		return 0
	}
	return n
}

// brace reads {{NAME}}, and {NAME} or {a|b} where it is asked for; ${NAME} and {a,b}
// are the shell's own.
func brace(s string, i int, single bool) int {
	if strings.HasPrefix(s[i:], "{{") {
		n, _ := enclosed(s, i, "{{", "}}")
		return n
	}
	n, inner := enclosed(s, i, "{", "}")
	if !single || n == 0 || i > 0 && s[i-1] == '$' || !isLetter(inner[0]) {
		return 0
	}
	for j := range len(inner) {
		if c := inner[j]; !isWord(c) && strings.IndexByte("-| .", c) < 0 || strings.HasSuffix(inner[:j+1], "..") {
			return 0
		}
	}
	if strings.HasSuffix(inner, " ") {
		return 0
	}
	return n
}

// bracket reads [NAME] in upper case, [your name] and [some words] as a placeholder, and
// [--flag …], [<name>] and [a|b] as something that may be left out. Tests and
// patterns are the shell's own.
func bracket(s string, i int) (n int, one bool) {
	n, inner := nested(s, i)
	if n == 0 || i > 0 && (isWord(s[i-1]) || strings.IndexByte("$}[", s[i-1]) >= 0) || strings.HasPrefix(inner, "[") {
		return 0, false
	}
	if strings.Trim(inner, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ") == "" && isLetter(inner[0]) && len(inner) > 1 && !(len(inner) == 3 && inner[1] == '-') ||
		strings.HasPrefix(strings.ToLower(inner), "your") || strings.HasPrefix(inner, "my-") || isPhrase(inner) {
		return n, true
	}
	if !begins(s, i) || strings.ContainsAny(inner, "\"'`$;&") && inner[0] != '-' {
		return 0, false
	}
	left := len(inner) > 2 && strings.IndexByte("-<{", inner[0]) >= 0 ||
		isLetter(inner[0]) && (strings.Contains(inner, "|") || strings.HasSuffix(inner, "..."))
	if !left {
		return 0, false
	}
	return n, false
}

// isPhrase reports whether a text is several words and nothing else: no set of
// characters of a pattern looks so.
func isPhrase(s string) bool {
	return strings.Contains(s, " ") && isLetter(s[0]) && s == strings.TrimSpace(s) &&
		strings.Trim(strings.ToUpper(s), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ") == ""
}

// nested returns the length of the brackets that open at i, and what stands
// between them; 0 if they do not close on the same line.
func nested(s string, i int) (int, string) {
	depth := 0
	for j := i; j < len(s) && j-i < maxPlaceholder && s[j] != '\n'; j++ {
		switch s[j] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 && j > i+1 {
				return j + 1 - i, s[i+1 : j]
			} else if depth == 0 {
				return 0, ""
			}
		}
	}
	return 0, ""
}

// begins reports whether a word begins at i.
func begins(s string, i int) bool { return i == 0 || strings.IndexByte(" \t\n", s[i-1]) >= 0 }

// dots reads "..." and "…" that stand for something left out. "./..." is a
// path.
func dots(s string, i int) int {
	n := len(s[i:]) - len(strings.TrimLeft(s[i:], "."))
	if r, size := utf8.DecodeRuneInString(s[i:]); r == '…' {
		return size
	}
	before, after := byte(' '), byte(' ')
	if i > 0 {
		before = s[i-1]
	}
	if i+n < len(s) {
		after = s[i+n]
	}
	if n < 3 || isWord(before) || before == '/' || before == '.' || isWord(after) || after == '/' {
		return 0
	}
	return n
}

// percent reads a variable of the Windows command line.
func percent(s string, i int) int {
	n, inner := enclosed(s, i, "%", "%")
	if n == 0 || !isName(inner) {
		return 0
	}
	return n
}
