package beam

import (
	"strings"
	"testing"

	"deps.dev/util/pypi"
	"deps.dev/util/semver"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func requirementText(s string) source.Text {
	f := source.NewFile("requirements.txt", source.Code, []byte(s))
	return source.Exact(source.Span{File: f, End: len(f.Data)})
}

func TestRequirement(t *testing.T) {
	for _, c := range []struct{ text, want, at string }{
		{"apache-beam==2.60.0", "2.60.0 2.60.0", "2.60.0"},
		{"apache-beam[gcp,test] == 2.60.0 ; python_version < '3.12'", "2.60.0 2.60.0", "2.60.0"},
		{"Apache.Beam___x", "", ""},
		{"apache_beam>=2.50,<3", "2.50 <3", ">=2.50,<3"},
		{"apache-beam>2.50", "2.50 -", "2.50"},
		{"apache-beam!=2.50.0", "- -", "2.50.0"},
		{"apache-beam<=2.50", "- 2.50", "2.50"},
		{"apache-beam~=2.50", "2.50 <3", "2.50"},
		{"apache-beam~=2.50.1", "2.50.1 <2.51", "2.50.1"},
		{"apache-beam==2.50.*", "2.50 <2.51", "2.50.*"},
		{"apache-beam===2.50.0", "2.50.0 2.50.0", "2.50.0"},
		{"apache-beam", "- -", "apache-beam"},
		{"apache-beam[gcp]", "- -", "apache-beam"},
		{"apache-beam==2.60.0 --hash=sha256:00", "2.60.0 2.60.0", "2.60.0"},
		{"apache-beam==2.60.0+local", "2.60.0 2.60.0", "2.60.0+local"},
		{"apache-beam @ file:///x/apache_beam-2.60.0-cp311-cp311-linux.whl", "2.60.0 2.60.0", "2.60.0"},
		{"./dist/apache-beam-2.60.0.tar.gz", "2.60.0 2.60.0", "2.60.0"},
		{"apache-beam @ git+https://github.com/apache/beam", "?", "@ git+https://github.com/apache/beam"},
		{"apache-beam==latest", "?", "==latest"},
		{"requests==2.60.0", "", ""},
		{"-r apache-beam", "", ""},
		{"apache_beam/version.py", "", ""},
		{"", "", ""},
	} {
		got, ok := Requirement(requirementText(c.text))
		if !ok {
			if c.want != "" {
				t.Errorf("%q is not taken for Beam", c.text)
			}
			continue
		}
		if s := bounds2(got); s != c.want || got.Span().Text() != c.at {
			t.Errorf("%q: %s at %q, want %s at %q", c.text, s, got.Span().Text(), c.want, c.at)
		}
	}
}

func bounds2(v value.Value[value.Range]) string {
	r, ok := v.Get()
	if !ok {
		return "?"
	}
	lo, hi := "-", "-"
	if r.Lo != nil {
		lo = r.Lo.String()
	}
	if r.Hi != nil {
		hi = r.Hi.String()
	}
	if r.Below {
		hi = "<" + hi
	}
	return lo + " " + hi
}

func TestRequirementHoles(t *testing.T) {
	hole := source.Unknown(&source.Hole{Expr: "$V"}, source.Span{})
	if v, ok := Requirement(requirementText("apache-beam[gcp]==").Add(hole)); !ok || !v.Unknown() || v.Hole().Expr != "$V" {
		t.Errorf("a variable version: %v %v", v, ok)
	}
	extras := source.Concat(requirementText("apache-beam["), hole, requirementText("]==2.60.0"))
	if v, ok := Requirement(extras); !ok || !v.Known() {
		t.Errorf("variable extras hide no version: %v %v", v, ok)
	}
	if _, ok := Requirement(hole); ok {
		t.Error("a variable is no requirement of Beam")
	}
	weak := requirementText("apache-beam==").Add(requirementText("2.60.0").Weaken("a default"))
	if v, _ := Requirement(weak); v.Weak() != "a default" {
		t.Errorf("weak %q", v.Weak())
	}
}

// TestRequirementAgainstPyPI compares with a library that follows PyPI: the
// same name, and each version on the same side.
func TestRequirementAgainstPyPI(t *testing.T) {
	releases := []string{"2.0.0", "2.49.0", "2.50.0", "2.50.1", "2.50.2", "2.51.0", "2.60.0rc1", "2.60.0", "2.61.0", "3.0.0", "3.1.0"}
	for _, spec := range []string{"==2.50.0", "==2.50", ">=2.50", ">=2.50.0,<2.60.0", "~=2.50.0", "~=2.50", "==2.50.*", "<=2.60.0", "<3", ">=2.49.0,<3,!=2.55.0", ""} {
		text := "Apache_Beam[gcp] " + spec + " ; python_version >= '3.8'"
		dep, err := pypi.ParseDependency(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, ok := Requirement(requirementText(text))
		r, known := got.Get()
		if !ok || !known || NormalName("Apache_Beam") != pypi.CanonPackageName(dep.Name) {
			t.Errorf("%s is not read", text)
			continue
		}
		constraint, err := semver.PyPI.ParseConstraint(dep.Constraint)
		if err != nil {
			t.Fatalf("%s: %v", dep.Constraint, err)
		}
		for _, s := range releases {
			v, _ := value.ParseVersion(s)
			in := (r.Lo == nil || !v.Less(*r.Lo)) && (r.Hi == nil || v.Less(*r.Hi) || v.Compare(*r.Hi) == 0 && !r.Below)
			if want := constraint.Match(s); want != in && !strings.Contains(s, "rc") {
				t.Errorf("%s allows %s: %v, want %v", spec, s, in, want)
			}
		}
	}
}

func FuzzRequirement(f *testing.F) {
	for _, s := range []string{"apache-beam==2.60.0", "apache-beam[gcp]>=2,<3; x", "apache_beam @ https://x/apache_beam-2.0.whl#1", "apache-beam (==2", "./apache-beam-.zip", "apache-beam==1.2.3.4.5.*"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, _ := Requirement(requirementText(s))
		for _, at := range v.At() {
			if at.Valid() && (at.Start < 0 || at.Start > at.End || at.End > len(s)) {
				t.Fatalf("span %d-%d of %d", at.Start, at.End, len(s))
			}
		}
		Specifier(requirementText(s))
	})
}
