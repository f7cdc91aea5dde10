package gcloud

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// own adds what the command sends beside the values of its flags: names,
// empty parts, and values that gcloud derives from several flags.
func (l *lowering) own() {
	switch l.cmd.own {
	case clusterBody:
		l.set("projectId", l.at, value.String(l.project(l.at)))
		l.clusterConfig()
	case managedBody:
		l.managedCluster()
	case gkeBody:
		l.set("projectId", l.at, value.String(l.project(l.at)))
		l.gkeCluster()
	case jobBody:
		l.job()
	case stepBody:
		l.jobMember()
		l.body.Map.Rest = l.open
	case batchBody:
		l.batch()
	case sessionBody:
		l.ensure("jupyterSession")
		l.named("name", "sessions")
	case templateBody:
		if name := l.slot(0); !name.Absent() {
			l.set("id", l.at, value.String(name.Raw()))
		}
		l.named("name", "workflowTemplates")
	case selectorBody:
		l.ensure("placement.clusterSelector")
		l.standing()
	case fileBody:
		l.fileBody()
	case bindingBody:
		l.binding()
	case accountBody:
		l.ensure("serviceAccount")
	case natBody:
		l.nat()
	case classicBody:
		l.classicLaunch()
	case flexBody:
		l.flexLaunch()
	case yamlBody:
		l.yamlLaunch()
	case specBody:
		l.spec()
	case optionsBody:
		l.updateOptions()
	}
}

// named sets the full name of the resource of the first slot.
func (l *lowering) named(path, collection string) {
	if name := l.slot(0); !name.Absent() {
		full := name.Raw()
		if !strings.HasPrefix(full.String(), "projects/") {
			full = l.fullName("", collection, true, full, l.at)
		}
		l.set(path, l.at, value.String(full))
	}
}

// standing opens a template that the command changes in part: the rest of it
// stands at the service.
func (l *lowering) standing() {
	if l.body.Map.Rest == nil {
		l.body.Map.Rest = &source.Hole{Expr: "the template", Why: "its other parts are at the service"}
	}
}

// managedCluster is set-managed-cluster: a cluster inside a template.
func (l *lowering) managedCluster() {
	if !l.has("--cluster-name") {
		if name := l.slot(0); !name.Absent() {
			l.set("clusterName", l.at, value.String(name.Raw()))
		}
	}
	l.clusterConfig()
	l.standing()
}

// job is a jobs submit command.
func (l *lowering) job() {
	ref := value.NewMap(l.at)
	ref.Map.Put(source.Derived("projectId", l.at), value.String(l.project(l.at)))
	if id := l.text("--id"); id.Absent() {
		ref.Map.Put(source.Derived("jobId", l.at), value.Opaque(&source.Hole{Expr: "JOB_ID", Why: "gcloud makes one up"}, l.at))
	} else {
		ref.Map.Put(source.Derived("jobId", l.at), value.String(id.Raw()))
	}
	l.set("reference", l.at, ref)
	l.ensure("placement")
	l.dropZeros("scheduling", "maxFailuresPerHour", "maxFailuresTotal", "ttl")
	memory, cores := l.given("--driver-required-memory-mb"), l.given("--driver-required-vcores")
	if memory != nil && cores != nil {
		l.set("driverSchedulingConfig.memoryMb", memory.at, value.Number(memory.val))
		l.set("driverSchedulingConfig.vcores", cores.at, value.Number(cores.val))
	}
	l.jobMember()
}

// dropZeros takes out numbers and durations that gcloud does not send when
// they are zero, and the part if nothing is left of it.
func (l *lowering) dropZeros(part string, names ...string) {
	m := l.get(part).Map
	if m == nil {
		return
	}
	kept := m.Entries[:0]
	for _, e := range m.Entries {
		if s := e.Val.Text.String(); !e.Val.Text.Known() || (s != "0" && s != "0s") || !in(strings.Join(names, " "), e.Key.String()) {
			kept = append(kept, e)
		}
	}
	if m.Entries = kept; len(kept) == 0 {
		drop(l.body.Map, part)
	}
}

