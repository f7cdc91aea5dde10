package shell

import (
	"strings"
	"testing"
)

func TestHereDocuments(t *testing.T) {
	for name, c := range map[string]struct{ script, want, files string }{
		"expanded":            {"R=eu\ncat > f <<EOF\nr: $R ${U}\nl: \\$x \\\\ \"q\" $(g) a\\\nb\nEOF", "g\ncat <<< \"r: eu <${U}>\\nl: $x \\\\ \\\"q\\\" <$(g)> ab\\n\"", "f: \"r: eu <${U}>\\nl: $x \\\\ \\\"q\\\" <$(g)> ab\\n\""},
		"quoted":              {"cat <<'EOF' > f\n$R \\$x \\\\ a\\\nb\nEOF", "cat <<< \"$R \\\\$x \\\\\\\\ a\\\\\\nb\\n\"", "f: \"$R \\\\$x \\\\\\\\ a\\\\\\nb\\n\""},
		"escaped word":        {"cat <<\\EOF > f\n$R\nEOF", "cat <<< \"$R\\n\"", "f: \"$R\\n\""},
		"tabs":                {"cat <<-EOF > f\n\ta:\n\t\t- $X\n\t  b\n\tEOF", "cat <<< \"a:\\n- <$X>\\n  b\\n\"", "f: \"a:\\n- <$X>\\n  b\\n\""},
		"CRLF":                {"cat <<EOF > f\r\na\r\nb\r\nEOF\r\nx", "cat <<< \"a\\nb\\n\"\nx", "f: \"a\\nb\\n\""},
		"empty":               {"cat <<EOF > f\nEOF\n", "cat <<< \"\"", "f: \"\""},
		"two":                 {"x <<A; y <<B\na\nA\nb\nB", "x <<< \"a\\n\"\ny <<< \"b\\n\"", ""},
		"to a command":        {"g --in=- <<EOF\na\nEOF", "g --in=- <<< \"a\\n\"", ""},
		"here-string":         {`g <<< "a $X"`, "g <<< \"a <$X>\\n\"", ""},
		"tee":                 {"sudo tee /etc/f > /dev/null <<EOF\na\nEOF\ncat <<EOF | tee -a /etc/f\nb\nEOF", "sudo tee /etc/f <<< \"a\\n\"\ncat <<< \"b\\n\"\ntee -a /etc/f <<< \"b\\n\"", "/etc/f: \"a\\nb\\n\""},
		"echo and printf":     {"echo a: \"$X\" > f; printf '%s=%d\\n' b 1 c 2 >> ./f; echo -n d >> f; echo -e 'e\\tf' >> f", "echo a: <$X>\nprintf \"%s=%d\\\\n\" b 1 c 2\necho -n d\necho -e \"e\\\\tf\"", "f: \"a: <$X>\\nb=1\\nc=2\\nde\\tf\\n\""},
		"appended to another": {"echo a >> f", "echo a", ""},
		"emptied":             {"> f; echo a >> f", "echo a", "f: \"a\\n\""},
		"a block":             {"{ echo a; if c; then :; fi; echo b; } > f", "echo a\nc\n:\necho b", ""},
		"by a command":        {"echo a > f; g > f; x --in f", "echo a\ng\nx --in f", "f: <f>"},
		"edited":              {"echo a > f; sed -i s/a/b/ f", "echo a\nsed -i s/a/b/ f", "f: <f>"},
		"copied":              {"echo a > f; cp f d/g; (cat f > h)", "echo a\ncp f d/g\ncat f", "d/g: \"a\\n\"\nf: \"a\\n\"\nh: \"a\\n\""},
		"unknown path":        {"F=$(mktemp); echo a > \"$F\"", "mktemp\necho a", "|t.sh:$(@2|: \"a\\n\""},
		"in a function":       {"w() { cat > \"$1\" <<EOF\n$2\nEOF\n}\nw f a", "cat <<< \"a\\n\"", "f: \"a\\n\""},
		"error output":        {"echo a > f 2>&1; echo b >&2; echo c 2> g", "echo a\necho b\necho c", "f: \"a\\n\""},
	} {
		t.Run(name, func(t *testing.T) {
			s := check(t, c.script, c.want)
			if got := dumpFiles(s); got != c.files {
				t.Errorf("files:\n%s\nwant:\n%s", got, c.files)
			}
		})
	}
}

func TestFilesOfACommand(t *testing.T) {
	s := read("echo a > f\nx --in=./f\necho b > f\nx --in f --r e\nx other")
	var got []string
	for _, c := range s.Commands {
		if c.Words[0].Text.String() == "x" {
			got = append(got, c.Files["f"].String())
		}
	}
	if want := "a\n|b\n|"; strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
}

