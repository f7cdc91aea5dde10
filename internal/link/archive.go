package link

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// archives knows the names that builds in Java may give what they make, and what
// scripts say of such files. Both are read where a launch asks, once.
type archives struct {
	builds []*model.Build
	java   bool
	any    bool                    // a build may give any name
	words  map[string]bool         // in lower case; nil until they are read
	copies map[*source.File][]byte // the lines of a script that speak of a build's archives
}

// foreign reports whether a launch runs an archive that the builds do not make:
// it does not lie where a build leaves its archives, and has the name of none of
// them. One in an image that the files build was copied there, under any name.
func (a *archives) foreign(w *model.Workload) bool {
	name := strings.ToLower(w.Program.Raw().String())
	if path.Ext(name) != ".jar" || !w.Program.Known() || w.Home != nil || w.Inside.Raw().Len() > 0 {
		return false
	}
	if w.At.File == nil || output("/"+name) || a.copied(w.At.File, path.Base(w.Program.Raw().String())) {
		return false
	}
	a.read()
	return a.java && !a.any && !a.makes(strings.TrimSuffix(path.Base(name), ".jar"))
}

// output reports whether a path leads through a folder where builds leave their
// archives.
func output(name string) bool {
	return slices.ContainsFunc([]string{"/target/", "/build/libs/", "/out/", "/dist/"}, func(out string) bool { return strings.Contains(name, out) })
}

// copied reports whether a line of a script speaks of an archive and of such a
// folder: cp target/orders-1.0.jar app.jar.
func (a *archives) copied(script *source.File, archive string) bool {
	lines, ok := a.copies[script]
	if !ok {
		for line := range bytes.Lines(script.Data) {
			if output(string(bytes.ReplaceAll(line, []byte(" "), []byte("/")))) {
				lines = append(lines, line...)
			}
		}
		if a.copies == nil {
			a.copies = map[*source.File][]byte{}
		}
		a.copies[script] = lines
	}
	return bytes.Contains(lines, []byte(archive))
}

// makes reports whether an archive is named after a build: it starts with the
// build's folder, or with a word of the build file, which may be the name that
// the build has or gives its archive.
func (a *archives) makes(archive string) bool {
	for i := len(archive); i > 0; i = strings.LastIndexAny(archive[:i], "-_.") {
		if a.words[archive[:i]] {
			return true
		}
	}
	return false
}

func (a *archives) read() {
	if a.words != nil {
		return
	}
	a.words = map[string]bool{}
	for _, b := range a.builds {
		if b.Lang != model.Java || b.At.File == nil {
			continue
		}
		a.java = true
		dir, file := path.Split(where(b.At))
		a.any = a.any || dir == "" && strings.HasPrefix(file, "build.gradle") // named after the folder of the checkout
		a.words[strings.ToLower(path.Base(dir))] = true
		for _, word := range bytes.FieldsFunc(bytes.ToLower(b.At.File.Data), func(c rune) bool { return !inWord(c) }) {
			if !a.words[string(word)] {
				a.words[string(word)] = true
			}
		}
	}
}

func inWord(c rune) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z'
}
