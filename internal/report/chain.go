package report

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
	"github.com/proflint/proflint/rules"
)

// link is one condition of the chain from the request to the console. A chain
// breaks at its first broken link. The page of a rule says which one it breaks.
type link struct {
	name string
	// ask shows what the files and answers at hand leave open; {P}, {R},
	// {ID}, {NAME} and {ACCOUNT} are filled in. By kind of run, else by product;
	// "" is for all.
	ask     map[string]string
	off     func(*status) bool            // reports whether that leads nowhere; nil: never
	then    string                        // what to make of its output
	without model.Product                 // the product that has no such link
	shown   func(*text, *status, *judged) // adds what the request and Google's answers show; nil: nothing
	alone   bool                          // what to change says by itself what follows
}

// chain is the order in which a missing profile is looked for.
func chain() []link {
	return []link{
		{name: "asked for", shown: (*text).requested},
		{name: "received as meant"},
		{name: "a kind of job that is profiled", shown: (*text).documented},
		{name: "SDK, image and agent", without: model.Serverless}, // which brings its own
		{name: "account and scopes", shown: (*text).proved, ask: map[string]string{
			"": `gcloud projects get-iam-policy {P} --flatten=bindings --filter="bindings.members:{ACCOUNT}" --format="value(bindings.role)"`},
			then: "it should show a role that may create and update profiles, such as roles/cloudprofiler.agent, roles/dataproc.worker, roles/editor or roles/owner"},
		{name: "Profiler API on", shown: (*text).proved, alone: true, ask: map[string]string{
			"": `gcloud services list --enabled --project={P} --filter=config.name=cloudprofiler.googleapis.com`},
			then: "it should show one line; an empty list means that the API is off"},
		{name: "network", shown: (*text).addresses, ask: map[string]string{
			"": `gcloud compute networks subnets list --project={P} --filter=region:{R} --format="table(name,privateIpGoogleAccess)"`},
			then: "it should show True for the workers' subnet, unless they have external addresses or a Cloud NAT"},
		{name: "long enough", shown: (*text).length, ask: map[string]string{
			string(model.Dataflow):    `gcloud dataflow jobs describe {ID} --project={P} --region={R} --format="yaml(createTime,currentStateTime,currentState)"`,
			string(model.Dataproc):    `gcloud dataproc jobs describe {NAME} --project={P} --region={R} --format="yaml(status,statusHistory)"`,
			string(model.KindBatch):   `gcloud dataproc batches describe {NAME} --project={P} --region={R} --format="yaml(stateTime,stateHistory)"`,
			string(model.KindSession): `gcloud beta dataproc sessions describe {NAME} --project={P} --location={R} --format="yaml(stateTime,stateHistory)"`},
			then: "it should show several minutes between start and end"},
		{name: "options not replaced in code", shown: (*text).replaced, off: uiOff, without: model.Dataflow, ask: map[string]string{ // only Spark's can be (F6.1)
			"": `Spark UI, tab Environment, spark.executor.extraJavaOptions`},
			then: "-agentpath should stand in it; if it does not, the program has replaced the value, and the agent with it"},
		{name: "name and quota", shown: (*text).quota, ask: map[string]string{
			"": `https://console.cloud.google.com/apis/api/cloudprofiler.googleapis.com/quotas?project={P}`}, then: "none should be used up"},
		{name: "profiles arrived", shown: (*text).arrived, alone: true, ask: map[string]string{
			"": `{LINK}`}, then: "set the time range to the run"},
	}
}

// answer of a link, as people read it.
type answer uint8

const (
	unseen  answer = iota // nothing at hand speaks of it
	holds                 // yes
	open                  // cannot tell
	doubted               // a warning: something else could make up for it
	broken                // no
)

func (a answer) String() string {
	return [...]string{"not checked", "yes", "cannot tell", "doubtful", "NO"}[a]
}

// judged is a link with what is known of it.
type judged struct {
	link
	answer answer
	rules  []string // that break it
	says   []string // reasons
	settle string   // what shows more
}

