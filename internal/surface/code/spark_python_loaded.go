package code

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/syntax/python"
)

// loaders are how the names of what reads settings start, be it from a file or
// from the environment.
var loaders = []string{"configparser.", "ConfigParser.", "json.", "yaml.", "toml.", "tomllib.", "tomli.", "ruamel.yaml.", "pyhocon.", "omegaconf.", "dotenv.", "os.environ"}

// loaded takes pairs, or the key of one in a loop, that the program reads from a
// file: what is set depends on that. Those of a parameter are for its callers to
// tell.
func (s *sparkPython) loaded(c *python.Call, from python.Value, by string) {
	for _, part := range from.Parts() {
		first := part.Chain()[0]
		if n := first.Name(); (n == "dict" || n == "list" || n == "sorted") && len(first.Args) > 0 {
			for _, inner := range first.Args[0].Value.Parts() {
				first = inner.Chain()[0]
			}
		}
		name := first.Name()
		if !slices.ContainsFunc(loaders, func(l string) bool { return strings.HasPrefix(name, l) }) {
			continue
		}
		var names []string
		if len(first.Args) > 0 {
			names = append(names, file(first.Args[0].Value)...)
		}
		for _, o := range s.readers()[first] {
			names = append(names, file(o.Args[0].Value)...)
		}
		key := by + "\n" + strings.Join(names, "\n")
		if len(names) > 0 && s.read[key] { // once more
			return
		}
		for _, set := range loaded(s.r, c.At(), first.Func.Written(), names, by) {
			doubt := set.Doubt
			s.put(c, set, false)
			set.Doubt = cmp.Or(set.Doubt, doubt)
			s.read[key] = s.read[key] || set.Effect == model.Replaces
		}
		return
	}
}

// readers finds the calls that read files, by what they read them into:
// config.read("spark.ini").
func (s *sparkPython) readers() map[*python.Call][]*python.Call {
	if s.reads == nil {
		s.reads = map[*python.Call][]*python.Call{}
		for _, c := range s.m.Calls {
			if made := c.On.Made(); made != nil && (c.Method == "read" || c.Method == "read_file") && len(c.Args) > 0 {
				s.reads[made] = append(s.reads[made], c)
			}
		}
	}
	return s.reads
}

// file returns the names of the files that a value names or opens: "conf.ini",
// ["a.ini", "b.ini"], open("conf.json"), Path("conf.json").read_text(),
// os.path.join(here, "conf.ini").
func file(v python.Value) []string {
	if t := v.Str().Raw(); t.Known() && t.Len() > 0 {
		return []string{t.String()}
	}
	var out []string
	for _, item := range v.Tree().Items() {
		if t := item.Str().Raw(); t.Known() {
			out = append(out, t.String())
		}
	}
	made := v.Made()
	if len(out) > 0 || made == nil {
		return out
	}
	first := made.Chain()[0]
	n := len(first.Args)
	switch name := first.Name(); {
	case n == 0:
	case name == "os.path.join": // what stands behind a folder that is not known
		end := ""
		for i := n - 1; i >= 0 && first.Args[i].Value.Str().Known(); i-- {
			end = path.Join(first.Args[i].Value.Str().Raw().String(), end)
		}
		if end != "" {
			return []string{end}
		}
	case name == "open" || name == "io.open" || name == "codecs.open" || strings.HasSuffix(name, "Path"):
		return file(first.Args[0].Value)
	}
	return nil
}
