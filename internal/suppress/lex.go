package suppress

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// layout is what a text is made of, as far as ignore comments need to know:
// offsets into it.
type layout struct {
	comments []piece
	// wholes are pieces over lines in which no comment can stand or need stand:
	// strings, and the blocks of YAML and Markdown with the line that opens them.
	wholes []piece
}

// piece is the part [from, to) of a text.
type piece struct {
	from, to int
	body     int  // of a comment: where its text starts
	xml      bool // of a comment: one that must not hold "--"
	quoted   bool // of a whole: a string, behind the end of which a comment may stand
}

// add takes the pieces that were found in a part of the text.
func (l *layout) add(inner layout, by int) {
	for _, p := range inner.comments {
		l.comments = append(l.comments, piece{from: p.from + by, to: p.to + by, body: p.body + by, xml: p.xml})
	}
	for _, p := range inner.wholes {
		l.wholes = append(l.wholes, piece{from: p.from + by, to: p.to + by, quoted: p.quoted})
	}
}

// maxOpen is after how many here-documents without an end no more are looked
// for: each search goes through the rest of the text.
const maxOpen = 20

// lex reads a text of a language.
func (l language) lex(s string) layout {
	var out layout
	open := 0      // here-documents that never end
	fresh := false // nothing but blanks so far in this line
	for i := 0; i < len(s); {
		fresh = i == 0 || s[i-1] == '\n' || fresh && (s[i-1] == ' ' || s[i-1] == '\t')
		if body, end, ok := l.comment(s, i, fresh); ok {
			out.comments = append(out.comments, piece{from: i, to: end, body: body, xml: l.xml})
			i = end
			continue
		}
		if end, ok := l.text(s, i); ok {
			if strings.Contains(s[i:end], "\n") {
				out.wholes = append(out.wholes, piece{from: i, to: end, quoted: true})
			}
			i, fresh = end, false
			continue
		}
		if l.here != noHereDoc && open < maxOpen && strings.HasPrefix(s[i:], "<<") {
			open++
			if from, to, ok := hereDocAt(s, i); ok {
				out.wholes = append(out.wholes, piece{from: i, to: to})
				rest := l.restOfLine(s, i+2, from)
				out.add(rest, 0)
				if l.here == hereCommand {
					out.add(lineByLine(s[from:to]), from)
				}
				i, open = to, open-1
				continue
			}
		}
		i++
	}
	return out
}

// restOfLine reads the rest of a line behind the start of a here-document.
func (l language) restOfLine(s string, from, to int) layout {
	l.here = noHereDoc
	var out layout
	out.add(l.lex(s[from:to]), from)
	return out
}

// comment returns where the text of a comment that starts at i starts, and
// where the comment ends.
func (l language) comment(s string, i int, fresh bool) (body, end int, ok bool) {
	for _, b := range l.block {
		if strings.HasPrefix(s[i:], b[0]) {
			body = i + len(b[0])
			n := strings.Index(s[body:], b[1])
			if n < 0 {
				return body, len(s), true
			}
			return body, body + n + len(b[1]), true
		}
	}
	for _, open := range l.line {
		if len(s)-i < len(open) || !strings.EqualFold(s[i:i+len(open)], open) {
			continue
		}
		switch {
		case l.first && !fresh:
		case l.word && i > 0 && strings.IndexByte(" \t\n;&|()", s[i-1]) < 0:
		default:
			return i + len(open), lineEnd(s, i), true
		}
	}
	return 0, 0, false
}

// text returns the end of a string that starts at i.
func (l language) text(s string, i int) (int, bool) {
	for _, q := range l.quote {
		if !strings.HasPrefix(s[i:], q.open) {
			continue
		}
		for j := i + len(q.open); ; j++ {
			switch {
			case j >= len(s):
				return len(s), true
			case q.escape && s[j] == '\\':
				j++
			case strings.HasPrefix(s[j:], q.close):
				return j + len(q.close), true
			case s[j] == '\n' && !q.lines:
				return j, true
			}
		}
	}
	return 0, false
}

