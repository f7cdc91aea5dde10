package build

import (
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// kinds are a file of every kind that is read, with a seed.
var kinds = []struct{ name, seed string }{
	{"pom.xml", "<project><parent><artifactId>a</artifactId></parent><dependencies><dependency><groupId>org.apache.beam</groupId><artifactId>b</artifactId><version>${c}</version></dependency></dependencies></project>"},
	{"build.gradle", "def v = x ?: '2.60.0'\ndependencies { c \"org.apache.beam:beam-sdks-java-core:$v\" }\nrun { args = ['--runner=DataflowRunner'] }"},
	{"build.gradle.kts", "val v by extra(\"2.60.0\")\ndependencies { c(\"org.apache.beam:beam-sdks-java-core:$v\") { version { strictly(v) } }\nc(libs.beam) }"},
	{"gradle/libs.versions.toml", "[versions]\nb = '2'\n[libraries]\nbeam = { module = 'org.apache.beam:x', version.ref = 'b' }\n[bundles]\nbeam = ['beam', 'beam']"},
	{"build.sbt", "val v = \"2.60.0\"\nl += \"org.apache.beam\" % \"c\" % v"},
	{"requirements.txt", "-r a.txt\n-c requirements.txt\napache-beam[gcp]>=2,<3 \\\n --hash=x ; y"},
	{"pyproject.toml", "[project]\ndependencies = ['apache-beam~=2.60']\nrequires-python='==3.11.*'\n[tool.poetry.dependencies]\napache-beam = [{version='^2'}]"},
	{"Pipfile.lock", "{\"default\": {\"apache-beam\": {\"version\": \"==2.60.0\"}}}"},
	{"uv.lock", "[[package]]\nname = 'apache-beam'\nversion = '2'"},
	{"environment.yml", "dependencies:\n- c::apache-beam=2.60=x\n- pip:\n  - apache-beam"},
	{"setup.cfg", "[options]\ninstall_requires =\n  apache-beam==2"},
	{"setup.py", "V='2'\nsetup(install_requires=[f'apache-beam=={V}', 'apache-beam=={}'.format(V), 'apache-beam==%s' % (V)])"},
	{"go.mod", "module x\nrequire github.com/apache/beam/sdks/v2 v2.1.0\nreplace github.com/apache/beam/sdks/v2 => ../x"},
	{"Dockerfile", "ARG A=b\nFROM beam:$A AS x\nCOPY --from=x /a /b\nRUN pip install -r requirements.txt 'apache-beam==2' && uv pip install y\nENV FLEX_TEMPLATE_PYTHON_REQUIREMENTS_FILE=requirements.txt"},
}

// FuzzSurfaces reads any text as any kind of file, the file being there under
// every name that it may open.
func FuzzSurfaces(f *testing.F) {
	for i, k := range kinds {
		f.Add(uint8(i), k.seed)
	}
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		name := kinds[int(kind)%len(kinds)].name
		file := source.NewFile(name, source.Code, []byte(text))
		set := &model.Set{}
		for _, s := range surfaces() {
			if s.Takes(name) {
				open := func(p string) (*source.File, bool) { return source.NewFile(p, source.Code, []byte(text)), true }
				s.Read(&surface.Reader{Set: set, Open: open}, surface.Fragment{Text: source.Exact(source.Span{File: file, End: len(file.Data)})})
			}
		}
		for _, b := range set.Builds {
			places(t, b.At)
			places(t, b.SDK.At()...)
			places(t, b.Language.At()...)
			if r, ok := b.SDK.Get(); ok && r.Text == "" {
				t.Fatal("a range without its text")
			} else if !ok && b.SDK.Hole() == nil {
				t.Fatal("an unknown version without a reason")
			}
		}
		for _, w := range set.Workloads {
			places(t, w.At)
		}
		for _, i := range set.Images {
			places(t, i.At)
			places(t, i.Base.At()...)
		}
		for _, n := range set.Notes {
			places(t, n.At)
		}
	})
}

func places(t *testing.T, at ...source.Span) {
	t.Helper()
	for _, s := range at {
		if !s.Valid() || s.Start < 0 || s.Start > s.End || s.End > len(s.File.Data) {
			t.Fatalf("place %d-%d", s.Start, s.End)
		}
	}
}
