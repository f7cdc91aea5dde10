package shell

import "testing"

func TestFolders(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"nowhere yet":       {"x", ""},
		"one after another": {"cd a; cd ../b/; x", "b"},
		"or else":           {"cd -- a/b || exit 1\nx", "a/b"},
		"and then":          {"cd a && x", "a"},
		"subshell":          {"(cd a && y); x", ""},
		"branch":            {"if y; then cd a; fi; x", "one of several folders"},
		"pushd":             {"pushd a > /dev/null; x", "a"},
		"popd":              {"pushd a; popd; x", "."},
		"absolute":          {"cd /srv/a; x", "/srv/a"},
		"unknown":           {`cd "$A"; x`, "$A"},
		"below unknown":     {`cd "$A"; cd b; x`, "b"},
		"known again":       {`cd "$A"; cd "$(dirname "$0")"; cd b; x`, "b"},
		"of the script":     {`cd "$(dirname "$0")/.."; x`, ".."},
		"in a variable":     {"HERE=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd)\"\ncd \"$HERE/a\"\nx", "../a"},
		"of something else": {`cd "$(dirname "$CONFIG")"; x`, `$(dirname "$CONFIG")`},
		"back":              {"cd a; cd b; cd -; x", "a"},
		"loop":              {`for d in a* b*; do cd "$d"; x; done`, "$d"},
		"quiet":             {"R=\"$(cd \"$(dirname \"$0\")\" >/dev/null 2>&1 && pwd)\"; cd \"$R/a\"; x", "a"},
		"of the repository": {"ROOT=$(git rev-parse --show-toplevel); cd $ROOT; x", "/"},
		"child shell":       {"cd a; bash -c 'x'", "a"},
		"where it is":       {`cd a; cd "$PWD/b"; x`, "a/b"},
		"own, cut":          {`cd "${BASH_SOURCE%/*}/b"; x`, "b"},
		"below that":        {"cd \"$(git rev-parse --show-toplevel)/a\"; x", "/a"},
	} {
		t.Run(name, func(t *testing.T) {
			got := "no command"
			for _, cmd := range read(c.script).Commands {
				if cmd.Words[0].Text.String() == "x" {
					got = cmd.Dir + cmd.Away
				}
			}
			if got != c.want {
				t.Errorf("%s\ngot  %q\nwant %q", c.script, got, c.want)
			}
		})
	}
}
