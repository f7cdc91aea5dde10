package model

import (
	"time"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Organization is what Cloud Asset Inventory's index shows of the projects that
// can run workloads. The index is behind the projects by minutes to hours.
type Organization struct {
	Name     string // organizations/9
	AsOf     time.Time
	Projects []*Surveyed // the broken ones first, then those that cannot be told, by name
	Gaps     []string    // what the index did not show
}

// Surveyed is one project.
type Surveyed struct {
	At     source.Span // what was gathered, as a file
	ID     string      // the number where no answer shows the id
	Number string
	Runs   []string          // "Dataproc clusters", "Dataflow jobs" …: what the index holds of it
	APIs   []string          // enabled ones whose workloads can be profiled: dataproc, dataflow
	API    value.Value[bool] // whether the Profiler API is enabled
	May    value.Value[bool] // whether any service account may create profiles here
	Holds  []Holder          // those that may
	Unsure []Holder          // members that may hold an account or not, and conditions that cannot be decided
}

// Holder is a member of a binding that lets it create profiles.
type Holder struct {
	Member string // serviceAccount:…, group:…
	Role   string
	On     string // projects/P, folders/N, organizations/N: where the binding stands
	Why    string // why it cannot be told; "" where it can
}

// Broken reports whether profiles are sure to fail.
func (s *Surveyed) Broken() bool {
	return denies(s.API) || denies(s.May)
}

// Told reports whether everything about it is known.
func (s *Surveyed) Told() bool { return s.API.Known() && s.May.Known() }

func denies(v value.Value[bool]) bool {
	on, known := v.Get()
	return known && !on
}
