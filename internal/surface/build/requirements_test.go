package build

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRequirements(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"pinned", "requests==2.0\napache-beam[gcp]==2.60.0\n", `python 2.60.0 @requirements.txt:2 "2.60.0"`},
		{"other spelling", "Apache_Beam==2.60.0", `python 2.60.0 @requirements.txt:1 "2.60.0"`},
		{"underscore", "apache_beam == 2.60.0  # the SDK", `python 2.60.0 @requirements.txt:1 "2.60.0"`},
		{"marker", "apache-beam[gcp]==2.60.0 ; python_version < '3.12'", `python 2.60.0 @requirements.txt:1 "2.60.0"`},
		{"hashes", "apache-beam==2.60.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\nnumpy==1\n", `python 2.60.0 @requirements.txt:1 "2.60.0"`},
		{"no version", "apache-beam[gcp]\n", `python .. @requirements.txt:1 "apache-beam"`},
		{"lower bound", "apache-beam>=2.50", `python 2.50.. @requirements.txt:1 "2.50"`},
		{"both bounds", "apache-beam>=2.50,<3,!=2.55.0", `python 2.50..3- @requirements.txt:1 ">=2.50,<3,!=2.55.0"`},
		{"compatible", "apache-beam~=2.60.0", `python 2.60.0..2.61- @requirements.txt:1 "2.60.0"`},
		{"compatible, two parts", "apache-beam~=2.60", `python 2.60..3- @requirements.txt:1 "2.60"`},
		{"wildcard", "apache-beam==2.60.*", `python 2.60..2.61- @requirements.txt:1 "2.60.*"`},
		{"brackets", "apache-beam (>=2.50,<=2.60)", `python 2.50..2.60 @requirements.txt:1 ">=2.50,<=2.60"`},
		{"candidate", "apache-beam==2.60.0rc2", `python 2.60.0-rc2 @requirements.txt:1 "2.60.0rc2"`},
		{"wheel", "https://example.org/x/apache_beam-2.61.0-cp311-cp311-manylinux_2_17.whl#sha256=1", `python 2.61.0 @requirements.txt:1 "2.61.0"`},
		{"archive", "apache-beam @ https://example.org/apache_beam-2.61.0.tar.gz", `python 2.61.0 @requirements.txt:1 "2.61.0"`},
		{"source tree", "apache-beam @ git+https://github.com/apache/beam@v2.60.0#subdirectory=sdks/python", `python unknown (the version is that of a source tree) @requirements.txt:1 "@ git+https://github.com/apache/beam@v2.60.0#subdirectory=sdks/python"`},
		{"variable", "apache-beam==${BEAM}", `python unknown (set in the environment of pip) @requirements.txt:1 "=="`},
		{"comment", "# apache-beam==2.60.0\nnumpy", ""},
		{"another package", "apache-beam-extras==1\napache-beamer==2", ""},
		{"markers that disagree", "apache-beam==2.60.0; python_version<'3.9'\napache-beam==2.65.0; python_version>='3.9'",
			`python unknown (one of 2.60.0 (requirements.txt:1:14) and 2.65.0 (requirements.txt:2:14)) @requirements.txt:1 "2.60.0"`},
		{"comments that end in a backslash", "# a \\\napache-beam==2.60.0 \\\n  # b \\\nnumpy\n", `python 2.60.0 @requirements.txt:2 "2.60.0"`},
		{"a comment ends a line", "numpy \\\n# a \\\napache-beam==2.60.0", `python 2.60.0 @requirements.txt:3 "2.60.0"`},
		{"a comment goes on behind a requirement", "apache-beam==2.60.0 # was \\\napache-beam==2.50.0\n", `python 2.60.0 @requirements.txt:1 "2.60.0"`},
		{"carriage returns", "numpy\r\napache-beam==2.60.0\r\n", `python 2.60.0 @requirements.txt:2 "2.60.0"`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"requirements.txt": c.text}, "requirements.txt", c.want) })
	}
}

func TestRequirementIncludes(t *testing.T) {
	in := files{
		"a/requirements.txt":       "-r ../base/requirements.txt\n-c constraints.txt\nnumpy",
		"base/requirements.txt":    "apache-beam[gcp]>=2.50\n-r requirements.txt",
		"a/constraints.txt":        "apache-beam==2.58.0\n",
		"b/requirements.txt":       "--requirement=../base/requirements.txt\n-r missing.txt",
		"b/requirements/prod.txt":  "-r ../requirements.txt",
		"base/dev-requirements.in": "-c ../a/constraints.txt\napache-beam",
	}
	check(t, in, "a/requirements.txt", `python 2.58.0 @a/constraints.txt:1 "2.58.0"`)
	check(t, in, "b/requirements.txt", `python unknown (the file missing.txt is not in these files) @base/requirements.txt:1 "2.50"`)
	check(t, in, "b/requirements/prod.txt", `python unknown (the file missing.txt is not in these files) @base/requirements.txt:1 "2.50"`)
	check(t, in, "base/dev-requirements.in", `python 2.58.0 @a/constraints.txt:1 "2.58.0"`)
}

func TestIdle(t *testing.T) {
	const in = `# made by pip-compile
a==1 \
    --hash=sha256:1 \
    --hash=sha256:2
b==1
apache-beam==2.50.0 \
    --hash=sha256:3 \
    --hash=sha256:4 \
    --hash=sha256:5
    # via c
d==1 \
    --hash=sha256:6 \
    --hash=sha256:7 \
    --hash=sha256:8 # x
e==1 \
    --hash=sha256:9 \
    --hash=sha256:10 \
    --hash=sha256:11 \
    --hash=sha256:12`
	var got []string
	for _, r := range idle(in) {
		got = append(got, in[r[0]:r[1]])
	}
	want := []string{"    --hash=sha256:4 \\\n", "    --hash=sha256:7 \\\n", "    --hash=sha256:10 \\\n    --hash=sha256:11 \\\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if idle("") != nil || idle("a\n"+hash) != nil {
		t.Error("nothing is idle")
	}
}
