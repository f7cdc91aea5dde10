package carry

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/markdown"
)

// Markdown reads the commands and documents that a Markdown file shows. What
// it shows to a shell is one session: a variable set in one fence is there in
// the next.
func Markdown() surface.Surface {
	parser := sync.OnceValue(markdown.NewParser)
	return surface.Surface{Name: "markdown", Ends: []string{".md", ".markdown", ".mdx"}, Words: slices.Concat(surface.LaunchWords, surface.MessageWords), Read: func(r *surface.Reader, f surface.Fragment) surface.Env {
		s := &session{r: r, parser: parser(), env: f.Env, ends: true}
		s.read(f.Text)
		return s.env
	}}
}

// session is one reader's shell, from the first fence to the last.
type session struct {
	r      *surface.Reader
	parser *markdown.Parser
	env    surface.Env
	ends   bool // there is one text only
	last   bool // no block follows that is read
}

// read takes the blocks of a text in order.
func (s *session) read(text source.Text) {
	blocks, ok := s.parser.Read(text, s.shows)
	if !ok {
		s.r.Set.Notes = append(s.r.Set.Notes, model.Note{At: text.At(0), Reason: "larger than 4 MiB, or nested too deeply: not read"})
	}
	need := needed(blocks, s.r.Bears)
	for i, b := range blocks {
		if !need[i] {
			continue
		}
		s.last = s.ends && b.Kind == markdown.Fence && !slices.Contains(need[i+1:], true)
		switch b.Kind {
		case markdown.Fence:
			s.fence(b.Text, label(b.Info))
		case markdown.Indented, markdown.HTML:
			s.fence(b.Text, "")
		case markdown.Prose:
			s.prose(markdown.Decode(b.Text))
		case markdown.Span:
			s.span(b.Text)
		}
	}
}

// label returns the language of an info string: "bash" of "bash {.copy}",
// "{.bash #id}", "Bash title=x", "bash:run.sh".
func label(info string) string {
	for word := range strings.FieldsFuncSeq(info, func(r rune) bool {
		return r == ' ' || r == '\t' || r == '{' || r == '}' || r == ',' || r == ':'
	}) {
		if !strings.ContainsAny(word, "=#") {
			return strings.TrimPrefix(strings.ToLower(strings.TrimLeft(word, ".")), "language-")
		}
	}
	return ""
}

// dialect of the fences that hold commands.
type dialect uint8

const (
	foreign    dialect = iota // another language
	script                    // what a shell reads
	console                   // prompts and output
	output                    // anything; read only if gcloud stands at the start of a line
	powershell                // lines go on behind a backtick
	batch                     // lines go on behind a caret
	yamlText
	jsonText
)

// labels gives the dialect of the languages that people write behind a
// fence. What is not named here may be anything.
var labels = map[string]dialect{
	"": script, "sh": script, "bash": script, "shell": script, "zsh": script, "ksh": script, "shellscript": script, "shell-script": script, "none": script, "gcloud": script,
	"console": console, "terminal": console, "term": console, "shell-session": console, "shellsession": console, "sh-session": console, "bash-session": console, "session": console, "command": console, "cli": console,
	"powershell": powershell, "ps1": powershell, "ps": powershell, "pwsh": powershell, "posh": powershell,
	"cmd": batch, "bat": batch, "batch": batch, "batchfile": batch, "dos": batch, "doscon": batch,
	"yaml": yamlText, "yml": yamlText, "json": jsonText, "json5": jsonText, "jsonc": jsonText,
}

// foreigners are languages in which a line that starts with gcloud is no
// command.
var foreigners = sync.OnceValue(func() map[string]bool {
	return words(`python py python3 ipython ipython3 pycon jupyter java scala kotlin groovy gradle go golang r rust ruby php perl lua c cpp c++ csharp cs
	javascript js jsx typescript ts tsx node swift sql hcl terraform tf tfvars dockerfile docker containerfile makefile make mk cmake xml html css scss
	toml ini properties conf cfg diff patch proto protobuf avro csv http graphql markdown md mdx mermaid latex tex jinja jinja2 helm starlark bazel nix vim`)
})

func words(s string) map[string]bool {
	all := strings.Fields(s)
	out := make(map[string]bool, len(all))
	for _, w := range all {
		out[w] = true
	}
	return out
}

func dialectOf(lang string) dialect {
	if d, ok := labels[lang]; ok {
		return d
	}
	if foreigners()[lang] {
		return foreign
	}
	return output
}

// bodied returns the dialect of a block whose label says nothing: one that
// is in braces from end to end is JSON, one that starts with a key is YAML.
func bodied(s string, d dialect) dialect {
	first, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	key, val, ok := strings.Cut(strings.TrimSpace(first), ":")
	switch {
	case first == "{" || strings.HasPrefix(first, `{"`):
		return jsonText
	case first == "---" || ok && isName(key) && (val == "" || val[0] == ' ') && !startsCommand(s):
		return yamlText
	}
	return d
}

