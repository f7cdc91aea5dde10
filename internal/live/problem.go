package live

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"github.com/proflint/proflint/internal/source"
)

// Class says what kind of problem kept a question from being answered.
type Class string

// The classes. None of them is a finding: what was not answered is unknown. APIOff
// of the profiler's own API in the project of the workers is an answer, which the
// caller has to see for itself: see Problem.Project.
const (
	AuthMissing  Class = "auth.missing"  // no credentials
	AuthExpired  Class = "auth.expired"  // they have to be renewed
	AuthScope    Class = "auth.scope"    // the token is for something else
	APIOff       Class = "api.off"       // API is not enabled in Project
	QuotaProject Class = "quota.project" // the credentials name no project to bill
	QuotaDenied  Class = "quota.denied"  // the caller may not bill Project
	Denied       Class = "denied"        // the caller lacks Permission, or there is no such resource
	NoProject    Class = "project.bad"   // there is no such project
	Perimeter    Class = "vpcsc"         // VPC Service Controls
	NotFound     Class = "absent"        // there is no such resource
	RateLimited  Class = "rate"
	Unavailable  Class = "unavailable" // the server, or the network to it
	Timeout      Class = "timeout"
	BadRequest   Class = "bug" // the server does not accept what was asked
	Unreadable   Class = "unreadable"
	NotRecorded  Class = "not-recorded" // a replay does not hold it
	Refused      Class = "refused"      // not a request that only reads
	Planned      Class = "planned"      // it was not made, only planned
)

// Problem is why a question has no answer.
type Problem struct {
	Class      Class  `json:"class"`
	Said       string `json:"said,omitempty"`       // in the server's words, or ours where it said nothing; one line
	API        string `json:"api,omitempty"`        // that was asked, or is not enabled: dataproc
	Project    string `json:"project,omitempty"`    // whose API is off, or whom the quota belongs to: an id or a number
	Permission string `json:"permission,omitempty"` // that the call needs
	Role       string `json:"role,omitempty"`       // the smallest predefined role that has it
	Do         string `json:"do,omitempty"`         // what would help: a command or a sentence
}

// Error says what happened; Do says what would help.
func (p *Problem) Error() string {
	if p.Said == "" {
		return p.Short()
	}
	return p.Short() + ": " + p.Said
}

// Short says it in a few words of ours.
func (p *Problem) Short() string {
	switch p.Class {
	case AuthMissing:
		return "no credentials"
	case AuthExpired:
		return "the credentials have to be renewed"
	case AuthScope:
		return "the credentials are not for this"
	case APIOff:
		return p.API + ".googleapis.com is not enabled in " + orElse(p.Project, "the project that is billed")
	case QuotaProject:
		return "the credentials name no quota project"
	case QuotaDenied:
		return "the caller may not bill the quota project"
	case Denied:
		return "denied, or not there"
	case NoProject:
		return "there is no such project"
	case Perimeter:
		return "refused by VPC Service Controls"
	case NotFound:
		return "not found"
	case RateLimited:
		return "too many requests"
	case Timeout:
		return "no answer in time"
	case BadRequest:
		return "the request was not accepted"
	case Unreadable:
		return "the answer cannot be read"
	case NotRecorded:
		return "not recorded"
	case Refused:
		return "not a request that only reads"
	case Planned:
		return "only planned"
	}
	return "no answer"
}

// gcloudsOwn is the number of the project of gcloud's own OAuth client: what
// user credentials without a quota project are counted against.
const gcloudsOwn = "764086051850"

// fault is an error body, taken apart.
type fault struct {
	class             Class
	message, reason   string
	service, consumer string
	permission, uid   string
	limit, retry      string
	daily             bool
}

// envelope is Google's error body, of both generations.
type envelope struct {
	Error json.RawMessage `json:"error"`
}