// drop takes a key out of a map.
func drop(m *value.Mapping, name string) {
	m.Entries = slices.DeleteFunc(m.Entries, func(e value.Entry) bool { return e.Key.String() == name })
}

// jobMember completes the part for the type of job.
func (l *lowering) jobMember() {
	l.ensure("@")
	if f, _ := lookup(l.cmd.flags, "--continue-on-failure"); f != nil && !l.has(f.name) && l.open == nil {
		l.set(f.path, l.at, truth(false, l.at))
	}
	l.checkLevels()
	if uses := l.uses(nil, "--properties-file"); len(uses) > 0 {
		l.lostFiles(uses)
		l.propertiesFile(uses[len(uses)-1])
	}
}

// levels are what --driver-log-levels takes.
const levels = "LEVEL_UNSPECIFIED ALL TRACE DEBUG INFO WARN ERROR FATAL OFF"

// checkLevels refuses log levels that gcloud does not know.
func (l *lowering) checkLevels() {
	for _, e := range l.get("@.loggingConfig.driverLogLevels").Entries() {
		if t := e.Val.Text; t.Known() && e.Val.Kind == value.KindString && !in(levels, t.String()) {
			l.refuse(model.Refusal{At: t.Span(), Reason: t.String() + " is no log level", Want: "one of " + strings.ReplaceAll(levels, " ", ", ")})
		}
	}
}

// batch is a batches submit command.
func (l *lowering) batch() {
	l.ensure("@")
	if l.on("--enable-autotuning") {
		list := value.NewList(l.at)
		list.List.Items = []value.Tree{l.constant("AUTO")}
		l.set("runtimeConfig.autotuningConfig.scenarios", l.at, list)
	}
	if l.has("--deps-bucket") || l.open != nil || l.spoiled {
		return
	}
	for _, name := range []string{"mainJarFileUri", "mainPythonFileUri", "mainRFileUri", "queryFileUri", "notebookFileUri", "jarFileUris", "fileUris", "archiveUris", "pythonFileUris"} {
		t := l.get("@." + name)
		for _, item := range append(t.Items(), t) {
			if item.Kind == value.KindString && item.Text.Known() && local(item.Text.String()) {
				l.refuse(model.Refusal{At: item.Text.Span(), Reason: item.Text.String() + " is a local file, and --deps-bucket is missing",
					Want: "add --deps-bucket=BUCKET, or name a gs:// file"})
				return
			}
		}
	}
}

// local reports whether a file has no scheme, and is uploaded by gcloud (F14.6).
func local(s string) bool {
	scheme, _, ok := strings.Cut(s, ":")
	return !ok || strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.") != "" || scheme == ""
}

// binding is an add-iam-policy-binding command.
func (l *lowering) binding() {
	list := value.NewList(l.at)
	if m := l.text("--member"); !m.Absent() {
		list.List.Items = []value.Tree{value.String(m.Raw())}
		if m.Unknown() && m.Raw().Len() == 0 {
			list.List.Items, list.List.Rest = nil, m.Hole()
		}
	}
	l.set("members", l.at, list)
	if g := l.given("--condition-from-file"); g != nil {
		l.set("condition", g.at, value.Opaque(missing("--condition-from-file", g.val), g.at))
	}
}

// nat is a routers nats create command.
func (l *lowering) nat() {
	if l.on("--auto-allocate-nat-external-ips") {
		l.set("natIpAllocateOption", l.at, l.constant("AUTO_ONLY"))
	}
	switch {
	case l.on("--nat-all-subnet-ip-ranges"):
		l.set("sourceSubnetworkIpRangesToNat", l.at, l.constant("ALL_SUBNETWORKS_ALL_IP_RANGES"))
	case l.on("--nat-primary-subnet-ip-ranges"):
		l.set("sourceSubnetworkIpRangesToNat", l.at, l.constant("ALL_SUBNETWORKS_ALL_PRIMARY_IP_RANGES"))
	}
}
