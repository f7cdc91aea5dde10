// Package dataproc knows Google's Dataproc messages (clusters, jobs, batches,
// sessions, workflow templates) and what the service does with the profiler
// properties in them: message to model, then words to what is seen.
package dataproc

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// member is one way to say what a message runs: the oneof member of the
// message, the type it means, and the keys of its main file in order.
type member struct {
	key   string
	typ   model.JobType
	mains []string
}

// jobMembers is the type oneof of the Job message and of a workflow template's
// step (F4.3, F4.24).
var jobMembers = []member{
	{"sparkJob", model.Spark, []string{"mainClass", "mainJarFileUri"}},
	{"pysparkJob", model.PySpark, []string{"mainPythonFileUri"}},
	{"sparkSqlJob", model.SparkSQL, []string{"queryFileUri"}},
	{"sparkRJob", model.SparkR, []string{"mainRFileUri"}},
	{"hadoopJob", model.Hadoop, []string{"mainClass", "mainJarFileUri"}},
	{"hiveJob", model.Hive, []string{"queryFileUri"}},
	{"pigJob", model.Pig, []string{"queryFileUri"}},
	{"prestoJob", model.Presto, []string{"queryFileUri"}},
	{"trinoJob", model.Trino, []string{"queryFileUri"}},
	{"flinkJob", model.Flink, []string{"mainClass", "mainJarFileUri"}},
	{"pyflinkJob", model.PyFlink, []string{"mainPythonFileUri"}},
}

// batchMembers is the oneof of the Batch message (F5.4).
var batchMembers = []member{
	{"pysparkBatch", model.PySpark, []string{"mainPythonFileUri"}},
	{"sparkBatch", model.Spark, []string{"mainClass", "mainJarFileUri"}},
	{"sparkRBatch", model.SparkR, []string{"mainRFileUri"}},
	{"sparkSqlBatch", model.SparkSQL, []string{"queryFileUri"}},
	{"pysparkNotebookBatch", model.PySparkNotebook, []string{"notebookFileUri"}},
	{"rayBatch", model.Ray, []string{"mainPythonFileUri"}},
}

// sessionMembers is the oneof of Session and SessionTemplate (F5.5).
var sessionMembers = []member{
	{"jupyterSession", model.Jupyter, nil},
	{"sparkConnectSession", model.SparkConnect, nil},
}

// Origin is what the reader of a message knows beside its body.
type Origin struct {
	At      source.Span // the words that declare it
	Project value.Str   // absent: of whoever runs it
	Region  value.Str
	Name    value.Str // overrides the name in the body where known or unknown
	Cluster value.Str // a step added to a template runs on the template's cluster
}

// Read fills the model from one message. kind is the name of the message as
// gcloud.Command and Shape give it; a message of another kind declares nothing.
func Read(kind string, body value.Tree, o Origin) *model.Set {
	set := &model.Set{}
	switch kind {
	case "Cluster":
		set.Clusters = append(set.Clusters, readCluster(body, o))
	case "Job":
		set.Workloads = append(set.Workloads, readJob(body, o, model.KindJob))
	case "OrderedJob":
		set.Workloads = append(set.Workloads, readJob(body, o, model.KindWorkflowStep))
	case "Batch":
		set.Workloads = append(set.Workloads, readBatch(body, o))
	case "Session":
		set.Workloads = append(set.Workloads, readSession(body, o, model.KindSession))
	case "SessionTemplate":
		set.Workloads = append(set.Workloads, readSession(body, o, model.KindSessionTemplate))
	case "WorkflowTemplate":
		readWorkflow(set, body, o)
	}
	return set
}

// Shape names the message that a YAML or JSON document is, by its keys alone
// (surfaces.md calls this detection by shape); "" for anything else.
func Shape(t value.Tree) string {
	has := func(keys ...string) bool { return t.Get(keys...).Present() }
	first := func(ms []member) bool {
		for _, m := range ms {
			if has(m.key) {
				return true
			}
		}
		return false
	}
	switch {
	case has("jobs") && has("placement") && t.Get("jobs").Kind == value.KindList:
		return "WorkflowTemplate"
	case has("jupyterSession") || has("sparkConnectSession"):
		if has("sessionId") || has("user") || has("uuid") && has("state") {
			return "Session"
		}
		return "SessionTemplate"
	case first(batchMembers):
		return "Batch"
	case has("job", "placement"):
		return "SubmitJobRequest"
	case has("placement") && first(jobMembers):
		return "Job"
	case has("config", "gceClusterConfig"), has("config", "softwareConfig"), has("config", "masterConfig"),
		has("virtualClusterConfig", "kubernetesClusterConfig"):
		return "Cluster"
	}
	return ""
}

// ShellLines returns what a pig job has a shell run: sh spark-submit … (F4.4).
func ShellLines(w *model.Workload) []source.Text {
	if w.Type != model.Pig {
		return nil
	}
	var out []source.Text
	for _, q := range w.Body.Get("pigJob", "queryList", "queries").Items() {
		t, ok := q.Str().Get()
		if i := strings.Index(t.String(), "sh "); ok && i >= 0 && strings.TrimSpace(t.String()[:i]) == "" {
			out = append(out, t.Slice(i+3, t.Len()))
		}
	}
	return out
}

