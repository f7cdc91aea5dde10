package gcloud

import (
	"slices"
	"strings"
)

// kind is how the value of a flag is read, and what is sent for it.
type kind uint8

const (
	text        kind = iota
	boolean          // no value; a hidden --no- twin
	integer          // a whole number
	decimal          // a number with a fraction
	list             // split on commas, or on the delimiter of ^D^ (F4.11)
	dict             // a list of key=value
	labels           // a dict of lower-case keys and values
	seconds          // a duration, sent as "600s"
	gigabytes        // a size, sent in whole gigabytes
	moment           // a date and time, sent in another form
	scopes           // a list of OAuth scopes, aliases expanded, sorted (F1.3, F1.4, F12.3)
	components       // a list, sent in upper case
	network          // a name in the project, sent as a URL
	subnetwork       // a name in the project and region, sent as a URL
	image            // a name in the project, sent as a URL
	policy           // an autoscaling policy, sent with project and region
	accelerator      // type=T,count=N, sent as a list of one
	machines         // type=T,type=U,rank=N; one item for each flag
	condition        // an IAM condition: a dict, or None
)

// repeat is what gcloud makes of a flag that is given more than once.
type repeat uint8

const (
	last    repeat = iota // the last one counts, silently (F4.9, F12.1)
	merge                 // joined; a key given twice is refused (F12.3)
	collect               // joined in order; of a repeated key the last counts (F12.14)
)

// flag is one flag that a command or group declares.
type flag struct {
	name   string // "--properties"
	short  string // "-e", or ""
	kind   kind
	repeat repeat
	// path is where the value goes in the message, dotted; @ stands for the
	// member of the job or batch. "": nowhere, or the command's own doing.
	path  string
	words string // the only values allowed, blank separated; a=b sends b for a
	form  form   // what the value must look like
	some  bool   // an empty list is refused
	with  string // refused without this other flag
	asks  bool   // carries requests for profiling: its loss is told
	since string // the gcloud of our sources that has it, if not 528
	fact  string
}

// takesValue reports whether a word follows the flag.
func (f *flag) takesValue() bool { return f.kind != boolean }

// slot is a positional word.
type slot struct {
	what string // for people: "the cluster's name"
	path string
	many bool // takes all that follow
	form form
}

// own is what a command adds to its message beside the values of its flags.
type own uint8

const (
	nothing own = iota
	clusterBody
	gkeBody
	managedBody
	selectorBody
	jobBody
	stepBody
	batchBody
	sessionBody
	templateBody
	fileBody
	servicesBody
	bindingBody
	accountBody
	natBody
	classicBody
	flexBody
	yamlBody
	specBody
	optionsBody
)

// command is one command of gcloud, or of some of its tracks.
type command struct {
	name    string // "dataproc jobs submit spark"
	tracks  string // release tracks that have it, blank separated; "" all
	message string
	own     own
	root    string   // prefix of all paths
	member  string   // what @ stands for
	flags   [][]flag // tables, so that families share them
	slots   []slot
	args    string   // path of the words after "--"; "" where there are none
	need    []string // flags that must be given
	one     []string // exactly one of each blank-separated set
	most    []string // at most one of each set
	// beside are flags that need another one, or one of a set.
	beside [][2]string
	named  string // flag that names the resource; "" the first slot
	target string // flag that names what the command acts on
	source string // flag that names the file with the body
	region string // "--region" or "--location"
	// template is the flag that names the Dataflow template that is launched.
	template string
	since    string
}

// globals are the flags of gcloud itself, valid at any place (F12.10).
var globals = []flag{
	{name: "--project"}, {name: "--account"}, {name: "--billing-project"}, {name: "--configuration"},
	{name: "--flags-file"}, {name: "--flatten", kind: list}, {name: "--format"},
	{name: "--impersonate-service-account"}, {name: "--access-token-file"}, {name: "--trace-token"},
	{name: "--verbosity", words: "debug info warning error critical none"},
	{name: "--quiet", short: "-q", kind: boolean}, {name: "--log-http", kind: boolean},
	{name: "--user-output-enabled", kind: boolean},
	{name: "--help", short: "-h", kind: boolean},
	// hidden
	{name: "--document", kind: dict}, {name: "--universe-domain"}, {name: "--authority-selector"},
	{name: "--authorization-token-file"}, {name: "--credential-file-override"}, {name: "--http-timeout"},
}

// groups are the flags that a group declares for the commands below it. They
// may stand anywhere behind the group's word, not before it (F12.10).
var groups = []struct {
	name  string
	flags [][]flag
}{
	{"dataproc jobs submit", [][]flag{submitFlags}},
	{"dataproc batches submit", [][]flag{batchFlags, batchRuntimeFlags, environmentFlags}},
	{"dataproc sessions create", [][]flag{sessionFlags, environmentFlags}},
}

// families are all commands that are known.
var families = [][]command{clusterCommands, jobCommands, batchCommands, sessionCommands, workflowCommands, iamCommands, networkCommands, dataflowCommands}

// below returns the commands under a group; "" is gcloud itself.
func below(group string) []*command {
	var out []*command
	for _, f := range families {
		for i := range f {
			if group == "" || strings.HasPrefix(f[i].name, group+" ") {
				out = append(out, &f[i])
			}
		}
	}
	return out
}

// isGroup reports whether there are commands under a group.
func isGroup(name string) bool {
	for _, f := range families {
		for i := range f {
			if n := f[i].name; len(n) > len(name) && n[len(name)] == ' ' && strings.HasPrefix(n, name) {
				return true
			}
		}
	}
	return false
}

// find returns the command of that name, or nil.
func find(name string) *command {
	for _, f := range families {
		for i := range f {
			if f[i].name == name {
				return &f[i]
			}
		}
	}
	return nil
}

// inTrack reports whether the command exists in a release track.
func (c *command) inTrack(track string) bool {
	if track == "" {
		track = "ga"
	}
	return c.tracks == "" || strings.Contains(" "+c.tracks+" ", " "+track+" ")
}

// Words returns what the command lines that Lower knows hold one of: the
// longest word of each command's name. A verb that commands of all products have
// would make most scripts ones to be read.
func Words() []string {
	var out []string
	for _, family := range families {
		for _, c := range family {
			longest := ""
			for word := range strings.FieldsSeq(c.name) {
				if len(word) >= len(longest) && word != "create" && word != "update" {
					longest = word
				}
			}
			if !slices.Contains(out, longest) {
				out = append(out, longest)
			}
		}
	}
	return out
}

// tables returns the flags that may stand behind the words of name: those of
// gcloud, of the groups passed and of the command, the nearest first.
func tables(name string) [][]flag {
	out := make([][]flag, 0, 12)
	if c := find(name); c != nil {
		out = append(out, c.flags...)
	}
	for _, g := range groups {
		if rest, below := strings.CutPrefix(name, g.name); below && (rest == "" || rest[0] == ' ') {
			out = append(out, g.flags...)
		}
	}
	return append(out, globals)
}

// lookup finds a flag by the name as written; no is set for a --no- twin.
// gcloud takes no abbreviations and no underscores for hyphens (F14.9).
func lookup(tables [][]flag, name string) (found *flag, no bool) {
	twin, isTwin := strings.CutPrefix(name, "--no-")
	for _, t := range tables {
		for i := range t {
			f := &t[i]
			switch {
			case f.name == name || (f.short != "" && f.short == name):
				return f, false
			case isTwin && f.kind == boolean && f.name[2:] == twin && !strings.HasPrefix(f.name, "--no-"):
				return f, true
			}
		}
	}
	return nil, false
}
