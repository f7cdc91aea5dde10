package gcloud

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// drawnPerCommand is how many command lines are drawn for each command.
const drawnPerCommand = 9

// unfit are flags that reach for files or accounts, or that another gcloud has.
const unfit = "--flags-file --access-token-file --impersonate-service-account --configuration --account --help --document --universe-domain " +
	"--authority-selector --authorization-token-file --credential-file-override --http-timeout --trace-token --kerberos-config-file " +
	"--identity-config-file --metric-overrides-file --condition-from-file --source --file --setup-workload-identity --async --log-http " +
	"--gke-cluster-namespace --bigquery-metastore --bigquery-metastore-project-id --bigquery-metastore-database-location --pools " +
	"--master-boot-disk-size-gb --worker-boot-disk-size-gb --gke-cluster --timeout --destination --user-output-enabled --format --flatten " +
	"--folder --organization --validate-only --skip-dependency --group --secure-multi-tenancy-user-mapping --kms-key --gce-pd-kms-key " +
	"--metric-overrides --bucket --deps-bucket --reservation --metastore-service --history-server-cluster --kerberos-kms-key --autoscaling-policy " +
	"--metadata-file --print-only --image-gcr-path --yaml-pipeline-path --py-path --go-binary-path --yaml-pipeline-file --yaml-pipeline"

// drawer draws command lines from the tables.
type drawer struct{ *rand.Rand }

