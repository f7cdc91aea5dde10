package value

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"cluster-scopes", "cluster-image-too-old", "agent-twice", "rule"}
	for got, want := range map[string]string{
		"cluster-scope": "cluster-scopes", "CLUSTER-SCOPES": "cluster-scopes", "clutser-scopes": "cluster-scopes",
		"agenttwice": "agent-twice", "agent": "", "x": "", "rlue": "rule", "": "", "scopes": "",
	} {
		if near := Nearest(got, names); near != want {
			t.Errorf("Nearest(%q) = %q, want %q", got, near, want)
		}
	}
}
