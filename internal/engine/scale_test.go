package engine

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const (
	aJob     = "gcloud dataproc jobs submit pyspark gs://b/a.py --cluster=c{i} --region=r --properties=cloud.profiler.enable=true"
	aBatch   = "gcloud dataproc batches submit pyspark gs://b/a.py --region=r --project=p{i} --service-account=a{i}@p.iam.gserviceaccount.com --properties=dataproc.profiling.enabled=true"
	aLaunch  = "python -m my.main --runner=DataflowRunner --project=p --region=r --dataflow_service_options=enable_google_cloud_profiler"
	aCluster = "gcloud dataproc clusters create c{i} --region=r --scopes=storage-rw --image-version=2.0"
)

// shapes are inputs of which the cost was once more than proportional to their
// size: each is a file of n lines like each, {i} being the number of the line.
var shapes = []struct{ name, file, head, each, tail string }{
	{"clusters with a job each", "a.sh", "", aCluster + "\n" + aJob + "\n", ""},
	{"clusters of one name, and jobs", "a.sh", "", strings.ReplaceAll(aCluster+"\n"+aJob, "{i}", "") + "\n", ""},
	{"clusters of a loop", "a.sh", "", "for c in a{i} b{i}; do\n" + strings.ReplaceAll(aCluster+"\n"+aJob, "c{i}", "$c") + "\ndone\n", ""},
	{"requests in comments", "a.sh", "", "# --properties=cloud.profiler.enable=true\n" + aJob + "\n", ""},
	{"grants", "a.sh", "", "gcloud projects add-iam-policy-binding p --member=serviceAccount:a{i}@p.iam.gserviceaccount.com --role=roles/dataproc.worker\n" + aBatch + "\n", ""},
	{"services", "a.sh", "", "gcloud services enable dataproc.googleapis.com --project=p{i}\n" + aBatch + "\n", ""},
	{"services enabled late", "a.sh", "", aBatch + "\ngcloud services enable cloudprofiler.googleapis.com --project=p{i}\n", ""},
	{"subnets", "a.sh", "", "gcloud compute networks subnets create s{i} --region=r --network=n --range=10.0.0.0/9\n" + aCluster + " --no-address --subnet=s{i}\n" + aJob + "\n", ""},
	{"images", "a.sh", "", "docker build -t gcr.io/p/i{i} .\n" + aLaunch + " --sdk_container_image=gcr.io/p/i{i}\n", ""},
	{"workflow templates", "a.sh", "", "gcloud dataproc workflow-templates create t{i} --region=r\ngcloud dataproc workflow-templates set-managed-cluster t{i} --region=r --cluster-name=c --image-version=2.0\ngcloud dataproc workflow-templates add-job pyspark gs://a/b.py --step-id=s --workflow-template=t{i} --region=r --properties=cloud.profiler.enable=true\n", ""},
	{"imported bodies", "a.sh", "", "cat > j{i}.yaml <<EOF\njobs:\n- stepId: a\n  pysparkJob: {mainPythonFileUri: gs://a/b}\nplacement: {managedCluster: {clusterName: c}}\nEOF\ngcloud dataproc workflow-templates import t{i} --region=r --source=j{i}.yaml\n", ""},
	{"arms of a case", "a.sh", "case $1 in\n", "a{i}) X=b{i};;\n", "esac\n" + aJob + " --labels=a=$X\n"},
	{"folders", "a.sh", "", "cd d{i}\n" + aLaunch + "\n", ""},
	{"variables of an editor", ".vscode/launch.json", `{"configurations": [{"type": "python", "request": "launch", "program": "a.py", "args": ["--runner=DataflowRunner", "--label=`, "${x{i}}${workspaceFolder}", `"]}]}`},
	{"jobs of CircleCI", ".circleci/config.yml", "version: 2.1\njobs:\n", "  j{i}: {docker: [{image: x}], steps: [{run: '" + aJob + "'}]}\n", ""},
}

func shape(each string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(each, "{i}", strconv.Itoa(i)))
	}
	return b.String()
}

// TestScale holds what is allocated for four times as much of an input to hardly
// more than four times as much: a cost that grows with the square gives sixteen.
func TestScale(t *testing.T) {
	for _, s := range shapes {
		allocated := func(n int) uint64 {
			o := Options{Root: t.TempDir(), Paths: []string{"-"}, Stdin: strings.NewReader(s.head + shape(s.each, n) + s.tail), StdinName: s.file}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			res, err := Run(t.Context(), o)
			runtime.ReadMemStats(&after)
			if err != nil || len(res.Workloads) == 0 || s.tail == "" && len(res.Workloads) < n {
				t.Fatalf("%s: %d workloads of %d, %v", s.name, len(res.Workloads), n, err)
			}
			return after.TotalAlloc - before.TotalAlloc
		}
		few, many := allocated(200), allocated(800)
		if ratio := float64(many) / float64(few); ratio > 4.8 {
			t.Errorf("%s: four times the input takes %.1f times the memory: %d and %d bytes", s.name, ratio, few, many)
		}
	}
}

// BenchmarkScale shows what each shape costs for a line, in files of 1,000 and of
// 4,000 lines: the two should hardly differ.
//
//	go test -run='^$' -bench=Scale ./internal/engine
func BenchmarkScale(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{1000, 4000} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(s.name, " ", "-"), n), func(b *testing.B) {
				text, root := s.head+shape(s.each, n)+s.tail, b.TempDir()
				for b.Loop() {
					o := Options{Root: root, Paths: []string{"-"}, Stdin: strings.NewReader(text), StdinName: s.file}
					if _, err := Run(b.Context(), o); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/line")
			})
		}
	}
}