// draw writes the drawn command lines, always the same for the same tables.
func draw(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(12, 528))}
	var b strings.Builder
	b.WriteString("# Drawn from the tables by TestProof -update.\n")
	for _, family := range families {
		for i := range family {
			if c := &family[i]; c.since == "" && c.source == "" && !strings.HasPrefix(c.name, "compute") && c.name != "projects set-iam-policy" && c.message != "" && !strings.HasSuffix(c.name, "export") {
				for range drawnPerCommand {
					b.WriteString(d.line(c) + "\n")
				}
			}
		}
	}
	if err := os.WriteFile(drawnFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// line draws one command line; one in three has a fault or two.
func (d drawer) line(c *command) string {
	var leaf []string
	all := tables(c.name)
	use := func(f *flag) { leaf = append(leaf, d.flag(f)) }
	for _, name := range c.need {
		f, _ := lookup(all, name)
		use(f)
	}
	for _, set := range c.one {
		names := strings.Fields(set)
		f, _ := lookup(all, names[d.IntN(len(names))])
		use(f)
	}
	for _, b := range c.beside {
		if f, _ := lookup(all, b[0]); strings.Contains(strings.Join(leaf, " "), f.name) {
			names := strings.Fields(b[1])
			f, _ = lookup(all, names[d.IntN(len(names))])
			use(f)
		}
	}
	if f, _ := lookup(all, "--async"); f != nil {
		leaf = append(leaf, "--async")
	}
	own := all[:len(all)-1]
	for range d.IntN(7) {
		table := own[d.IntN(len(own))]
		f := &table[d.IntN(len(table))]
		if f.since == "" && !in(unfit, f.name) && !strings.HasPrefix(f.name, "--driver-pool") && !strings.HasPrefix(f.name, "--num-driver-pool") {
			use(f)
			if d.IntN(6) == 0 {
				use(f)
			}
		}
	}
	for _, s := range c.slots {
		leaf = append(leaf, d.positional(s))
	}
	if d.IntN(4) == 0 {
		leaf = d.fault(c, leaf)
	}
	d.Shuffle(len(leaf), func(i, j int) { leaf[i], leaf[j] = leaf[j], leaf[i] })
	return d.assemble(c, leaf)
}

// assemble writes the words, group flags among them.
func (d drawer) assemble(c *command, leaf []string) string {
	parts := []string{"gcloud"}
	if c.tracks != "" && d.IntN(8) > 0 {
		f := strings.Fields(c.tracks)
		if track := f[d.IntN(len(f))]; track != "ga" {
			parts = append(parts, track)
		}
	}
	if d.IntN(6) == 0 {
		parts = append(parts, "--project=other-project")
	}
	sofar := ""
	for w := range strings.FieldsSeq(c.name) {
		parts = append(parts, w)
		sofar = strings.TrimPrefix(sofar+" "+w, " ")
		for _, g := range groups {
			if g.name == sofar && d.IntN(4) == 0 {
				parts = append(parts, "--region=here")
			}
		}
	}
	parts = append(parts, leaf...)
	if c.args != "" && d.IntN(3) == 0 {
		parts = append(parts, "--", "one", "--two=three", "'four five'")
	}
	return strings.Join(parts, " ")
}

// fault damages the words.
func (d drawer) fault(c *command, leaf []string) []string {
	all := tables(c.name)
	table := all[d.IntN(len(all)-1)]
	f := &table[d.IntN(len(table))]
	switch d.IntN(9) {
	case 0: // a flag that is spelt wrong
		leaf = append(leaf, f.name+"s=x")
	case 1: // a word too many
		leaf = append(leaf, "surplus")
	case 2: // something left out
		if len(leaf) > 0 {
			i := d.IntN(len(leaf))
			leaf = append(leaf[:i:i], leaf[i+1:]...)
		}
	case 3: // no value
		leaf = append(leaf, f.name)
	case 4: // the flag of another command
		leaf = append(leaf, []string{"--scopes=default", "--properties=a=b", "--property=a=b", "--cluster=c", "--image-version=2.2"}[d.IntN(5)])
	case 5: // a value for a flag that takes none
		leaf = append(leaf, "--async=true")
	case 6: // a list with a flaw
		leaf = append(leaf, []string{"--properties=a=b,c", "--properties==b", "--properties=a=b,,c=d", "--properties=^^a=b", "--labels=A=b", "--properties=a=1 --properties=a=2"}[d.IntN(6)])
	case 7:
		leaf = append(leaf, []string{"--ttl=soon", "--num-workers=many", "--max-failures-per-hour=x", "--kernel=r", "--tier=gold", "--batch=No", "--batch=batch_one", "--labels=Env=prod", "--labels=a=B", "--master-boot-disk-size=5GB", "--master-accelerator=count=2", "--worker-machine-types=rank=1", "--driver-log-levels=root=info"}[d.IntN(13)])
	case 8: // underscores
		leaf = append(leaf, strings.ReplaceAll(f.name, "-", "_")+"=x", "--"+strings.ReplaceAll(strings.TrimPrefix(f.name, "--"), "-", "_")+"=x")
	}
	return leaf
}

func (d drawer) positional(s slot) string {
	switch {
	case s.form == gsURI:
		return "gs://bucket/spec"
	case s.many:
		return []string{"a.googleapis.com", "a.googleapis.com b.googleapis.com"}[d.IntN(2)]
	case strings.HasSuffix(s.path, "Uri") && d.IntN(6) > 0:
		return "gs://bucket/main"
	case strings.HasSuffix(s.path, "Uri"):
		return "hdfs:///main"
	}
	return fmt.Sprintf("name-%d", d.IntN(100))
}

// flag writes a flag with a value of its kind, in one of the spellings.
func (d drawer) flag(f *flag) string {
	name := f.name
	if f.short != "" && d.IntN(3) == 0 {
		name = f.short
	}
	if f.kind == boolean {
		if d.IntN(5) == 0 && !strings.HasPrefix(name, "--no-") && strings.HasPrefix(name, "--") {
			return "--no-" + name[2:]
		}
		return name
	}
	v := d.value(f)
	if strings.ContainsAny(v, " ^;*|") || d.IntN(5) == 0 {
		v = []string{"'", `"`}[d.IntN(2)] + v
		v += v[:1]
	}
	if d.IntN(4) == 0 {
		return name + " " + v
	}
	return name + "=" + v
}

// value draws a value of a flag's kind.
func (d drawer) value(f *flag) string {
	pick := func(vs ...string) string { return vs[d.IntN(len(vs))] }
	switch f.name {
	case "--jar":
		if f.kind == list {
			return "a.jar"
		}
		return pick("gs://bucket/a.jar", "file:///a")
	case "--flex-template-base-image":
		return pick("JAVA17", "PYTHON3", "gcr.io/p/base")
	case "--properties-file":
		return pick("p3", "p6", "p9", "p19", "p46", "p58")
	case "--condition":
		return pick("None", "expression=a==b,title=t", "^:^expression=f(a,b):title=t", "title=t,wrong=x")
	case "--driver-log-levels":
		return pick("root=INFO", "root=WARN,org.apache=DEBUG")
	case "--cluster", "--cluster-name", "--id", "--workflow-template", "--gke-cluster", "--location", "--region", "--project":
		return pick("the-name", "other")
	case "--py-requirements":
		return "gs://bucket/requirements.txt"
	case "--class", "--execute":
		return pick("org.example.Main", "Main")
	case "--file":
		return pick("gs://bucket/a.jar", "file:///a")
	case "--user-workload-authentication-type":
		return "SERVICE_ACCOUNT"
	case "--autotuning-scenarios":
		return pick("auto", "scaling,memory")
	case "--sdk-language":
		return pick("JAVA", "PYTHON", "GO")
	case "--yaml-pipeline-file":
		return "y1.yaml"
	case "--yaml-pipeline":
		return pick("{pipeline: {type: chain}}", "a: b")
	case "--yaml-pipeline-path", "--metadata-file":
		return "meta.json"
	case "--env":
		return pick("FLEX_TEMPLATE_JAVA_MAIN_CLASS=M,FLEX_TEMPLATE_PYTHON_PY_FILE=p,FLEX_TEMPLATE_GO_BINARY=g", "A=b")
	case "--py-path", "--go-binary-path":
		return "a.jar"
	case "--image-gcr-path":
		return "gcr.io/p/i"
	case "--metric-sources":
		return pick("spark", "hdfs,yarn")
	case "--optional-components":
		return pick("jupyter", "docker,FLINK")
	}
	if f.words != "" {
		var names []string
		for w := range strings.FieldsSeq(f.words) {
			name, _, _ := strings.Cut(w, "=")
			names = append(names, name)
		}
		return pick(names...)
	}
	switch f.form {
	case batchID:
		return pick("batch-1", "a-b-c-d")
	case requestID:
		return pick("request", "Request_1")
	case gsURI:
		return pick("gs://bucket/thing", "gs://", "gs://bucket/a/b", "bucket/thing")
	case email:
		return pick("a@b.iam.gserviceaccount.com", "x@y.z", "a@b")
	case regionName, zoneName:
		return pick("us-east1", "us-east1-b")
	case registry, launcher, secret:
		return pick("gcr.io/p/i", "projects/p/secrets/s", "JAVA17")
	}
	switch f.kind {
	case integer:
		return pick("0", "1", "2", "12", "3", "+3", "1_0")
	case decimal:
		return pick("0.5", "1", "0.25")
	case list:
		return pick("gs://a/b.jar", "gs://a/b.jar,gs://c", "^;^gs://a;gs://b,c", "gs://a,", "")
	case components:
		return pick("spark", "a,b")
	case scopes:
		return pick("default", "cloud-platform", "storage-rw,monitoring-write", "gke-default,sql", "https://www.googleapis.com/auth/monitoring", " cloud-platform,x")
	case dict:
		return pick("spark.a=b", "cloud.profiler.enable=true,cloud.profiler.name=n", "a=1, b=2", "^;^a=x,y;b=z", "a=b=c", "a=1,a=2", "k=", "")
	case labels:
		return pick("env=prod", "a=b,c=d", "team-x=y_z", "x=", "é=ü")
	case seconds:
		return pick("30m", "1h30m", "600", "600s", "P1DT2H", "1d", "2w")
	case gigabytes:
		return pick("100", "100GB", "1TB", "0.5TB", "10240MB", "100gb")
	case moment:
		return "2030-01-01T00:00:00Z"
	case accelerator:
		return pick("type=t4", "type=t4,count=2")
	case machines:
		return pick("type=n2-standard-8", "type=a,type=b,rank=1")
	case network, image, subnetwork:
		middle := map[kind]string{network: "global/networks", image: "global/images", subnetwork: "regions/r/subnetworks"}[f.kind]
		return pick("short", "projects/p/"+middle+"/n", "https://www.googleapis.com/compute/v1/projects/p/"+middle+"/n")
	}
	return pick("value", "gs://bucket/thing", "a=b", "two words", "1")
}