// Place returns where a workload is found in a file: the key of what it runs.
// It is invalid for what shows none.
func Place(t value.Tree) source.Span {
	for _, ms := range [][]member{jobMembers, batchMembers, sessionMembers} {
		if _, m := pick(t, ms); m.key == "" || t.Map == nil {
			continue
		} else if e, ok := t.Map.Entry(m.key); ok {
			return e.Key.Span()
		}
	}
	return source.Span{}
}

func entity(product model.Product, kind model.Kind, body value.Tree, o Origin) model.Entity {
	return model.Entity{Product: product, Kind: kind, At: o.At, Body: body, Project: o.Project, Region: o.Region, Name: o.Name}
}

// named returns the origin's name unless that was never given.
func named(o Origin, body value.Str) value.Str {
	if o.Name.Known() || (o.Name.Unknown() && o.Name.Hole() != nil) {
		return o.Name
	}
	return body
}

func readCluster(body value.Tree, o Origin) *model.Cluster {
	config := body.Get("config")
	gce := config.Get("gceClusterConfig")
	c := &model.Cluster{
		Entity:       entity(model.Dataproc, model.KindCluster, body, o),
		Scopes:       gce.Get("serviceAccountScopes"),
		InternalOnly: boolean(gce.Get("internalIpOnly")),
		Properties:   config.Get("softwareConfig", "properties"),
		Metadata:     gce.Get("metadata"),
		Image:        config.Get("masterConfig", "imageUri").Str(),
		Virtual:      body.Get("virtualClusterConfig").Present(),
	}
	c.Age = limit(config.Get("lifecycleConfig", "autoDeleteTtl"), "lifecycleConfig.autoDeleteTtl")
	c.Mapped = config.Get("securityConfig", "identityConfig", "userServiceAccountMapping").Present()
	c.UUID = body.Get("clusterUuid").Str()
	c.Region = value.First(o.Region, body.Get("labels", "goog-dataproc-location").Str())
	c.Name = named(o, body.Get("clusterName").Str())
	c.Version = config.Get("softwareConfig", "imageVersion").Str()
	c.Account = gce.Get("serviceAccount").Str()
	c.Subnet = gce.Get("subnetworkUri").Str()
	return c
}

func readJob(body value.Tree, o Origin, kind model.Kind) *model.Workload {
	w := &model.Workload{Entity: entity(model.Dataproc, kind, body, o)}
	inner, m := pick(body, jobMembers)
	w.Type = m.typ
	w.Properties = inner.Get("properties")
	w.Args = inner.Get("args")
	w.Driver = mainFile(inner, m)
	if w.Type == model.Hadoop {
		w.Sets = generic(w.Args)
	}
	if kind == model.KindWorkflowStep {
		w.Name = named(o, body.Get("stepId").Str())
		w.Cluster.Want = o.Cluster
	} else {
		w.Name = named(o, body.Get("reference", "jobId").Str())
		if !w.Name.Known() && w.Name.Raw().Len() == 0 {
			w.Name = value.None[source.Text]() // gcloud or the service makes one up
		}
		w.Cluster.Want = body.Get("placement", "clusterName").Str()
		w.Cluster.UUID = body.Get("placement", "clusterUuid").Str()
	}
	w.Timeout = limit(body.Get("scheduling", "ttl"), "scheduling.ttl")
	w.Run = run(kind, body, o.At)
	located(w, body)
	return w
}

func readBatch(body value.Tree, o Origin) *model.Workload {
	w := &model.Workload{Entity: entity(model.Serverless, model.KindBatch, body, o)}
	inner, m := pick(body, batchMembers)
	w.Type = m.typ
	w.Args = inner.Get("args")
	w.Driver = mainFile(inner, m)
	w.Name = named(o, last(body.Get("name").Str()))
	runtime(w, body)
	w.Run = run(w.Kind, body, o.At)
	located(w, body)
	w.Timeout = limit(body.Get("environmentConfig", "executionConfig", "ttl"), "executionConfig.ttl")
	return w
}

func readSession(body value.Tree, o Origin, kind model.Kind) *model.Workload {
	w := &model.Workload{Entity: entity(model.Serverless, kind, body, o)}
	_, m := pick(body, sessionMembers)
	w.Type = m.typ
	w.Name = named(o, last(body.Get("name").Str()))
	w.Args = value.Missing(body.At)
	runtime(w, body)
	w.Run = run(kind, body, o.At)
	located(w, body)
	exec := body.Get("environmentConfig", "executionConfig")
	w.Timeout = limit(exec.Get("ttl"), "executionConfig.ttl")
	return w
}

