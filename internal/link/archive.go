package link

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
)

// foreign reports whether a launch runs an archive that the builds do not make:
// it does not lie where a build leaves its archives, and has the name of none of
// them. One in an image that the files build was copied there, under any name.
func foreign(w *model.Workload, builds []*model.Build) bool {
	name := strings.ToLower(w.Program.Raw().String())
	if path.Ext(name) != ".jar" || !w.Program.Known() || w.Home != nil || w.Inside.Raw().Len() > 0 {
		return false
	}
	if w.At.File == nil || archives("/"+name) || copied(w.At.File.Data, path.Base(w.Program.Raw().String())) {
		return false
	}
	java := false
	for _, b := range builds {
		if b.Lang == model.Java && b.At.File != nil {
			if java = true; makes(b, strings.TrimSuffix(path.Base(name), ".jar")) {
				return false
			}
		}
	}
	return java
}

// archives reports whether a path leads through a folder where builds leave their
// archives.
func archives(name string) bool {
	return slices.ContainsFunc([]string{"/target/", "/build/libs/", "/out/", "/dist/"}, func(out string) bool { return strings.Contains(name, out) })
}

// copied reports whether a line of a script speaks of an archive and of such a
// folder: cp target/orders-1.0.jar app.jar.
func copied(script []byte, archive string) bool {
	for line := range bytes.Lines(script) {
		if bytes.Contains(line, []byte(archive)) && archives(string(bytes.ReplaceAll(line, []byte(" "), []byte("/")))) {
			return true
		}
	}
	return false
}

// makes reports whether an archive is named after a build: it starts with the
// build's folder, or with a word of the build file, which may be the name that
// the build has or gives its archive.
func makes(b *model.Build, archive string) bool {
	dir, file := path.Split(where(b.At))
	if dir == "" && strings.HasPrefix(file, "build.gradle") {
		return true // Gradle names it after the folder of the checkout
	}
	data := bytes.ToLower(b.At.File.Data)
	for i := len(archive); i > 0; i = strings.LastIndexAny(archive[:i], "-_.") {
		if name := archive[:i]; name == strings.ToLower(path.Base(dir)) || hasWord(data, name) {
			return true
		}
	}
	return false
}

// hasWord reports whether a text holds a word by itself.
func hasWord(text []byte, word string) bool {
	for {
		i := bytes.Index(text, []byte(word))
		if i < 0 {
			return false
		}
		before, after := text[:i], text[i+len(word):]
		if (len(before) == 0 || !inWord(before[len(before)-1])) && (len(after) == 0 || !inWord(after[0])) {
			return true
		}
		text = after
	}
}

func inWord(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z'
}
