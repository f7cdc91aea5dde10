package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
)

// The JUnit schemas of Ant and of Jenkins, both: attributes and elements that
// either demands are there.
type junitSuites struct {
	XMLName xml.Name      `xml:"testsuites"`
	Suites  []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string      `xml:"name,attr"` // the file
	Package    string      `xml:"package,attr"`
	ID         int         `xml:"id,attr"`
	Timestamp  string      `xml:"timestamp,attr"`
	Hostname   string      `xml:"hostname,attr"`
	Tests      int         `xml:"tests,attr"`
	Failures   int         `xml:"failures,attr"`
	Errors     int         `xml:"errors,attr"`
	Skipped    int         `xml:"skipped,attr"`
	Time       int         `xml:"time,attr"`
	Properties struct{}    `xml:"properties"`
	Cases      []junitCase `xml:"testcase"`
	Out        junitText   `xml:"system-out"`
	Err        struct{}    `xml:"system-err"`

	names map[string]int
	out   strings.Builder
}

type junitText struct {
	Text string `xml:",cdata"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	Time    int          `xml:"time,attr"`
	Failure *junitReason `xml:"failure"`
	Skipped *junitReason `xml:"skipped"`
}

type junitReason struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"` // of a failure only
	Text    string `xml:",cdata"`
}

// JUnit writes a suite for each file. Its cases are the findings, and the
// requirements that a workload fulfils or of which it cannot be told. A case
// fails where the gate does: at or above --fail-on. What is suppressed, and
// what cannot be told, is skipped. Findings below the gate's level pass, and
// stand in the output of their suite.
func JUnit(w io.Writer, in *Input) error {
	doc := &junitSuites{}
	index := map[string]*junitSuite{}
	suite := func(file string) *junitSuite {
		s := index[file]
		if s == nil {
			s = &junitSuite{
				Name: file, Package: "proflint", ID: len(doc.Suites), Hostname: "localhost",
				Timestamp: in.Now.UTC().Format("2006-01-02T15:04:05"), names: map[string]int{},
			}
			index[file] = s
			doc.Suites = append(doc.Suites, s)
		}
		return s
	}
	for _, f := range in.Findings {
		at := regionOf(in.anchor(f))
		suite(clean(at.File)).finding(in, f)
	}
	for _, s := range in.statuses() {
		if s.readiness == NotAsked {
			continue
		}
		to := suite(clean(regionOf(s.At).File))
		for _, v := range worstAnswers(s.verdicts) {
			to.requirement(title(&s), v)
		}
	}
	if len(doc.Suites) == 0 { // Jenkins fails on a report without a case
		suite("proflint").add(junitCase{Name: "nothing to judge"})
	}
	for _, s := range doc.Suites {
		s.Out.Text = s.out.String()
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) finding(in *Input, f *finding.Finding) {
	c := junitCase{Name: s.name(f.Rule + ": " + clean(f.Message))}
	text := excerptOf(in, f)
	switch {
	case f.Suppression != nil:
		c.Skipped = &junitReason{"suppressed: " + clean(f.Suppression.Reason), "", text}
	case in.FailOn != finding.None && f.Level >= in.FailOn:
		c.Failure = &junitReason{period(f.Message), f.Level.String(), text}
	default:
		s.out.WriteString(text + "\n")
	}
	s.add(c)
}

// worstAnswers has one verdict for each rule: a failure before an unknown
// before a pass.
func worstAnswers(vs []finding.Verdict) []finding.Verdict {
	worse := []finding.Answer{finding.Pass, finding.Unk, finding.Fail}
	var out []finding.Verdict
	for _, v := range vs {
		i := slices.IndexFunc(out, func(o finding.Verdict) bool { return o.Rule == v.Rule })
		if i < 0 {
			out = append(out, v)
		} else if slices.Index(worse, v.Answer) > slices.Index(worse, out[i].Answer) {
			out[i] = v
		}
	}
	return out
}

// requirement adds what is fulfilled or cannot be told; what fails is a finding.
func (s *junitSuite) requirement(workload string, v finding.Verdict) {
	c := junitCase{Name: v.Rule + " of " + workload}
	switch v.Answer {
	case finding.Fail:
		return
	case finding.Unk:
		c.Skipped = &junitReason{"cannot tell: " + clean(v.Reason), "", ""}
		if v.Settle != "" {
			c.Skipped.Text = "settle it: " + clean(v.Settle)
		}
	}
	c.Name = s.name(c.Name)
	s.add(c)
}

// name makes names unique without lines, so that a case keeps its history.
func (s *junitSuite) name(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if s.names[name]++; s.names[name] > 1 {
		return fmt.Sprintf("%s (%d)", name, s.names[name])
	}
	return name
}

func (s *junitSuite) add(c junitCase) {
	c.Class = s.Name
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}
