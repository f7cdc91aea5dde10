package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

type nameParams struct {
	Pattern         string   `yaml:"pattern" is:"pattern"`
	MaxNameBytes    int      `yaml:"max_name_bytes"`
	Suffixes        []string `yaml:"suffixes"` // of Spark workloads: what the service appends
	MaxVersionBytes int      `yaml:"max_version_bytes"`
	// Harmless are the expressions that cannot break the pattern: dates in digits.
	Harmless []string `yaml:"harmless" is:"pattern"`
}

// profileName: the agent stops on a service name that breaks the pattern, and
// on a version label that is too long (F8.2, F4.6).
func profileName() *Check {
	return &Check{Rules: []string{"profile-name-invalid"}, Applies: func(w *model.Workload) bool { return profiled(w.Type) }, Workload: judgeName}
}

func judgeName(p *Pass, w *model.Workload) {
	if on, known := w.Request.Enabled.Get(); known && !on || w.Request.Enabled.Absent() {
		return // nothing reads the name: what became of the request is said elsewhere
	}
	par := params[nameParams](p, "profile-name-invalid")
	judgeVersionLabel(p, w, par)
	if !judgeGiven(p, w, par) {
		if x := p.logged(w, "profile-name-invalid", model.BadName); x != nil {
			x.Fix("set " + nameKey(w) + " to lower-case letters, digits and - _ . that start and end with a letter or digit")
		}
	}
}

// judgeGiven judges the name that the request gives; it reports whether that is
// wrong. A log line proves it.
func judgeGiven(p *Pass, w *model.Workload, par nameParams) bool {
	name := w.Request.Name
	if name.Absent() || (name.Unknown() && name.Raw().Len() == 0) {
		if w.Product == model.Dataflow && name.Hole() != nil {
			Need(p, "the profile name", name)
		}
		return false
	}
	if name.Raw().Len() == 0 && len(w.Refusals) > 0 {
		return false // what was to stand there is what the command is refused for: --properties=cloud.profiler.name= etl
	}
	if name.Known() && name.Raw().Len() == 0 && w.Product != model.Dataflow {
		p.Mildly("whether the service takes an empty name for none is not documented", "")
		return false
	}
	suffixes, kase := par.Suffixes, ""
	switch {
	case w.Product == model.Dataflow:
		suffixes, kase = []string{""}, "dataflow"
	case w.Type == model.Hadoop:
		suffixes = []string{""}
	}
	pattern := p.pattern(par.Pattern)
	valid := func(name string) bool { return len(name) <= par.MaxNameBytes && pattern.MatchString(name) }
	// a hole can hold anything that is valid: what is wrong around it stays wrong
	text := name.Raw()
	trial := text.Mask('a')
	for _, suffix := range suffixes {
		if valid(trial + suffix) {
			continue
		}
		if text.Weak() != "" {
			p.Doubt(text.Weak())
		}
		refused, proved := sign(w, model.BadName)
		if proved {
			kase = live
		}
		want := corrected(text.String(), suffix, valid)
		x := p.Fail("profile-name-invalid", kase, name.Span(), "the profile name %q is not valid: the agent refuses it and stops", text.String()+suffix).
			Caret("%s", wrongWith(trial, suffix, par)).Related(refused.At, "the log says: %s", refused.Says).Related(w.At, "%s", workloadLabel(w)).
			Received("the service name %s", text.String()+suffix)
		if want != "" && text.Known() {
			edits := []source.Edit{}
			if e, ok := text.Edit(0, text.Len(), want); ok && inPlace(w, text) {
				edits = append(edits, e)
			}
			x.Fix("write "+want+" instead of "+text.String(), edits...)
		} else {
			x.Fix("use lower-case letters, digits, '-', '_' and '.' only, with a letter or digit at both ends")
		}
		return true
	}
	if !harmless(p, name.Hole(), par.Harmless) {
		Need(p, "the profile name", name)
	}
	return false
}

// nameKey is what gives a workload's profiles their name.
func nameKey(w *model.Workload) string {
	switch w.Product {
	case model.Dataflow:
		return "the job name, or NAME in enable_google_cloud_profiler=NAME,"
	case model.Serverless:
		return "dataproc.profiling.name"
	}
	return "cloud.profiler.name"
}

