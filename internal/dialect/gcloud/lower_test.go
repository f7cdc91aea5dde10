package gcloud

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

var variable = regexp.MustCompile(`\$[A-Z_@]+`)

// unknownWords cuts a line as words does; $NAME is unknown. A bare one is
// any number of words, one in quotes or inside a word is text.
func unknownWords(f *source.File) []Word {
	out := words(f)
	for i, w := range out {
		t := w.Text
		for _, m := range variable.FindAllStringIndex(t.String(), -1) {
			name := t.String()[m[0]:m[1]]
			t = t.Punch(m[0], m[1], &source.Hole{Expr: name, Why: "set outside", Sym: "line:" + name})
			if at := t.Span(); m[0] == 0 && m[1] == t.Len() && (at.Start == 0 || f.Data[at.Start-1] == ' ') {
				out[i].Rest = t.Hole()
			}
		}
		out[i].Text = t
	}
	return out
}

// run lowers a line. What stands behind ⏎ is cut off; the ⏎ itself is what
// cuts.
func run(line string, files string) Command {
	line, cut, _ := strings.Cut(line, " ⏎ ")
	f := source.NewFile("run.sh", source.Code, []byte(line+"\n# comment\n"+cut))
	main := source.NewFile("run.sh", source.Code, f.Data[:len(line)])
	var cutWords []Word
	var by source.Span
	if cut != "" {
		cutWords = unknownWords(source.NewFile("cut.sh", source.Code, []byte(cut)))
		by = source.Span{File: f, Start: len(line) + 1, End: len(line) + 10}
	}
	return Lower(unknownWords(main), cutWords, by, archived(txtar.Parse([]byte(files))))
}

// show writes a tree on one line: ? is unknown, ~ weak, … open.
func show(t value.Tree) string {
	weak := map[bool]string{true: "~"}[t.Weak != ""]
	var parts []string
	switch t.Kind {
	case value.KindUnknown:
		return "?" + t.Hole.Expr
	case value.KindNull:
		return "null"
	case value.KindAbsent:
		return "-"
	case value.KindMap:
		for _, e := range t.Entries() {
			parts = append(parts, e.Key.String()+":"+show(e.Val))
		}
		return weak + "{" + strings.Join(append(parts, rest(t)...), " ") + "}"
	case value.KindList:
		for _, i := range t.Items() {
			parts = append(parts, show(i))
		}
		return weak + "[" + strings.Join(append(parts, rest(t)...), " ") + "]"
	}
	if !t.Text.Known() {
		return weak + "?" + t.Text.String()
	}
	return weak + t.Text.String()
}

func rest(t value.Tree) []string {
	if h := t.Open(); h != nil {
		return []string{"…" + h.Expr}
	}
	return nil
}

