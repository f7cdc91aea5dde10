package shell

import (
	"path"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func TestSourced(t *testing.T) {
	files := map[string]string{
		"env.sh":    "X=b\n: \"${Y:=c}\"\nx inside\n",
		"lib.sh":    "[ -n \"$LOADED\" ] && return 0\nf() { x \"$1\" \"$2\"; }\ng() { x never; }\nX=lib\nexit\n",
		"other.sh":  ". ./env.sh\nX=\"$X-other\"\n",
		"itself.sh": ". ./itself.sh\nX=self\n",
		"sub/v.sh":  "X=v\n",
	}
	open := func(name string) (source.Text, bool) {
		s, ok := files[path.Clean(name)]
		return fileText(s), ok
	}
	for script, want := range map[string]string{
		`X=a; . ./env.sh; x $X $Y`:                                            ". ./env.sh\nx b c~",
		`X=a; Y=d; source env.sh; x $X $Y`:                                    "source env.sh\nx b d",
		`source lib.sh; f p q; x $X`:                                          "source lib.sh\nx p q\nx lib",
		`. other.sh; x $X`:                                                    ". other.sh\nx b-other",
		`. itself.sh; x $X`:                                                   ". itself.sh\nx self",
		`[ -f env.sh ] && . env.sh; x "$X"`:                                   "[ -f env.sh ]\n. env.sh\nx <$X>",
		`X=a; (. env.sh; x $X); x $X`:                                         ". env.sh\nx b\nx a",
		`D=$(cd "$(dirname "$0")" && pwd); . "$D/sub/v.sh"; x $X`:             "dirname <$0>\ncd \"<$(dirname \\\"$0\\\")>\"\npwd\n. <$D>/sub/v.sh\nx v",
		`. "${BASH_SOURCE%/*}/sub/v.sh"; x $X`:                                ". <${BASH_SOURCE%/*}>/sub/v.sh\nx v",
		`cd sub; . ./v.sh; x $X`:                                              "cd sub\n. ./v.sh\nx v",
		`X=a; . "$CONFIG/env.sh"; x $X`:                                       ". <$CONFIG>/env.sh\nx a~",
		`X=a; . "$(pwd)/none.sh"; x $X`:                                       "pwd\n. <$(pwd)>/none.sh\nx a~",
		"f() { . env.sh; x $X; }\nX=a\nf\nx $X # said once, in its own place": ". env.sh\nx b\nx b",
	} {
		if got := strings.TrimSuffix(dump(Read(fileText(script), Start{Open: open})), "\n"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", script, got, want)
		}
	}
}
