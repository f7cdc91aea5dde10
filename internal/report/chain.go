package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
)

// link is one condition of the chain from the request to the console. A chain
// breaks at its first broken link.
type link struct {
	name  string
	rules []string
	// settle shows what the files and answers at hand leave open; {P}, {R},
	// {ID}, {NAME} and {ACCOUNT} are filled in. By product; "" is for all.
	settle map[model.Product]string
}

// chain is the order in which a missing profile is looked for.
func chain() []link {
	return []link{
		{"asked for", []string{"profiling-not-requested"}, nil},
		{"received as meant", []string{"command-broken", "option-wrong-sdk", "option-misspelt", "wrong-property-family", "request-misplaced", "request-overridden",
			"option-list-not-split", "property-malformed", "not-enabled"}, nil},
		{"a kind of job that is profiled", []string{"unsupported-job-type", "serverless-runtime", "profiler-bypassed"}, nil},
		{"SDK, image and agent", []string{"beam-sdk-version", "python-runner-v2", "agent-not-in-image", "agent-blocked", "arm-workers", "heap-java-version", "heap-unsupported", "cluster-image-too-old"}, nil},
		{"account and scopes", []string{"cluster-scopes", "agent-role-missing", "agent-role-misplaced", "worker-account-unusable", "foreign-credentials"}, map[model.Product]string{
			"": `gcloud projects get-iam-policy {P} --flatten=bindings --filter="bindings.members:{ACCOUNT}" --format="value(bindings.role)"`}},
		{"Profiler API on", []string{"profiler-api-disabled", "profiler-api-enabled-late"}, map[model.Product]string{
			"": `gcloud services list --enabled --project={P} --filter=config.name=cloudprofiler.googleapis.com`}},
		{"network", []string{"private-network"}, nil},
		{"long enough", []string{"job-too-short"}, map[model.Product]string{
			model.Dataflow:   `gcloud dataflow jobs describe {ID} --project={P} --region={R} --format="yaml(createTime,currentStateTime,currentState)"`,
			model.Dataproc:   `gcloud dataproc jobs describe {NAME} --project={P} --region={R} --format="yaml(status,statusHistory)"`,
			model.Serverless: `gcloud dataproc batches describe {NAME} --project={P} --region={R} --format="yaml(stateTime,stateHistory)"`}},
		{replaced, []string{"java-options-overridden"}, map[model.Product]string{
			model.Dataproc:   `look in the Spark UI, tab Environment, for -agentpath in spark.executor.extraJavaOptions`,
			model.Serverless: `look in the Spark UI, tab Environment, for -agentpath in spark.executor.extraJavaOptions`}},
		{"name and quota", []string{"profile-name-invalid", "quota-exhausted"}, map[model.Product]string{
			"": `https://console.cloud.google.com/apis/api/cloudprofiler.googleapis.com/quotas?project={P}`}},
		{"profiles arrived", []string{"profiles-elsewhere", "profiles-absent"}, map[model.Product]string{
			"": `{LINK}`}},
	}
}

// replaced is the link that only the code of a Spark program can break (F6.1).
const replaced = "options not replaced in code"

// answer of a link, as people read it.
type answer uint8

const (
	unseen  answer = iota // nothing at hand tells
	holds                 // yes
	open                  // cannot tell
	doubted               // a warning: something else could make up for it
	broken                // no
)

func (a answer) String() string {
	return [...]string{"not seen", "yes", "cannot tell", "doubtful", "NO"}[a]
}

// judged is a link with what is known of it.
type judged struct {
	link
	answer answer
	says   []string // reasons
	settle string
}

// examine judges the links for one workload.
func (t *text) examine(s *status) []judged {
	var out []judged
	whole := true // no link before this one is broken
	for _, l := range chain() {
		if l.name == replaced && s.Product == model.Dataflow {
			continue // Spark's pitfall
		}
		j := judged{link: l}
		for _, v := range s.verdicts {
			if !slices.Contains(l.rules, v.Rule) {
				continue
			}
			a := holds
			switch {
			case v.Answer == finding.Unk && v.Level >= finding.Warning:
				a = open
			case v.Answer == finding.Fail && v.Level == finding.Error:
				a = broken
			case v.Answer == finding.Fail:
				a = doubted
			}
			if a >= open && !slices.Contains(j.says, v.Reason) {
				j.says = append(j.says, v.Reason)
			}
			if a == open && whole && j.settle == "" {
				j.settle = v.Settle
			}
			j.answer = max(j.answer, a)
		}
		t.proved(s, &j)
		if whole && (j.answer == unseen || j.answer == open) {
			j.settle = cmp.Or(j.settle, t.fill(s, cmp.Or(l.settle[s.Product], l.settle[""])))
		}
		whole = whole && j.answer != broken
		out = append(out, j)
	}
	return out
}

// proved replaces "not seen" by what the request and the log lines show.
func (t *text) proved(s *status, j *judged) {
	asked, known := s.asked.Get()
	switch j.name {
	case "asked for":
		switch {
		case known && asked:
			j.answer, j.says = holds, t.asks(s)
		case !known && j.answer < open:
			j.answer = open
		}
	case "account and scopes", "Profiler API on", "network":
		// a pass of the files says that they hold nothing against it
		if sign := made(s); sign != nil {
			j.answer, j.says = holds, []string{fmt.Sprintf("%s (%s)", sign.Says, sign.At)}
		} else if j.answer == holds && s.Run != nil {
			j.answer = unseen
		}
	case "name and quota":
		if j.answer == holds && made(s) == nil {
			j.answer = unseen
		}
	case "long enough":
		if d, over := lasted(s); over && j.answer == holds {
			j.says = []string{"it ran for " + d}
		} else if !over && j.answer == holds {
			j.answer, j.says = unseen, []string{"it still runs"}
			if s.Run == nil {
				j.says = nil
			}
		}
	}
}

func (t *text) asks(s *status) []string {
	var out []string
	for _, a := range s.Request.Asks {
		if a.Fate == model.Arrives {
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
	return d.Round(1e9).String(), ok
}

// fill puts what is known of a workload into a template; what is not known
// keeps a name in capitals.
func (t *text) fill(s *status, template string) string {
	id := "JOB_ID"
	if s.Run != nil {
		id = cmp.Or(written(s.Run.ID), id)
	}
	account := cmp.Or(written(s.Account), "ACCOUNT")
	if c, ok := s.Cluster.To.Get(); ok {
		account = cmp.Or(written(c.Account), account)
	}
	r := strings.NewReplacer("{P}", cmp.Or(written(s.Project), "PROJECT"), "{R}", cmp.Or(written(s.Region), "REGION"),
		"{ID}", id, "{NAME}", cmp.Or(written(s.Name), "NAME"), "{ACCOUNT}", account, "{LINK}", profilerLink(s))
	return clean(r.Replace(template))
}