// located fills project and region from a resource name
// (projects/P/locations/R/batches/B), else from the label that the service
// gives its jobs.
func located(w *model.Workload, body value.Tree) {
	part := func(n int) value.Str {
		return value.Map(body.Get("name").Str(), func(t source.Text) (source.Text, bool) {
			parts := t.Split("/")
			if len(parts) != 6 {
				return source.Text{}, false
			}
			return parts[n], true
		})
	}
	w.Project = value.First(part(1), w.Project)
	w.Region = value.First(part(3), body.Get("labels", "goog-dataproc-location").Str(), w.Region)
}

// last returns the id at the end of a resource name.
func last(name value.Str) value.Str {
	return value.Map(name, func(t source.Text) (source.Text, bool) {
		return t.Slice(strings.LastIndexByte(t.String(), '/')+1, t.Len()), true
	})
}

// runtime reads what batches and sessions share.
func runtime(w *model.Workload, body value.Tree) {
	rc, exec := body.Get("runtimeConfig"), body.Get("environmentConfig", "executionConfig")
	w.Properties = rc.Get("properties")
	if body.Get("state").Present() {
		w.Properties = unprefixed(w.Properties)
	}
	w.Version = rc.Get("version").Str()
	w.Image = rc.Get("containerImage").Str()
	w.Account = exec.Get("serviceAccount").Str()
	w.Subnet = exec.Get("subnetworkUri").Str()
	w.AsUser = asUser(w, exec.Get("authenticationConfig", "userWorkloadAuthenticationType").Str())
}

// asUser tells whose credentials a batch or session has: the one it names, or from
// runtime 3.0 on by default those of whoever submits it (F2.7, F2.15, F5.6).
func asUser(w *model.Workload, auth value.Str) value.Value[bool] {
	if auth.Known() || auth.Raw().Len() > 0 {
		return value.Map(auth, func(t source.Text) (bool, bool) { return t.String() == "END_USER_CREDENTIALS", true })
	}
	v, ok := value.ParseVersion(w.Version.Raw().String())
	switch {
	case w.Account.Raw().Len() > 0, w.Version.Absent():
		return value.Of(false, w.At)
	case !ok:
		return value.Map(w.Version, func(source.Text) (bool, bool) { return false, false })
	}
	return value.Of(v.N[0] >= 3, w.Version.At()...)
}

// unprefixed takes the prefix off the properties of an answer: the service
// returns spark:KEY for the KEY that it was sent (F5.16).
func unprefixed(t value.Tree) value.Tree {
	if t.Map == nil {
		return t
	}
	m := &value.Mapping{Rest: t.Map.Rest, At: t.Map.At}
	for _, e := range t.Map.Entries {
		if e.Key.HasPrefix("spark:") {
			e.Key = e.Key.Slice(len("spark:"), e.Key.Len())
		}
		m.Entries = append(m.Entries, e)
	}
	t.Map = m
	return t
}

// readWorkflow declares the managed cluster and one workload for each step.
func readWorkflow(set *model.Set, body value.Tree, o Origin) {
	managed := body.Get("placement", "managedCluster")
	cluster := value.None[source.Text](managed.At)
	var c *model.Cluster
	if managed.Present() {
		co := o
		co.Name = value.Str{}
		co.At = managed.At
		c = readCluster(managed, co)
		cluster = c.Name
		set.Clusters = append(set.Clusters, c)
	}
	for _, job := range body.Get("jobs").Items() {
		jo := o
		jo.Name = value.Str{}
		jo.At, jo.Cluster = job.At, cluster
		if key := Place(job); key.Valid() { // not the list item
			jo.At = key
		}
		w := readJob(job, jo, model.KindWorkflowStep)
		if c != nil {
			w.Cluster.To = value.Of(c, managed.At)
		}
		set.Workloads = append(set.Workloads, w)
	}
}

// pick returns the member of a oneof that is set.
func pick(body value.Tree, ms []member) (value.Tree, member) {
	for _, m := range ms {
		if t := body.Get(m.key); t.Present() {
			return t, m
		}
	}
	if h := body.Open(); h != nil {
		return value.Opaque(h, body.At), member{}
	}
	return value.Missing(body.At), member{}
}

func mainFile(inner value.Tree, m member) value.Str {
	for _, key := range m.mains {
		if t := inner.Get(key); t.Present() {
			return t.Str()
		}
	}
	return value.None[source.Text]()
}

func boolean(t value.Tree) value.Value[bool] {
	return value.Map(t.Str(), func(s source.Text) (bool, bool) {
		return s.String() == "true", s.String() == "true" || s.String() == "false"
	})
}

// limit reads a protobuf duration ("180s").
func limit(t value.Tree, by string) value.Value[model.Limit] {
	return value.Map(t.Str(), func(s source.Text) (model.Limit, bool) {
		sec, ok := seconds(s.String())
		return model.Limit{Seconds: sec, By: by}, ok
	})
}

// seconds reads a protobuf duration: "180s", "1.5s".
func seconds(s string) (float64, bool) {
	n, ok := strings.CutSuffix(s, "s")
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(n, 64)
	return f, err == nil && f >= 0
}
