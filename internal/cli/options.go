package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// option is one setting. It is read from its flag, else from PROFLINT_<FLAG>,
// else from the configuration file, else it has its default.
type option struct {
	name     string
	kind     kind
	values   []string // all that are allowed; nil: anything
	def      string
	help     string // the name of its value stands in backquotes
	commands string // that take it, separated by blanks
	// file: it may stand in the configuration file. A repository must not be able
	// to name files that are written, go to the network, or set what belongs to
	// whoever runs the program.
	file  bool
	path  bool // in that file it is a path, from its folder and not out of it
	rules bool // its values are ids of rules
}

type kind uint8

const (
	text   kind = iota
	list        // may be repeated; in the environment separated by blanks
	number      // 0 or more
	toggle      // on or off
)

// options is the one list of flags: parsing, help, completion, environment, the
// configuration file and its schema all come from it.
func options() []option {
	return []option{
		{name: "format", kind: list, help: "write the report as `FORMAT[=FILE]`: " + alternatives(formatNames(checkFormats())) + "; with a file, standard output is left to the others; repeatable", commands: "check live"},
		{name: "format", kind: list, help: "write the list as `FORMAT[=FILE]`, text or json; with a file, standard output is left to the others; repeatable", commands: "workloads doctor"},
		{name: "format", kind: text, values: []string{"text", "json"}, def: "text", help: "write the list as `FORMAT`, text or json", commands: "rules"},
		{name: "fail-on", kind: text, values: []string{"error", "warning", "note", "never"}, def: "error", help: "exit 1 on findings of `LEVEL` or above: error, warning, note, never", commands: "check live doctor", file: true},
		{name: "min-severity", kind: text, values: []string{"error", "warning", "note"}, def: "note", help: "show and count findings of `LEVEL` or above: error, warning, note", commands: "check live baseline doctor", file: true},
		{name: "profiling", kind: text, values: []string{"asked", "all", "required"}, def: "asked", help: "judge `WHICH` workloads: those that ask for profiling (asked), every one as if it asked, as notes (all), or every one must ask (required)", commands: "check live workloads baseline", file: true},
		{name: "rule", kind: list, help: "judge by `RULE` only; repeatable", commands: "check live workloads baseline", file: true, rules: true},
		{name: "disable", kind: list, help: "leave `RULE` out; repeatable", commands: "check live workloads baseline", file: true, rules: true},
		{name: "baseline", kind: text, help: "suppress the findings that `FILE` holds, as proflint baseline wrote it", commands: "check", file: true, path: true},
		{name: "baseline", kind: text, def: ".proflint-baseline.json", help: "write `FILE`", commands: "baseline", file: true, path: true},
		{name: "changed-from", kind: text, help: "report only what the change since `REV` made or touches, in whatever file it shows; REV is a branch, tag or commit", commands: "check"},
		{name: "config", kind: text, help: "read settings from `FILE`, not from the nearest .proflint.yaml", commands: "check live workloads baseline"},
		{name: "no-config", kind: toggle, help: "read no .proflint.yaml", commands: "check live workloads baseline"},
		{name: "show-config", kind: toggle, help: "print every setting with its origin, and lint nothing", commands: "check workloads"},
		{name: "show-unknown", kind: toggle, help: "list every requirement that cannot be told, with the command that would settle it", commands: "check live workloads", file: true},
		{name: "require-workloads", kind: toggle, help: "exit 3 when there is no workload to look at", commands: "check live workloads", file: true},
		{name: "fix", kind: toggle, help: "write the fixes that are certain, and report what is left", commands: "check"},
		{name: "diff", kind: toggle, help: "print what --fix would write as a patch for git apply or patch -p1, and write nothing", commands: "check"},
		{name: "from", kind: list, help: "read `FILE`, the output of a gcloud describe command in JSON or YAML; - is standard input; repeatable", commands: "doctor"},
		{name: "log", kind: list, help: "read log lines from `FILE`; - is standard input; repeatable", commands: "doctor"},
		{name: "color", kind: text, values: []string{"auto", "always", "never"}, def: "auto", help: "colour `WHEN`: auto, always, never", commands: "check live workloads doctor explain rules"},
		{name: "jobs", kind: number, def: "0", help: "read `N` files at the same time; 0 means one for each processor", commands: "check workloads baseline"},
		{name: "stdin-filename", kind: text, help: "take standard input for the file `PATH`", commands: "check workloads"},
		{name: "live", kind: toggle, help: "ask Google what the files leave open; nothing is changed, and only then is there a network", commands: "check workloads"},
		{name: "project", kind: text, help: "the project of workloads that name none is `ID` (default: gcloud's)", commands: "check live workloads doctor"},
		{name: "organization", kind: text, help: "look at all projects of the organization `NUMBER`, by a few searches", commands: "live"},
		{name: "region", kind: text, help: "the region of workloads that name none is `REGION` (default: gcloud's)", commands: "check live workloads doctor"},
		{name: "since", kind: text, def: "24h", help: "leave out runs that ended longer than `TIME` ago, such as 12h or 7d", commands: "live"},
		{name: "since", kind: text, help: "count only what came in the last `TIME`, such as 2h or 7d, of the profiles, log lines and quotas of the run (default: all)", commands: "doctor"},
		{name: "require-live", kind: toggle, help: "exit 3 when Google leaves a question unanswered", commands: "check live workloads doctor"},
		{name: "plan", kind: toggle, help: "list the requests that would be made, with the permissions they need, and make none", commands: "check live workloads doctor"},
		{name: "record", kind: text, help: "keep Google's answers in `FILE`, cut down to what is read of them", commands: "check live workloads doctor"},
		{name: "replay", kind: text, help: "take Google's answers from `FILE`, without a network", commands: "check live workloads doctor"},
		{name: "pseudonymize", kind: toggle, help: "give people other names in what is reported and recorded", commands: "check live workloads doctor"},
		{name: "impersonate-service-account", kind: text, help: "ask as `ACCOUNT`; with several, separated by commas, the last one, by way of the others", commands: "check live workloads doctor"},
		{name: "gate", kind: list, values: gateNames(), help: "set up `GATE`, whether or not it is in use: " + alternatives(gateNames()) + "; repeatable", commands: "init"},
		{name: "dry-run", kind: toggle, help: "print what would be written, and write nothing", commands: "init"},
	}
}

