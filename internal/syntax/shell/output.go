package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// silent are commands that write nothing to standard output.
var silent = []string{"[", "test", "true", "false", ":", "cd", "pushd", "popd", "mkdir", "rm", "touch", "chmod", "sleep", "shopt", "wait", "umask", "ulimit", "hash", "alias", "unalias", "disown", "export"}

// output returns what a command writes to standard output, if that is known,
// and records the files that it writes.
func (e *eval) output(name string, ws []Word, stdin *source.Text) (source.Text, bool) {
	if e.sink == nil && (name == "echo" || name == "printf") { // nobody asks
		return source.Text{}, false
	}
	switch name {
	case "echo":
		return echo(ws)
	case "printf":
		return format(ws)
	case "cat":
		return e.cat(ws, stdin)
	case "tee":
		return e.tee(ws, stdin)
	case "cp", "mv", "install":
		e.copies(ws, true)
		return source.Text{}, true
	case "gsutil", "gcloud", "aws":
		if i := slices.IndexFunc(ws, func(w Word) bool { return w.Text.String() == "cp" }); i >= 0 {
			e.copies(ws[i+1:], false)
		}
		return source.Text{}, false
	case "curl", "wget":
		for _, w := range ws { // by name, or by that of what they fetch
			t := w.Text
			if _, val, ok := t.Cut("="); ok && t.HasPrefix("--output") {
				t = val
			}
			if t.Index("://", 0) > 0 {
				t = lastPart(t)
			}
			e.edit(t, "fetched by "+name)
		}
		return source.Text{}, false
	case "tr", "xargs":
		return filtered(name, ws, stdin)
	case "sed", "perl", "yq", "ed", "patch":
		for _, w := range ws { // a file that is edited in place
			if slices.ContainsFunc(ws, inPlace) {
				e.edit(w.Text, "edited by a command")
			}
		}
		return source.Text{}, false
	}
	return source.Text{}, e.sink != nil && slices.Contains(silent, name)
}

// copies records what a command writes that copies files to a path or into a folder,
// here or from and to buckets.
func (e *eval) copies(ws []Word, here bool) {
	ws = slices.DeleteFunc(slices.Clone(ws), func(w Word) bool { return w.Text.HasPrefix("-") })
	if len(ws) < 2 {
		return
	}
	from, to := ws[:len(ws)-1], ws[len(ws)-1].Text
	s := to.String()
	folder := len(from) > 1 || s == "." || s == ".." || strings.HasSuffix(s, "/")
	to = to.Slice(0, len(strings.TrimRight(s, "/")))
	for _, w := range from {
		at := to
		if folder {
			at = source.Concat(to, source.Derived("/", to.Span()), lastPart(w.Text))
		}
		if v := e.vars[file(w.Text)]; v != nil && here {
			e.store(at, v.text, true, false)
		} else {
			e.edit(at, "a copy of "+w.Text.String())
		}
	}
}

// lastPart returns the last part of a path.
func lastPart(t source.Text) source.Text {
	return t.Slice(strings.LastIndexByte(t.String(), '/')+1, t.Len())
}

func inPlace(w Word) bool {
	s := w.Text.String()
	return strings.HasPrefix(s, "-i") || strings.HasPrefix(s, "-pi") || s == "--in-place" || s == "--inplace"
}

func newline(near []Word) source.Text {
	var at source.Span
	if len(near) > 0 {
		at = near[len(near)-1].Text.Span()
	}
	return source.Derived("\n", at)
}

// echo returns what echo writes.
func echo(ws []Word) (source.Text, bool) {
	end, escapes := true, false
	for len(ws) > 0 && len(ws[0].Text.String()) > 1 && ws[0].Text.HasPrefix("-") && strings.Trim(ws[0].Text.String()[1:], "neE") == "" {
		end = end && !strings.Contains(ws[0].Text.String(), "n")
		escapes = strings.Contains(ws[0].Text.String(), "e")
		ws = ws[1:]
	}
	var out pieces
	for i, w := range ws {
		if i > 0 {
			out.add(source.Derived(" ", w.Text.Span()))
		}
		t := w.Text
		if escapes {
			t = ansiC(t)
		}
		out.add(t)
	}
	if end {
		out.add(newline(ws))
	}
	return out.join(), true
}

