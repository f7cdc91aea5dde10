package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// What stands in place of "not checked" where the request, the log lines or
// Google's answers show it.

func (t *text) requested(s *status, j *judged) {
	switch asked, known := s.asked.Get(); {
	case known && asked:
		j.answer, j.says = holds, t.asks(s)
	case !known && j.answer < open:
		j.answer = open
	}
}

// documented: what Google's pages say nothing of is no yes.
func (t *text) documented(s *status, j *judged) {
	if f := t.findingOf(s.ID, []string{"unsupported-job-type"}); f != nil && j.answer == holds {
		j.answer, j.says = open, []string{f.Message}
	}
}

// addresses adds to what is proved that workers with external addresses need
// nothing else to reach Google.
func (t *text) addresses(s *status, j *judged) {
	if internal, known := internalOnly(s).Get(); known && !internal && j.answer == holds {
		j.says = []string{"the workers have external addresses"}
		return
	}
	t.proved(s, j)
}

func internalOnly(s *status) value.Value[bool] {
	if c, ok := s.Cluster.To.Get(); ok {
		return c.InternalOnly
	}
	if v := s.Options.InternalOnly; !v.Absent() || len(s.Body.Get("environment", "workerPools").Items()) == 0 {
		return v
	}
	return value.Of(false, s.At) // by default (F7.6)
}

// proved takes a log line for what a pass of the files does not show: they only
// hold nothing against it.
func (t *text) proved(s *status, j *judged) {
	if asked := s.Scope != nil && !s.Scope.Set.Cloud.Now.IsZero(); asked && j.answer == holds {
		return
	}
	if sign := made(s); sign != nil {
		j.answer, j.says = holds, []string{fmt.Sprintf("%s (%s)", sign.Says, sign.At)}
	} else if j.answer == holds && s.Run != nil {
		j.answer = unseen
	}
}

func (t *text) replaced(s *status, j *judged) {
	shown := s.Run != nil && s.Run.Apps != nil && slices.ContainsFunc(s.Run.Apps.Seen, func(e *model.Environment) bool {
		return e.Properties.Get("spark.executor.extraJavaOptions").Present()
	})
	switch {
	case j.answer != holds:
	case shown:
		j.says = []string{"by what Spark itself shows"}
	case len(s.Programs) == 0: // its program was not read
		j.answer = unseen
	}
}

func (t *text) quota(s *status, j *judged) {
	shown := s.Run != nil && s.Run.Quota != nil
	switch {
	case j.answer != holds || made(s) != nil:
	case shown:
		j.says = []string{"Cloud Monitoring shows no quota that was used up during the run"}
	default:
		j.answer = unseen
	}
}

func (t *text) length(s *status, j *judged) {
	switch d, known := lasted(s); {
	case j.answer != holds:
	case known:
		j.says = []string{"it ran for " + d}
	default:
		j.answer, j.says = unseen, nil
		if s.Run == nil {
			break
		}
		if over, _ := s.Run.Over.Get(); !over {
			j.says = []string{"it still runs"}
		}
	}
}

// arrived says what the list of profiles shows. Where profiles have arrived,
// nothing before stands against it.
func (t *text) arrived(s *status, j *judged) {
	a := arrivals(s)
	switch {
	case a == nil:
	case len(a.Here) > 0:
		j.answer, j.says = holds, []string{arrival(a.Here)}
	case j.answer == holds:
		j.answer, j.says = open, nil
	}
}

func arrivals(s *status) *model.Arrivals {
	if s.Run == nil {
		return nil
	}
	return s.Run.Arrivals
}

// here reports whether profiles of the run have arrived where they are expected.
func here(s *status) bool { a := arrivals(s); return a != nil && len(a.Here) > 0 }

// arrival writes "CPU and WALL since 2026-11-29 02:05 UTC under service S".
func arrival(in []*model.Profile) string {
	var types, services []string
	var first time.Time
	for _, p := range in {
		types, services = append(types, p.Type), append(services, p.Service)
		if first.IsZero() || !p.Start.IsZero() && p.Start.Before(first) {
			first = p.Start
		}
	}
	out := all(types)
	if !first.IsZero() {
		out += " since " + first.UTC().Format("2006-01-02 15:04 UTC")
	}
	return out + " under service " + all(services)
}

// all writes each of some words once: "a and b".
func all(words []string) string {
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " and ")
}

// asks lists what arrives of the request or, where nothing does, what was
// written: the next link says what became of it.
func (t *text) asks(s *status) []string {
	arrives := func(a model.Ask) bool { return a.Fate == model.Arrives }
	all := !slices.ContainsFunc(s.Request.Asks, arrives)
	var out []string
	for _, a := range s.Request.Asks {
		if all || arrives(a) {
			out = append(out, fmt.Sprintf("%s in %s (%s)", clean(a.Key.String()), a.Where, a.Key.Span()))
		}
	}
	return out
}

// made returns the log line that shows that the service takes profiles.
func made(s *status) *model.Sign {
	if s.Run == nil {
		return nil
	}
	i := slices.IndexFunc(s.Run.Signs, func(x model.Sign) bool { return x.Means == model.ProfileMade })
	if i < 0 {
		return nil
	}
	return &s.Run.Signs[i]
}

func lasted(s *status) (string, bool) {
	if s.Run == nil {
		return "", false
	}
	d, ok := s.Run.Lasted()
	return value.Spell(d), ok
}