// inPlace reports whether the name is written where the request is, not in a
// variable that may serve for more.
func inPlace(w *model.Workload, name source.Text) bool {
	return slices.ContainsFunc(w.Request.Asks, func(a model.Ask) bool {
		key, _, _ := a.Key.Cut("=") // of Beam: enable_google_cloud_profiler=NAME
		return name.Behind(key)
	})
}

func harmless(p *Pass, h *source.Hole, patterns []string) bool {
	return h != nil && slices.ContainsFunc(patterns, func(s string) bool {
		return p.pattern(s).MatchString(h.Expr) || p.pattern(s).MatchString(inner(h.Why))
	})
}

// wrongWith names the first thing that makes a name invalid.
func wrongWith(s, suffix string, par nameParams) string {
	for i, r := range s {
		ok := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r)
		switch {
		case r >= 'A' && r <= 'Z':
			return "upper-case letters are not allowed"
		case r == ' ' || r == '\t':
			return "blanks are not allowed"
		case !ok:
			return "the character " + string(r) + " is not allowed"
		case i == 0 && strings.ContainsRune("-_.", r):
			return "must start with a letter or digit"
		}
	}
	if len(s)+len(suffix) > par.MaxNameBytes {
		return fmt.Sprintf("too long: %d characters at most, %s included", par.MaxNameBytes, suffix)
	}
	return "must match " + par.Pattern
}

// corrected proposes the nearest valid name, or "".
func corrected(s, suffix string, valid func(string) bool) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r >= 'A' && r <= 'Z':
			// ComplexNetwork reads best as complex-network
			if i > 0 && b.Len() > 0 && s[i-1] >= 'a' && s[i-1] <= 'z' {
				b.WriteByte('-')
			}
			b.WriteRune(r + 'a' - 'A')
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r):
			b.WriteRune(r)
		default:
			b.WriteByte('-')
		}
	}
	out := strings.Trim(b.String(), "-_.")
	if valid(out + suffix) {
		return out
	}
	return ""
}

func judgeVersionLabel(p *Pass, w *model.Workload, par nameParams) {
	if v, ok := w.Request.Version.Get(); ok && v.Len() > par.MaxVersionBytes {
		p.Fail("profile-name-invalid", "version", w.Request.Version.Span(), "the version label has %d bytes; more than %d are refused", v.Len(), par.MaxVersionBytes).
			Related(w.At, "%s", workloadLabel(w)).Fix("use a shorter version label")
	}
}

type scatterParams struct {
	Words []string `yaml:"words"` // parts of an expression whose value changes with every run
}

// profilesScattered: a name with a date in it makes a new service of every
// run (F9.4).
func profilesScattered() *Check {
	return &Check{Rules: []string{"profiles-scattered"}, Applies: func(w *model.Workload) bool { return profiled(w.Type) }, Workload: func(p *Pass, w *model.Workload) {
		name := w.Request.Name
		if w.Product == model.Dataflow && !w.Options.CanName {
			return
		}
		if w.Product == model.Dataflow && name.Raw().Len() == 0 {
			name = w.Options.JobName // the service is the job's name unless another is given (F3.34)
		}
		h := name.Hole()
		if h == nil || name.Raw().Len() == 0 || name.State() != value.Unknown {
			return
		}
		expr := strings.ToLower(name.Raw().String() + " " + h.Expr + " " + h.Why)
		for _, word := range params[scatterParams](p, "profiles-scattered").Words {
			if strings.Contains(expr, word) {
				p.Fail("profiles-scattered", "", name.Span(), "the profile name changes with every run (%s)", name.Raw()).
					Caret("a new service each time").Related(w.At, "%s", workloadLabel(w)).
					Fix(stableName(w))
				return
			}
		}
		Need(p, "the name", name)
	}}
}

func stableName(w *model.Workload) string {
	if w.Product == model.Dataflow {
		return "give a name that stays: enable_google_cloud_profiler=NAME"
	}
	return "keep the name the same and put what changes into the version, or leave the version to its default: the workload's UUID"
}

// inner is the expression that a variable was set from, as its reason says.
func inner(why string) string {
	expr, _ := strings.CutPrefix(why, "set from ")
	expr, _, _ = strings.Cut(expr, ", the output")
	return expr
}
