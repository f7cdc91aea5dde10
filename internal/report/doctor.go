package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
)

// Doctor explains for each workload why its profiles are missing: the chain of
// conditions in order, one verdict with its evidence and the one thing to
// change, and where to look.
func Doctor(w io.Writer, in *Input, color bool) error {
	t := &text{palette: newPalette(color), Input: in, w: bufio.NewWriter(w)}
	all := in.statuses()
	for i := range all {
		t.diagnose(&all[i])
	}
	return t.w.Flush()
}

func (t *text) diagnose(s *status) {
	t.line("%s  %s", t.bold(title(s)), t.dim(place(s)))
	if s.Run != nil {
		t.line("%s", t.dim("  "+clean(state(s))))
	}
	t.line("")
	chain := t.examine(s)
	for _, j := range chain {
		says := indent(clean(strings.Join(j.says, "; ")))
		t.line("  %s  %s%s", pad(j.name, 31), t.answer(j.answer, says != ""), says)
		if j.settle != "" {
			t.line("  %s  %s", strings.Repeat(" ", 31), t.dim(clean(j.settle)))
		}
	}
	for i, p := range placeholders(s, chain) {
		if i == 0 {
			t.line("")
			t.line("%s", t.dim("  In these commands put the right value for"))
		}
		t.line("%s", t.dim("    "+clean(p)))
	}
	t.line("")
	named := t.verdict(s, chain)
	t.besides(s, chain, named)
	t.line("")
	t.look(s)
	t.line("")
}

func (t *text) answer(a answer, more bool) string {
	paint := map[answer]paint{unseen: t.dim, holds: t.good, open: t.doubt, doubted: t.doubt, broken: t.bad}[a]
	if !more {
		return paint(a.String())
	}
	return paint(pad(a.String(), 11))
}

func state(s *status) string {
	out := cmp.Or(written(s.Run.State), "state not known")
	if d, over := lasted(s); over {
		out += " after " + d
	}
	if id := written(s.Run.ID); id != "" {
		out += "; its profiles have version " + id
	}
	if next := written(s.Run.Next); next != "" {
		out += "; it was updated and goes on as " + next + ", whose profiles have that version"
	}
	return out
}

// verdict names the first broken link, else the first doubtful one, else what
// is still open. It returns the finding that it names.
func (t *text) verdict(s *status, chain []judged) *finding.Finding {
	if here(s) {
		t.line("%s profiles are there: %s. Look at", t.bold("Verdict:"), clean(arrival(s.Run.Arrivals.Here)))
		t.line("  %s", clean(profilerLink(s)))
		return nil
	}
	for _, worst := range []answer{broken, doubted} {
		for _, j := range chain {
			if j.answer != worst {
				continue
			}
			if f := t.findingOf(s.ID, j.rules); f != nil {
				t.cause(s, j, f)
				return f
			}
		}
	}
	var gaps []judged
	for _, j := range chain {
		if j.answer == open || j.answer == unseen {
			gaps = append(gaps, j)
		}
	}
	if len(gaps) == 0 {
		t.line("%s nothing at hand keeps profiles from arriving: look under %s.", t.bold("Verdict:"), appears(s.Request.Appears))
		return nil
	}
	t.line("%s cannot tell yet. Nothing at hand is wrong; %s still open. Settle this first:", t.bold("Verdict:"), counted(len(gaps), "point"))
	for _, j := range gaps {
		if j.settle != "" {
			t.line("  %s: %s", j.name, clean(j.settle))
			if j.then != "" {
				t.line("  %s", clean(j.then))
			}
			return nil
		}
	}
	return nil
}

// besides tells what else stands in the way, with what to change: whoever mends
// the first cause only would be back soon. What profiles prove to be no cause is
// left out.
func (t *text) besides(s *status, chain []judged, named *finding.Finding) {
	for _, f := range t.Findings {
		linked := slices.ContainsFunc(chain, func(j judged) bool { return slices.Contains(j.rules, f.Rule) })
		if f == named || f.Suppression != nil || !slices.Contains(f.Workloads, s.ID) || here(s) && linked || named != nil && f.Rule == named.Rule {
			continue
		}
		t.point("also", clean(f.Message)+" ["+f.Rule+"]")
		for _, x := range f.Fixes {
			t.point("", clean(x.Text))
		}
	}
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
}