func TestBody(t *testing.T) {
	const files = "-- f.yaml --\n--properties: {a: b}\n--no-address:\n-- p --\na=x\nb=y\n"
	tests := []struct{ name, line, path, want string }{
		// words and flags
		{"interleaved", "gcloud --project=p dataproc --quiet jobs submit --region r spark --cluster=c --class X", "sparkJob", "{mainClass:X}"},
		{"value with blank", "gcloud dataproc batches submit spark --class X --properties 'k=a b'", "runtimeConfig.properties", "{k:a b}"},
		{"first = splits", "gcloud dataproc batches submit spark --class=X --properties=k=a=b", "runtimeConfig.properties", "{k:a=b}"},
		{"blanks kept", "gcloud dataproc batches submit spark --class=X '--properties=a=1, b=2'", "runtimeConfig.properties", "{a:1  b:2}"},
		{"other delimiter", "gcloud dataproc batches submit spark --class=X '--properties=^;^a=1,2;b=3'", "runtimeConfig.properties", "{a:1,2 b:3}"},
		{"last delimiter dropped", "gcloud dataproc batches submit spark --class=X --jars=a:b, --deps-bucket=d", "sparkBatch.jarFileUris", "[a:b]"},
		{"short flag", "gcloud dataproc jobs submit hive --cluster=c -e=Q -e R", "hiveJob.queryList", "{queries:[Q R]}"},
		{"arguments", "gcloud dataproc jobs submit spark --cluster=c --class=X -- --properties=a=b -- x", "sparkJob", "{mainClass:X args:[--properties=a=b -- x]}"},
		{"no twin", "gcloud dataproc jobs submit hive --cluster=c -f gs://q --continue-on-failure --no-continue-on-failure", "hiveJob.continueOnFailure", "false"},

		// repeats
		{"store", "gcloud dataproc batches submit spark --class=X --properties=a=1 --properties=b=2", "runtimeConfig.properties", "{b:2}"},
		{"merge", "gcloud dataproc clusters create c --properties=x:a=1 --properties=x:b=2", "config.softwareConfig.properties", "{x:a:1 x:b:2}"},
		{"append", "gcloud beta dataproc sessions create spark s --property=a=1,b=2 --property=a=3", "runtimeConfig.properties", "{b:2 a:3}"},
		{"last scopes", "gcloud dataproc clusters create c --scopes=default --scopes=sql", "config.gceClusterConfig.serviceAccountScopes", "[https://www.googleapis.com/auth/sqlservice]"},
		{"twice in one list", "gcloud dataproc batches submit spark --class=X --properties=a=1,a=2", "runtimeConfig.properties", "{a:2}"},

		// files
		{"flags file", "gcloud dataproc clusters create c --flags-file=f.yaml", "config.softwareConfig.properties", "{a:b}"},
		{"flags file, bare flag", "gcloud dataproc clusters create c --flags-file f.yaml", "config.gceClusterConfig.internalIpOnly", "true"},
		{"flags file elsewhere", "gcloud dataproc clusters create c --flags-file=other.yaml", "config.softwareConfig", "{…--flags-file other.yaml}"},
		{"properties file", "gcloud dataproc jobs submit spark --cluster=c --class=X --properties-file=p --properties=b=3", "sparkJob.properties", "{a:x b:3}"},
		{"properties file elsewhere", "gcloud dataproc jobs submit spark --cluster=c --class=X --properties-file=q --properties=b=3", "sparkJob.properties", "{b:3 …--properties-file q}"},
		{"body elsewhere", "gcloud dataproc clusters import c --source=x.yaml", "", "{clusterName:c …--source x.yaml}"},
		{"standard input", "gcloud dataproc clusters import c", "config", "?standard input"},

		// unknowns
		{"unknown value", `gcloud dataproc batches submit spark --class=X --properties=a=$V,b=2`, "runtimeConfig.properties", "{a:?$V b:2}"},
		{"unknown list", `gcloud dataproc batches submit spark --class=X --properties="$PROPS"`, "runtimeConfig.properties", "{…$PROPS}"},
		{"unknown item", `gcloud dataproc batches submit spark --class=X --properties=a=1,$MORE`, "runtimeConfig.properties", "{a:1 …$MORE}"},
		{"unknown key", `gcloud dataproc batches submit spark --class=X --properties=$K=1,b=2`, "runtimeConfig.properties", "{$K:1 b:2 …$K}"},
		{"unknown scope", `gcloud dataproc clusters create c --scopes=sql,$S`, "config.gceClusterConfig.serviceAccountScopes", "[https://www.googleapis.com/auth/sqlservice …$S]"},
		{"value unquoted", `gcloud dataproc batches submit spark --class X --version $V`, "runtimeConfig", "{version:?$V}"},
		{"words before", `gcloud dataproc batches submit spark $FLAGS --class=X --properties=a=1`, "runtimeConfig", "{properties:{a:1} …$FLAGS}"},
		{"words behind", `gcloud dataproc batches submit spark --class=X --properties=a=1 $FLAGS`, "runtimeConfig", "{properties:~{a:~1 …$FLAGS} …$FLAGS}"},
		{"words behind a merge", `gcloud dataproc clusters create c --properties=x:a=1 $FLAGS`, "config.softwareConfig.properties", "{x:a:1 …$FLAGS}"},
		{"words before a merge", `gcloud dataproc clusters create c $FLAGS --properties=x:a=1`, "config.softwareConfig.properties", "{x:a:1 …$FLAGS}"},
		{"not given", `gcloud dataproc batches submit spark --class=X $FLAGS`, "runtimeConfig.properties", "?$FLAGS"},
		{"closed", `gcloud dataproc batches submit spark --class=X`, "runtimeConfig.properties", "-"},
		{"name unquoted", `gcloud dataproc clusters create $NAME --region=$REGION`, "clusterName", "?$NAME"},
		{"name unquoted, closed", `gcloud dataproc clusters create $NAME --region=$REGION`, "config.softwareConfig", "{}"},
		{"flags in the name's place", `gcloud dataproc clusters create $CREATE_FLAGS`, "config.softwareConfig", "{…$CREATE_FLAGS}"},
		{"all words", `gcloud dataproc clusters create $@`, "config.softwareConfig", "{…$@}"},
		{"words beside the name", `gcloud dataproc clusters create $FLAGS c`, "config.softwareConfig", "{…$FLAGS}"},
		{"a word that may be a flag", `gcloud dataproc clusters create c "$FLAG"`, "config.softwareConfig", "{…$FLAG}"},
		{"an unknown flag name", `gcloud dataproc clusters create c --$FLAG=x`, "config.softwareConfig", "{…$FLAG}"},
		{"single argument words", "gcloud dataproc jobs submit spark --cluster=c --class=X -- -b $BUCKET -i $X", "sparkJob.args", "[-b ?$BUCKET -i ?$X]"},
		{"argument words", `gcloud dataproc jobs submit spark --cluster=c --class=X -- a $ARGS`, "sparkJob.args", "[a …$ARGS]"},
		{"words before a command word", `gcloud $GLOBAL dataproc jobs submit hive --cluster=c -e q`, "hiveJob.queryList", "{queries:[q …$GLOBAL] …$GLOBAL}"},

		// what gcloud adds
		{"single node", "gcloud dataproc clusters create c --single-node", "config.softwareConfig.properties", "{dataproc:dataproc.allow.zero.workers:true}"},
		{"reference", "gcloud dataproc jobs submit hive --cluster=c -e q --project=p", "reference", "{projectId:p jobId:?JOB_ID}"},
		{"configured project", "gcloud dataproc clusters create c", "projectId", "?PROJECT"},
		{"subnet in no known project", "gcloud dataproc clusters create c --region=r --subnet=s", "config.gceClusterConfig.subnetworkUri", "?https://www.googleapis.com/compute/v1/projects/PROJECT/regions/r/subnetworks/s"},
		{"template step", "gcloud dataproc workflow-templates add-job spark --workflow-template=t --step-id=s --class=X --properties=a=b", "", "{stepId:s sparkJob:{mainClass:X properties:{a:b}}}"},
		{"managed cluster", "gcloud dataproc workflow-templates set-managed-cluster t --image-version=2.0", "placement.managedCluster.config.softwareConfig", "{imageVersion:2.0}"},
		{"services", "gcloud services enable a.googleapis.com $MORE", "serviceIds", "[a.googleapis.com …$MORE]"},
		{"binding", "gcloud projects add-iam-policy-binding p --member=serviceAccount:$SA --role=roles/x", "", "{role:roles/x members:[?serviceAccount:$SA]}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := run(tt.line, files)
			for _, r := range c.Refusals {
				t.Errorf("refused: %s", r.Reason)
			}
			body := c.Body
			if tt.path != "" {
				body = body.Get(strings.Split(tt.path, ".")...)
			}
			if got := show(body); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestFields(t *testing.T) {
	str := func(v value.Str) string {
		switch {
		case v.Absent():
			return "-"
		case v.Unknown():
			return "?" + v.Hole().Expr
		}
		return v.Raw().String()
	}
	tests := []struct{ line, want string }{
		{"gcloud dataproc jobs submit spark --cluster=c --class=X --id=j --region=r --project=p", "dataproc jobs submit spark Job p r j - -"},
		{"gcloud dataproc jobs submit spark --cluster=c --class=X", "dataproc jobs submit spark Job - - - - -"},
		{"gcloud beta dataproc clusters create $C --region=$R $FLAGS", "dataproc clusters create Cluster ?$FLAGS ?$R ?$C - -"},
		{"gcloud dataproc batches submit spark --class=X --batch=my-batch", "dataproc batches submit spark Batch - - my-batch - -"},
		{"gcloud dataproc workflow-templates add-job hive --workflow-template=t --step-id=s -e q", "dataproc workflow-templates add-job hive OrderedJob - - s t -"},
		{"gcloud dataproc clusters import c --source=f.yaml", "dataproc clusters import Cluster - - c - f.yaml"},
		{"gcloud projects set-iam-policy p policy.json", "projects set-iam-policy Policy - - p - policy.json"},
		{"gcloud iam service-accounts add-iam-policy-binding a@b --member=m --role=r", "iam service-accounts add-iam-policy-binding Binding - - a@b a@b -"},
		{"gcloud compute networks subnets update s --region=r --enable-private-ip-google-access", "compute networks subnets update Subnet - r s - -"},
		{"gcloud dataproc workflow-templates instantiate t", "dataproc workflow-templates instantiate  - - t - -"},
		// not known
		{"gcloud compute instances create x", "  - - - - -"},
		{"gcloud dataproc jobs submit spak --cluster=c", "  - - - - -"},
		{"gcloud dataproc jobs submit $KIND --cluster=c", "  - - - - -"},
		{"gcloud dataproc jobs submit spark --help", "  - - - - -"},
		{"gcloud", "  - - - - -"},
	}
	for _, tt := range tests {
		c := run(tt.line, "")
		if c.Path == "" {
			c = Command{Project: value.None[source.Text](), Region: value.None[source.Text](), Name: value.None[source.Text](), Target: value.None[source.Text](), Source: value.None[source.Text]()}
		}
		got := strings.Join([]string{c.Path, c.Message, str(c.Project), str(c.Region), str(c.Name), str(c.Target), str(c.Source)}, " ")
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	const files = "-- bare --\nok=1.2.3\ncloud.profiler.enable=true\n-- eq --\nspark.x=-Dk=v\n-- bad.yaml --\n--properties: {cloud.profiler.enable: true}\n" +
		"-- wf.yaml --\njobs:\n- stepId: s\n  sparkJob:\n    properties:\n      cloud.profiler.enable: true\n"
	const job = "gcloud dataproc jobs submit spark --cluster=c --class=X "
	tests := []struct{ name, line, at, reason, want, fix string }{
		{"misspelt flag", job + "--propertis=a=b", "--propertis=a=b", "--propertis is no flag of jobs submit spark", "--properties", "--propertis→--properties!"},
		{"blank in the value of a misspelt flag", job + `"--propertis=a=b, c=d"`, "--propertis=a=b, c=d", "--propertis is no flag of jobs submit spark", "--properties", "--propertis→--properties!"},
		{"underscore", job + "--max_failures_total=1", "--max_failures_total=1", "--max_failures_total is no flag of jobs submit spark", "--max-failures-total", "--max_failures_total→--max-failures-total"},
		{"sibling", "gcloud dataproc batches submit spark --class=X --property=a=b", "--property=a=b", "--property is no flag of batches submit spark", "--properties", "--property→--properties!"},
		{"properties file of a batch", "gcloud dataproc batches submit spark --class=X --properties-file=bare", "--properties-file=bare", "--properties-file is no flag of batches submit spark",
			"this command reads no such file: give the list with --properties", "!"},
		{"other command's flag", job + "--scopes=default", "--scopes=default", "--scopes is no flag of jobs submit spark", "", ""},
		{"no value", job + "--properties", "--properties", "--properties needs a value", "", "!"},
		{"flag for value", job + "--properties --jars=x", "--properties", "--properties needs a value", "", "!"},
		{"value for none", job + "--async=true", "--async=true", "--async takes no value", "write it without the value", "=true→"},
		{"no =", job + "--properties=a", "a", "a is no key=value", "", "!"},
		{"comma in value", job + "--properties=p=a:1,b:2,k=v", "b:2", "the comma in a value of --properties starts a new item: b:2 has no =", "--properties=^;^p=a:1,b:2;k=v", "!"},
		{"empty item", job + "--properties=a=1,,b=2", "--properties=a=1,,b=2", "an empty item in the list of --properties", "", "!"},
		{"no key", job + "--properties=a=1,=2", "=2", "=2 has no key", "", "!"},
		{"empty delimiter", job + "--properties=^^a=1", "--properties=^^a=1", "the delimiter between ^ and ^ is empty", "write a character that no value holds, as in ^;^a=b;c=d", "!"},
		{"blank cuts list", job + "--properties=a=1, b=2, c=3", "b=2, c=3", "an unquoted blank ends the list of --properties: b=2, is a word of its own", "quote the list, and write no blank behind the commas", " → →!"},
		{"blank cuts value", job + "--properties k=a b", "b", "an unquoted blank ends the list of --properties: b is a word of its own", "quote the list, and write no blank behind the commas", "!"},
		{"word too many", job + "surplus", "surplus", "surplus is one word too many for jobs submit spark", "arguments of the program stand behind --", ""},
		{"blank word", job + `" "`, " ", "a blank behind a backslash is a word of its own, and ends the line", "delete the blank", ""},
		{"value of a wrong flag", "gcloud dataproc batches submit pyspark --unknown value gs://b/a.py", "--unknown value", "--unknown is no flag of batches submit pyspark", "", ""},
		{"value of a wrong flag, behind", "gcloud dataproc batches submit pyspark a.py --unknown value", "--unknown value", "--unknown is no flag of batches submit pyspark", "", ""},
		{"value of a wrong flag, no places", job + "--unknown value", "--unknown value", "--unknown is no flag of jobs submit spark", "", ""},
		{"value of a misspelt flag", "gcloud dataproc batches submit pyspark --versio 2.2 a.py", "--versio 2.2", "--versio is no flag of batches submit pyspark", "--version", "--versio→--version"},
		{"a wrong switch", "gcloud dataproc batches submit pyspark --unknown a.py", "--unknown", "--unknown is no flag of batches submit pyspark", "", ""},
		{"a misspelt switch", "gcloud dataproc batches submit pyspark --asyn a.py b.py", "--asyn", "--asyn is no flag of batches submit pyspark", "--async", "--asyn→--async"},

		{"before its group", "gcloud dataproc jobs --region=r submit spark --cluster=c --class=X", "--region=r", "--region stands before the command that declares it", "write it behind dataproc jobs submit", ""},
		{"before its leaf", "gcloud dataproc jobs submit --cluster c spark --class=X", "--cluster c", "--cluster stands before the command that declares it", "write it behind dataproc jobs submit spark", ""},
		{"nothing to run", "gcloud dataproc jobs submit spark --cluster=c", "dataproc jobs submit spark", "jobs submit spark needs --class or --jar", "", ""},
		{"no cluster", "gcloud dataproc jobs submit pyspark a.py", "dataproc jobs submit pyspark", "jobs submit pyspark needs --cluster or --cluster-labels", "", ""},
		{"no word", "gcloud dataproc jobs submit pyspark --cluster=c", "dataproc jobs submit pyspark", "the main Python file is missing", "", ""},
		{"both", job + "--jar=gs://a", "--jar=gs://a", "--class and --jar exclude each other", "give one of them", ""},
		{"merged twice", "gcloud dataproc clusters create c --properties=x:a=1 --properties=x:a=2", "x:a", "--properties is given x:a twice", "give it once", "!"},
		{"batch id", "gcloud dataproc batches submit spark --class=X --batch=My_Batch", "--batch=My_Batch", "--batch=My_Batch does not have the form that gcloud wants", "4 to 63 lower-case letters, digits and hyphens, no hyphen at the ends", ""},
		{"choice", "gcloud dataproc clusters create c --tier=gold", "--tier=gold", "--tier does not take gold", "one of premium, standard", ""},
		{"number", "gcloud dataproc clusters create c --num-workers=two", "--num-workers=two", "--num-workers takes a number, not two", "", ""},
		{"label", "gcloud dataproc clusters create c --labels=Team=x", "Team=x", "label Team=x is refused", "lower-case letters, digits, hyphens and underscores", ""},
		{"local file", "gcloud dataproc batches submit pyspark main.py", "main.py", "main.py is a local file, and --deps-bucket is missing", "add --deps-bucket=BUCKET, or name a gs:// file", ""},
		{"track", "gcloud dataproc sessions create spark s", "dataproc sessions create spark", "sessions create spark is a command of gcloud beta only", "gcloud beta dataproc sessions create spark", ""},
		{"bare true", job + "--properties-file=bare", "true", "gcloud reads the value of cloud.profiler.enable as true or false, and takes text only", "quote the value, or give it with --properties", "!"},
		{"= in a value", job + "--properties-file=eq", "-Dk=v", "the value of spark.x holds =, which gcloud reads as a key of its own", "give it with --properties", "!"},
		{"bare true in a flags file", "gcloud dataproc jobs submit spark --cluster=c --class=X --flags-file=bad.yaml", "true", "--properties takes text only: cloud.profiler.enable is a bare true or false", "quote the value", "!"},
		{"bare true in a body", "gcloud dataproc workflow-templates import t --source=wf.yaml", "true", "cloud.profiler.enable must be text, and is a bare true or false", "quote the value", "!"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := run(tt.line, files)
			if len(c.Refusals) != 1 {
				t.Fatalf("got %d refusals: %+v", len(c.Refusals), c.Refusals)
			}
			r := c.Refusals[0]
			fix := ""
			for _, e := range r.Fix {
				fix += e.Span.Text() + "→" + e.New
			}
			if r.Request {
				fix += "!"
			}
			got := fmt.Sprintf("%s | %s | %s | %s", r.At.Text(), r.Reason, r.Want, fix)
			if want := fmt.Sprintf("%s | %s | %s | %s", tt.at, tt.reason, tt.want, tt.fix); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// A command is refused once; that it is refused for a thousand reasons helps
// nobody.
func TestManyRefusals(t *testing.T) {
	c := run("gcloud dataproc jobs submit spark --cluster=c --class=X"+strings.Repeat(" -a", 30_000), "")
	if len(c.Refusals) != maxRefusals || c.Refusals[0].Reason != "-a is no flag of jobs submit spark" {
		t.Errorf("got %d refusals", len(c.Refusals))
	}
}

// What might be right must not be refused.
func TestNoRefusal(t *testing.T) {
	for _, line := range []string{
		"gcloud dataproc jobs submit spark $FLAGS",
		"gcloud dataproc jobs submit spark --class=X --cluster $FLAGS",
		"gcloud dataproc jobs submit spark --cluster=c --class=X $FLAGS word",
		`gcloud dataproc jobs submit spark --cluster=c --class=X --properties="$PROPS"`,
		`gcloud dataproc jobs submit spark --cluster=c --class=X --properties=a=1,$MORE`,
		`gcloud dataproc jobs submit spark --cluster=c --class=X "$FLAG"`,
		`gcloud dataproc jobs submit spark --cluster=c --class=X --max-failures-total=$N --ttl=$TTL --labels=$K=$V`,
		"gcloud dataproc clusters create $NAME --num-workers=$N --tier=$TIER --master-boot-disk-size=${SIZE}GB",
		"gcloud dataproc clusters create c --engine=lightning --enable-ssh --auto-zone-exclude-zones=a,b",
		"gcloud dataproc batches submit pyspark-notebook gs://a/b.ipynb --param=a=b",
		"gcloud dataproc batches submit pyspark $FILE",
		"gcloud dataproc jobs submit spark ...",
		"gcloud dataproc batches submit pyspark [--properties=<a>=<b>] [--x TIMEOUT] main.py",
		"gcloud dataproc jobs submit spark --cluster=c [--class=X | --jar=Y] [--labels A=b]",
		`gcloud dataproc batches submit spark --class=X --batch="job-$ID"`,
		"gcloud dataproc jobs submit pyspark a.py --flags-file=elsewhere.yaml",
		"gcloud dataproc jobs submit pyspark a.py --cluster=c --flags-file=$FILE",
	} {
		if c := run(strings.Replace(line, "${SIZE}", "$SIZE", 1), ""); c.Path == "" || len(c.Refusals) > 0 {
			t.Errorf("%s\n%+v", line, c.Refusals)
		}
	}
}

// Every leaf keeps its place: the value in the file, not the whole flag.
func TestPlaces(t *testing.T) {
	c := run("gcloud dataproc clusters create c '--properties=spark:a=1,core:b=2' --scopes=sql,default --image-version 2.0", "")
	at := func(path ...string) string { return c.Body.Get(path...).At.Text() }
	for _, tt := range []struct{ got, want string }{
		{at("config", "softwareConfig", "imageVersion"), "2.0"},
		{at("config", "softwareConfig", "properties", "core:b"), "2"},
		{at("config", "softwareConfig", "properties"), "--properties=spark:a=1,core:b=2"},
		{c.Body.Get("config", "gceClusterConfig", "serviceAccountScopes").Items()[2].At.Text(), "default"},
		{at("config", "softwareConfig", "optionalComponents"), "dataproc clusters create"},
		{c.Body.Get("config", "softwareConfig", "properties").Entries()[1].Key.Span().Text(), "core:b"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// What --properties takes from a properties file stays in the tree, lost.
func TestLostEntries(t *testing.T) {
	c := run("gcloud dataproc jobs submit spark --cluster=c --class=X --properties-file=p --properties=a=2", "-- p --\na=true\nb=x\nb=y\n")
	if len(c.Refusals) > 0 {
		t.Errorf("refused: %+v", c.Refusals)
	}
	var got []string
	for _, e := range c.Body.Get("sparkJob", "properties").Map.Entries {
		got = append(got, fmt.Sprintf("%s=%s %v", e.Key.String(), e.Val.Text.String(), e.Lost))
	}
	if s := strings.Join(got, ", "); s != "a=true true, b=x false, b=y true, a=2 false" {
		t.Errorf("got %s", s)
	}
}

// What a refused command asks for is seen all the same.
func TestRefusedBody(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"gcloud dataproc batches submit spark --class=X --property=a=1", "{a:1}"},
		{"gcloud dataproc batches submit spark --class=X --propertes=a=1 --properties=b=2", "{b:2 a:1}"},
		{"gcloud dataproc batches submit spark --class=X --properties=b=2, a=1", "{b:2 a:1}"},
		{"gcloud dataproc batches submit spark --class=X --properties=k=x,y,a=1", "{k:x a:1}"},
	} {
		c := run(tt.line, "")
		if got := show(c.Body.Get("runtimeConfig", "properties")); got != tt.want || len(c.Refusals) != 1 {
			t.Errorf("%s\ngot  %s, %d refusals\nwant %s", tt.line, got, len(c.Refusals), tt.want)
		}
	}
}

// Every fact that a table names is known.
func TestFacts(t *testing.T) {
	book, err := os.ReadFile("../../../rules/facts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range below("") {
		for _, table := range tables(c.name) {
			for _, f := range table {
				if f.fact != "" && !strings.Contains(string(book), "{id: "+f.fact+",") {
					t.Errorf("%s names %s", f.name, f.fact)
				}
			}
		}
	}
}