func TestDocumentPlaces(t *testing.T) {
	script := "\tcat > f <<-EOF\n\t\ta: b\n\t\tc: $X\n\tEOF\n"
	doc := read(script).Files["f"]
	i := strings.Index(doc.String(), "c: ")
	if at := doc.At(i); at.Start != strings.Index(script, "c: ") {
		t.Errorf("at %d", at.Start)
	}
}

func TestUnwrap(t *testing.T) {
	for script, want := range map[string]string{
		`g a`:                                   `g a`,
		`sudo -u me -E g a`:                     `g a`,
		`sudo -ume A=b g a`:                     `g a | A=b`,
		`env -i A=b C="$D" g a`:                 `g a | A=b C=<$D>`,
		`env --unset=X g`:                       `g`,
		`nohup nice -n 5 g a`:                   `g a`,
		`nice -19 g`:                            `g`,
		`timeout 10m g a`:                       `g a | limit 10m`,
		`timeout -k 5 --signal=KILL "$T" g a`:   `g a | limit <$T>`,
		`timeout --preserve-status -k5 600 g a`: `g a | limit 600`,
		`command g a`:                           `g a`,
		`command -v g`:                          `command -v g`,
		`exec -a n g a`:                         `g a`,
		`stdbuf -oL g a`:                        `g a`,
		`xargs -n 1 g a`:                        `g a ...<…>`,
		`xargs -I{} g a={} b`:                   `g a=<{}> b`,
		`xargs -I % g %`:                        `g <%>`,
		`xargs -0 g <<< "a b"`:                  `g ...<…>`,
		`xargs g a <<< "b c"`:                   `g a b c`,
		`retry 5 g a`:                           `g a`,
		`run_with_retry -n 3 -- g a`:            `g a`,
		`with_retries 3 10s g a`:                `g a`,
		`run g a`:                               `g a`,
		`/usr/bin/time -f %e g a`:               `g a`,
		`flock -w 3 /tmp/l g a`:                 `g a`,
		`sudo`:                                  `sudo`,
		`sudo -u`:                               `sudo -u`,
		`$SUDO g a`:                             `...<$SUDO> g a`,
		`env A=b`:                               `env A=b`,
		`sudo timeout 5 env A=b retry g a`:      `g a | A=b limit 5`,
	} {
		c := read(script).Commands[0]
		ws, wrap := c.Unwrap()
		got := showWords(ws)
		if wrap.Env != nil || wrap.Limit.Len() > 0 {
			got += " |"
		}
		for _, name := range []string{"A", "C"} {
			if v, ok := wrap.Env[name]; ok {
				got += " " + name + "=" + show(v.Raw())
			}
		}
		if wrap.Limit.Len() > 0 {
			got += " limit " + show(wrap.Limit)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", script, got, want)
		}
	}
}

func TestShellsInShells(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"-c":             {`export A=a; bash -c "g $A \"\$1\"" n b`, "bash -c \"g a \\\"$1\\\"\" n b\ng a b"},
		"flags":          {`bash -euo pipefail -c 'g a'; sh -lc 'g b'; sudo -u me zsh -c 'g c'`, "bash -euo pipefail -c \"g a\"\ng a\nsh -lc \"g b\"\ng b\nsudo -u me zsh -c \"g c\"\ng c"},
		"own variables":  {`bash -c 'X=a'; g "$X"`, "bash -c X=a\ng <$X>"},
		"environment":    {`A=a bash -c 'g $A'`, "bash -c \"g $A\"\ng a"},
		"standard input": {"bash <<'EOF'\ng $X\nEOF\nbash -s a <<'EOF'\nh\nEOF\ncat <<EOF | sh\ng b\nEOF", "bash <<< \"g $X\\n\"\ng ...<$X>\nbash -s a <<< \"h\\n\"\ncat <<< \"g b\\n\"\nsh <<< \"g b\\n\"\ng b"},
		"script file":    {`bash deploy.sh <<< "g a"`, "bash deploy.sh <<< \"g a\\n\""},
		"unknown text":   {`bash -c "$X"; eval "$@"; bash -c "g $X"`, "bash -c <$X>\neval ...<$@>\nbash -c \"g <$X>\"\ng ...<$X>"},
		"su":             {`su - me -c 'g a'`, "su - me -c \"g a\"\ng a"},
		"ssh":            {`ssh host 'g a'`, "ssh host \"g a\""},
		"nested":         {`bash -c "bash -c 'bash -c \"g a\"'"`, "bash -c \"bash -c 'bash -c \\\"g a\\\"'\"\nbash -c \"bash -c \\\"g a\\\"\"\nbash -c \"g a\"\ng a"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
	s := read("bash -c 'g --a=b'")
	if got := s.Commands[1].Words[1].Text.Span().Start; got != 11 {
		t.Errorf("inner word at %d", got)
	}
}
