package gcloud

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// fileBody reads the body from the file that the command names.
func (l *lowering) fileBody() {
	file := l.text(l.cmd.source)
	if l.cmd.source == "" {
		file = l.slot(1)
	}
	path := file.Raw()
	if file.Absent() {
		path = source.Derived("-", l.at)
	}
	tree, _, ok := open(l.files, path)
	if !ok || tree.Kind != value.KindMap {
		l.body.Map.Rest = firstHole(file.Hole(), missing(l.cmd.source, path))
		return
	}
	if l.cmd.message != "Policy" {
		tree = firstWins(tree)
		l.checkTypes(tree, "", false)
	}
	body := *tree.Map
	body.Entries = append([]value.Entry(nil), body.Entries...)
	l.body = value.Tree{Kind: value.KindMap, Map: &body, At: tree.At, Weak: tree.Weak}
	l.nameBody()
}

// firstWins is a tree in which the first of two equal keys counts, as it does
// for gcloud (F14.5).
func firstWins(t value.Tree) value.Tree {
	switch t.Kind {
	case value.KindList:
		list := *t.List
		list.Items = make([]value.Tree, len(t.List.Items))
		for i, item := range t.List.Items {
			list.Items[i] = firstWins(item)
		}
		t.List = &list
	case value.KindMap:
		m := *t.Map
		m.Entries = make([]value.Entry, len(t.Map.Entries))
		seen := map[string]bool{}
		for i, e := range t.Map.Entries {
			sym := e.Key.Sym()
			m.Entries[i] = value.Entry{Key: e.Key, Val: firstWins(e.Val), Lost: sym != "" && seen[sym]}
			seen[sym] = true
		}
		t.Map = &m
	}
	return t
}

// nameBody puts the names of the command line over those of the file.
func (l *lowering) nameBody() {
	name := l.slot(0)
	if len(l.cmd.slots) == 0 || name.Absent() {
		return
	}
	switch l.cmd.message {
	case "Cluster":
		l.set("clusterName", l.at, value.String(name.Raw()))
		l.set("projectId", l.at, value.String(l.project(l.at)))
	case "WorkflowTemplate":
		l.set("id", l.at, value.String(name.Raw()))
	case "SessionTemplate":
		l.named("name", "sessionTemplates")
	}
}

// textMaps are the maps of text in the messages that commands import: gcloud
// refuses a bare true or number in them (F14.1).
const textMaps = "properties labels metadata scriptVariables queryVariables driverLogLevels clusterLabels params componentVersion"

// textFields are fields of text that are easily written as numbers or words
// that YAML reads otherwise.
const textFields = "imageVersion version id clusterName stepId mainClass jobId zoneUri subnetworkUri serviceAccount"

// boolFields are fields that gcloud refuses as text.
const boolFields = "internalIpOnly continueOnFailure enableHttpPortAccess enableSecureBoot enableVtpm enableIntegrityMonitoring enableKerberos"

// checkTypes refuses values of a file that gcloud cannot read as what the
// message wants.
func (l *lowering) checkTypes(t value.Tree, key string, inText bool) {
	switch t.Kind {
	case value.KindMap:
		for _, e := range t.Entries() {
			k := e.Key.String()
			if k == "version" && key == "" { // of a template: a number
				continue
			}
			l.checkTypes(e.Val, k, inText || in(textMaps, k) && e.Val.Kind == value.KindMap)
		}
	case value.KindList:
		for _, item := range t.Items() {
			l.checkTypes(item, key, inText || key == "args")
		}
	case value.KindString:
		switch {
		case in(boolFields, key) && t.Text.Known() && !inText:
			l.refuse(model.Refusal{At: t.At, Reason: key + " must be true or false, and is text", Want: "write it without quotes"})
		case (inText || in(textFields, key)) && bare(t):
			l.refuse(model.Refusal{At: t.At, Reason: key + " must be text, and gcloud reads it as " + typeName(t.Text.String()), Want: "quote the value", Request: inText})
		}
	case value.KindBool, value.KindNumber:
		if inText || in(textFields, key) {
			l.refuse(model.Refusal{At: t.At, Reason: key + " must be text, and is " + kindName(t.Kind), Want: "quote the value", Request: inText})
		}
	}
}

