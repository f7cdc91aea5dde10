package code

import "testing"

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