func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// hereDocAt returns where the lines of a here-document that << at i starts
// begin and end.
func hereDocAt(s string, i int) (from, to int, ok bool) {
	word := strings.TrimLeft(s[i+2:lineEnd(s, i)], "-~ ")
	word = strings.TrimLeft(word, `'"\`)
	n := 0
	for n < len(word) && (word[n] == '_' || word[n]|0x20 >= 'a' && word[n]|0x20 <= 'z' || n > 0 && word[n] >= '0' && word[n] <= '9') {
		n++
	}
	from = lineEnd(s, i) + 1
	if n == 0 || from > len(s) {
		return 0, 0, false
	}
	for at := from; at < len(s); {
		end := lineEnd(s, at)
		if strings.TrimSpace(s[at:end]) == word[:n] {
			return from, end, true
		}
		at = end + 1
	}
	return 0, 0, false
}

// lineByLine reads text of which each line may be a comment by itself: scripts
// within something else, and those that do not parse.
func lineByLine(s string) layout {
	l, _ := languageOf("x.sh")
	l.here = noHereDoc
	return l.lex(s)
}

// script reads a shell script as the shell does; one that does not parse, line
// by line.
func script(s string) layout {
	p := syntax.NewParser(syntax.KeepComments(true), syntax.Variant(syntax.LangBash))
	f, err := p.Parse(strings.NewReader(s), "")
	if err != nil {
		l, _ := languageOf("x.sh")
		return l.lex(s)
	}
	var out layout
	whole := func(n syntax.Node) {
		if from, to := int(n.Pos().Offset()), int(n.End().Offset()); n.Pos().Line() != n.End().Line() {
			out.wholes = append(out.wholes, piece{from: from, to: to, quoted: true})
		}
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comment:
			out.comments = append(out.comments, piece{from: int(n.Hash.Offset()), body: int(n.Hash.Offset()) + 1, to: int(n.End().Offset())})
		case *syntax.SglQuoted, *syntax.DblQuoted:
			whole(n)
		case *syntax.Redirect:
			if n.Hdoc != nil {
				from, to := int(n.Hdoc.Pos().Offset()), int(n.Hdoc.End().Offset())
				out.wholes = append(out.wholes, piece{from: int(n.Pos().Offset()), to: to})
				out.add(lineByLine(s[from:to]), from)
			}
		}
		return true
	})
	return out
}

// yamlLayout reads YAML: comments, also those of scripts in block scalars; such
// a block is a whole with the line that opens it.
func yamlLayout(s string) layout {
	out := lineByLine(s)
	for at := 0; at < len(s); {
		end := lineEnd(s, at)
		if opensBlock(s[at:end]) {
			depth := indent(s[at:end])
			last := end
			for next := end + 1; next < len(s); {
				stop := lineEnd(s, next)
				if strings.TrimSpace(s[next:stop]) != "" {
					if indent(s[next:stop]) <= depth {
						break
					}
					last = stop
				}
				next = stop + 1
			}
			out.wholes = append(out.wholes, piece{from: at, to: last})
			end = last
		}
		at = end + 1
	}
	return out
}

// opensBlock reports whether a line of YAML ends with the start of a block
// scalar: "run: |", "- >-".
func opensBlock(line string) bool {
	if before, _, has := strings.Cut(line, " #"); has {
		line = before
	}
	line = strings.TrimRight(line, " \t\r")
	head := strings.TrimRight(line, "+-0123456789")
	if !strings.HasSuffix(head, "|") && !strings.HasSuffix(head, ">") {
		return false
	}
	head = strings.TrimRight(head[:len(head)-1], " \t")
	return strings.HasSuffix(head, ":") || strings.HasSuffix(head, "-") || strings.HasPrefix(lastWord(head), "!") || strings.HasPrefix(lastWord(head), "&")
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// markdownLayout reads Markdown: HTML comments, and in fences the comments of
// the language they name. A fence is a whole with the line that opens it.
func markdownLayout(s string) layout {
	var out layout
	for at := 0; at < len(s); {
		end := lineEnd(s, at)
		line := s[at:end]
		mark := fenceMark(line)
		switch {
		case mark != "":
			from, to, after := min(end+1, len(s)), len(s), len(s)
			for next := from; next < len(s); {
				stop := lineEnd(s, next)
				if closes(s[next:stop], mark) {
					to, after = next, stop
					break
				}
				next = stop + 1
			}
			info := strings.TrimLeft(strings.TrimSpace(strings.TrimLeft(line, " \t>")), mark[:1])
			if l, ok := fenced(info); ok {
				out.add(l.lex(s[from:to]), from)
			}
			out.wholes = append(out.wholes, piece{from: at, to: to})
			end = after
		case indent(line) >= 4 && strings.HasPrefix(strings.TrimSpace(line), "#"):
			out.add(lineByLine(line), at)
		default:
			if i := strings.Index(withoutCode(line), "<!--"); i >= 0 {
				html := language{block: [][2]string{{"<!--", "-->"}}}
				body, stop, _ := html.comment(s, at+i, true)
				out.comments = append(out.comments, piece{from: at + i, body: body, to: stop})
				end = max(end, lineEnd(s, stop))
			}
		}
		at = end + 1
	}
	return out
}

// fenceMark returns the characters that open a fence: "```".
func fenceMark(line string) string {
	line = strings.TrimLeft(line, " \t>")
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 && !(c == "`" && strings.Contains(line[n:], "`")) {
			return line[:n]
		}
	}
	return ""
}

func closes(line, mark string) bool {
	line = strings.TrimSpace(strings.TrimLeft(line, " \t>"))
	return len(line) >= len(mark) && strings.Trim(line, mark[:1]) == ""
}

// withoutCode blanks the code spans of a line of Markdown.
func withoutCode(line string) string {
	parts := strings.Split(line, "`")
	for i := 1; i < len(parts)-1; i += 2 {
		parts[i] = strings.Repeat(" ", len(parts[i]))
	}
	return strings.Join(parts, " ")
}