type status struct {
	Message string           `json:"message"`
	Status  string           `json:"status"`
	Details []map[string]any `json:"details"`
	Errors  []struct {
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"errors"`
}

// classify says what a response means that is not the answer. The body is taken
// apart here: the client library loses all details of a body that also has the
// older list of errors.
func classify(q Question, code int, body string) *Problem {
	r, f := rowOf(q.Kind), faultOf(code, body)
	p := &Problem{Class: f.class, Said: oneLine(f.message), API: r.api, Project: strings.TrimPrefix(f.consumer, "projects/")}
	if p.Said == "" {
		p.Said = fmt.Sprintf("%d %s", code, http.StatusText(code))
	}
	if f.service != "" {
		p.API = strings.TrimSuffix(f.service, ".googleapis.com")
	}
	project := p.Project
	if project == "" {
		project = q.part("projects")
	}
	switch f.class {
	case Denied:
		p.Permission, p.Role = r.needs(q), r.role
		if f.permission != "" {
			p.Permission = f.permission
		}
		switch {
		case p.Role == "":
			p.Do = "check that the project exists and that you may see it"
		case strings.HasPrefix(p.Role, "roles/") && !strings.Contains(p.Role, " "):
			p.Do = "ask for " + p.Permission + ", which " + p.Role + " holds"
		default:
			p.Do = "ask for " + p.Permission + " (" + p.Role + ")"
		}
	case APIOff:
		if project == "" {
			project = "PROJECT"
		}
		p.Do = "gcloud services enable " + p.API + ".googleapis.com --project=" + source.ShellWord(project)
	case QuotaProject:
		p.Do = "gcloud auth application-default set-quota-project " + source.ShellWord(orElse(q.part("projects"), "PROJECT"))
	case QuotaDenied:
		p.Do = "name another project with GOOGLE_CLOUD_QUOTA_PROJECT, or ask for serviceusage.services.use, which roles/serviceusage.serviceUsageConsumer holds; roles/viewer does not"
	case AuthScope:
		p.Do = "use credentials with the scope https://www.googleapis.com/auth/cloud-platform: gcloud auth application-default login"
	case AuthExpired:
		p.Do = "log in again: gcloud auth application-default login"
	case NoProject:
		p.Do = "check the spelling of the project: " + orElse(project, "it") + " does not exist, or was deleted"
	case Perimeter:
		p.Do = "ask from inside the perimeter; its administrator finds this refusal by the identifier " + orElse(f.uid, "in the message") + ". A role does not help"
	case RateLimited:
		p.Do = "try again later"
		if f.daily {
			p.Do = "the quota of the day is used up: try again tomorrow, or ask for more"
		}
	case Unavailable:
		p.Do = "try again later"
	}
	return p
}

func orElse(s, def string) string {
	if s == "" {
		return def
	}
	return s
}

// faultOf reads an error body: the typed details first, then the older reasons,
// then the words.
func faultOf(code int, body string) fault {
	var env envelope
	var st status
	f := fault{}
	if json.Unmarshal([]byte(body), &env) == nil {
		if json.Unmarshal(env.Error, &st) != nil {
			// the token endpoint's form: {"error": "invalid_grant", "error_description": …}
			_ = json.Unmarshal(env.Error, &f.reason)
		}
	} else if len(body) > 0 {
		st.Message = "the answer is not JSON: " + firstWords(body)
	}
	f.message = st.Message
	for _, d := range st.Details {
		f.detail(d)
	}
	for _, e := range st.Errors {
		if f.reason == "" {
			f.reason = e.Reason
		}
	}
	f.class = f.judge(code, st.Status)
	return f
}

// detail takes one typed detail.
func (f *fault) detail(d map[string]any) {
	meta, _ := d["metadata"].(map[string]any)
	switch last(str(d, "@type")) {
	case "google.rpc.ErrorInfo":
		f.reason, f.service, f.consumer = str(d, "reason"), str(meta, "service"), str(meta, "consumer")
		f.permission, f.limit = str(meta, "permission"), str(meta, "quota_limit")
		if uid := str(meta, "uid"); uid != "" {
			f.uid = uid
		}
	case "google.rpc.PreconditionFailure":
		for _, v := range list(d["violations"]) {
			if m, _ := v.(map[string]any); strings.Contains(str(m, "type"), "VPC_SERVICE_CONTROLS") {
				f.reason, f.uid = "SECURITY_POLICY_VIOLATED", orElse(f.uid, str(m, "description"))
			}
		}
	case "google.rpc.QuotaFailure":
		for _, v := range list(d["violations"]) {
			m, _ := v.(map[string]any)
			f.limit += " " + str(m, "description")
		}
	case "google.rpc.RetryInfo":
		f.retry = str(d, "retryDelay")
	}
}

// reasons are what Google's machines say.
func (f *fault) judge(code int, grpc string) Class {
	text := f.message
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	f.daily = strings.Contains(strings.ToLower(f.limit+f.reason+" "+text), "perday") || has("per day", "Per Day") || f.reason == "dailyLimitExceeded"
	off := f.reason == "SERVICE_DISABLED" || f.reason == "accessNotConfigured" || has("has not been used in project")
	if off && f.consumer == "" {
		f.consumer = usedIn(text)
	}
	switch {
	case off && strings.HasSuffix(f.consumer, gcloudsOwn), has("requires a quota project"):
		return QuotaProject
	case off:
		return APIOff
	case f.reason == "SECURITY_POLICY_VIOLATED", has("prohibited by organization's policy", "VPC Service Controls"):
		return Perimeter
	case f.reason == "USER_PROJECT_DENIED", has("Caller does not have required permission to use project"):
		return QuotaDenied
	case f.reason == "CONSUMER_INVALID":
		return NoProject
	case f.reason == "invalid_grant", has("invalid_rapt", "invalid_grant"):
		return AuthExpired
	case code == http.StatusUnauthorized, f.reason == "ACCESS_TOKEN_SCOPE_INSUFFICIENT", has("insufficient authentication scopes"):
		return AuthScope
	case code == http.StatusTooManyRequests, f.reason == "RATE_LIMIT_EXCEEDED", f.reason == "rateLimitExceeded", f.reason == "userRateLimitExceeded",
		f.reason == "dailyLimitExceeded", grpc == "RESOURCE_EXHAUSTED", has("Quota exceeded for quota"):
		return RateLimited
	case code == http.StatusForbidden:
		return Denied
	case code == http.StatusNotFound:
		return NotFound
	case code == http.StatusRequestTimeout, code >= 500:
		return Unavailable
	case code < 400:
		return Unreadable
	}
	return BadRequest
}

// usedIn finds the project in "… API has not been used in project N before".
func usedIn(text string) string {
	m := regexp.MustCompile(`in project ([a-z0-9:.-]+[a-z0-9])`).FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return "projects/" + m[1]
}

// decode reads a good response.
func decode(body []byte) (page, *Problem) {
	var v any
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, &Problem{Class: Unreadable, Said: "the answer is not JSON: " + firstWords(string(body)), Do: "a proxy may stand in between: try again without it"}
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, &Problem{Class: Unreadable, Said: "the answer is no JSON object: " + firstWords(string(body))}
	}
	return m, nil
}

func firstWords(s string) string { return cut(oneLine(s), 80) }

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// oneLine makes a server's text fit for a message: no control characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return cut(strings.Join(strings.Fields(s), " "), 400)
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}