// cause writes the finding of a link.
func (t *text) cause(s *status, j judged, f *finding.Finding) {
	word := "Verdict:"
	if j.answer == doubted {
		word = "Verdict, likely:"
	}
	t.line("%s %s [%s]", t.bold(word), clean(f.Message), f.Rule)
	evidence := f.At.String()
	if says := strings.TrimSpace(oneLine(f.At.Text())); strings.Trim(says, "[]{}") != "" { // of a list or an object the place says more
		evidence += ": " + says
	}
	t.point("evidence", clean(evidence))
	for _, l := range f.Related {
		t.point("", clean(fmt.Sprintf("%s: %s", l.Span, l.Text)))
	}
	t.point("why", clean(f.Why))
	for i, x := range f.Fixes {
		t.point(map[bool]string{true: "change", false: "or"}[i == 0], clean(x.Text))
	}
	t.point("then", next(s, j, f.Rule))
	t.point("explain", "proflint explain "+f.Rule)
}

func (t *text) point(key, value string) {
	if value != "" {
		t.line("  %s %s", t.blue(fmt.Sprintf("%-9s", key)), value)
	}
}

// next says what follows the change: what a run lacks was decided when it
// started, but for what the agent itself asks for again (F8.5).
func next(s *status, j judged, rule string) string {
	_, over := lasted(s)
	switch {
	case j.alone:
		return "" // the change says where to look, or when to start
	case !over && (rule == "agent-role-missing" || rule == "private-network"):
		return "the agent tries again, for up to an hour ever more rarely; a new run shows sooner whether it worked"
	}
	return "start a new run, and look under its own version: nothing can be added to this one"
}

func oneLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// findingOf returns the most serious finding of some rules about a workload.
func (t *text) findingOf(id string, rules []string) *finding.Finding {
	var out *finding.Finding
	for _, f := range t.Findings {
		if f.Suppression == nil && slices.Contains(rules, f.Rule) && slices.Contains(f.Workloads, id) && (out == nil || out.Level < f.Level) {
			out = f
		}
	}
	return out
}

// look says where profiles, logs and further evidence stand.
func (t *text) look(s *status) {
	t.line("%s", t.bold("Where to look"))
	t.line("  profiles   %s", clean(appears(s.Request.Appears)))
	t.line("             %s", t.dim(clean(profilerLink(s))))
	t.line("             %s", t.dim("set the time range to the run, and look at CPU first: heap exists only where it was asked for"))
	project := cmp.Or(written(s.Project), "PROJECT")
	for _, q := range s.Searches {
		t.line("  logs of    %s", clean(q.Name))
		t.line("             %s", clean(q.Filter()))
	}
	t.line("             paste one of them into %s", clean(logsLink(project)))
	t.line("             to have such lines judged, add --log log.json to this command, after")
	t.line("             %s", clean("gcloud logging read 'ONE OF THESE QUERIES' --project="+project+" --format=json > log.json"))
	if s.Product == model.Serverless {
		t.serverless(s)
	}
}

// serverless adds what Google's guide to monitoring batches names (S52-S55,
// S61-S63).
func (t *text) serverless(s *status) {
	if cohort := written(s.Body.Get("runtimeConfig", "cohort").Str()); cohort != "" {
		t.line("  cohort     %s", clean(cohort))
	}
	history := written(s.Body.Get("environmentConfig", "peripheralsConfig", "sparkHistoryServerConfig", "dataprocCluster").Str())
	t.line("  Spark UI   %s", clean(sparkUI(s, history)))
	t.line("  metrics    dataproc.googleapis.com/batch and custom.googleapis.com/, by batch_id")
}

// uiOff reports whether a run shows no Spark UI.
func uiOff(s *status) bool {
	return s.Product == model.Serverless && written(s.Properties.Get("spark.dataproc.appContext.enabled").Str()) == "false"
}

func sparkUI(s *status, history string) string {
	if uiOff(s) {
		return cmp.Or(history, "off: spark.dataproc.appContext.enabled=false")
	}
	out := "kept for 90 days; you need dataproc.batches.sparkApplicationRead, the workload's account dataproc.batches.sparkApplicationWrite"
	if history != "" {
		out += "; history server " + history
	}
	return out
}
