package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/proflint/proflint/internal/report"
)

// format is a name and what writes it.
type format struct {
	name  string
	write func(w io.Writer, in *report.Input, color bool) error
}

// output is a report to write; file "" is standard output.
type output struct {
	format
	file  string
	asked bool // by --format; else it is what is written when nothing is asked for
}

// outputs reads --format. A format with a file leaves standard output to the
// others, and text is written there when none is left.
func (r *run) outputs(formats []format) ([]output, error) {
	names := formatNames(formats)
	var out []output
	files := map[string]string{}
	for _, given := range r.settings["format"] {
		name, file, named := strings.Cut(given, "=")
		at := slices.Index(names, name)
		switch {
		case at < 0:
			return nil, misuse("--format: want %s, got %q%s", alternatives(names), name, suggest(name, names, ""))
		case named && (file == "" || file == "-"):
			return nil, misuse("--format: %q names no file", given)
		case named:
			file = filepath.Clean(file)
		}
		if first, taken := files[file]; taken {
			if file == "" {
				file = "standard output"
			}
			return nil, misuse("--format: %s and %s would both go to %s; give one another file: %s=FILE", first, name, file, name)
		}
		files[file] = name
		out = append(out, output{formats[at], file, true})
	}
	if _, taken := files[""]; !taken {
		out = append(out, output{formats[0], "", false})
	}
	return out, nil
}

func formatNames(formats []format) []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.name)
	}
	return out
}

// write writes one report.
func (r *run) write(o output, in *report.Input) error {
	if o.file == "" && o.name == "text" && r.env["GITHUB_ACTIONS"] == "true" {
		var b bytes.Buffer
		if err := o.format.write(&b, in, r.color()); err != nil {
			return err
		}
		_, err := io.WriteString(r.stdout, disarm(b.String()))
		return err
	}
	if o.file == "" {
		if err := o.format.write(r.stdout, in, r.color()); err != nil || o.name != "github" {
			return err
		}
		return r.jobSummary(in)
	}
	var b bytes.Buffer
	if err := o.format.write(&b, in, r.text("color") == "always"); err != nil {
		return err
	}
	return writeFile(o.file, b.Bytes())
}

// color decides whether standard output is coloured. The flag wins; then the
// variables that many tools share; then GitHub's runners, which show colours
// but are no terminal; then the terminal.
func (r *run) color() bool {
	switch r.text("color") {
	case "always":
		return true
	case "never":
		return false
	}
	set := func(name string) bool {
		v := r.env[name]
		return v != "" && v != "0" && v != "false"
	}
	switch {
	case r.env["NO_COLOR"] != "":
		return false
	case set("FORCE_COLOR"), set("CLICOLOR_FORCE"), set("GITHUB_ACTIONS"):
		return true
	case r.env["TERM"] == "dumb", r.env["CLICOLOR"] == "0":
		return false
	}
	f, ok := r.stdout.to.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// jobSummary adds the report to the summary of a job on GitHub Actions, for
// which the runner names a file.
func (r *run) jobSummary(in *report.Input) error {
	name := r.env["GITHUB_STEP_SUMMARY"]
	if name == "" {
		return nil
	}
	var b bytes.Buffer
	if err := report.Markdown(&b, in); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	_, err = f.Write(b.Bytes())
	return cmp.Or(err, f.Close())
}

// now is the time of the run, or what SOURCE_DATE_EPOCH says in its place, for
// reports that have to be equal each time.
func (r *run) now() time.Time {
	if n, err := strconv.ParseInt(r.env["SOURCE_DATE_EPOCH"], 10, 64); err == nil {
		return time.Unix(n, 0)
	}
	return time.Now()
}
