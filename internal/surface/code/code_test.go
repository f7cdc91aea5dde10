package code

import (
	"fmt"
	"strings"
	"testing"
)

func TestSourcesOfTests(t *testing.T) {
	for p, want := range map[string]bool{
		"src/main/java/A.java":      true,
		"a/src/main/test/A.java":    true,
		"mysrc/test/A.java":         true,
		"src/test/java/A.java":      false,
		"a/src/test/java/A.java":    false,
		"src/src/test/A.java":       false,
		"src/main/a/src/test/A.kt":  false,
		"a/src/testing/java/A.java": true,
	} {
		if got := BeamJVM().Takes(p); got != want {
			t.Errorf("%s: %v", p, got)
		}
	}
	if SparkJVM().Takes("a/src/jmh/A.scala") || !BeamJVM().Takes("a/src/jmh/A.scala") {
		t.Error("benchmarks")
	}
}

// TestCallersOfEachOther: functions that call each other many times are asked
// once. Asked for each call, these would take longer than any test.
func TestCallersOfEachOther(t *testing.T) {
	calls := strings.Repeat(" b();", 40) + " } void b() {" + strings.Repeat(" a();", 40)
	java := `class A { public static void main(String[] args) { O options = PipelineOptionsFactory.fromArgs(args).as(O.class); } void a() {` + calls +
		` options.setExperiments(List.of("x")); } }`
	if got := outline(pipelines(BeamJVM(), "A.java", java)[0]); got != "… experiments?=x" {
		t.Errorf("java: %s", got)
	}
	var py strings.Builder
	py.WriteString("def f0():\n  SparkSession.builder.config('$K', '-Xss4m').getOrCreate()\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&py, "def f%d():\n%s", i, strings.Repeat(fmt.Sprintf("  f%d()\n", i-1), 20))
	}
	py.WriteString("SparkSession.builder.getOrCreate()\nf29()\n")
	if got := read(t, "job.py", py.String()); len(got) != 1 || got[0] != "K=-Xss4m too late" {
		t.Errorf("python: %s", got)
	}
}
