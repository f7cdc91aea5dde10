package gcloud

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// allowZero is the property that gcloud sets for --single-node, and refuses
// from anyone else (F14.8).
const allowZero = "dataproc:dataproc.allow.zero.workers"

// clusterConfig completes the config of a cluster.
func (l *lowering) clusterConfig() {
	for _, part := range []string{"config.masterConfig.diskConfig", "config.workerConfig.diskConfig", "config.softwareConfig"} {
		l.ensure(part)
	}
	if l.get("config.gceClusterConfig.zoneUri").Kind == value.KindAbsent {
		l.set("config.gceClusterConfig.zoneUri", l.at, l.constant(""))
	}
	if l.on("--public-ip-address") {
		l.set("config.gceClusterConfig.internalIpOnly", l.given("--public-ip-address").at, truth(false, l.given("--public-ip-address").at))
	}
	if img := l.get("config.masterConfig.imageUri"); img.Kind != value.KindAbsent && img.Kind != value.KindUnknown {
		l.set("config.workerConfig.imageUri", l.given("--image").at, img)
	}
	l.singleNode()
	l.initActions()
	l.gceParts()
	l.secondaryWorkers()
	l.secrets()
	if l.on("--enable-component-gateway") {
		l.set("config.endpointConfig.enableHttpPortAccess", l.given("--enable-component-gateway").at, truth(true, l.given("--enable-component-gateway").at))
	}
	if g := l.given("--metric-sources"); g != nil {
		l.metrics(g)
	}
	for i := range l.line.given {
		g := &l.line.given[i]
		if !g.cut && (strings.HasPrefix(g.flag.name, "--driver-pool") || strings.HasPrefix(g.flag.name, "--num-driver-pool")) {
			l.set("config.auxiliaryNodeGroups", g.at, value.Opaque(&source.Hole{Expr: g.name.String(), Why: "driver pools are not read"}, g.at))
		}
	}
}

// singleNode adds the property behind --single-node; giving it by hand is
// refused by clusters create.
func (l *lowering) singleNode() {
	if e, ok := l.get("config.softwareConfig.properties").Map.Entry(allowZero); ok && l.cmd.own == clusterBody {
		l.refuse(model.Refusal{At: e.Key.Span(), Reason: "gcloud refuses the property " + allowZero, Want: "write --single-node instead", Request: true})
	}
	g := l.given("--single-node")
	if n := l.given("--num-workers"); n != nil && n.val.String() == "0" {
		g = n
	}
	if g != nil && !g.no {
		l.property(allowZero, "true", g.at)
	}
	if g := l.given("--enable-node-groups"); g != nil && g.val.Known() {
		l.property("dataproc:dataproc.nodegroups.enabled", strconv.FormatBool(g.val.Len() > 0), g.at)
	}
}

// property adds a property that gcloud sets by itself.
func (l *lowering) property(key, val string, at source.Span) {
	t := l.get("config.softwareConfig.properties")
	if t.Kind != value.KindMap {
		t = l.container()
		l.set("config.softwareConfig.properties", at, t)
	}
	t.Map.Put(source.Derived(key, at), value.String(source.Derived(val, at)))
}

// initActions turns the list into actions with their timeout.
func (l *lowering) initActions() {
	g := l.given("--initialization-actions")
	if g == nil {
		return
	}
	timeout := l.constant("600s")
	if t := l.given("--initialization-action-timeout"); t != nil {
		if v, ok := l.scalar(t); ok {
			timeout = v
		}
	}
	files := l.listOf(g)
	out := value.NewList(g.at)
	out.List.Rest = files.List.Rest
	for _, f := range files.Items() {
		one := value.NewMap(g.at)
		one.Map.Put(source.Derived("executableFile", g.at), f)
		one.Map.Put(source.Derived("executionTimeout", g.at), timeout)
		out.List.Items = append(out.List.Items, one)
	}
	l.set("config.initializationActions", g.at, l.weaken(out, g))
}

// gceParts are parts of the Compute Engine config that come from several flags.
func (l *lowering) gceParts() {
	if g := l.given("--reservation"); g != nil && l.get("config.gceClusterConfig.reservationAffinity.consumeReservationType").Text.String() == "SPECIFIC_RESERVATION" {
		values := value.NewList(g.at)
		values.List.Items = []value.Tree{value.String(g.val)}
		l.set("config.gceClusterConfig.reservationAffinity.key", g.at, l.constant("compute.googleapis.com/reservation-name"))
		l.set("config.gceClusterConfig.reservationAffinity.values", g.at, values)
	}
	if a := l.given("--reservation-affinity"); a != nil && a.val.String() == "specific" && !l.has("--reservation") {
		l.lacks("--reservation", source.Span{})
	}
	shields := [][2]string{{"--shielded-secure-boot", "enableSecureBoot"}, {"--shielded-vtpm", "enableVtpm"}, {"--shielded-integrity-monitoring", "enableIntegrityMonitoring"}}
	if !l.has(shields[0][0]) && !l.has(shields[1][0]) && !l.has(shields[2][0]) {
		return
	}
	for _, p := range shields {
		l.set("config.gceClusterConfig.shieldedInstanceConfig."+p[1], l.at, truth(l.on(p[0]), l.at))
	}
}