// examine judges the links for one workload.
func (t *text) examine(s *status) []judged {
	var out []judged
	book := rules.Open()
	whole := true // no link before this one is broken
	for _, l := range chain() {
		if l.without == s.Product {
			continue
		}
		j := judged{link: l}
		for _, v := range s.verdicts {
			if r := book.Rule(v.Rule); r == nil || r.Link != l.name {
				continue
			}
			j.rules = append(j.rules, v.Rule)
			a := holds
			switch {
			case v.Answer == finding.Unk && v.Level >= finding.Warning:
				a = open
			case v.Answer == finding.Fail && v.Level == finding.Error:
				a = broken
			case v.Answer == finding.Fail:
				a = doubted
			}
			if a == broken && j.answer != broken { // what is open beside it changes nothing
				j.says, j.settle = nil, ""
			}
			said := a == broken || j.answer != broken && (a >= open || v.Answer == finding.Unk)
			if said && !slices.Contains(j.says, v.Reason) {
				j.says = append(j.says, v.Reason)
			}
			if said && a == open && whole && j.settle == "" {
				j.settle, j.then = t.asking(s, v.Settle), ""
			}
			j.answer = max(j.answer, a)
		}
		if l.shown != nil {
			l.shown(t, s, &j)
		}
		if here(s) && (j.answer == unseen || j.answer == open) {
			j.answer, j.says = holds, []string{"profiles have arrived"}
		}
		if whole && (j.answer == unseen || j.answer == open) {
			j.settle = cmp.Or(j.settle, t.fill(s, cmp.Or(l.ask[string(s.Kind)], l.ask[string(s.Product)], l.ask[""])))
		}
		if l.off != nil && l.off(s) || slices.ContainsFunc(out, func(o judged) bool { return o.settle == j.settle }) {
			j.settle, j.then = "", "" // it leads nowhere, or stands above
		}
		whole = whole && j.answer != broken
		out = append(out, j)
	}
	return out
}

// asking completes the command that would settle what a check leaves open:
// with the project, the job, and the region where it is known. Of a cluster the whole
// answer is wanted, for another run.
func (t *text) asking(s *status, command string) string {
	if !strings.HasPrefix(command, "gcloud ") {
		return clean(command)
	}
	command = strings.NewReplacer("--region=REGION", "--region={R}", "JOB_ID", "{ID}").Replace(command)
	head, format, _ := strings.Cut(command, " --format=")
	if !strings.Contains(head, "--project=") {
		head += " --project={P}"
	}
	switch {
	case strings.HasPrefix(head, "gcloud dataproc clusters describe "):
		head += " --format=json > cluster.json  # then add --from cluster.json"
	case strings.Contains(head, " --full"):
		head += " --format=json > job.json  # then --from job.json"
	case format != "":
		head += " --format=" + format
	}
	return t.fill(s, head)
}

// fill puts what is known of a workload into a template; what is not known
// keeps a name in capitals.
func (t *text) fill(s *status, template string) string {
	known := func(name string, all ...value.Str) string {
		for _, v := range all {
			// what is no plain word stays to be put in: the templates are pasted
			if w := written(v); w != "" && source.ShellWord(w) == w {
				return w
			}
		}
		return name
	}
	var id, clusters, region value.Str
	if s.Run != nil {
		id = s.Run.ID
	}
	if c, ok := s.Cluster.To.Get(); ok {
		clusters, region = c.Account, c.Region
	}
	r := strings.NewReplacer("{P}", known("PROJECT", s.Project), "{R}", known("REGION", s.Region, region), "{ID}", known("JOB_ID", id),
		"{NAME}", known("NAME", s.Name), "{ACCOUNT}", known("ACCOUNT", clusters, s.Account), "{LINK}", profilerLink(s))
	return clean(r.Replace(template))
}

// placeholders are the names in capitals that fill may leave, and what stands
// for them.
func placeholders(s *status, chain []judged) []string {
	var out []string
	who := "the workers' service account; where none was given, PROJECT_NUMBER-compute@developer.gserviceaccount.com"
	if s.Product == model.Serverless {
		who += ", and from runtime 3.0 on whoever submits the workload"
	}
	for _, p := range []struct{ name, means string }{
		{"PROJECT", "the project in which the job ran"},
		{"REGION", "the region of the job"},
		{"JOB_ID", "the id of the job"},
		{"NAME", "the id of the job or batch"},
		{"ACCOUNT", who},
	} {
		named := regexp.MustCompile(`\b` + p.name + `\b`)
		if slices.ContainsFunc(chain, func(j judged) bool { return named.MatchString(j.settle) }) {
			out = append(out, p.name+": "+p.means)
		}
	}
	return out
}
