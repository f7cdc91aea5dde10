package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// arrange turns what the user typed into what the parser reads: the command
// first (check, when none is named), then its flags as --name=value, then the
// paths. Flags may follow paths. A flag that does not exist is refused here,
// with the one that was probably meant.
func arrange(args []string) ([]string, error) {
	name := "check"
	if len(args) > 0 {
		switch first := args[0]; {
		case isHelp(first) && len(args) == 1:
			return []string{"help"}, nil
		case first == "--version" || first == "-v":
			return []string{"version"}, nil
		case first == "help":
			return args, nil
		case slices.Contains(commandNames(), first):
			name, args = first, args[1:]
		}
	}
	known := optionsOf(name)
	var flags, words []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			words = append(words, args[i+1:]...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			words = append(words, arg)
			continue
		}
		if isHelp(arg) {
			return []string{name, "--help"}, nil
		}
		flag, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		at := slices.IndexFunc(known, func(o option) bool { return o.name == flag })
		if at < 0 {
			return nil, fmt.Errorf("unknown flag %s of %s%s", strings.SplitN(arg, "=", 2)[0], name, suggest(flag, flagNames(known), "--"))
		}
		switch {
		case given:
		case known[at].kind == toggle:
			value = "true"
		case i+1 < len(args):
			i++
			value = args[i]
		default:
			return nil, fmt.Errorf("--%s needs a value", flag)
		}
		if known[at].kind == toggle {
			on, err := known[at].check(value)
			if err != nil {
				return nil, fmt.Errorf("--%s: %w", flag, err)
			}
			value = on
		}
		flags = append(flags, "--"+flag+"="+value)
	}
	return slices.Concat([]string{name}, flags, []string{"--"}, words), nil
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func flagNames(options []option) []string {
	var out []string
	for _, o := range options {
		out = append(out, o.name)
	}
	return out
}

// suggest ends an error with the nearest name, or with nothing.
func suggest(got string, names []string, prefix string) string {
	if near := value.Nearest(got, names); near != "" {
		return fmt.Sprintf("; did you mean %s%s?", prefix, near)
	}
	return ""
}
