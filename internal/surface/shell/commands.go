package shell

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/shell"
	"github.com/proflint/proflint/internal/value"
)

// printers only mention a command; they do not run it.
var printers = map[string]bool{
	":": true, "true": true, "false": true, "echo": true, "printf": true, "print": true, "cat": true, "grep": true, "egrep": true, "sed": true, "awk": true,
	"which": true, "type": true, "alias": true, "man": true, "log": true, "info": true, "warn": true, "error": true,
	"die": true, "fail": true, "debug": true, "whereis": true, "hash": true, "test": true, "[": true, "[[": true,
	"rg": true, "git": true, "gh": true, "jq": true, "yq": true, "curl": true, "wget": true, "terraform": true, "tofu": true,
}

// gcloudWords are what commands of gcloud are found by, or of a variable of
// its name.
func gcloudWords() []string { return append(gcloud.Words(), "builds", "ssh") }

// others are what other commands are found by, besides Beam's options: what
// launches, and the packages and images that are installed and built (a
// registry may be called docker, too).
var others = append([]string{"dataproc.", "requirement", "pache/beam", "APACHE", "docker ", "docker\t", "docker\\", "podman ", "podman\t", "podman\\"}, beam.Spellings...)

// command takes one command of the script: gcloud itself, or something that
// starts a program elsewhere. One in a loop is as many as the loop has turns.
func (r *reader) command(c *shell.Command) {
	if r.sometimes || len(c.Turns) == 0 {
		r.single(c)
		return
	}
	for _, one := range inTurn(c) {
		r.single(one)
	}
}

func (r *reader) single(c *shell.Command) {
	words, wrap := c.Unwrap()
	if len(words) == 0 {
		return
	}
	at := findGcloud(words)
	if at < 0 && !r.bears(words, c) {
		return
	}
	r.at, r.written, r.more, r.stdin, r.within, r.away, r.own = c.At, c.Files, c.More, c.Stdin, beside(r.dir, c.Dir), c.Away, c.Env
	if wrap.Env != nil {
		r.own = wrap.Env
	}
	if r.again(words[max(at, 0):], c) {
		return
	}
	if at >= 0 {
		r.configure(words)
		var one [1]gcloud.Command // as nearly always
		all := r.lower(one[:0], c, words[at:], maxWays)
		for i := range all {
			cmd := &all[i]
			if !r.mentioned || whole(cmd, words) {
				cmd.At = place(c.At, first(words[at:]).Cover(cmd.At))
				workloads, services, grants := len(r.Set.Workloads), len(r.Set.Services), len(r.Set.Grants)
				r.declare(cmd)
				sure := r.ordered(c, wrap, at, len(all))
				r.undo(cmd, sure, r.Set.Grants[grants:], r.Set.Services[services:])
				for _, w := range r.Set.Workloads[workloads:] {
					if w.Product == model.Dataflow { // a template is built of the files beside it
						w.Folder, w.Away = r.within, r.away
					}
				}
				if sure {
					r.follow(cmd, r.Set.Workloads[workloads:], r.Set.Services[services:])
				}
			}
		}
		r.remote(words[at:], c.Stdin)
		if len(words) > at+1 && words[at+1].Text.String() == "scheduler" {
			r.post(words[at+1:], []string{"--message-body"}, nil)
		}
		r.image("gcloud", words[at:])
		return
	}
	if full, ok := extended(words); ok {
		words = full
	}
	first := path.Base(words[0].Text.String())
	switch {
	case first == "ssh":
		r.elsewhere(sshCommand(words[1:]), c.Stdin)
		return
	case first == "curl":
		r.post(words[1:], bodies, c.Stdin)
	}
	if !r.mentioned {
		lost := cutOff{words: c.Cut}
		if len(lost.words) > 0 {
			lost.loss = gcloud.Cut(value.Tree{}, c.CutBy)
		}
		r.launch(words, lost)
		r.bypass(words)
	}
}

// starts returns where a command stands: at its first word, or where it uses the
// variable that holds that.
func starts(command source.Span, words []gcloud.Word) source.Span {
	at := first(words)
	for _, w := range words[1:] {
		if own := w.Text.Span(); !at.Within(command) && own.Within(command) {
			return place(command, at.Cover(own))
		}
	}
	return at
}

