package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	makeCluster = "gcloud dataproc clusters create etl --region=us-central1 --image-version=2.0-debian10 --scopes=storage-rw\n"
	submitJob   = "gcloud dataproc jobs submit spark --cluster=etl --region=us-central1 --class=org.acme.Rank --properties=cloud.profiler.enable=true\n"
	otherJob    = "gcloud dataproc jobs submit pyspark main.py --cluster=etl --region=us-central1 --properties=cloud.profiler.enable=true\n"
	wrongJob    = "gcloud dataproc jobs submit spark --cluster=other --region=us-central1 --class=org.acme.Wrong --properties=dataproc.profiling.enabled=true\n"
)

// prints lints files and returns the fingerprints, by rule and path in order.
func prints(t *testing.T, files map[string]string) []string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	res, err := Run(t.Context(), Options{Root: root, Paths: []string{root}})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range res.Findings {
		out = append(out, f.Rule+" "+f.At.File.Path+" "+f.Fingerprint)
	}
	return out
}

// Fingerprints are a contract: baselines and uploaded reports hold them. What
// changes one of these lines makes every user's known findings new.
func TestFingerprints(t *testing.T) {
	const cluster = "cluster-scopes cluster.sh 860fe2b7237b3ef361e01a7ef7521639"
	const wrong = "wrong-property-family job.sh 906af80ecb2705d1167e849edd1e9b11"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"as it was", map[string]string{"cluster.sh": makeCluster, "job.sh": submitJob}, []string{cluster}},
		{"lines move", map[string]string{"cluster.sh": "\n# first\n\n" + makeCluster, "job.sh": "set -e\n" + submitJob}, []string{cluster}},
		{"lines are broken", map[string]string{"cluster.sh": strings.ReplaceAll(makeCluster, " --", " \\\r\n  --"), "job.sh": submitJob}, []string{cluster}},
		{"one more job, read before", map[string]string{"cluster.sh": makeCluster, "job.sh": submitJob, "a.sh": otherJob}, []string{cluster}},
		{"another job", map[string]string{"cluster.sh": makeCluster, "job.sh": otherJob}, []string{cluster}},
		{"jobs in the same file", map[string]string{"cluster.sh": otherJob + makeCluster + submitJob}, []string{cluster}},
		{"renamed: the first half stays", map[string]string{"new/cluster.sh": makeCluster, "job.sh": submitJob}, []string{
			"cluster-scopes new/cluster.sh 860fe2b7237b3ef35a6d3735d6be2664"}},
		{"a fault of a job", map[string]string{"job.sh": wrongJob}, []string{wrong}},
		{"a second copy", map[string]string{"job.sh": "\n" + wrongJob + wrongJob}, []string{
			wrong, "wrong-property-family job.sh c670d8c822ddecbe978dda89a3af9137"}},
		{"a second copy in another file", map[string]string{"copy.sh": wrongJob, "job.sh": wrongJob}, []string{
			"wrong-property-family copy.sh 906af80ecb2705d123cb8eabd56c17c0", wrong}},
	} {
		if d := cmp.Diff(c.want, prints(t, c.files)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}
