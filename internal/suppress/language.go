package suppress

import (
	"path"
	"strings"
)

// language says where comments stand in a kind of file.
type language struct {
	line  []string    // start a comment that ends with the line
	word  bool        // such a start counts only behind a blank or at the start of a line
	first bool        // such a start counts only as the first thing in a line
	block [][2]string // start and end of comments that may go over lines
	quote []quote     // the longer ones first
	here  hereDoc
	xml   bool // "--" must not stand in a comment: a single hyphen is enough
}

// quote is a kind of string.
type quote struct {
	open, close string
	lines       bool // it may go over lines
	escape      bool // a backslash keeps the next character from ending it
}

type hereDoc uint8

const (
	noHereDoc   hereDoc = iota
	hereText            // <<WORD starts a string
	hereCommand         // <<WORD starts lines that may be commands themselves
)

func hash(quotes ...quote) language {
	return language{line: []string{"#"}, word: true, quote: quotes}
}

func plainQuotes() []quote {
	return []quote{{open: `"`, close: `"`, escape: true}, {open: "'", close: "'", escape: true}}
}

func tripleQuotes() []quote {
	return append([]quote{{`"""`, `"""`, true, true}, {"'''", "'''", true, true}}, plainQuotes()...)
}

// wordless reports whether a file holds data of a kind that has no comments.
func wordless(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".json", ".ipynb", ".csv", ".txtpb":
		return true
	}
	return false
}

// languageOf tells the language from a file's name; false for files that
// cannot hold a comment. What nothing is known of has comments as scripts do.
func languageOf(file string) (language, bool) {
	base := strings.ToLower(path.Base(file))
	ext := path.Ext(base)
	if wordless(file) {
		return language{}, false
	}
	switch ext {
	case ".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".tftpl", ".gotmpl", ".template", ".in", ".erb":
		inner, ok := languageOf(strings.TrimSuffix(base, ext))
		inner.block = append(inner.block, [2]string{"{#", "#}"}, [2]string{"{{/*", "*/}}"}, [2]string{"{{- /*", "*/ -}}"}, [2]string{"<%#", "%>"})
		return inner, ok || inner.block != nil
	}
	switch ext {
	case ".py", ".pyi", ".bzl", ".star":
		l := hash(tripleQuotes()...)
		l.word = false
		return l, true
	case ".java", ".kt", ".kts", ".scala", ".sbt", ".sc", ".groovy", ".gradle", ".jsonc", ".json5", ".cs", ".dart", ".swift", ".rs", ".c", ".cc", ".cpp", ".h", ".proto", ".adoc", ".mod", ".work", ".jsonnet", ".libsonnet", ".cue":
		return cLike(), true
	case ".go", ".js", ".mjs", ".cjs", ".ts", ".jsx", ".tsx":
		l := cLike()
		l.quote = append([]quote{{"`", "`", true, ext != ".go"}}, plainQuotes()...)
		return l, true
	case ".tf", ".hcl", ".tfvars", ".nomad":
		l := cLike()
		l.line, l.here = []string{"#", "//"}, hereText
		l.quote = []quote{{open: `"`, close: `"`, escape: true}}
		return l, true
	case ".html", ".htm":
		return language{block: [][2]string{{"<!--", "-->"}}}, true
	case ".xml", ".pom", ".xhtml", ".svg", ".xsl", ".xslt":
		return language{block: [][2]string{{"<!--", "-->"}}, quote: []quote{{open: "<![CDATA[", close: "]]>", lines: true}}, xml: true}, true
	case ".sql", ".hql", ".ddl", ".lua", ".hs":
		return language{line: []string{"--"}, block: [][2]string{{"/*", "*/"}}, quote: plainQuotes()}, true
	case ".ini", ".cfg", ".conf", ".properties", ".env":
		return language{line: []string{"#", ";", "!"}, first: true}, true
	case ".toml":
		l := hash(tripleQuotes()...)
		l.word = false
		return l, true
	case ".lisp", ".el", ".clj", ".scm", ".asm":
		return language{line: []string{";"}, quote: []quote{{`"`, `"`, true, true}}}, true
	case ".bat", ".cmd":
		return language{line: []string{"rem ", "@rem ", "::"}, first: true}, true
	case ".ps1", ".psm1":
		l := hash(append([]quote{{`@"`, "\n\"@", true, false}, {"@'", "\n'@", true, false}}, plainQuotes()[:0]...)...)
		l.quote = append(l.quote, quote{open: `"`, close: `"`}, quote{open: "'", close: "'"})
		l.block = [][2]string{{"<#", "#>"}}
		return l, true
	case ".tex", ".sty", ".erl", ".m":
		return language{line: []string{"%"}}, true
	case ".m4", ".ac":
		return language{line: []string{"dnl ", "#"}, word: true}, true
	case ".rst":
		return language{line: []string{".. "}, first: true}, true
	}
	switch {
	case strings.HasPrefix(base, "jenkinsfile"):
		return cLike(), true
	}
	l := hash(quote{open: `"`, close: `"`, escape: true}, quote{open: "'", close: "'"})
	l.here = hereCommand
	return l, true
}

func cLike() language {
	return language{line: []string{"//"}, block: [][2]string{{"/*", "*/"}}, quote: tripleQuotes()}
}

// fenced returns the language of a Markdown fence by its info string.
func fenced(info string) (language, bool) {
	word, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(strings.ToLower(info)), "{}."), " ")
	word, _, _ = strings.Cut(word, ",")
	switch word {
	case "python", "python3":
		word = "py"
	case "terraform":
		word = "tf"
	case "kotlin":
		word = "kt"
	case "golang":
		word = "go"
	case "javascript", "typescript":
		word = "js"
	case "powershell", "pwsh":
		word = "ps1"
	case "yaml", "yml", "sh", "bash", "shell", "console", "zsh", "text", "":
		word = "sh"
	}
	return languageOf("x." + word)
}
