package checks

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

type blockedParams struct {
	Package   string `yaml:"package"`
	Conflicts []struct {
		Package string `yaml:"package"`
		Below   string `yaml:"below" is:"version"`
		Agent   string `yaml:"agent" is:"version"`
	} `yaml:"conflicts"`
	DigitFrom string `yaml:"digit_from" is:"version"`
}

// agentBlocked: pins that keep the Python agent from starting (F9.12, F8.2),
// and a handler for the signal that it measures with (F8.10).
func agentBlocked() *Check {
	return &Check{Rules: []string{"agent-blocked"}, Applies: func(w *model.Workload) bool { return onDataflow(w) && w.Lang == model.Python || started(w) }, Workload: func(p *Pass, w *model.Workload) {
		if x := p.logged(w, "agent-blocked", model.NotStarted); x != nil {
			x.Why("The agent did not start, so it takes no sample.").Fix("mend what the line names, and run it again")
			return
		}
		if w.Lang != model.Python {
			return
		}
		par := params[blockedParams](p, "agent-blocked")
		if w.Coded != nil && w.Coded.Alarm.Valid() {
			p.Fail("agent-blocked", "", w.Coded.Alarm, "the program takes the signal SIGALRM, with which the agent measures wall time").
				Related(w.At, "%s", asking(w)).Fix("use another timer in the program")
		}
		agent, ok := pinned(w, par.Package)
		if !ok {
			return
		}
		versions, known := Need(p, par.Package, agent.Versions)
		if !known {
			return
		}
		for _, c := range par.Conflicts {
			other, ok := pinned(w, c.Package)
			if !ok {
				continue
			}
			r, known := Need(p, c.Package, other.Versions)
			below, _ := value.ParseVersion(c.Below)
			from, _ := value.ParseVersion(c.Agent)
			if known && r.Of(below) == value.Before && versions.Of(from) == value.From {
				p.Fail("agent-blocked", "", other.Versions.Span(), "%s %s may keep the agent %s from being imported", c.Package, r.Text, versions.Text).
					Related(agent.Versions.Span(), "the agent").Related(w.At, "%s", asking(w)).Fix("loosen the pin of " + c.Package)
			}
		}
		name, digit := w.Request.Name.Raw().String(), value.Version{}
		digit, _ = value.ParseVersion(par.DigitFrom)
		if name != "" && name[0] >= '0' && name[0] <= '9' && versions.Of(digit) == value.Before {
			p.Fail("agent-blocked", "", agent.Versions.Span(), "the agent %s refuses a service name that starts with a digit", versions.Text).
				Related(w.Request.Name.Span(), "the name").Related(w.At, "%s", asking(w)).Fix("use agent " + par.DigitFrom + " or later, or another name")
		}
	}}
}

func pinned(w *model.Workload, name string) (model.Pin, bool) {
	for _, p := range w.Worker.Pins {
		if p.Name == name {
			return p, true
		}
	}
	return model.Pin{}, false
}
