package cli

import (
	"fmt"
	"strings"

	"github.com/proflint/proflint/rules"
)

// completion prints a script for a shell. It holds all words, made from the
// same lists as the commands themselves, so that completing starts nothing.
func completion(r *run) (int, error) {
	shells := map[string]func(vocabulary) string{"bash": bash, "zsh": zsh, "fish": fish, "powershell": powershell}
	names := []string{"bash", "zsh", "fish", "powershell"}
	if len(r.args) != 1 {
		return 0, misuse("completion needs the name of a shell: %s", alternatives(names))
	}
	write, known := shells[r.args[0]]
	if !known {
		return 0, misuse("no completion for %q: want %s%s", r.args[0], alternatives(names), suggest(r.args[0], names, ""))
	}
	book, err := rules.Load()
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	_, err = fmt.Fprint(r.stdout, write(vocabulary{ruleIDs(book)}))
	return exitOK, err
}

// vocabulary is what can be completed.
type vocabulary struct{ rules []string }

// of returns the values of an option, nil for free text.
func (v vocabulary) of(o option) []string {
	switch o.name {
	case "rule", "disable":
		return v.rules
	case "format":
		return formatNames(checkFormats())
	}
	return o.values
}

// arguments returns the words that a command takes, nil for paths.
func (v vocabulary) arguments(command string) []string {
	switch command {
	case "explain":
		return v.rules
	case "completion":
		return []string{"bash", "zsh", "fish", "powershell"}
	}
	return nil
}

// values returns a case for each flag with fixed values, written by row.
func (v vocabulary) values(row func(flag, words string) string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, o := range options() {
		if words := v.of(o); words != nil && !seen[o.name] {
			seen[o.name] = true
			b.WriteString(row("--"+o.name, strings.Join(words, " ")))
		}
	}
	return b.String()
}

// words returns a case for each command with its flags and arguments.
func (v vocabulary) words(row func(command, words string) string) string {
	var b strings.Builder
	for _, c := range commandNames() {
		var words []string
		for _, o := range optionsOf(c) {
			words = append(words, "--"+o.name)
		}
		b.WriteString(row(c, strings.Join(append(words, v.arguments(c)...), " ")))
	}
	return b.String()
}

func bash(v vocabulary) string {
	row := func(key, words string) string { return fmt.Sprintf("        %s) words=\"%s\" ;;\n", key, words) }
	return `# proflint completion for bash: source it, or save it in a folder of bash-completion
_proflint() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=check words=
    [[ $cur == "=" ]] && cur=
    [[ $prev == "=" ]] && prev=${COMP_WORDS[COMP_CWORD-2]}
    case ${COMP_WORDS[1]} in
        ` + strings.Join(commandNames(), "|") + `) ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;
    esac
    case $prev in
` + v.values(row) + `    esac
    if [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        return
    fi
    case $command in
` + v.words(row) + `    esac
    ((COMP_CWORD == 1)) && words+=" ` + strings.Join(append(commandNames(), "help"), " ") + `"
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _proflint proflint
`
}

func zsh(v vocabulary) string {
	row := func(key, words string) string { return fmt.Sprintf("        %s) list=(%s) ;;\n", key, words) }
	return `#compdef proflint
# proflint completion for zsh: save it as _proflint in a folder of $fpath
_proflint() {
    local command=check
    local -a list
    case ${words[2]} in
        ` + strings.Join(commandNames(), "|") + `) ((CURRENT > 2)) && command=${words[2]} ;;
    esac
    case ${words[CURRENT-1]} in
` + v.values(row) + `    esac
    if (($#list)); then
        compadd -- $list
        return
    fi
    case $command in
` + v.words(row) + `    esac
    ((CURRENT == 2)) && list+=(` + strings.Join(append(commandNames(), "help"), " ") + `)
    compadd -- $list
    _files
}
if [[ $funcstack[1] == _proflint ]]; then
    _proflint "$@"
else
    compdef _proflint proflint
fi
`
}

func fish(v vocabulary) string {
	var b strings.Builder
	b.WriteString("# proflint completion for fish: save it as ~/.config/fish/completions/proflint.fish\n")
	all := strings.Join(commandNames(), " ")
	for _, c := range commands() {
		fmt.Fprintf(&b, "complete -c proflint -n '__fish_use_subcommand' -a %s -d %s\n", c.name, quote(c.short))
		if words := v.arguments(c.name); words != nil {
			fmt.Fprintf(&b, "complete -c proflint -n '__fish_seen_subcommand_from %s' -f -a %s\n", c.name, quote(strings.Join(words, " ")))
		}
		for _, o := range optionsOf(c.name) {
			when := "__fish_seen_subcommand_from " + c.name
			if c.name == "check" {
				when += "; or not __fish_seen_subcommand_from " + all
			}
			fmt.Fprintf(&b, "complete -c proflint -n '%s' -l %s", when, o.name)
			if words := v.of(o); words != nil {
				fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(words, " ")))
			} else if o.kind != toggle {
				b.WriteString(" -r")
			}
			fmt.Fprintf(&b, " -d %s\n", quote(o.help))
		}
	}
	return b.String()
}

func powershell(v vocabulary) string {
	row := func(key, words string) string {
		return fmt.Sprintf("        '%s' { $words = '%s' }\n", key, words)
	}
	return `# proflint completion for PowerShell: dot-source it from $PROFILE
Register-ArgumentCompleter -Native -CommandName proflint -ScriptBlock {
    param($cur, $ast, $position)
    $given = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
    $command = 'check'
    if ($given.Count -gt 1 -and @('` + strings.Join(commandNames(), "', '") + `') -contains $given[1]) { $command = $given[1] }
    $words = $null
    switch ($given[-1]) {
` + v.values(row) + `    }
    if ($null -eq $words) {
        switch ($command) {
` + v.words(func(key, words string) string { return "    " + row(key, words) }) + `        }
        if ($given.Count -eq 1) { $words += ' ` + strings.Join(append(commandNames(), "help"), " ") + `' }
    }
    $words -split ' ' | Where-Object { $_ -like "$cur*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`
}

// quote writes a word for fish.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