// secondaryWorkers completes the secondary workers, if one of the flags that
// make them is there.
func (l *lowering) secondaryWorkers() {
	const part = "config.secondaryWorkerConfig"
	if g := l.given("--worker-min-cpu-platform"); g != nil {
		l.set(part+".minCpuPlatform", g.at, value.String(g.val))
	}
	if l.get(part).Kind != value.KindMap {
		return
	}
	l.ensure(part + ".diskConfig")
	for _, name := range []string{"--secondary-worker-accelerator", "--preemptible-worker-accelerator"} {
		if g := l.given(name); g != nil {
			if v, ok := l.accelerator(g); ok {
				l.set(part+".accelerators", g.at, v)
			}
		}
	}
	for _, p := range [][2]string{{"--secondary-worker-local-ssd-interface", "localSsdInterface"}, {"--secondary-worker-boot-disk-provisioned-iops", "bootDiskProvisionedIops"}, {"--secondary-worker-boot-disk-provisioned-throughput", "bootDiskProvisionedThroughput"}} {
		if g := l.given(p[0]); g != nil {
			l.set(part+".diskConfig."+p[1], g.at, value.String(g.val))
		}
	}
	base, above := l.given("--secondary-worker-standard-capacity-base"), l.given("--secondary-worker-standard-capacity-percent-above-base")
	if base != nil || above != nil {
		const mix = part + ".instanceFlexibilityPolicy.provisioningModelMix."
		l.set(mix+"standardCapacityBase", l.at, l.numberOr0(base))
		l.set(mix+"standardCapacityPercentAboveBase", l.at, l.numberOr0(above))
	}
}

func (l *lowering) numberOr0(g *given) value.Tree {
	if g == nil {
		return value.Number(source.Derived("0", l.at))
	}
	return value.Number(g.val)
}

// secrets are the keys, Kerberos and tenant settings, as far as they are read.
func (l *lowering) secrets() {
	for _, p := range [][2]string{{"--gce-pd-kms-key", "gcePdKmsKeyName"}, {"--kms-key", "kmsKey"}} {
		if g := l.given(p[0]); g != nil {
			name := value.String(g.val)
			if !strings.HasPrefix(g.val.String(), "projects/") {
				name = value.Opaque(&source.Hole{Expr: g.val.String(), Why: "a key named in parts"}, g.at)
			}
			l.set("config.encryptionConfig."+p[1], g.at, name)
		}
	}
	for _, p := range [][2]string{{"--kerberos-config-file", "kerberosConfig"}, {"--identity-config-file", "identityConfig"}, {"--secure-multi-tenancy-user-mapping", "identityConfig"}} {
		if g := l.given(p[0]); g != nil {
			l.set("config.securityConfig."+p[1], g.at, value.Opaque(missing(p[0], g.val), g.at))
		}
	}
	if g := l.given("--kerberos-root-principal-password-uri"); g != nil {
		if !l.on("--enable-kerberos") {
			l.set("config.securityConfig.kerberosConfig.enableKerberos", g.at, truth(true, g.at))
		}
		if k := l.given("--kerberos-kms-key"); k != nil {
			l.set("config.securityConfig.kerberosConfig.kmsKeyUri", k.at, value.String(k.val))
		}
	}
}

// metrics lists the metric sources; what is overridden in them is not read.
func (l *lowering) metrics(g *given) {
	names := l.listOf(g)
	out := value.NewList(g.at)
	out.List.Rest = names.List.Rest
	for _, n := range names.Items() {
		one := value.NewMap(g.at)
		one.Map.Put(source.Derived("metricSource", g.at), value.String(same(strings.ToUpper(strings.ReplaceAll(n.Text.String(), "-", "_")), n.Text)))
		if o := l.given("--metric-overrides"); o != nil || l.has("--metric-overrides-file") {
			one.Map.Rest = &source.Hole{Expr: "--metric-overrides", Why: "overrides are not read"}
		}
		out.List.Items = append(out.List.Items, one)
	}
	l.set("config.dataprocMetricConfig.metrics", g.at, out)
}

// gkeCluster completes a cluster on GKE.
func (l *lowering) gkeCluster() {
	const part = "virtualClusterConfig.kubernetesClusterConfig."
	l.ensure(part + "gkeClusterConfig")
	l.ensure(part + "kubernetesSoftwareConfig")
	for _, p := range [][2]string{{"--gke-cluster", part + "gkeClusterConfig.gkeClusterTarget"}, {"--metastore-service", "virtualClusterConfig.auxiliaryServicesConfig.metastoreConfig.dataprocMetastoreService"}, {"--history-server-cluster", "virtualClusterConfig.auxiliaryServicesConfig.sparkHistoryServerConfig.dataprocCluster"}} {
		g := l.given(p[0])
		switch {
		case g == nil:
		case strings.HasPrefix(g.val.String(), "projects/"):
			l.set(p[1], g.at, value.String(g.val))
		default:
			l.set(p[1], g.at, value.Opaque(&source.Hole{Expr: g.val.String(), Why: "a name without its location"}, g.at))
		}
	}
	if g := l.given("--pools"); g != nil {
		l.set(part+"gkeClusterConfig.nodePoolTarget", g.at, value.Opaque(&source.Hole{Expr: g.val.String(), Why: "node pools are not read"}, g.at))
	}
}

// truth is a bool that a flag without value stands for.
func truth(on bool, at source.Span) value.Tree {
	return value.Bool(source.Derived(strconv.FormatBool(on), at))
}
