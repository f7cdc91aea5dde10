// Package beam knows Apache Beam on Dataflow: how the SDK of each language, at
// each version, reads its options, where its workers look for the request for
// the profiler, and what Google's template messages say. Words and a version
// in; what the worker sees, and a fate for each attempt to ask, out.
package beam

import (
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// split is how an SDK makes elements of one value of a list option.
type split uint8

const (
	never      split = iota // the value is one element
	everyComma              // at every comma
	smart                   // at commas, but not behind the second = of an element
)

// match is how a worker looks for the request.
type match uint8

const (
	whole match = iota // an element has to equal it
	part               // a substring is enough
)

// names is what a worker makes of enable_google_cloud_profiler=NAME.
type names uint8

const (
	refused  names = iota // an element it does not know
	ignored               // on, under the job's name
	ofItem                // on, under NAME
	toTheEnd              // on, under all that follows the = of the flag, commas too
)

// sdk is one language in a window of versions in which it reads the request in
// the same way.
type sdk struct {
	lang         model.Lang
	since, until value.Version // until is the first version that differs; zero bounds are open
	split        split
	last         bool // a repeated flag replaces the earlier one; else values are appended
	strict       bool // an option that it does not know ends the launch
	match        match
	names        names
	experiments  bool // the worker looks among the experiments, too
	anywhere     bool // … and in the text of all options
	facts        string
}

// sdks is all that the versions differ in, one language after the other, the
// oldest first.
var sdks = []sdk{
	{model.Java, value.Version{}, v(2, 69), everyComma, false, true, part, ignored, true, true, "F3.2 F3.3 F3.14 F3.18"},
	{model.Java, v(2, 69), value.Version{}, everyComma, false, true, part, ofItem, true, true, "F3.2 F3.3 F3.14 F3.18"},
	{model.Python, value.Version{}, v(2, 48), never, false, false, whole, refused, true, false, "F3.6 F3.7 F3.14 F3.18"},
	{model.Python, v(2, 48), v(2, 67), never, false, false, whole, ofItem, true, false, "F3.6 F3.7 F3.14 F3.18"},
	{model.Python, v(2, 67), value.Version{}, smart, false, false, whole, ofItem, true, false, "F3.6 F3.8 F3.14 F3.18"},
	{model.Go, value.Version{}, v(2, 69), everyComma, true, true, part, ignored, true, true, "F3.9 F3.10 F3.14"},
	{model.Go, v(2, 69), v(2, 77), everyComma, true, true, part, toTheEnd, true, true, "F3.9 F3.10 F3.14 F3.18"},
	{model.Go, v(2, 77), value.Version{}, everyComma, true, true, part, ofItem, false, false, "F3.9 F3.10 F3.55"},
}

func v(major, minor int) value.Version {
	return value.Version{N: [3]int{major, minor, 0}, Parts: 3}
}

// windows returns the rows of a language that a range of versions touches,
// oldest first; all of them for a range that allows none.
func windows(lang model.Lang, r value.Range) []sdk {
	from := slices.IndexFunc(sdks, func(s sdk) bool { return s.lang == lang })
	if from < 0 {
		return nil
	}
	to := from
	for to < len(sdks) && sdks[to].lang == lang {
		to++
	}
	all := sdks[from:to:to]
	from, to = 0, len(all)
	for from < to && all[from].until.Parts > 0 && r.Of(all[from].until) == value.From {
		from++
	}
	for from < to && all[to-1].since.Parts > 0 && r.Of(all[to-1].since) == value.Before {
		to--
	}
	if from == to {
		return all
	}
	return all[from:to:to]
}
