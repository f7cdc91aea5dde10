package engine

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/proflint/proflint/internal/engine/walk"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/suppress"
	"github.com/proflint/proflint/internal/surface"
)

// maxDepth bounds fragments within fragments: a script in a here-document in
// a run block.
const maxDepth = 6

// reading turns candidate files into what they declare.
type reading struct {
	kinds
	root    string
	mu      sync.Mutex
	words   map[choice]*walk.Finder // the search for the words of some surfaces
	memos   sync.Map                // by key: func() any
	clues   func() []clue
	overlay walk.Overlay
	whole   bool // what is idle is kept, too
}

func newReading(root string, surfaces []surface.Surface) *reading {
	return &reading{root: root, kinds: kindsOf(surfaces), words: map[choice]*walk.Finder{}, clues: sync.OnceValue(func() []clue { return cluesOf(surfaces) })}
}

// cluesOf returns the searches for all clues, those with a condition first:
// most texts that show a clue show gcloud.
func cluesOf(surfaces []surface.Surface) []clue {
	words := map[string][]string{}
	for _, s := range surfaces {
		for _, c := range s.Inner {
			words[c.With] = append(words[c.With], c.Word)
			if strings.Contains(c.Word, `"`) { // as it is written in the JSON of a notebook
				words[c.With] = append(words[c.With], strings.ReplaceAll(c.Word, `"`, `\"`))
			}
		}
	}
	var out []clue
	for with, list := range words {
		out = append(out, clue{with, walk.NewFinder(list)})
	}
	slices.SortFunc(out, func(a, b clue) int { return strings.Compare(b.with, a.with) })
	return out
}

// clue is a search for words, in texts that hold another word.
type clue struct {
	with  string
	words *walk.Finder
}

// bears reports whether a text shows a clue of any surface; the text may be
// given in parts.
func (rd *reading) bears(text ...string) bool {
	return slices.ContainsFunc(rd.clues(), func(c clue) bool {
		return slices.ContainsFunc(text, func(s string) bool { return strings.Contains(s, c.with) }) && slices.ContainsFunc(text, c.words.InString)
	})
}

// match returns the search for the words of which a file must hold one. It is
// asked for every name in the tree.
func (rd *reading) match(p string, head []byte) *walk.Finder {
	picked := rd.pick(p, head)
	if picked == 0 {
		return nil
	}
	return rd.finder(picked)
}

// finder returns the search for the words of some surfaces, made once.
func (rd *reading) finder(picked choice) *walk.Finder {
	rd.mu.Lock()
	defer rd.mu.Unlock()
	known, ok := rd.words[picked]
	if !ok {
		var words []string
		for i, s := range rd.surfaces {
			if picked.has(i) {
				words = append(words, s.Words...)
			}
		}
		known = walk.NewFinder(words)
		rd.words[picked] = known
	}
	return known
}

// reads reports whether a surface of a language is to read a text by its words.
func (rd *reading) reads(lang surface.Lang, text string) bool {
	for i := range rd.surfaces {
		if rd.surfaces[i].Lang == lang && rd.holds(i, text) {
			return true
		}
	}
	return false
}

// holds reports whether a file holds a word of a surface.
func (rd *reading) holds(i int, text string) bool {
	words := rd.finder(1 << i)
	return words.Empty() || words.InString(text)
}

// Reads reports whether a file of this name may be read by itself, if it holds
// the right words.
func Reads(name string) bool {
	k := kindsOf(surfaces())
	return k.pick(name, nil) != 0 || path.Ext(name) == ""
}

// shebang reports whether the first line names a shell.
func shebang(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("#!")) {
		return false
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	fields := strings.Fields(string(line[2:]))
	for _, f := range fields {
		switch path.Base(f) {
		case "sh", "bash", "zsh", "ksh", "dash":
			return true
		}
	}
	return false
}

// picked returns the surfaces that take a file by its name and its first line.
func (rd *reading) picked(f walk.File) choice { return rd.pick(f.Path, f.Data[:min(len(f.Data), 128)]) }

// choose returns the surfaces that are to read a file, and what of it they do not
// look at.
func (rd *reading) choose(f walk.File) (out choice, loose bool, idle [][2]int) {
	picked := rd.picked(f)
	loose = picked == 0 // named by the user, and of no known kind: read it as commands amid text
	text := unsafe.String(unsafe.SliceData(f.Data), len(f.Data))
	parts := []string{text}
	if one := bits.TrailingZeros64(uint64(picked)); bits.OnesCount64(uint64(picked)) == 1 && rd.surfaces[one].Idle != nil && !rd.whole {
		idle = rd.surfaces[one].Idle(text)
		parts = without(text, idle)
	}
	for i := range rd.surfaces {
		switch s := &rd.surfaces[i]; {
		case !picked.has(i) && !(loose && s.Lang == surface.Shell):
		case s.Carries && !rd.bears(parts...):
		case !f.Named && picked != 1<<i && !rd.holds(i, text): // the word found is another surface's
		default:
			out |= 1 << i
		}
	}
	return out, loose, idle
}

// without returns what stands between the idle stretches of a text.
func without(text string, idle [][2]int) []string {
	var out []string
	at := 0
	for _, r := range idle {
		out = append(out, text[at:r[0]])
		at = r[1]
	}
	return append(out, text[at:])
}

