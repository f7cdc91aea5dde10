package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/rules"
)

// driver describes the tool and every rule, found or not: a reader of an empty
// report sees what was looked for.
func (s *sarif) driver() sarifDriver {
	out := sarifDriver{
		Name: "proflint", FullName: "proflint, a linter for Cloud Profiler readiness",
		Version: strings.TrimPrefix(s.Version, "v"), InformationURI: projectURL,
		Rules: []sarifDescriptor{}, Notifications: notifications(),
	}
	if !semver.IsValid(s.Version) {
		out.Version = "0.0.0-" + cmp.Or(s.Version, "devel") // a reader wants to compare it
	}
	out.SemanticVersion = out.Version
	for _, r := range s.book.Rules {
		out.Rules = append(out.Rules, s.descriptor(r))
	}
	return out
}

// notifications are what the run itself has to say.
func notifications() []sarifDescriptor {
	row := func(id string, level finding.Level, short, full string) sarifDescriptor {
		return sarifDescriptor{
			ID: id, Name: pascal(id), Short: sarifText{short}, Full: sarifText{full}, Help: sarifHelp{full + "\n", full + "\n"},
			HelpURI: projectURL, Configuration: sarifLevel{level.String()},
			Properties: sarifRuleDetail{[]string{"cloud-profiler"}, "very-high", severity(level), []string{}},
		}
	}
	return []sarifDescriptor{
		row("report-limited", finding.Warning, "Part of the findings is not in this report.", "A report beyond GitHub's limits is refused, or not shown whole, so what matters least is left out."),
		row("input-not-read", finding.Note, "A file could not be read to its end.", "What the rest of the file declares was not looked at."),
		row("path-not-read", finding.Error, "A path that was named could not be looked at.", "Nothing is known of what it holds."),
		row("finding-without-place", finding.Warning, "A finding belongs to no file.", "A result needs a file, so it is told as a notification."),
	}
}

// note adds a notification to the run.
func (s *sarif) note(id string, level finding.Level, text string, at ...sarifLocation) {
	index := slices.IndexFunc(notifications(), func(d sarifDescriptor) bool { return d.ID == id })
	s.notes = append(s.notes, sarifNotification{
		Descriptor: sarifReference{id, index}, Level: level.String(), Message: sarifText{text}, Locations: append([]sarifLocation{}, at...),
	})
}

func (s *sarif) descriptor(r *rules.Rule) sarifDescriptor {
	why, _, _ := strings.Cut(r.Why(), "\n\n")
	uri := pageURL(r.ID)
	text, markdown := s.help(r, uri)
	return sarifDescriptor{
		ID: r.ID, Name: pascal(r.ID), Short: sarifText{period(r.Title)}, Full: sarifText{period(plain(why))},
		Help: sarifHelp{text, markdown}, HelpURI: uri, Configuration: sarifLevel{r.Level("").String()},
		Properties: sarifRuleDetail{
			Tags: tags(r), Precision: "very-high", Severity: severity(r.Ceiling(true)), Facts: append([]string{}, r.Facts...),
		},
	}
}

func pageURL(rule string) string { return projectURL + "/blob/main/rules/" + rule + ".md" }

// severity is the level as GitHub's list of alerts calls it.
func severity(l finding.Level) string {
	if l == finding.Note {
		return "recommendation"
	}
	return l.String()
}

// tags are what GitHub filters by, each once; it shows ten.
func tags(r *rules.Rule) []string {
	out := append([]string{"cloud-profiler", strings.ReplaceAll(strings.ReplaceAll(r.Group, ",", ""), " ", "-")}, r.Products...)
	slices.Sort(out)
	return slices.Compact(out)
}

// pascal turns cluster-scopes into ClusterScopes.
func pascal(id string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// help is the page of a rule with the facts it rests on, in both forms: GitHub
// shows the Markdown, editors often the text.
func (s *sarif) help(r *rules.Rule, uri string) (text, markdown string) {
	var facts []string
	for _, id := range r.Facts {
		if f, known := s.book.Fact(id); known {
			facts = append(facts, fmt.Sprintf("%s: %s (%s)", f.ID, f.Text, sentence(", ", f.Confidence, f.Source, f.Date)))
		}
	}
	const head = "\n\n## Facts it rests on\n- "
	list := strings.Join(facts, "\n- ")
	text = plain(r.Body+head) + list + "\n\n" + uri + "\n"
	return text, r.Body + head + mdSpecial.Replace(list) + "\n\n[The page of this rule](" + uri + ")\n"
}

var mdSpecial = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;")

// plain turns a page's Markdown into text: headings become lines with a colon,
// examples are indented. Pages have no links.
func plain(page string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(page) {
		switch heading, is := strings.CutPrefix(line, "## "); {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
			b.WriteString("    " + line)
		case is:
			b.WriteString(strings.TrimSpace(heading) + ":\n")
		case strings.HasPrefix(line, "    "):
			b.WriteString(line)
		default:
			b.WriteString(strings.ReplaceAll(line, "`", ""))
		}
	}
	return b.String()
}
