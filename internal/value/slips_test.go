package value

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"cluster-scopes", "cluster-image-too-old", "agent-twice", "rule"}
	for got, want := range map[string]string{
		"cluster-scope": "cluster-scopes", "CLUSTER-SCOPES": "cluster-scopes", "clutser-scopes": "cluster-scopes",
		"agenttwice": "agent-twice", "agent": "agent-twice", "clust": "", "ag": "", "rubs": "", "x": "", "rlue": "rule", "": "", "scopes": "",
	} {
		if near := Nearest(got, names); near != want {
			t.Errorf("Nearest(%q) = %q, want %q", got, near, want)
		}
	}
}

func TestSlipped(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "bca", "abcd", "badc", "profiler", "porfiler", "prolifer", "profile", "reliforp"}
	for _, a := range words {
		for _, b := range words {
			for most := range 4 {
				if got, want := Slipped(a, b, most), Slips(a, b) <= most; got != want {
					t.Errorf("Slipped(%q, %q, %d) = %v, want %v", a, b, most, got, want)
				}
			}
		}
	}
}