// file reads one file with every surface that takes it. It is a pure function
// of the file's bytes and of the files it opens.
func (rd *reading) file(f walk.File) (out unit) {
	kind := source.Code
	if doc(f.Path) {
		kind = source.Doc
	}
	one := &oneFile{reading: rd, set: &model.Set{}}
	// a fault of ours in one file must not lose the others
	defer func() {
		if r := recover(); r != nil {
			if one.file == nil {
				one.file = source.NewFile(f.Path, kind, nil)
			}
			one.set.Notes = append(one.set.Notes, model.Note{At: source.Span{File: one.file}, Reason: fmt.Sprintf("proflint failed on this file, please report it: %v", r)})
			out.set = one.set
		}
	}()
	chosen, loose, idle := rd.choose(f)
	if chosen == 0 && !suppress.Speaks(f.Path, f.Data) {
		return unit{}
	}
	file := source.NewFile(f.Path, kind, f.Keep(idle))
	one.file = file
	text := source.Whole(file)
	if loose && bytes.HasPrefix(bytes.TrimSpace(file.Data), []byte("{")) { // an answer, or a body, by another name
		out.set = rd.answer(file)
		return out
	}
	for i := range rd.surfaces {
		if s := &rd.surfaces[i]; chosen.has(i) {
			one.read(s, surface.Fragment{Lang: s.Lang, Text: text, Loose: loose}, 0)
		}
	}
	if !one.set.Empty() { // a thousand empty ones would be kept
		out.set = one.set
	}
	if path.Base(f.Path) != ".proflint.yaml" { // it speaks of ignores, and holds none
		out.ignores = suppress.Scan(file, one.scripts)
	}
	return out
}

// unit is what one file declares, and the comments in it that ignore findings.
type unit struct {
	set     *model.Set     // nil: nothing
	ignores *suppress.File // nil for none
}

// answer reads one of Google's answers, or a file with some of them.
func (rd *reading) answer(f *source.File) *model.Set {
	one := &oneFile{reading: rd, file: f, set: &model.Set{}}
	for _, d := range documents(source.Whole(f)) {
		for i := range rd.surfaces {
			if s := &rd.surfaces[i]; s.Lang == d.Lang {
				one.read(s, d, 0)
			}
		}
	}
	return one.set
}

func doc(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".md", ".mdx", ".markdown", ".rst", ".adoc":
		return true
	}
	return false
}

// oneFile is the reading of one file and of what is embedded in it.
type oneFile struct {
	*reading
	file    *source.File
	set     *model.Set
	scripts []source.Text // shell in this file that is not the whole of it
	tools   surface.Reader
}

func (o *oneFile) read(s *surface.Surface, f surface.Fragment, depth int) surface.Env {
	if depth > 0 && f.Lang == surface.Shell {
		o.scripts = append(o.scripts, f.Text)
	}
	r := o.tools // made once for a file: it may hold a thousand fragments
	if r.Set == nil {
		r = surface.Reader{Set: o.set, Open: o.open, Memo: o.memo, Bears: func(text string) bool { return o.bears(text) }, Reads: o.reads}
		o.tools = r
	}
	r.Embed = func(inner surface.Fragment) surface.Env {
		if depth >= maxDepth || inner.Lang != surface.Shell && inner.Loose && !o.bears(inner.Text.String()) {
			return nil
		}
		var env surface.Env
		for i := range o.surfaces {
			s := &o.surfaces[i]
			if s.Lang == inner.Lang && (inner.Lang != surface.Python || o.holds(i, inner.Text.String())) {
				env = o.read(s, inner, depth+1)
			}
		}
		return env
	}
	return s.Read(&r, f)
}

func (rd *reading) memo(key string, make func() any) any {
	get, ok := rd.memos.Load(key)
	if !ok {
		get, _ = rd.memos.LoadOrStore(key, sync.OnceValue(make))
	}
	return get.(func() any)()
}

// open finds a file that a command names: relative to the folder of the file
// that names it, or to a folder above, never outside the root.
func (o *oneFile) open(name string) (*source.File, bool) {
	if name == "" || path.IsAbs(name) || strings.Contains(name, "://") || filepath.VolumeName(name) != "" {
		return nil, false
	}
	for dir := path.Dir(o.file.Path); ; dir = path.Dir(dir) {
		p := path.Join(dir, name)
		if !strings.HasPrefix(p, "../") {
			// one file for all who open it: a parent pom is opened by every child
			f := o.memo("file:"+p, func() any { return o.load(p) }).(*source.File)
			if f != nil {
				return f, true
			}
		}
		if dir == "." || dir == "/" || strings.HasPrefix(dir, "..") {
			return nil, false
		}
	}
}

// load reads a regular file of at most walk.Limit bytes, nil if there is none.
func (rd *reading) load(p string) *source.File {
	kind := source.Code
	if doc(p) {
		kind = source.Doc
	}
	if data, ok := rd.overlay.Get(p); ok {
		if data == nil {
			return nil
		}
		return source.NewFile(p, kind, data)
	}
	root, err := os.OpenRoot(rd.root)
	if err != nil {
		return nil
	}
	defer root.Close()
	if data, ok := readBounded(root, p); ok {
		return source.NewFile(p, kind, data)
	}
	return nil
}

func readBounded(root *os.Root, p string) ([]byte, bool) {
	p = filepath.FromSlash(p)
	// a pipe without a writer cannot even be opened
	info, err := root.Stat(p)
	if err != nil || !info.Mode().IsRegular() || info.Size() > walk.Limit {
		return nil, false
	}
	f, err := root.Open(p)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	// the room that ReadFrom wants to see the end, so that nothing is copied
	data := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = data.ReadFrom(io.LimitReader(f, walk.Limit))
	return data.Bytes(), err == nil
}
