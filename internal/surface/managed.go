package surface

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// managers are the files by which version managers choose a language, then those
// in which a project states it; those with names for it hold more.
var managers = []struct {
	file  string
	only  model.Lang
	under string // the heading that they stand under
	name  string // of what states it; "" for that of the language
}{
	{".python-version", model.Python, "", ""}, {".java-version", model.Java, "", ""}, {".sdkmanrc", "", "", ""}, {".tool-versions", "", "", ""},
	{"mise.toml", "", "[tools]", ""}, {".mise.toml", "", "[tools]", ""},
	{"runtime.txt", model.Python, "", ""},
	{"pyproject.toml", model.Python, "[project]", "requires-python"}, {"pyproject.toml", model.Python, "[tool.poetry.dependencies]", "python"},
	{"Pipfile", model.Python, "[requires]", "python_version"}, {"setup.cfg", model.Python, "[options]", "python_requires"},
	{"setup.py", model.Python, "", "python_requires"},
}

// Managed returns the version of a language that such a file chooses, or the
// versions that it allows (">=3.9,<3.13"). open finds a file in the folder of a
// launch or above it. Only a launch by uv, which firm stands for, surely goes by
// it.
func Managed(lang model.Lang, firm bool, open func(name string) (*source.File, bool)) value.Str {
	for _, m := range managers {
		if m.only != "" && m.only != lang {
			continue
		}
		f, ok := open(m.file)
		if !ok {
			continue
		}
		heading := ""
		for _, line := range source.Whole(f).Split("\n") {
			line, _, _ = line.Cut("#")
			fields := line.Fields()
			if line.HasPrefix("[") {
				heading = strings.TrimSpace(line.String())
			}
			if m.under != "" && heading != m.under {
				continue
			}
			if m.name != "" && m.under == "" { // in code
				line = line.Slice(max(line.Index(m.name, 0), 0), line.Len())
			}
			if m.only == "" || m.name != "" {
				name, val, ok := line.Cut("=")
				if !ok && len(fields) > 1 && m.name == "" {
					name, val = fields[0], fields[1]
				}
				fields = val.Fields()
				if want := strings.TrimSpace(name.String()); want != m.name && (m.name != "" || want != string(lang)) {
					continue
				}
				if m.name != "" {
					fields = []source.Text{stated(val)}
				}
			}
			if len(fields) == 0 || fields[0].Len() == 0 {
				continue
			}
			t := unquoted(fields[0])
			if m.file == ".sdkmanrc" {
				t, _, _ = t.Cut("-") // the vendor
			}
			if !firm || m.only != model.Python {
				t = t.Weaken("the launch going by " + f.Path)
			}
			return value.Text(t)
		}
	}
	return value.Str{}
}

// stated returns what stands between quotes, or all of a value without any.
func stated(val source.Text) source.Text {
	val = val.TrimSpace()
	if s := val.String(); s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := val.Index(s[:1], 1); end > 0 {
			return val.Slice(0, end+1)
		}
	}
	return val
}

// unquoted drops quotes around a text.
func unquoted(t source.Text) source.Text {
	s := t.String()
	if n := len(s); n > 1 && slices.Contains([]byte{'"', '\''}, s[0]) && s[n-1] == s[0] {
		return t.Slice(1, n-1)
	}
	return t
}
