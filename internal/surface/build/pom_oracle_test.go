package build

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mavenJars is where Debian keeps Maven.
const mavenJars = "/usr/share/maven/lib"

// TestPomAgainstMaven draws projects with a parent and compares the version of
// the core with what Maven itself makes of them.
func TestPomAgainstMaven(t *testing.T) {
	const n = 300
	if _, err := exec.LookPath("java"); err != nil || len(globJars()) == 0 || testing.Short() {
		t.Skipf("%d projects not compared: no Maven on this machine", n)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	var all []files
	args := []string{"-XX:TieredStopAtLevel=1", "-cp", filepath.Join(mavenJars, "*"), "testdata/Effective.java"}
	for i := range n {
		in := files{
			"pom.xml":     drawPom(rnd, "<groupId>org.x</groupId><artifactId>a</artifactId><version>3</version><packaging>pom</packaging>"),
			"one/pom.xml": drawPom(rnd, "<parent><groupId>org.x</groupId><artifactId>a</artifactId><version>3</version></parent><artifactId>b</artifactId>"),
		}
		for name, text := range in {
			p := filepath.Join(dir, fmt.Sprint(i), name)
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, in)
		args = append(args, filepath.Join(dir, fmt.Sprint(i), "one/pom.xml"))
	}
	cmd := exec.Command("java", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	wants, told := strings.Fields(string(out)), 0
	if len(wants) != n {
		t.Fatalf("%d answers, want %d", len(wants), n)
	}
	for i, in := range all {
		if wants[i] == "-" || !strings.Contains(in["one/pom.xml"], group) {
			continue // versions for other projects, or a file that is not read
		}
		got := "nothing"
		if set := readFile(in, "one/pom.xml"); len(set.Builds) > 0 {
			got = "?"
			if r, ok := set.Builds[0].SDK.Get(); ok {
				got = r.Text
				told++
			}
		}
		// what Maven refuses as a whole may be readable in part
		if got != wants[i] && wants[i] != "?" {
			t.Errorf("got %q, want %q\n%s\n%s", got, wants[i], in["pom.xml"], in["one/pom.xml"])
		}
	}
	if told < n/4 {
		t.Errorf("only %d of %d versions told: the comparison says little", told, n)
	}
}

func globJars() []string {
	jars, _ := filepath.Glob(filepath.Join(mavenJars, "maven-model-builder*.jar"))
	return jars
}

// drawPom returns a project that names the core in any of the ways there are.
func drawPom(rnd *rand.Rand, head string) string {
	maybe := func(s string) string {
		if rnd.IntN(2) == 0 {
			return ""
		}
		return s
	}
	version := func() string {
		return []string{"2.60.0", "2.61.0", "${beam.version}", "${minor}.0"}[rnd.IntN(4)]
	}
	bom := func(of string) string {
		return fmt.Sprintf("<dependency><groupId>org.apache.beam</groupId><artifactId>beam-sdks-java-%s</artifactId><version>%s</version><type>pom</type><scope>import</scope></dependency>", of, version())
	}
	return "<project><modelVersion>4.0.0</modelVersion>" + head +
		maybe("<properties><beam.version>2.62."+fmt.Sprint(rnd.IntN(3))+"</beam.version>"+maybe("<minor>2.63</minor>")+"</properties>") +
		maybe(managed(maybe(dep(core, version())), maybe(bom("bom")), maybe(bom("google-cloud-platform-bom")))) +
		maybe(deps(dep(core, maybe(version())))) + "</project>"
}
