package report

import (
	_ "embed"
	"html/template"
	"io"

	"github.com/proflint/proflint/internal/finding"
)

//go:embed page.html
var page string

// HTML writes one page that needs nothing else: no scripts, no fonts, nothing
// from the network.
func HTML(w io.Writer, in *Input) error {
	t := plainText(nil, in)
	all := in.statuses()
	view := htmlView{Verdict: in.verdict(all), Summary: t.summary(in.count(all)), Version: in.Version}
	for _, r := range t.rows(all) {
		view.Workloads = append(view.Workloads, htmlWorkload{string(r.readiness), r.cells[0], r.cells[1], r.cells[2], r.says})
	}
	for _, f := range in.shown() {
		view.Findings = append(view.Findings, htmlFinding{f, in})
	}
	tmpl, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	return tmpl.Execute(w, view)
}

type htmlView struct {
	Verdict, Summary, Version string
	Workloads                 []htmlWorkload
	Findings                  []htmlFinding
}

type htmlWorkload struct{ Class, Answer, Who, Place, Says string }

// htmlFinding makes its texts when the page asks for them: all excerpts at
// once may be much larger than the input.
type htmlFinding struct {
	f  *finding.Finding
	in *Input
}

func (h htmlFinding) Level() string   { return h.f.Level.String() }
func (h htmlFinding) Rule() string    { return h.f.Rule }
func (h htmlFinding) Message() string { return clean(h.f.Message) }
func (h htmlFinding) Place() string   { return placeOf(h.in, h.f) }
func (h htmlFinding) Text() string    { return excerptOf(h.in, h.f) }
func (h htmlFinding) URL() string     { return pageURL(h.f.Rule) }
