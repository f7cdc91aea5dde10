package shell

import (
	"strings"

	"github.com/proflint/proflint/internal/dialect/gcloud"
)

// alone are the options of docker run that take no value.
const alone = "--rm --init --privileged --read-only --interactive --tty --detach --publish-all --no-healthcheck --oom-kill-disable --sig-proxy --quiet --disable-content-trust --replace --tls-verify"

// container returns the command that docker run has an image run: what stands
// behind the image, behind the entry point that is given. Options there are
// for an entry point that the image brings.
func container(words []gcloud.Word) (command []gcloud.Word, image gcloud.Word, ok bool) {
	at := 1
	for at < len(words) && words[at].Text.String() != "run" && words[at].Text.String() != "container" {
		at++
	}
	for at < len(words) && !strings.HasPrefix(words[at].Text.String(), "-") && words[at].Text.String() != "run" {
		at++
	}
	if at >= len(words) || words[at].Text.String() != "run" {
		return nil, image, false
	}
	for at++; at < len(words); at++ {
		flag, val, attached := words[at].Text.Cut("=")
		s := flag.String()
		if words[at].Rest != nil {
			continue
		}
		if !strings.HasPrefix(s, "-") {
			break
		}
		bundle := !strings.HasPrefix(s, "--") && strings.Trim(s, "-itdP") == ""
		if !attached && !bundle && !contains(alone, s) && (strings.HasPrefix(s, "--") || len(s) == 2) && at+1 < len(words) {
			at++
			val = words[at].Text
		}
		if s == "--entrypoint" && val.Len() > 0 {
			command = []gcloud.Word{{Text: val}}
		}
	}
	if at >= len(words) {
		return nil, image, false
	}
	command = append(command, words[at+1:]...)
	return command, words[at], len(command) > 0 && !strings.HasPrefix(command[0].Text.String(), "-")
}