// format returns what printf writes; it knows %s, %d, %% and the escapes.
func format(ws []Word) (source.Text, bool) {
	if len(ws) > 0 && ws[0].Text.String() == "--" {
		ws = ws[1:]
	}
	if len(ws) == 0 || !ws[0].Text.Known() || slices.ContainsFunc(ws, isRest) {
		return source.Text{}, false
	}
	f, args := ansiC(ws[0].Text), ws[1:]
	var out pieces
	for {
		s := f.String()
		from, used := 0, false
		for i := 0; i < len(s); i++ {
			if s[i] != '%' {
				continue
			}
			out.add(f.Slice(from, i))
			if i++; i == len(s) {
				return source.Text{}, false
			}
			from = i + 1
			switch s[i] {
			case '%':
				out.add(f.Slice(i, i+1))
			case 's', 'd':
				used = true
				if len(args) > 0 {
					out.add(args[0].Text)
					args = args[1:]
				} else if s[i] == 'd' {
					out.add(source.Derived(strconv.Itoa(0), f.Span()))
				}
			default:
				return source.Text{}, false
			}
		}
		out.add(f.Slice(from, len(s)))
		if len(args) == 0 {
			return out.join(), true
		}
		if !used {
			return source.Text{}, false
		}
	}
}

// cat copies standard input, or files that the script wrote.
func (e *eval) cat(ws []Word, stdin *source.Text) (source.Text, bool) {
	if len(ws) == 0 {
		ws = []Word{{Text: source.Derived("-", source.Span{})}}
	}
	var out pieces
	for _, w := range ws {
		switch v := e.vars[file(w.Text)]; {
		case w.Text.String() == "-" && stdin != nil:
			out.add(*stdin)
		case v == nil:
			return source.Text{}, false
		default:
			out.add(v.text)
		}
	}
	return out.join(), true
}

// tee copies standard input to files.
func (e *eval) tee(ws []Word, stdin *source.Text) (source.Text, bool) {
	add := false
	for _, w := range ws {
		if w.Text.HasPrefix("-") {
			add = add || w.Text.String() == "-a" || w.Text.String() == "--append"
			continue
		}
		if stdin != nil {
			e.store(w.Text, *stdin, true, add)
		} else {
			e.store(w.Text, source.Text{}, false, add)
		}
	}
	if stdin == nil {
		return source.Text{}, false
	}
	return *stdin, true
}

// filters are commands that only drop blanks from what they read: with their
// arguments, and the characters that go.
var filters = map[string]string{
	"tr -d [:space:]": " \t\n\v\f\r", "tr -d [:blank:]": " \t", "tr -d  ": " ", "tr -d \n": "\n", `tr -d \n`: "\n",
	"tr -d \r": "\r", `tr -d \r`: "\r", `tr -d \r\n`: "\r\n", `tr -d \n\r`: "\r\n", `tr -d  \n`: " \n", `tr -d \n `: " \n",
}

// filtered is what is left of standard input.
func filtered(name string, ws []Word, stdin *source.Text) (source.Text, bool) {
	if stdin == nil || !stdin.Known() {
		return source.Text{}, false
	}
	if name == "xargs" { // echoes the words
		if len(ws) > 0 || strings.ContainsAny(stdin.String(), `"'\`) {
			return source.Text{}, false
		}
		var args []Word
		for _, t := range stdin.Fields() {
			args = append(args, Word{Text: t})
		}
		return echo(args)
	}
	for _, w := range ws {
		name += " " + strings.Replace(w.Text.String(), "--delete", "-d", 1)
	}
	drop, ok := filters[name]
	var out pieces
	from := 0
	for i, c := range stdin.String() {
		if strings.ContainsRune(drop, c) {
			out.add(stdin.Slice(from, i))
			from = i + 1
		}
	}
	out.add(stdin.Slice(from, stdin.Len()))
	return out.join(), ok
}
