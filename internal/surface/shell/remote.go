package shell

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// remote reads what `gcloud compute ssh` runs on a virtual machine.
func (r *reader) remote(words []gcloud.Word, stdin *source.Text) {
	ssh := false
	for i, w := range words {
		switch s := w.Text.String(); {
		case s == "ssh":
			ssh = true
		case !ssh:
		case strings.HasPrefix(s, "--command="):
			r.embed(w.Text.Slice(len("--command="), w.Text.Len()))
			return
		case s == "--command" && i+1 < len(words):
			r.embed(words[i+1].Text)
			return
		case s == "--":
			r.elsewhere(sshOperands(words[i+1:]), stdin)
			return
		}
	}
	if ssh {
		r.elsewhere(nil, stdin)
	}
}

// sshValued are the options of ssh that take a value.
const sshValued = "BbcDEeFIiJLlmOopQRSWw"

// sshOperands skips the options of ssh.
func sshOperands(words []gcloud.Word) []gcloud.Word {
	for i := 0; i < len(words); i++ {
		switch s := words[i].Text.String(); {
		case s == "--":
			return words[i+1:]
		case words[i].Rest != nil:
		case !strings.HasPrefix(s, "-"):
			return words[i:]
		case len(s) == 2 && strings.Contains(sshValued, s[1:]):
			i++
		}
	}
	return nil
}

// sshCommand returns what ssh runs: the words behind the host.
func sshCommand(words []gcloud.Word) []gcloud.Word {
	words = sshOperands(words)
	return sshOperands(words[min(1, len(words)):])
}

// elsewhere reads a command line that another host runs: its words joined,
// which a shell there cuts again. A shell, or none, reads standard input.
func (r *reader) elsewhere(words []gcloud.Word, stdin *source.Text) {
	if len(words) > 0 {
		var parts []source.Text
		for i, w := range words {
			if i > 0 {
				parts = append(parts, source.Derived(" ", w.Text.At(0)))
			}
			parts = append(parts, w.Text)
		}
		r.embed(source.Concat(parts...))
	}
	if stdin != nil && (len(words) == 0 || readsStdin(words)) {
		r.embed(*stdin)
	}
}

// readsStdin reports whether a command is a shell that is given no script.
func readsStdin(words []gcloud.Word) bool {
	for i, w := range words {
		switch s := path.Base(w.Text.String()); s {
		case "sudo", "env":
		case "bash", "sh", "zsh", "ksh", "dash":
			rest := words[i+1:]
			return len(rest) == 0 || rest[0].Text.String() == "-s" || rest[len(rest)-1].Text.String() == "-" || len(rest) == 1 && strings.HasPrefix(rest[0].Text.String(), "-")
		default:
			if !strings.HasPrefix(s, "-") {
				return false
			}
		}
	}
	return false
}

// bodies are the options of curl that give what is sent.
var bodies = []string{"-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"}

// post reads what curl, or a job of Cloud Scheduler, sends to an API of Google's.
func (r *reader) post(words []gcloud.Word, options []string, stdin *source.Text) {
	for i, w := range words {
		for _, option := range options {
			var body source.Text
			switch {
			case w.Text.String() == option && i+1 < len(words):
				body = words[i+1].Text
			case w.Text.HasPrefix(option+"=") && len(option) > 2:
				body = w.Text.Slice(len(option)+1, w.Text.Len())
			case w.Text.HasPrefix(option) && len(option) == 2:
				body = w.Text.Slice(len(option), w.Text.Len())
			default:
				continue
			}
			r.message(body, stdin, option != "--data-raw")
			break
		}
	}
}

// message embeds a body: as it stands, from a file, or from standard input. A
// JSON file is read where it stands.
func (r *reader) message(body source.Text, stdin *source.Text, files bool) {
	name, named := strings.CutPrefix(body.String(), "@")
	switch {
	case !named || !files:
	case name == "-" || name == "/dev/stdin":
		if stdin == nil {
			return
		}
		body = *stdin
	case path.Ext(name) == ".json":
		return
	default:
		_, text, ok := r.open(body.Slice(1, body.Len()).Sym())
		if !ok {
			return
		}
		body = text
	}
	r.Embed(surface.Fragment{Lang: surface.JSON, Text: body, Loose: true})
}
