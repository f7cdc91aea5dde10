package rest

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// verbatim are the maps whose keys are the user's own.
var verbatim = map[string]bool{"properties": true, "labels": true, "additionalUserLabels": true, "metadata": true, "parameters": true, "sdkPipelineOptions": true}

// maxKeys bounds what is copied: a document with aliases is larger than its text.
const maxKeys = 20_000

// camel returns a message with its keys as Google writes them: the JSON form
// of a message also takes the names of its fields, pyspark_batch for
// pysparkBatch.
func camel(t value.Tree) value.Tree {
	left := maxKeys
	return camelKeys(t, &left)
}

func camelKeys(t value.Tree, left *int) value.Tree {
	if *left -= len(t.Entries()) + len(t.Items()); *left < 0 {
		return t
	}
	if t.List != nil {
		l := *t.List
		l.Items = make([]value.Tree, len(t.List.Items))
		for i, item := range t.List.Items {
			l.Items[i] = camelKeys(item, left)
		}
		t.List = &l
	}
	if t.Map != nil {
		m := *t.Map
		m.Entries = make([]value.Entry, len(t.Map.Entries))
		for i, e := range t.Map.Entries {
			if e.Key.Known() && strings.Contains(e.Key.String(), "_") {
				e.Key = source.Derived(lowerCamel(e.Key.String()), e.Key.Span())
			}
			if !verbatim[e.Key.String()] {
				e.Val = camelKeys(e.Val, left)
			}
			m.Entries[i] = e
		}
		t.Map = &m
	}
	return t
}

// lowerCamel converts a field's name as protocol buffers do.
func lowerCamel(name string) string {
	var b strings.Builder
	up := false
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_':
			up = true
		case up && 'a' <= c && c <= 'z':
			b.WriteByte(c - 'a' + 'A')
			up = false
		default:
			b.WriteByte(c)
			up = false
		}
	}
	return b.String()
}
