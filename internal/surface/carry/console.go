package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// commands returns what a shell is given of a code block: without prompts,
// without output where prompts tell it from commands, with the line endings
// and continuations of a shell.
func commands(text source.Text, d dialect) source.Text {
	str := text.Mask('x')
	prompted := false
	if strings.Contains(str, "$ ") {
		for from, end := range eachLine(str) {
			prompted = prompted || dollar(str[from:end]) > 0
		}
	}
	mark := byte('\\')
	switch d {
	case powershell:
		mark = '`'
	case batch:
		mark = '^'
	}
	var cuts []cut
	gcloud := -1             // where it stands next
	kept, until := false, "" // the last line was kept and goes on; a here-document runs to this line
	for from, end := 0, 0; from < len(str); from = end {
		end = lineEnd(str, from)
		line, skip := str[from:end], 0
		switch {
		case until != "":
			if strings.TrimSpace(line) == until {
				until = ""
			}
		case kept:
			if strings.HasPrefix(line, "> ") && (prompted || strings.HasPrefix(line, "> -")) { // no output goes to a file of such a name
				skip = len("> ")
			}
		case prompted && dollar(line) == 0:
			cuts = append(cuts, cut{from: from, to: end})
			continue
		default:
			if gcloud < from {
				gcloud = next(str, from, "gcloud ")
			}
			if prompted || gcloud < end {
				skip = prompt(line, d == console)
			}
			if strings.HasPrefix(line[skip:], "!gcloud ") {
				skip++
			}
		}
		if skip > 0 {
			cuts = append(cuts, cut{from: from, to: from + skip})
		}
		if until == "" && prompted && !kept {
			until = hereDocument(line)
		}
		if kept && ellipsis(line) && strings.HasPrefix(strings.TrimLeft(str[end:], " \t"), "-") {
			last := from + len(strings.TrimRight(line, " \t\r\n"))
			cuts = append(cuts, cut{last, from + len(strings.TrimRight(line, "\r\n")), source.Derived(` \`, text.At(last))})
			cuts = ending(cuts, text, line, from, mark)
			continue
		}
		kept = continues(line, mark) || prompted && continues(strings.TrimRight(line, " \t\r\n"), mark) // by a blank behind the mark it does not, and was meant to
		cuts = ending(cuts, text, line, from, mark)
	}
	return replace(text, cuts)
}

// next returns where sep stands at or behind i, or the end.
func next(s string, i int, sep string) int {
	if n := strings.Index(s[i:], sep); n >= 0 {
		return i + n
	}
	return len(s)
}

// ellipsis reports whether a line says only that something is left out.
func ellipsis(line string) bool {
	body := strings.Trim(line, " \t\r\n[]()")
	return body == "..." || body == "…"
}

// spoken returns the dialect of a block of no known language: that of the
// Windows command line or of PowerShell if its lines end as theirs do.
func spoken(s string, d dialect) dialect {
	if d != script && d != console {
		return d
	}
	for from, end := range eachLine(s) {
		switch body := strings.TrimRight(s[from:end], "\r\n"); {
		case continues(body, '\\'):
			return d
		case end == len(s):
		case strings.HasSuffix(body, " ^"):
			return batch
		case strings.HasSuffix(body, " `") && strings.Count(body, "`") == 1:
			return powershell
		}
	}
	return d
}

// ending adds what changes at the end of a line: the mark of another shell's
// continuation, and the carriage return.
func ending(cuts []cut, text source.Text, line string, at int, mark byte) []cut {
	if mark != '\\' && continues(line, mark) {
		i := at + len(strings.TrimRight(line, "\r\n")) - 1
		cuts = append(cuts, cut{i, i + 1, source.Derived(`\`, text.Slice(i, i+1).Span())})
	}
	if strings.HasSuffix(line, "\r\n") {
		i := at + len(line) - 2
		cuts = append(cuts, cut{from: i, to: i + 1})
	}
	return cuts
}

// continues reports whether a line goes on in the next one.
func continues(line string, mark byte) bool {
	end := len(line)
	for end > 0 && (line[end-1] == '\n' || line[end-1] == '\r') {
		end--
	}
	n := 0
	for n < end && line[end-1-n] == mark {
		n++
	}
	if mark == '\\' {
		return n%2 == 1
	}
	return n == 1
}

// hereDocument returns the word that ends a here-document that the line starts, or "".
func hereDocument(line string) string {
	_, after, ok := strings.Cut(line, "<<")
	if !ok || strings.HasPrefix(after, "<") {
		return ""
	}
	after = strings.TrimLeft(strings.TrimPrefix(after, "-"), " \t\\'\"")
	i := 0
	for i < len(after) && isName("_"+after[i:i+1]) {
		i++
	}
	return after[:i]
}

// dollar returns the length of a prompt that ends in "$ ", as in "$ ",
// "(venv) $ ", "[me@host dir]$ " and "me@cloudshell:~ (project)$ ". A line without one is 0.
func dollar(line string) int {
	i := strings.Index(line, "$ ")
	if i < 0 {
		return 0
	}
	before := strings.TrimLeft(line[:i], " \t")
	if strings.HasPrefix(before, "(") {
		if _, rest, ok := strings.Cut(before, ")"); ok {
			before = strings.TrimLeft(rest, " ")
		}
	}
	who, _, _ := strings.Cut(before, " ")
	if before != "" && (!strings.Contains(who, "@") || strings.ContainsAny(before, "=\"'|;&")) {
		return 0
	}
	return i + len("$ ")
}

// prompt returns the length of the prompt that a line starts with. Prompts
// that could be something else count only in front of gcloud; "# " starts a
// comment unless the block is a console.
func prompt(line string, console bool) int {
	if n := dollar(line); n > 0 {
		return n
	}
	i := strings.Index(line, "gcloud ")
	if i < 0 {
		return 0
	}
	switch p := strings.TrimSpace(line[:i]); {
	case p == ">" || p == "%" || p == "❯" || p == "➜" || p == "#" && console,
		len(p) > 2 && strings.HasSuffix(p, ">") && (strings.HasPrefix(p, "PS ") || p[1] == ':'):
		return i
	}
	return 0
}

// magics returns the lines of a notebook cell that run gcloud.
func magics(text source.Text) source.Text {
	var parts []source.Text
	str, kept := text.Mask('x'), false
	for from, end := range eachLine(str) {
		line := str[from:end]
		at := strings.Index(line, "!gcloud ")
		switch {
		case kept:
			parts = append(parts, text.Slice(from, end))
		case at >= 0 && strings.TrimSpace(line[:at]) == "":
			parts = append(parts, text.Slice(from+at+1, end))
		default:
			continue
		}
		kept = continues(line, '\\')
	}
	return source.Concat(parts...)
}