// first returns the place of the first of some words. Where a carrier has
// replaced the variable that it is (make's $(PYTHON)), it is the variable's, on
// the line of the words behind it.
func first(words []gcloud.Word) source.Span {
	at := words[0].Text.Span()
	for i, w := range words[1:min(4, len(words))] {
		next := w.Text.Span()
		if !at.Valid() || !next.Valid() {
			break
		}
		data := next.File.Data
		if i == 0 && at.File == next.File && at.End <= next.Start && len(bytes.Trim(data[at.End:next.Start], " \t\r\n\\\"'")) == 0 {
			break // as written
		}
		line := data[bytes.LastIndexByte(data[:next.Start], '\n')+1 : next.Start]
		refs := bytes.Fields(bytes.TrimLeft(line, " \t@-+"))
		if len(refs) > 0 && !slices.ContainsFunc(refs, func(ref []byte) bool { return ref[0] != '$' }) {
			from := next.Start - len(line) + bytes.IndexByte(line, '$')
			return source.Span{File: next.File, Start: from, End: from + len(refs[0])}
		}
	}
	return at
}

// place returns where a command stands that has its words at a place: there,
// even if a variable holds them all, or where it uses a variable that holds
// the first of them.
func place(command, words source.Span) source.Span {
	in := func(at int) bool { return command.Start <= at && at <= command.End }
	if words.File != command.File || in(words.Start) || !in(words.End) {
		return words
	}
	text := command.Text()
	for _, end := range []string{"\n", " -", "\t-"} {
		text, _, _ = strings.Cut(text, end)
	}
	return source.Span{File: command.File, Start: command.Start, End: command.Start + len(strings.TrimRight(text, " \t\\"))}
}

// bears reports whether a command that is not gcloud may be of interest. Most commands of most
// scripts are not, and it takes a microsecond to see that.
func (r *reader) bears(words []gcloud.Word, c *shell.Command) bool {
	switch base := path.Base(words[0].Text.String()); {
	case slices.Contains(bearing, base), strings.HasPrefix(base, "pip"),
		strings.HasPrefix(base, "python") && len(words) > 2 && words[1].Text.String() == "-m":
		return true
	}
	if r.Bears == nil || c.Stdin != nil {
		return true
	}
	bears := func(w gcloud.Word) bool { return r.Bears(w.Text.String()) }
	return slices.ContainsFunc(words, bears) || slices.ContainsFunc(c.Cut, bears)
}

// bearing are programs whose commands are of interest whatever their words are.
var bearing = []string{"curl", "docker", "podman", "virtualenv", "pyenv", "sdk", "jenv", "uv", "poetry"}

// again reports whether a command was read before: the same words from the
// same places, in a function that is called twice, or in a text that is
// evaluated as well as run.
func (r *reader) again(words []gcloud.Word, c *shell.Command) bool {
	at := words[0].Text.Span().Start
	old := r.seen[at]
	if old == nil { // as nearly always: nothing needs comparing
		if r.seen == nil {
			r.seen = map[int]*seen{}
		}
		r.seen[at] = &seen{words: words, command: c}
		return false
	}
	if old.keys == nil {
		old.keys = map[string]bool{key(old.words, old.command): true}
	}
	k := key(words, c)
	known := old.keys[k]
	old.keys[k] = true
	return known
}

// seen are the commands that start at one place.
type seen struct {
	words   []gcloud.Word // of the first
	command *shell.Command
	keys    map[string]bool // of all, once there are more
}

// key is equal for commands that are the same.
func key(words []gcloud.Word, c *shell.Command) string {
	var out strings.Builder
	for _, w := range slices.Concat(words, c.Cut) {
		out.WriteString(strconv.Itoa(w.Text.Span().Start) + "\x00" + w.Text.String() + "\x00" + callless(w.Text.Sym()) + "\x00")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		out.WriteString(c.Files[name].String() + "\x00")
	}
	if c.Stdin != nil {
		out.WriteString(c.Stdin.String())
	}
	return out.String()
}

