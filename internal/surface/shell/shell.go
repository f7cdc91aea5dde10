// Package shell is the surface of shell scripts and of every command line
// that a carrier holds.
package shell

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/shell"
	"github.com/proflint/proflint/internal/value"
)

// Surface reads shell scripts, by name or by shebang (the engine hands over
// files without an extension whose first line names a shell).
func Surface() surface.Surface {
	gcloud := gcloudWords()
	return surface.Surface{
		Name:  "shell",
		Lang:  surface.Shell,
		Ends:  []string{".sh", ".bash", ".zsh", ".ksh"},
		Words: surface.LaunchWords,
		Inner: slices.Concat(surface.Clues("gcloud", gcloud...), surface.Clues("GCLOUD", gcloud...),
			surface.Clues("", beam.Words()...), surface.Clues("", others...)),
		Read: read,
	}
}

func read(r *surface.Reader, f surface.Fragment) surface.Env {
	rd := &reader{Reader: r, languages: f.Languages, inside: f.Inside, dir: f.Dir, mentioned: f.Mentioned, session: f.Session}
	if rd.session == nil {
		rd.session = &surface.Session{}
	}
	if f.Words != nil {
		c := &shell.Command{Sure: true}
		for _, w := range f.Words {
			c.Words = append(c.Words, shell.Word{Text: w})
			rd.extent = rd.extent.Cover(w.Span())
		}
		env := f.Env
		rd.env = func() surface.Env { return env }
		rd.command(c)
		return nil
	}
	evaluate := shell.Read
	if f.Loose {
		evaluate = shell.ReadCommands
	}
	script := evaluate(templated(f.Text), shell.Start{Env: f.Env, Tops: checkouts, Open: func(name string) (source.Text, bool) {
		file, ok := find(r, rd.dir, name)
		if !ok {
			return source.Text{}, false
		}
		return templated(source.Whole(file)), true
	}})
	if !f.Loose {
		for _, e := range script.Errors {
			r.Set.Notes = append(r.Set.Notes, model.Note{At: e.At, Reason: e.Msg})
		}
	}
	rd.env, rd.sometimes = func() surface.Env { return script.Variables() }, f.Sometimes
	if len(script.Errors) > 0 {
		rd.session = nil
	}
	workloads, clusters := len(r.Set.Workloads), len(r.Set.Clusters)
	for _, c := range script.Commands {
		rd.command(c)
	}
	for _, c := range script.Comments {
		if !f.Loose {
			rd.comment(c.Text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(script.Files)) {
		if text := script.Files[name]; text.Span().File == f.Text.Span().File { // a sourced one hands on its own
			rd.file(name, text)
		}
	}
	if f.Called {
		for _, w := range r.Set.Workloads[workloads:] {
			w.Called = true
		}
		for _, c := range r.Set.Clusters[clusters:] {
			c.Called = true
		}
	}
	if f.Last {
		return nil
	}
	return script.Variables()
}

type reader struct {
	*surface.Reader
	languages map[model.Lang]value.Str // that the carrier provides
	dir       string                   // where the carrier runs the script
	within    string                   // where the command at hand runs
	away      string                   // how that is written, where it is not known
	at        source.Span              // the command at hand
	extent    source.Span              // all of a command that is given as words
	own       surface.Env              // variables set for it alone
	env       func() surface.Env       // at the end of the script
	written   map[string]source.Text   // files that the script has written before the command at hand
	more      map[string]source.Text   // what it has put behind files of others
	stdin     *source.Text             // what the command at hand reads from standard input, where that is known
	mentioned bool                     // amid a sentence
	sometimes bool                     // in some jobs of a matrix only
	seen      map[int]*seen            // commands that were read, by the place of their first word
	made      map[model.Lang]value.Str // versions that the commands so far have chosen
	inside    value.Str                // image of the container in which the command at hand runs
	given     map[string][]given       // what was granted and enabled behind the last start of a workload
	started   int                      // how many workloads had been started then
	session   *surface.Session         // nil where it is not known what runs when
}

// open finds a file that a command names: its standard input, a here-document
// of the same script, else a file of the tree.
func (r *reader) open(name string) (value.Tree, source.Text, bool) {
	text, ok := r.written[name]
	switch {
	case ok:
	case name == "-" || name == "/dev/stdin":
		if r.stdin == nil {
			return value.Tree{}, source.Text{}, false
		}
		text = *r.stdin
	default:
		file, found := find(r.Reader, r.within, name)
		if !found {
			return value.Tree{}, source.Text{}, false
		}
		text = source.Whole(file)
	}
	if strings.HasSuffix(name, ".json") {
		tree, err := data.JSON(text)
		return tree, text, err == nil
	}
	docs, err := data.YAML(text)
	if err != nil || len(docs) == 0 {
		return value.Tree{}, text, true
	}
	return docs[0], text, true
}

// file embeds what the script writes to a file, as if the file stood in the
// tree.
func (r *reader) file(name string, text source.Text) {
	switch path.Ext(name) {
	case ".yaml", ".yml":
		r.Embed(surface.Fragment{Lang: surface.YAML, Text: text, Loose: true})
	case ".json":
		r.Embed(surface.Fragment{Lang: surface.JSON, Text: text, Loose: true})
	case ".sh", ".bash":
		r.Embed(surface.Fragment{Lang: surface.Shell, Text: text, Loose: true})
	case ".py":
		r.Embed(surface.Fragment{Lang: surface.Python, Text: text, Name: name, Loose: true})
	case ".txt", ".in":
		r.Embed(surface.Fragment{Lang: surface.Requirements, Text: text, Name: beside(r.dir, name), Loose: true})
	}
}

// comment notes a request that stands only in a comment.
func (r *reader) comment(text source.Text) {
	key, ok := dataproc.Mentioned(text)
	if !ok {
		key, ok = beam.Mentioned(text)
	}
	if ok {
		r.Set.Comments = append(r.Set.Comments, &model.Comment{At: key.Span(), Key: key.String()})
	}
}