// bare reports whether text stands without quotes and is no text to the YAML
// of gcloud: yes, on, 010.
func bare(t value.Tree) bool {
	s := t.Text.String()
	if !t.Text.Known() || t.At.Text() != s || s == "" {
		return false
	}
	return isBool(s) || isNumber(s) || isDate(s)
}

// propertiesFile adds the properties of a file; those of --properties win key
// by key (F12.4).
func (l *lowering) propertiesFile(g *given) {
	over := l.get("@.properties")
	out := l.fileProperties(g, over.Map)
	if over.Kind == value.KindMap {
		for _, e := range over.Map.Entries {
			lost := e.Lost
			out.Map.Put(e.Key, e.Val)
			out.Map.Entries[len(out.Map.Entries)-1].Lost = lost
		}
		out.Map.Rest = firstHole(out.Map.Rest, over.Map.Rest)
		out.At, out.Map.At = over.At, over.At
	}
	if len(out.Entries()) > 0 || out.Open() != nil {
		l.set("@.properties", g.at, l.weaken(out, g))
	}
}

// lostFiles tells which properties files a later one replaces.
func (l *lowering) lostFiles(uses []*given) {
	n := len(uses) - 1
	for _, g := range uses[:n] {
		before := len(l.refusals)
		tree := l.fileProperties(g, nil)
		l.refusals = l.refusals[:before] // it is not read, so not refused
		l.losses = append(l.losses, model.Loss{Tree: tree, Fate: model.Overridden,
			By:   []model.Label{{Span: uses[n].at, Text: "this later --properties-file replaces it"}},
			Want: "put all properties into one file"})
	}
}

// fileProperties reads a properties file. over are properties that win over
// it; what gcloud would refuse of their keys does not count.
func (l *lowering) fileProperties(g *given, over *value.Mapping) value.Tree {
	out := value.NewMap(g.at)
	_, text, ok := open(l.files, g.val)
	if !ok {
		out.Map.Rest = missing("--properties-file", g.val)
		return out
	}
	l.readProperties(g, text, out.Map, over)
	return out
}

// readProperties reads key=value lines as gcloud does: every "=" becomes
// ": " (F14.4), and the whole is then YAML (F12.4, F14.3). Of a key that is
// there twice the first one counts (F14.5). Text beyond plain lines leaves the map open.
func (l *lowering) readProperties(g *given, text source.Text, out, over *value.Mapping) {
	seen := map[string]bool{}
	for _, ln := range propertyLines(text) {
		if strings.Contains(ln.more.String(), "=") && ln.more.Known() {
			l.badProperty(g, ln.more, "the blanks before "+ln.more.String()+" make it part of the line above", "start the line without blanks")
			ln.more = source.Text{}
		}
		whole := ln.whole()
		key, val, ok := cutProperty(whole)
		switch {
		case !whole.Known():
			out.Rest = whole.Hole()
			return
		case ok && unfinished(val.String()):
			out.Rest = &source.Hole{Expr: g.val.String(), Why: "a value goes on over several lines"}
			return
		case !ok:
			want := "write key=value"
			if pair := strings.Fields(whole.String()); len(pair) == 2 { // as spark-defaults.conf has it
				want = "write " + strings.Join(pair, "=")
			}
			l.badProperty(g, whole, whole.String()+" is no key=value", want)
			continue
		}
		_, given := over.Entry(key.String())
		if given || seen[key.String()] {
			out.Entries = append(out.Entries, value.Entry{Key: key, Val: value.String(val), Lost: true})
			continue
		}
		seen[key.String()] = true
		l.putProperty(g, key, val, out)
	}
}

// propertyLine is one line, and what the indented lines below it add.
type propertyLine struct {
	text source.Text
	more source.Text // with single blanks between the lines
}

