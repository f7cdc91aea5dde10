package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// link is one condition of the chain from the request to the console. A chain
// breaks at its first broken link.
type link struct {
	name  string
	rules []string
	// settle shows what the files and answers at hand leave open; {P}, {R},
	// {ID}, {NAME} and {ACCOUNT} are filled in. By kind of run, else by product;
	// "" is for all.
	settle map[string]string
	then   string // what to make of its output
}

// chain is the order in which a missing profile is looked for.
func chain() []link {
	return []link{
		{name: requested, rules: []string{"profiling-not-requested"}},
		{name: "received as meant", rules: []string{"command-broken", "option-wrong-sdk", "option-misspelt", "wrong-property-family", "request-misplaced", "request-overridden",
			"option-list-not-split", "property-malformed", "not-enabled"}},
		{name: "a kind of job that is profiled", rules: []string{"unsupported-job-type", "serverless-runtime", "profiler-bypassed"}},
		{name: software, rules: []string{"beam-sdk-version", "python-runner-v2", "agent-not-in-image", "agent-blocked", "arm-workers", "cluster-image-too-old"}},
		{account, []string{"cluster-scopes", "agent-role-missing", "agent-role-misplaced", "worker-account-unusable", "foreign-credentials"}, map[string]string{
			"": `gcloud projects get-iam-policy {P} --flatten=bindings --filter="bindings.members:{ACCOUNT}" --format="value(bindings.role)"`},
			"it should show a role that may create and update profiles, such as roles/cloudprofiler.agent, roles/dataproc.worker, roles/editor or roles/owner"},
		{apiOn, []string{"profiler-api-disabled", "profiler-api-enabled-late"}, map[string]string{
			"": `gcloud services list --enabled --project={P} --filter=config.name=cloudprofiler.googleapis.com`},
			"it should show one line; an empty list means that the API is off"},
		{network, []string{"private-network"}, map[string]string{
			"": `gcloud compute networks subnets list --project={P} --filter=region:{R} --format="table(name,privateIpGoogleAccess)"`},
			"it should show True for the workers' subnet, unless they have external addresses or a Cloud NAT"},
		{lengthy, []string{"job-too-short"}, map[string]string{
			string(model.Dataflow):    `gcloud dataflow jobs describe {ID} --project={P} --region={R} --format="yaml(createTime,currentStateTime,currentState)"`,
			string(model.Dataproc):    `gcloud dataproc jobs describe {NAME} --project={P} --region={R} --format="yaml(status,statusHistory)"`,
			string(model.KindBatch):   `gcloud dataproc batches describe {NAME} --project={P} --region={R} --format="yaml(stateTime,stateHistory)"`,
			string(model.KindSession): `gcloud beta dataproc sessions describe {NAME} --project={P} --location={R} --format="yaml(stateTime,stateHistory)"`},
			"it should show several minutes between start and end"},
		{replaced, []string{"java-options-overridden"}, map[string]string{
			"": `Spark UI, tab Environment, spark.executor.extraJavaOptions`},
			"-agentpath should stand in it; if it does not, the program has replaced the value, and the agent with it"},
		{quotas, []string{"profile-name-invalid", "quota-exhausted"}, map[string]string{
			"": `https://console.cloud.google.com/apis/api/cloudprofiler.googleapis.com/quotas?project={P}`}, "none should be used up"},
		{arrived, []string{"profiles-elsewhere", "profiles-absent"}, map[string]string{
			"": `{LINK}`}, "set the time range to the run"},
	}
}

// The links that answers and log lines speak of.
const (
	requested = "asked for"
	account   = "account and scopes"
	network   = "network"
	lengthy   = "long enough"
	quotas    = "name and quota"
)

// software is the link that Serverless brings itself.
const software = "SDK, image and agent"

// apiOn is the link whose change says by itself that the run is to start again.
const apiOn = "Profiler API on"

// arrived is the last link: profiles that are there prove all the others.
const arrived = "profiles arrived"

// replaced is the link that only the code of a Spark program can break (F6.1).
const replaced = "options not replaced in code"

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
	says   []string // reasons
	settle string
}

// examine judges the links for one workload.
func (t *text) examine(s *status) []judged {
	var out []judged
	whole := true // no link before this one is broken
	for _, l := range chain() {
		if l.name == replaced && s.Product == model.Dataflow || l.name == software && s.Product == model.Serverless {
			continue // Spark's pitfall; nothing that the user chooses
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
			if (a >= open || v.Answer == finding.Unk) && !slices.Contains(j.says, v.Reason) {
				j.says = append(j.says, v.Reason)
			}
			if a == open && whole && j.settle == "" {
				j.settle, j.then = t.asking(s, v.Settle), ""
			}
			j.answer = max(j.answer, a)
		}
		t.proved(s, &j)
		if here(s) && j.name != arrived && (j.answer == unseen || j.answer == open) {
			j.answer, j.says = holds, []string{"profiles have arrived"}
		}
		if whole && (j.answer == unseen || j.answer == open) {
			j.settle = cmp.Or(j.settle, t.fill(s, cmp.Or(l.settle[string(s.Kind)], l.settle[string(s.Product)], l.settle[""])))
		}
		if l.name == replaced && uiOff(s) || slices.ContainsFunc(out, func(o judged) bool { return o.settle == j.settle }) {
			j.settle, j.then = "", "" // it leads nowhere, or stands above
		}
		whole = whole && j.answer != broken
		out = append(out, j)
	}
	return out
}

// proved replaces "not checked" by what the request and the log lines show.
func (t *text) proved(s *status, j *judged) {
	asked, known := s.asked.Get()
	switch j.name {
	case requested:
		switch {
		case known && asked:
			j.answer, j.says = holds, t.asks(s)
		case !known && j.answer < open:
			j.answer = open
		}
	case arrived:
		t.arrived(s, j)
	case account, apiOn, network:
		if asked := s.Scope != nil && !s.Scope.Set.Cloud.Now.IsZero(); asked && j.answer == holds {
			break
		}
		// a pass of the files says that they hold nothing against it
		if sign := made(s); sign != nil {
			j.answer, j.says = holds, []string{fmt.Sprintf("%s (%s)", sign.Says, sign.At)}
		} else if j.answer == holds && s.Run != nil {
			j.answer = unseen
		}
	case replaced:
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
	case quotas:
		shown := s.Run != nil && s.Run.Quota != nil
		switch {
		case j.answer != holds || made(s) != nil:
		case shown:
			j.says = []string{"Cloud Monitoring shows no quota that was used up during the run"}
		default:
			j.answer = unseen
		}
	case lengthy:
		d, known := lasted(s)
		switch {
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
	return spell(d), ok
}

// spell writes 1h2m10s as "1 h 2 min".
func spell(d time.Duration) string {
	d = d.Round(time.Second)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < 10*time.Minute && d%time.Minute != 0:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
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
