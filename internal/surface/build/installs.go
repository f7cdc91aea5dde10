package build

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
)

// command takes what one command installs in the image.
func (d *dockerfile) command(words []shell.Word) {
	for i, w := range words {
		s := w.Text.String()
		base := path.Base(s)
		switch {
		case isAgent(s):
			d.Installs = append(d.Installs, w.Text)
		case strings.TrimRight(base, "0123456789.") == "pip" || base == "conda" || base == "mamba" || base == "micromamba":
			d.pip(words[i+1:])
			return
		case i == 0 && (base == "poetry" || base == "pdm" || base == "pipenv" || base == "hatch" || base == "uv" && !holdsWord(words, "pip") || base == "make"):
			d.hide("what " + base + " installs is not read")
		case strings.HasSuffix(base, ".sh") || strings.HasSuffix(base, "setup.py"):
			d.hide("what " + base + " installs is not read")
		}
	}
}

func holdsWord(words []shell.Word, s string) bool {
	for _, w := range words {
		if w.Text.String() == s {
			return true
		}
	}
	return false
}

func (d *dockerfile) hide(why string) {
	if d.Hidden == "" {
		d.Hidden = why
	}
}

// takesValue are options of pip install that are followed by a value.
var takesValue = map[string]bool{
	"-c": true, "--constraint": true, "-i": true, "--index-url": true, "--extra-index-url": true, "-f": true, "--find-links": true,
	"-t": true, "--target": true, "--prefix": true, "--root": true, "--platform": true, "--python-version": true, "--trusted-host": true,
	"--cache-dir": true, "-n": true, "--name": true, "-p": true, "--python": true, "--progress-bar": true, "--upgrade-strategy": true, "--src": true,
}

// pip takes the arguments of pip or conda.
func (d *dockerfile) pip(words []shell.Word) {
	installs := false
	for i := 0; i < len(words); i++ {
		t := words[i].Text
		s := t.String()
		next := source.Text{}
		if i+1 < len(words) {
			next = words[i+1].Text
		}
		switch file, short := strings.CutPrefix(s, "-r"); {
		case !installs:
			if s == "install" {
				installs = true
			} else if s == "uninstall" || s == "remove" {
				for _, w := range words[i+1:] {
					d.Removes = append(d.Removes, w.Text)
				}
				return
			} else if !strings.HasPrefix(s, "-") {
				return // another command of pip
			}
		case words[i].Rest != nil:
			d.hide("what " + s + " installs is not known")
		case s == "-r" || s == "--requirement" || s == "--file":
			d.requirements(next)
			i++
		case strings.HasPrefix(s, "--requirement="):
			d.requirements(t.Slice(len("--requirement="), t.Len()))
		case short && file != "":
			d.requirements(t.Slice(len("-r"), t.Len()))
		case s == "-e" || s == "--editable":
			d.hide("what " + next.String() + " requires is not read")
			i++
		case takesValue[s]:
			i++
		case strings.HasPrefix(s, "-"):
		case strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") || strings.HasSuffix(s, ".whl") || strings.Contains(s, "://"):
			d.Installs = append(d.Installs, t)
			d.hide("what " + s + " requires is not read")
		default:
			d.Installs = append(d.Installs, t)
		}
	}
}

// requirements takes what a requirement file asks for. name is its path in
// the image; the file of the tree is that which was copied there, or one of
// the same name in the Dockerfile's folder or above.
func (d *dockerfile) requirements(name source.Text) {
	s := name.String()
	if !name.Known() || s == "" {
		d.hide("the requirements in " + s + " are not known")
		return
	}
	q := &requirements{tree: d.tree, seen: map[string]bool{}}
	if text, ok := d.written[path.Clean(s)]; ok {
		q.file(text, false)
		d.Installs = append(d.Installs, q.names...)
		if !text.Known() {
			d.hide("what is written to " + s + " is not known")
		}
		return
	}
	tries := []string{s, path.Base(s)}
	for _, c := range d.context {
		if path.Clean(c[0]) == path.Clean(s) {
			tries = append([]string{c[1]}, tries...)
		}
	}
	for _, try := range tries {
		if d.r.Open == nil || strings.ContainsAny(try, "*?[") {
			continue
		}
		if f, ok := d.r.Open(try); ok {
			q.file(source.Whole(f), false)
			d.Installs = append(d.Installs, q.names...)
			for _, h := range q.open {
				d.hide(h.Why)
			}
			return
		}
	}
	d.hide("the file " + s + " is not in these files")
}