func (ln propertyLine) whole() source.Text {
	if ln.more.Len() == 0 {
		return ln.text
	}
	return source.Concat(ln.text, source.Derived(" ", ln.more.Span()), ln.more)
}

// propertyLines are the lines without blanks around them and without
// comments. An indented line continues the one before it.
func propertyLines(text source.Text) []propertyLine {
	var out []propertyLine
	var more []source.Text // of the last line
	finish := func() {
		if len(more) > 0 {
			out[len(out)-1].more, more = source.Concat(more...), nil
		}
	}
	for _, ln := range text.TrimSpace().Split("\n") {
		bare := ln.TrimSpace()
		s := bare.String()
		switch {
		case s == "" || strings.HasPrefix(s, "#"):
		case len(out) > 0 && strings.ContainsAny(ln.String()[:1], " \t"):
			if len(more) > 0 {
				more = append(more, source.Derived(" ", bare.Span()))
			}
			more = append(more, bare)
		default:
			finish()
			out = append(out, propertyLine{text: bare})
		}
	}
	finish()
	return out
}

// unfinished reports whether a value needs more lines to be read.
func unfinished(s string) bool {
	if s == "" {
		return false
	}
	return s[0] == '|' || s == ">" || strings.HasPrefix(s, ">-") || strings.ContainsAny(s[:1], `"'`) && strings.Count(s, s[:1]) == 1
}

// cutProperty splits a line at its first "=" or ": ".
func cutProperty(t source.Text) (key, val source.Text, ok bool) {
	eq, colon := t.Index("=", 0), t.Index(": ", 0)
	switch {
	case eq >= 0 && (colon < 0 || eq < colon):
		key, val, ok = t.Cut("=")
	case colon >= 0:
		key, val, ok = t.Cut(": ")
	case strings.HasSuffix(t.String(), ":"):
		return t.Slice(0, t.Len()-1).TrimSpace(), source.Text{}, true
	}
	return key.TrimSpace(), val.TrimSpace(), ok
}

// putProperty adds one line, also where it is refused: what it asks for must
// be seen.
func (l *lowering) putProperty(g *given, key, val source.Text, out *value.Mapping) {
	if k, why := plainYAML(key.String()); why != "" || k != yamlText {
		l.badProperty(g, key, "the key "+key.String()+" is no plain text to YAML", "give it with --properties")
		return
	}
	s := val.String()
	if q := quoted(s); q >= 0 {
		inner := val.Slice(1, q)
		if strings.ContainsAny(inner.String(), "\\`\"'") {
			out.Rest = &source.Hole{Expr: g.val.String(), Why: "the file has quoted values with escapes"}
			return
		}
		out.Put(key, value.String(same(strings.ReplaceAll(inner.String(), "=", ": "), inner)))
		return
	}
	if c := strings.Index(s, " #"); c >= 0 {
		val = val.Slice(0, c).TrimSpace()
		s = val.String()
	}
	const want = "quote the value, or give it with --properties"
	k, why := plainYAML(strings.ReplaceAll(s, "=", ": "))
	switch {
	case strings.Contains(s, "="): // quotes save it from refusal, not from becoming ": " (F14.4)
		l.badProperty(g, val, "the value of "+key.String()+" holds =, which gcloud reads as a key of its own", "give it with --properties")
	case why != "":
		l.badProperty(g, val, "the value of "+key.String()+" "+why, want)
	case k == yamlNull:
		out.Put(key, value.Tree{Kind: value.KindNull, At: key.Span().Cover(val.Span())})
		return
	case k == yamlOther:
		l.badProperty(g, val, "gcloud reads the value of "+key.String()+" as "+typeName(s)+", and takes text only", want)
	}
	out.Put(key, value.String(val))
}

// badProperty refuses a key, a value or a whole line of a properties file.
func (l *lowering) badProperty(g *given, at source.Text, why, want string) {
	l.refuse(model.Refusal{At: at.Span(), Reason: why, Want: want, Request: true,
		Related: []model.Label{{Span: g.at, Text: "the command that reads the file"}}})
}
