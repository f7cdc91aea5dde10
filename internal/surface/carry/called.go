package carry

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// usesLocal is how a step or a job uses what stands in the same tree.
const usesLocal = "uses: ./"

// maxUses is how deep files are followed that use each other, maxUsed how often
// for one workflow.
const (
	maxUses = 4
	maxUsed = 200
)

// use hands on what a step or a job of a workflow uses, if it stands in the same
// tree: a composite action or another workflow, with the inputs that it is given.
func (c *context) use(r *surface.Reader, uses, with value.Tree, h host) {
	local, ok := strings.CutPrefix(uses.Text.String(), "./")
	if !ok || !uses.Text.Known() || c.depth >= maxUses || *c.used >= maxUsed {
		return
	}
	names := []string{local}
	if ext := path.Ext(local); ext != ".yml" && ext != ".yaml" {
		names = []string{path.Join(local, "action.yml"), path.Join(local, "action.yaml")}
	}
	for _, name := range names {
		file, ok := r.Open(name)
		if !ok {
			continue
		}
		if !launches(source.Whole(file)) {
			return
		}
		*c.used++
		for _, doc := range shared(r, file) {
			inner := &context{file: c.file + ":" + c.job + "@" + strconv.Itoa(uses.At.Start), inputs: doc, given: scope{}, depth: c.depth + 1, used: c.used}
			for _, e := range with.Entries() {
				if isScalar(e.Val) && e.Key.Known() {
					inner.given[e.Key.String()] = c.fill(e.Val.Text)
				}
			}
			if runs := doc.Get("runs", "steps"); runs.Present() { // an action runs in the job
				inner.env, inner.job = c.env, c.job
				steps(r, inner, runs, value.Tree{}, h)
			} else {
				workflow(r, inner)
			}
		}
		return
	}
}

// shared returns the documents of a file that others use, parsed once for all
// of them. What is wrong with it is told where it is read by itself.
func shared(r *surface.Reader, file *source.File) []value.Tree {
	return r.Once("uses:"+file.Path, func() any {
		docs, _ := data.YAML(source.Whole(file))
		return docs
	}).([]value.Tree)
}

// decides reports whether what the inputs hold decides if a step runs, or what
// its script does: then a caller's values stand beside commands that it never
// reaches.
func decides(step value.Tree) bool {
	if strings.Contains(step.Get("if").Text.String(), "inputs") {
		return true
	}
	for line := range strings.Lines(step.Get("run").Text.String()) {
		if strings.Contains(line, "inputs.") && slices.ContainsFunc([]string{"[ ", "[[ ", "case ", "test "}, func(s string) bool { return strings.Contains(line, s) }) {
			return true
		}
	}
	return false
}