// callless drops from a symbol what tells the calls of one function apart.
func callless(sym string) string {
	parts := strings.Split(sym, "#")
	for i, p := range parts[1:] {
		parts[i+1] = strings.TrimLeft(p, "0123456789")
	}
	return strings.Join(parts, "#")
}

// maxWays bounds the ways in which one command is read.
const maxWays = 32

// lower adds a gcloud command to out; one of which branches leave open what it
// runs in each way. A way that gcloud refuses may be none that the script takes,
// so it counts only if there is no other.
func (r *reader) lower(out []gcloud.Command, c *shell.Command, words []gcloud.Word, most int) []gcloud.Command {
	cmd := gcloud.Lower(words, c.Cut, c.CutBy, r.open)
	if cmd.Path != "" {
		if full, ok := extended(words); ok {
			if all := gcloud.Lower(full, c.Cut, c.CutBy, r.open); len(all.Refusals) == len(cmd.Refusals) {
				cmd = all
			}
		}
		return append(out, cmd)
	}
	i := slices.IndexFunc(words, func(w shell.Word) bool { return len(w.Among()) > 0 })
	if i < 0 || most < 1 {
		return out
	}
	var all, sent []gcloud.Command
	for _, alt := range words[i].Among() {
		one := slices.Concat(words[:i], alt, words[i+1:])
		for _, way := range r.lower(nil, c, one, most/len(words[i].Among())) {
			way.At = words[0].Text.Span().Cover(words[i].Text.Span())
			if all = append(all, way); len(way.Refusals) == 0 {
				sent = append(sent, way)
			}
		}
	}
	if len(sent) > 0 {
		return append(out, sent...)
	}
	return append(out, all...)
}

// whole reports whether a command that a sentence mentions is one that could
// be run: a workload or a cluster of which nothing is left out.
func whole(cmd *gcloud.Command, words []gcloud.Word) bool {
	switch cmd.Message {
	case "Cluster", "Job", "Batch", "Session", "SessionTemplate", "WorkflowTemplate", "OrderedJob", "LaunchTemplate", "LaunchFlexTemplate":
	default:
		return false
	}
	return len(cmd.Refusals) == 0 && !slices.ContainsFunc(words, gcloud.Several)
}

// findGcloud returns the index of the word that runs gcloud, behind wrappers
// such as sudo or retry, or -1. The last part of another name (deploy/gcloud, an
// image) counts if there is no better one.
func findGcloud(words []gcloud.Word) int {
	if printers[path.Base(words[0].Text.String())] {
		return -1
	}
	named := -1
	for i, w := range words {
		s := w.Text.String()
		switch base := called(w.Text); {
		case base != "gcloud" && base != "gcloud.cmd", strings.ContainsAny(s, ":="): // a volume is no program
		case w.Text.Known() && strings.Contains(s, "/") && !strings.ContainsAny(s[:1], "/.~"):
			if named < 0 {
				named = i
			}
		default:
			return i
		}
	}
	return named
}

func (r *reader) embed(text source.Text) {
	if slices.ContainsFunc(slices.Concat(surface.LaunchWords, starters), func(w string) bool { return strings.Contains(text.String(), w) }) {
		r.Embed(surface.Fragment{Lang: surface.Shell, Text: text, Loose: true})
	}
}

// starters start a Spark program.
var starters = []string{"spark-submit", "spark-shell", "pyspark", "spark-sql"}

// bypass finds a Spark program that is started where Dataproc never expands
// the request, and that is given one (F4.4).
func (r *reader) bypass(words []gcloud.Word) {
	at := -1
	for i, w := range words {
		base := path.Base(w.Text.String())
		if printers[base] {
			return
		}
		if slices.Contains(starters, base) {
			at = i
			break
		}
	}
	if at < 0 {
		return
	}
	for _, w := range words[at+1:] {
		if key, _, ok := dataproc.FindRequest(w.Text, model.Dataproc); ok {
			r.Set.Bypasses = append(r.Set.Bypasses, &model.Bypass{At: words[at].Text.Span(), Key: key})
			return
		}
	}
}
