package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
)

// row is one line of the readiness section.
type row struct {
	status
	cells  [3]string // answer, who, place
	says   string
	settle []string // commands, and with --show-unknown further reasons
}

// widest is the width beyond which a cell no longer pushes the others.
const widest = 44

// rows are the workloads of the readiness section.
func (t *text) rows(all []status) []row {
	var rows []row
	for _, s := range all {
		if s.readiness == NotAsked || s.profiling() == "unknown" && !t.ShowUnknown && s.readiness == CannotTell {
			continue
		}
		r := row{status: s, cells: [3]string{words(s.readiness), title(&s), place(&s)}}
		r.says, r.settle = t.says(&s)
		rows = append(rows, r)
	}
	return rows
}

// readiness writes a line for each workload that asks, and reports whether it
// wrote any.
func (t *text) readiness(all []status) bool {
	rows := t.rows(all)
	var widths [3]int
	for _, r := range rows {
		for i, c := range r.cells {
			widths[i] = max(widths[i], min(columns(c), widest))
		}
	}
	if len(rows) == 0 {
		return false
	}
	t.line("%s", t.bold("Will profiles arrive?"))
	for _, r := range rows {
		t.line("  %s  %s  %s%s", t.palette.readiness(r.readiness)(pad(r.cells[0], widths[0])),
			pad(r.cells[1], widths[1]), t.dim(pad(r.cells[2], widths[2])), indent(r.says))
		for _, s := range r.settle {
			t.line("  %s  %s", strings.Repeat(" ", widths[0]), s)
		}
	}
	return true
}

func indent(s string) string {
	if s == "" {
		return s
	}
	return "  " + s
}

func words(r Readiness) string { return strings.ReplaceAll(string(r), "-", " ") }

// title names a workload for people: `job "etl"`.
func title(s *status) string {
	kind := strings.ReplaceAll(string(s.Kind), "-", " ")
	if s.Product == model.Serverless && s.Kind != model.KindBatch {
		kind = "serverless " + kind
	}
	if name := clean(written(s.Name)); name != "" {
		return kind + " " + name
	}
	if driver := clean(written(s.Driver)); driver != "" {
		kind += " " + path.Base(driver)
	}
	if s.Type != "" {
		return fmt.Sprintf("%s (%s)", kind, s.Type)
	}
	return kind
}

func place(s *status) string {
	at := regionOf(s.At)
	return clean(fmt.Sprintf("%s:%d", at.File, at.Line))
}

// says explains the answer in one line, and how to settle it below.
func (t *text) says(s *status) (string, []string) {
	says, below := t.reason(s)
	if s.profiling() == "not-asked" && says != "" {
		says = "if it asked: " + says
	}
	return says, below
}

func (t *text) reason(s *status) (string, []string) {
	switch s.readiness {
	case Ready:
		return "look for " + appears(s.Request.Appears), t.unknowns(s.verdicts, t.ShowUnknown)
	case NotReady:
		var failed []string
		for _, v := range s.verdicts {
			if v.Answer == finding.Fail && v.Level >= finding.Warning {
				failed = append(failed, v.Rule)
			}
		}
		return strings.Join(slices.Compact(failed), ", "), t.unknowns(s.verdicts, t.ShowUnknown)
	}
	for _, v := range s.verdicts {
		if v.Answer != finding.Unk || v.Level < finding.Warning {
			continue
		}
		if t.ShowUnknown {
			return "", t.unknowns(s.verdicts, true)
		}
		says := clean(v.Reason)
		if more := reasons(s.verdicts) - 1; more > 0 {
			says += fmt.Sprintf(" (and %d more: --show-unknown)", more)
		}
		var settle []string
		if v.Settle != "" {
			settle = append(settle, t.dim("settle it: ")+clean(v.Settle))
		}
		return says, settle
	}
	return "whether it asks is not known: " + clean(cmp.Or(expr(s.asked.Hole()), "not read")), nil
}

// reasons counts the different things that are not known.
func reasons(vs []finding.Verdict) int {
	seen := map[string]bool{}
	for _, v := range vs {
		if v.Answer == finding.Unk && v.Level >= finding.Warning {
			seen[v.Reason] = true
		}
	}
	return len(seen)
}

// unknowns lists every requirement that cannot be told, with its reason and
// the command that would settle it.
func (t *text) unknowns(vs []finding.Verdict, show bool) []string {
	var out []string
	rules := map[string][]string{} // one line for each reason
	for _, v := range vs {
		if v.Answer == finding.Unk {
			rules[v.Reason] = append(rules[v.Reason], v.Rule)
		}
	}
	for _, v := range vs {
		same := rules[v.Reason]
		if !show || v.Answer != finding.Unk || len(same) == 0 {
			continue
		}
		delete(rules, v.Reason)
		out = append(out, t.doubt(strings.Join(same, ", ")+": ")+clean(v.Reason))
		if v.Settle != "" {
			out = append(out, "  "+t.dim("settle it: ")+clean(v.Settle))
		}
	}
	return out
}

// appears says where profiles will be found in the console; services of one
// version (driver and executors) stand together.
func appears(as []model.Appearance) string {
	if len(as) == 0 {
		return "the service named after the workload"
	}
	var out []string
	for len(as) > 0 {
		n := 1
		for n < len(as) && as[n].Version == as[0].Version {
			n++
		}
		names := make([]string, n)
		for i, a := range as[:n] {
			names[i] = clean(a.Service)
		}
		s := "service " + strings.Join(names, " and ")
		if as[0].Version != "" {
			s += ", version " + clean(as[0].Version)
		}
		out, as = append(out, s), as[n:]
	}
	return strings.Join(out, "; ")
}
