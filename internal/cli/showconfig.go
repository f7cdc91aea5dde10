package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
)

// schema prints the JSON schema of the configuration file.
func schema(r *run) (int, error) {
	if len(r.args) > 0 {
		return 0, misuse("schema takes no arguments")
	}
	doc := fileShape(func(string) bool { return true }).schema()
	doc["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	doc["title"] = "Settings of proflint (" + configName + ")"
	e := json.NewEncoder(r.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return exitOK, e.Encode(doc)
}

// showConfig prints every setting with its origin. The output is a valid
// configuration file: what cannot stand in one is a comment.
func (r *run) showConfig(w io.Writer) (int, error) {
	var b strings.Builder
	if r.config != nil {
		fmt.Fprintf(&b, "# read: %s\n", r.config.file.Path)
	} else {
		fmt.Fprintf(&b, "# no %s\n", configName)
	}
	for _, o := range optionsOf("check") {
		if o.name == "config" || o.name == "no-config" || o.name == "show-config" {
			continue
		}
		origin, mark := r.origins[o.name], ""
		if origin == "" {
			origin = "default"
		}
		if !o.file || o.kind == text && !r.given(o.name) {
			mark = "# "
		}
		fmt.Fprintf(&b, "%s%s: %s # %s\n", mark, o.name, r.written(o), origin)
	}
	for _, s := range sections() {
		if err := r.showSection(&b, s.name); err != nil {
			return 0, err
		}
	}
	_, err := io.WriteString(w, b.String())
	return exitOK, err
}

// written is a value in YAML, on one line.
func (r *run) written(o option) string {
	values := r.settings[o.name]
	switch {
	case o.kind == list:
		quoted := make([]string, len(values))
		for i, v := range values {
			quoted[i] = scalar(v)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case len(values) == 0 && o.kind == toggle:
		return "false"
	case len(values) == 0:
		return `""`
	case o.kind == text:
		return scalar(values[0])
	}
	return values[0]
}

func scalar(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == "" && s != "" {
		return s
	}
	out, _ := json.Marshal(s) // a JSON string is one in YAML
	return string(out)
}

// showSection prints a section as the file has it.
func (r *run) showSection(b *strings.Builder, name string) error {
	empty := "[]"
	if name == "rules" {
		empty = "{}"
	}
	if r.config == nil || r.config.nodes[name].value == nil {
		fmt.Fprintf(b, "%s: %s # default\n", name, empty)
		return nil
	}
	fmt.Fprintf(b, "# %s:%d\n", r.config.file.Path, r.config.nodes[name].line)
	out, err := yaml.Marshal(map[string]*yaml.Node{name: r.config.nodes[name].value})
	b.Write(out)
	return err
}