// fence hands on the text of a code block.
func (s *session) fence(text source.Text, lang string) {
	d := dialectOf(lang)
	if lang == "" || d == output {
		d = bodied(text.String(), d)
	}
	switch d {
	case yamlText, jsonText:
		as := surface.YAML
		if d == jsonText {
			as = surface.JSON
		}
		s.r.Embed(surface.Fragment{Lang: as, Text: placeholders(text, marks{angle: true, braces: true, capitals: true}), Loose: true})
	case foreign:
		if first, _, _ := strings.Cut(text.String(), "\n"); strings.HasPrefix(first, "%%bash") || strings.HasPrefix(first, "%%sh") {
			s.shell(text.Slice(min(len(first)+1, text.Len()), text.Len()), script)
		} else if magic := magics(text); magic.Len() > 0 {
			s.shell(magic, script)
		} else if launched(text.String()) { // a wrong label: no program starts so
			s.shell(text, console)
		}
	case output:
		if startsCommand(text.String()) {
			s.shell(text, console)
		}
	default:
		s.shell(text, d)
	}
}

// launched reports whether a block starts as commands do, whatever language its
// label names. What programs start with, the pattern need not see.
func launched(s string) bool {
	word := strings.TrimLeft(s, " \t\n\f\r$./")
	return slices.ContainsFunc(launchers, func(w string) bool { return strings.HasPrefix(word, w) }) && launcher().MatchString(s)
}

// launchers are the words that the pattern of launcher starts with.
var launchers = []string{"gcloud", "mvn", "gradle", "python", "java", "go run", "sbt"}

var launcher = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:[$] *)?(?:gcloud|\.?/?mvnw?|\.?/?gradlew?|python3?|java|go run|sbt) +(?:\S+\.(?:py|go) |-|[a-z:]+ |\\)`)
})

// shell hands on commands.
func (s *session) shell(text source.Text, d dialect) { s.hand(text, d, false) }

// hand hands on commands that the text gives, or only mentions.
func (s *session) hand(text source.Text, d dialect, mentioned bool) {
	d = spoken(text.Mask('x'), d)
	if d == powershell || d == batch {
		text = valued(text, d, nil)
	}
	text = unset(placeholders(commands(text, d), marks{angle: true, braces: true, brackets: true, dots: true, percent: d == batch, capitals: true}))
	if strings.TrimSpace(text.String()) == "" {
		return
	}
	env := s.r.Embed(surface.Fragment{Lang: surface.Shell, Text: text, Env: s.env, Loose: true, Mentioned: mentioned, Last: s.last})
	if env != nil && !mentioned && d != powershell && d != batch {
		s.env = env
	}
}

// prose hands on the lines of a paragraph that are commands.
func (s *session) prose(text source.Text) {
	str := text.Mask(0)
	all := lines(str)
	for i := 0; i < len(all); i++ {
		from, end := all[i][0], all[i][1]
		from += prompt(str[from:end], true)
		if !strings.HasPrefix(str[from:], "gcloud ") {
			continue
		}
		for i+1 < len(all) && continues(str[all[i][0]:all[i][1]], '\\') {
			i++
			end = all[i][1]
		}
		if part := text.Slice(from, end); isCommand(part) {
			s.shell(part, script)
		}
	}
}

// minWords is how many words a code span has at least if it is a command and
// not the name of one.
const minWords = 4

// span hands on a code span that is a command. Prose shows the part of a
// command that it speaks of, so only a whole one declares anything.
func (s *session) span(text source.Text) {
	text = oneLine(text).TrimSpace()
	text = text.Slice(prompt(text.String(), true), text.Len())
	if !strings.HasPrefix(text.String(), "gcloud ") || len(text.Fields()) < minWords || !isCommand(text) {
		return
	}
	if strings.HasSuffix(text.String(), "\\") {
		text = text.Slice(0, text.Len()-1)
	}
	s.hand(text, script, true)
}

// oneLine joins the lines of a code span, which is what Markdown does. A line
// that ends with a backslash is left to the shell.
func oneLine(text source.Text) source.Text {
	var cuts []cut
	s := text.Mask('x')
	for from, end := range eachLine(s) {
		if line := s[from:end]; strings.HasSuffix(line, "\n") && !continues(line, '\\') {
			i := from + len(strings.TrimRight(line, "\r\n"))
			cuts = append(cuts, cut{i, end, source.Derived(" ", text.Slice(i, end).Span())})
		}
	}
	return replace(text, cuts)
}

// english are words of sentences, and of no gcloud command line.
var english = words("the a an to is are was and or you your we will can with that this these command commands for of in on from which when if it not as be by")

// isCommand tells a command line from a sentence that starts with gcloud, and
// from the mere name of a command: it has a flag, or a word that no command
// is called by.
func isCommand(text source.Text) bool {
	flag, value := false, false
	for _, w := range text.Fields()[1:] {
		switch t := w.String(); {
		case strings.HasPrefix(t, "-"):
			flag = true
		case !flag && english[strings.ToLower(strings.Trim(t, ".,:;()"))]:
			return false
		case strings.Trim(t, "abcdefghijklmnopqrstuvwxyz-") != "" && t != "\\":
			value = true
		}
	}
	return flag || value
}

// startsCommand reports whether a line starts with gcloud, behind a prompt or not.
func startsCommand(s string) bool {
	for from, end := range eachLine(s) {
		line := s[from:end]
		line = strings.TrimLeft(line[prompt(line, true):], " \t!")
		if strings.HasPrefix(line, "gcloud ") {
			return true
		}
	}
	return false
}
