package suppress

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tailscale/hujson"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// ReadBaseline reads a file that Encode wrote, perhaps with reasons added by
// hand. It takes nothing else: what it skipped today would be lost when the file
// is written anew. An error says file:line:col and what was expected there.
func ReadBaseline(name string, data []byte) (*Baseline, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	r := &reader{file: source.NewFile(name, source.Code, data)}
	// first as JSON proper: comments are refused, and deep nesting
	var whole json.RawMessage
	err := json.Unmarshal(data, &whole)
	var root hujson.Value
	if err == nil {
		root, err = hujson.Parse(bytes.Clone(data)) // keeps the bytes
	}
	if err != nil {
		return nil, r.syntax(err)
	}
	var head struct{ Version int }
	if json.Unmarshal(data, &head) == nil && head.Version > version { // what a later one holds is not for us to judge
		r.fail(&root, "version %d of the file is not known, only %d: use the proflint that wrote it, or delete it and run proflint baseline", head.Version, version)
	}
	b := &Baseline{}
	r.object(&root, map[string]func(*hujson.Value){
		"version": func(v *hujson.Value) {
			if l, ok := v.Value.(hujson.Literal); !ok || string(l) != strconv.Itoa(version) {
				r.fail(v, "want version %d", version)
			}
		},
		"findings": func(v *hujson.Value) {
			r.each(v, func(v *hujson.Value) { b.Entries = append(b.Entries, r.entry(v)) })
		},
	}, "version", "findings")
	seen := map[string]string{}
	for _, e := range b.Entries {
		if first, twice := seen[e.Fingerprint]; twice && r.err == nil {
			r.err = fmt.Errorf("%s: the same finding stands at %s: drop one of the two entries", e.Place, first)
		}
		seen[e.Fingerprint] = e.Place
	}
	if r.err != nil {
		return nil, r.err
	}
	return b, nil
}

// reader keeps the first error.
type reader struct {
	file *source.File
	err  error
}

func (r *reader) fail(v *hujson.Value, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: "+format, append([]any{source.Span{File: r.file, Start: v.StartOffset}}, args...)...)
	}
}

// syntax gives the parser's error the form of all others.
func (r *reader) syntax(err error) error {
	at := source.Span{File: r.file}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at.Start = max(0, int(syntax.Offset)-1)
	}
	return fmt.Errorf("%s: %w; repair it, or delete the file and run proflint baseline", at, err)
}

func (r *reader) object(v *hujson.Value, fields map[string]func(*hujson.Value), required ...string) {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		r.fail(v, "want an object")
		return
	}
	given := map[string]bool{}
	for i := range o.Members {
		m := &o.Members[i]
		name := m.Name.Value.(hujson.Literal).String()
		read := fields[name]
		switch {
		case read == nil:
			r.fail(&m.Name, "there is no field %q here, only %s", name, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
			return
		case given[name]:
			r.fail(&m.Name, "%q is given twice", name)
			return
		}
		given[name] = true
		read(&m.Value)
	}
	for _, name := range required {
		if !given[name] {
			r.fail(v, "the field %q is missing", name)
		}
	}
}

func (r *reader) each(v *hujson.Value, read func(*hujson.Value)) {
	a, ok := v.Value.(*hujson.Array)
	if !ok {
		r.fail(v, "want a list")
		return
	}
	for i := range a.Elements {
		read(&a.Elements[i])
	}
}

// text reads a string. check, if any, says what is wrong with it, or "".
func (r *reader) text(to *string, check func(string) string) func(*hujson.Value) {
	return func(v *hujson.Value) {
		l, ok := v.Value.(hujson.Literal)
		if !ok || l.Kind() != '"' {
			r.fail(v, "want a string")
			return
		}
		*to = l.String()
		if check != nil {
			if wrong := check(*to); wrong != "" {
				r.fail(v, "%s, got %q", wrong, *to)
			}
		}
	}
}

func (r *reader) entry(v *hujson.Value) Entry {
	e := Entry{Place: source.Span{File: r.file, Start: v.StartOffset}.String()}
	r.object(v, map[string]func(*hujson.Value){
		"rule": r.text(&e.Rule, nil), "path": r.text(&e.Path, nil), "message": r.text(&e.Message, nil), "reason": r.text(&e.Reason, nil),
		"severity": r.text(&e.Severity, func(s string) string {
			if level, ok := finding.ParseLevel(s); !ok || level == finding.None {
				return "want error, warning or note"
			}
			return ""
		}),
		"fingerprint": r.text(&e.Fingerprint, func(s string) string {
			if b, err := hex.DecodeString(s); err != nil || len(b) != 16 {
				return "want 32 hexadecimal digits"
			}
			return ""
		}),
		"since": r.text(&e.Since, func(s string) string {
			if _, err := time.Parse(time.DateOnly, s); err != nil {
				return "want a day as YYYY-MM-DD"
			}
			return ""
		}),
		"workloads": func(v *hujson.Value) {
			r.each(v, func(v *hujson.Value) {
				var id string
				r.text(&id, nil)(v)
				e.Workloads = append(e.Workloads, id)
			})
		},
	}, "rule", "path", "severity", "message", "workloads", "fingerprint", "since")
	return e
}
