package cli

import (
	"context"
	"regexp"
	"strings"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/report"
)

// liveOrganization looks at all projects of an organization that can run
// workloads.
func liveOrganization(r *run) (int, error) {
	number := strings.TrimPrefix(r.text("organization"), "organizations/")
	if !regexp.MustCompile(`^\d+$`).MatchString(number) {
		return 0, misuse("--organization: want its number, as gcloud organizations list shows it, got %q", r.text("organization"))
	}
	for _, name := range []string{"region", "since"} {
		if r.origins[name] == "flag" {
			return 0, misuse("--organization looks at projects as a whole; leave --%s out, or name one with --project", name)
		}
	}
	formats := checkFormats()
	formats[0].write = report.Organization // text
	outputs, err := r.outputs(formats)
	if err != nil {
		return 0, err
	}
	o, err := r.options()
	if err != nil {
		return 0, err
	}
	google, err := r.client(&o)
	if err != nil {
		return 0, err
	}
	if r.toggle("plan") {
		return r.printPlan(engine.Everywhere(number), google, "--organization="+number, engine.LaterEverywhere()...)
	}
	result := engine.Survey(context.Background(), o, google, number)
	missing := r.unanswered(result, google)
	in := r.input(result, false)
	for _, out := range outputs {
		if err := r.write(out, in); err != nil {
			return 0, misuse("cannot write the report: %w", err)
		}
	}
	none := len(result.Organization.Projects) == 0
	if none && !missing {
		r.say("no project with Dataproc or Dataflow found: %s", result.Looked)
	}
	return r.end(google, missing, r.code(result, in.Findings))
}
