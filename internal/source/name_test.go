package source

import "testing"

func TestHasWord(t *testing.T) {
	for expr, want := range map[string]bool{
		"$ARGS": true, "${EXTRA_ARGS}": true, "$extraArgs": true, "$JVMARGS": true, "$javaopts": true, "<flags>": true, "${{ inputs.arg }}": true,
		"$SPARK_PROPERTIES": true, "$OPTIONAL_FLAG": true, "$myarguments": true, "${args[@]}": true, "$ARGV": true,
		"$TARGET": false, "$(target_sample_rate)": false, "$LARGE_TABLE": false, "$ADOPTED": false, "$margin": false, "<TARGET_CLUSTER>": false, "$C": false, "": false,
	} {
		if got := HasWord(expr, "ARG", "FLAG", "OPT", "PARAM", "PROP"); got != want {
			t.Errorf("%s: %v", expr, got)
		}
	}
}