func (o option) takenBy(command string) bool {
	for c := range strings.FieldsSeq(o.commands) {
		if c == command {
			return true
		}
	}
	return false
}

// env is the name of the variable.
func (o option) env() string {
	return "PROFLINT_" + strings.ToUpper(strings.ReplaceAll(o.name, "-", "_"))
}

// optionsOf returns the options of a command, in the order of the list.
func optionsOf(command string) []option {
	return slices.DeleteFunc(options(), func(o option) bool { return !o.takenBy(command) })
}

// flag makes the parser's form of the option.
func (o option) flag() cli.Flag {
	usage := o.help
	if o.def != "" && o.kind == text {
		usage += fmt.Sprintf(" (default: %s)", o.def)
	}
	switch o.kind {
	case list:
		return &cli.StringSliceFlag{Name: o.name, Usage: usage}
	case toggle:
		return &cli.BoolFlag{Name: o.name, Usage: usage, DisableDefaultText: true}
	}
	return &cli.StringFlag{Name: o.name, Usage: usage}
}

// settings are the options of a command with their values.
type settings map[string][]string

func (s settings) text(name string) string {
	if v := s[name]; len(v) > 0 {
		return v[len(v)-1]
	}
	return ""
}

// given reports whether there is a value, if only an empty one: that of a
// variable which is not set, in a script.
func (s settings) given(name string) bool { return len(s[name]) > 0 }

func (s settings) toggle(name string) bool { return s.text(name) == "true" }

func (s settings) number(name string) int {
	n, _ := strconv.Atoi(s.text(name)) // checked when it was read
	return n
}

// resolve takes each option from the first source that has it, and checks it.
// What the flags and the environment say decides which file is read.
func (r *run) resolve(c *cli.Context, command string) error {
	r.settings, r.origins = settings{}, map[string]string{}
	var wrong []error
	set := func(o option, values []string, origin, from string) {
		if o.rules { // no id holds a comma; an empty one is refused
			var ids []string
			for _, v := range values {
				ids = append(ids, strings.Split(strings.Trim(v, ","), ",")...)
			}
			values = ids
		}
		r.settings[o.name], r.origins[o.name] = values, origin
		for i, v := range values {
			good, err := o.check(v)
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", from, err))
			}
			values[i] = good
		}
	}
	known, given := optionsOf(command), c.LocalFlagNames()
	for _, o := range known {
		v, inEnv := r.env[o.env()]
		switch {
		case slices.Contains(given, o.name):
			set(o, o.given(c), "flag", "--"+o.name)
		case inEnv && strings.TrimSpace(v) != "" && o.kind == list:
			set(o, strings.Fields(v), o.env(), o.env())
		case inEnv && strings.TrimSpace(v) != "":
			set(o, []string{v}, o.env(), o.env())
		case o.def != "":
			set(o, []string{o.def}, "default", "")
		}
	}
	if wrong != nil || !slices.ContainsFunc(known, func(o option) bool { return o.name == "config" }) {
		return errors.Join(wrong...)
	}
	if err := r.configure(); err != nil || r.config == nil {
		return err
	}
	for _, o := range known {
		v, inFile := r.config.options[o.name]
		if from := r.origins[o.name]; inFile && o.file && (from == "" || from == "default") {
			if o.path {
				v = []string{fromHere(filepath.Join(r.configDir, filepath.FromSlash(v[0])))}
			}
			set(o, v, fmt.Sprintf("%s:%d", r.config.file.Path, r.config.nodes[o.name].line), "")
		}
	}
	return errors.Join(wrong...)
}

func (o option) given(c *cli.Context) []string {
	switch o.kind {
	case list:
		return c.StringSlice(o.name)
	case toggle:
		return []string{strconv.FormatBool(c.Bool(o.name))}
	}
	return []string{c.String(o.name)}
}

// check returns the value in its normal form.
func (o option) check(v string) (string, error) {
	switch {
	case o.values != nil && !slices.Contains(o.values, v):
		return v, fmt.Errorf("want %s, got %q%s", alternatives(o.values), v, suggest(v, o.values, ""))
	case o.kind == number:
		if n, err := strconv.Atoi(v); err != nil || n < 0 {
			return v, fmt.Errorf("want a number, 0 or more, got %q", v)
		}
	case o.kind == toggle:
		on, err := strconv.ParseBool(strings.ToLower(v))
		switch strings.ToLower(v) {
		case "yes", "on":
			on, err = true, nil
		case "no", "off":
			on, err = false, nil
		}
		if err != nil {
			return v, fmt.Errorf("want true or false, got %q", v)
		}
		return strconv.FormatBool(on), nil
	}
	return v, nil
}

// alternatives writes "a, b or c".
func alternatives(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}
