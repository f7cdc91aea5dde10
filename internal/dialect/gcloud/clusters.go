package gcloud

// machineFlags are the flags of clusters create that describe the machines;
// workflow-templates set-managed-cluster shares them.
var machineFlags = []flag{
	{name: "--master-machine-type", path: "config.masterConfig.machineTypeUri"},
	{name: "--worker-machine-type", path: "config.workerConfig.machineTypeUri"},
	{name: "--master-machine-types", kind: machines, repeat: collect, path: "config.masterConfig.instanceFlexibilityPolicy.instanceSelectionList"},
	{name: "--worker-machine-types", kind: machines, repeat: collect, path: "config.workerConfig.instanceFlexibilityPolicy.instanceSelectionList"},
	{name: "--secondary-worker-machine-types", kind: machines, repeat: collect, path: "config.secondaryWorkerConfig.instanceFlexibilityPolicy.instanceSelectionList"},
	{name: "--num-masters", kind: integer, words: "1 3", path: "config.masterConfig.numInstances"},
	{name: "--num-workers", kind: integer, path: "config.workerConfig.numInstances"},
	{name: "--min-num-workers", kind: integer, path: "config.workerConfig.minNumInstances"},
	{name: "--min-worker-fraction", kind: decimal, path: "config.workerConfig.startupConfig.requiredRegistrationFraction"},
	{name: "--num-secondary-workers", kind: integer, path: "config.secondaryWorkerConfig.numInstances"},
	{name: "--num-preemptible-workers", kind: integer, path: "config.secondaryWorkerConfig.numInstances"},
	{name: "--secondary-worker-type", words: "preemptible= non-preemptible=NON_PREEMPTIBLE spot=SPOT", path: "config.secondaryWorkerConfig.preemptibility"},
	{name: "--min-secondary-worker-fraction", kind: decimal, path: "config.secondaryWorkerConfig.startupConfig.requiredRegistrationFraction"},
	{name: "--secondary-worker-standard-capacity-base", kind: integer},
	{name: "--secondary-worker-standard-capacity-percent-above-base", kind: integer},
	{name: "--master-min-cpu-platform", path: "config.masterConfig.minCpuPlatform"},
	{name: "--worker-min-cpu-platform", path: "config.workerConfig.minCpuPlatform"},
	{name: "--master-accelerator", kind: accelerator, path: "config.masterConfig.accelerators"},
	{name: "--worker-accelerator", kind: accelerator, path: "config.workerConfig.accelerators"},
	{name: "--secondary-worker-accelerator", kind: accelerator},
	{name: "--preemptible-worker-accelerator", kind: accelerator},
	{name: "--master-instance-selection", since: "578"},
	{name: "--worker-instance-selection", since: "578"},
	{name: "--secondary-worker-instance-selection", since: "578"},
	{name: "--master-instance-flexibility-policy-file", since: "578"},
	{name: "--worker-instance-flexibility-policy-file", since: "578"},
	{name: "--secondary-worker-instance-flexibility-policy-file", since: "578"},
}

// diskFlags are the flags for the disks of each group of machines.
var diskFlags = []flag{
	{name: "--master-boot-disk-size", kind: gigabytes, path: "config.masterConfig.diskConfig.bootDiskSizeGb"},
	{name: "--worker-boot-disk-size", kind: gigabytes, path: "config.workerConfig.diskConfig.bootDiskSizeGb"},
	{name: "--secondary-worker-boot-disk-size", kind: gigabytes, path: "config.secondaryWorkerConfig.diskConfig.bootDiskSizeGb"},
	{name: "--preemptible-worker-boot-disk-size", kind: gigabytes, path: "config.secondaryWorkerConfig.diskConfig.bootDiskSizeGb"},
	{name: "--master-boot-disk-size-gb", kind: integer, path: "config.masterConfig.diskConfig.bootDiskSizeGb"},
	{name: "--worker-boot-disk-size-gb", kind: integer, path: "config.workerConfig.diskConfig.bootDiskSizeGb"},
	{name: "--master-boot-disk-type", path: "config.masterConfig.diskConfig.bootDiskType"},
	{name: "--worker-boot-disk-type", path: "config.workerConfig.diskConfig.bootDiskType"},
	{name: "--secondary-worker-boot-disk-type", path: "config.secondaryWorkerConfig.diskConfig.bootDiskType"},
	{name: "--preemptible-worker-boot-disk-type", path: "config.secondaryWorkerConfig.diskConfig.bootDiskType"},
	{name: "--master-boot-disk-provisioned-iops", kind: integer, path: "config.masterConfig.diskConfig.bootDiskProvisionedIops"},
	{name: "--worker-boot-disk-provisioned-iops", kind: integer, path: "config.workerConfig.diskConfig.bootDiskProvisionedIops"},
	{name: "--secondary-worker-boot-disk-provisioned-iops", kind: integer},
	{name: "--master-boot-disk-provisioned-throughput", kind: integer, path: "config.masterConfig.diskConfig.bootDiskProvisionedThroughput"},
	{name: "--worker-boot-disk-provisioned-throughput", kind: integer, path: "config.workerConfig.diskConfig.bootDiskProvisionedThroughput"},
	{name: "--secondary-worker-boot-disk-provisioned-throughput", kind: integer},
	{name: "--num-master-local-ssds", kind: integer, path: "config.masterConfig.diskConfig.numLocalSsds"},
	{name: "--num-worker-local-ssds", kind: integer, path: "config.workerConfig.diskConfig.numLocalSsds"},
	{name: "--num-secondary-worker-local-ssds", kind: integer, path: "config.secondaryWorkerConfig.diskConfig.numLocalSsds"},
	{name: "--num-preemptible-worker-local-ssds", kind: integer, path: "config.secondaryWorkerConfig.diskConfig.numLocalSsds"},
	{name: "--master-local-ssd-interface", path: "config.masterConfig.diskConfig.localSsdInterface"},
	{name: "--worker-local-ssd-interface", path: "config.workerConfig.diskConfig.localSsdInterface"},
	{name: "--secondary-worker-local-ssd-interface"},
	{name: "--master-attached-disks", since: "578"}, {name: "--worker-attached-disks", since: "578"},
	{name: "--secondary-worker-attached-disks", since: "578"},
}

// vmFlags are the flags about network, identity and software.
var vmFlags = []flag{
	{name: "--labels", kind: labels, repeat: merge, path: "labels"},
	{name: "--zone", short: "-z", path: "config.gceClusterConfig.zoneUri"},
	{name: "--auto-zone-exclude-zones", kind: list, since: "578", path: "config.gceClusterConfig.autoZoneExcludeZoneUris"},
	{name: "--network", kind: network, path: "config.gceClusterConfig.networkUri"},
	{name: "--subnet", kind: subnetwork, path: "config.gceClusterConfig.subnetworkUri"},
	{name: "--no-address", kind: boolean, path: "config.gceClusterConfig.internalIpOnly", fact: "F7.3"},
	{name: "--public-ip-address", kind: boolean, fact: "F7.3"},
	{name: "--private-ipv6-google-access-type", words: "inherit-subnetwork=INHERIT_FROM_SUBNETWORK outbound=OUTBOUND bidirectional=BIDIRECTIONAL", path: "config.gceClusterConfig.privateIpv6GoogleAccess"},
	{name: "--service-account", path: "config.gceClusterConfig.serviceAccount"},
	{name: "--scopes", kind: scopes, some: true, asks: true, path: "config.gceClusterConfig.serviceAccountScopes", fact: "F12.3"},
	{name: "--tags", kind: list, some: true, path: "config.gceClusterConfig.tags"},
	{name: "--metadata", kind: dict, repeat: collect, some: true, path: "config.gceClusterConfig.metadata"},
	{name: "--resource-manager-tags", kind: dict, repeat: collect, some: true, path: "config.gceClusterConfig.resourceManagerTags"},
	{name: "--node-group", path: "config.gceClusterConfig.nodeGroupAffinity.nodeGroupUri"},
	{name: "--reservation-affinity", words: "any=ANY_RESERVATION none=NO_RESERVATION specific=SPECIFIC_RESERVATION", path: "config.gceClusterConfig.reservationAffinity.consumeReservationType"},
	{name: "--reservation"},
	{name: "--shielded-secure-boot", kind: boolean}, {name: "--shielded-vtpm", kind: boolean},
	{name: "--shielded-integrity-monitoring", kind: boolean},
	{name: "--confidential-compute", kind: boolean, path: "config.gceClusterConfig.confidentialInstanceConfig.enableConfidentialCompute"},
	{name: "--confidential-compute-type", words: "SEV SEV_SNP TDX", since: "578"},
	{name: "--image", kind: image, path: "config.masterConfig.imageUri"},
	{name: "--image-version", path: "config.softwareConfig.imageVersion"},
	{name: "--properties", kind: dict, repeat: merge, asks: true, path: "config.softwareConfig.properties", fact: "F4.9"},
	{name: "--optional-components", kind: components, path: "config.softwareConfig.optionalComponents"},
	{name: "--initialization-actions", kind: list, some: true},
	{name: "--initialization-action-timeout", kind: seconds},
	{name: "--bucket", path: "config.configBucket"},
	{name: "--temp-bucket", path: "config.tempBucket"},
	{name: "--cluster-type", words: "standard=STANDARD single-node=SINGLE_NODE zero-scale=ZERO_SCALE", path: "config.clusterType"},
	{name: "--tier", words: "premium=CLUSTER_TIER_PREMIUM standard=CLUSTER_TIER_STANDARD", path: "config.clusterTier"},
	{name: "--engine", words: "default=DEFAULT lightning=LIGHTNING", since: "578", path: "config.engine"},
	{name: "--enable-ssh", kind: boolean, since: "578"},
	{name: "--single-node", kind: boolean},
	{name: "--enable-component-gateway", kind: boolean},
	{name: "--enable-node-groups"},
	{name: "--dataproc-metastore", path: "config.metastoreConfig.dataprocMetastoreService"},
	{name: "--autoscaling-policy", kind: policy, path: "config.autoscalingConfig.policyUri"},
	{name: "--timeout", kind: seconds},
	{name: "--gke-cluster"}, {name: "--gke-cluster-namespace"}, // alpha, beta
	{name: "--bigquery-metastore", kind: boolean}, {name: "--bigquery-metastore-project-id"}, {name: "--bigquery-metastore-database-location"},
}

// securityFlags are the flags about keys, Kerberos and tenants.
var securityFlags = []flag{
	{name: "--kms-key"}, {name: "--kms-project", with: "--kms-key"}, {name: "--kms-location", with: "--kms-key"}, {name: "--kms-keyring", with: "--kms-key"},
	{name: "--enable-kerberos", kind: boolean, path: "config.securityConfig.kerberosConfig.enableKerberos"},
	{name: "--kerberos-root-principal-password-uri", path: "config.securityConfig.kerberosConfig.rootPrincipalPasswordUri"},
	{name: "--kerberos-kms-key"}, {name: "--kerberos-kms-key-project", with: "--kerberos-kms-key"}, {name: "--kerberos-kms-key-location", with: "--kerberos-kms-key"}, {name: "--kerberos-kms-key-keyring", with: "--kerberos-kms-key"},
	{name: "--kerberos-config-file"},
	{name: "--identity-config-file"}, {name: "--secure-multi-tenancy-user-mapping"},
	{name: "--metric-sources", kind: components},
	{name: "--metric-overrides", kind: list, repeat: merge, with: "--metric-sources"}, {name: "--metric-overrides-file", with: "--metric-sources"},
}

// createFlags are those that set-managed-cluster does not have.
var createFlags = []flag{
	{name: "--async", kind: boolean}, {name: "--region"},
	{name: "--action-on-failed-primary-workers", words: "NO_ACTION DELETE FAILURE_ACTION_UNSPECIFIED"},
	{name: "--gce-pd-kms-key"}, {name: "--gce-pd-kms-key-project", with: "--gce-pd-kms-key"}, {name: "--gce-pd-kms-key-location", with: "--gce-pd-kms-key"}, {name: "--gce-pd-kms-key-keyring", with: "--gce-pd-kms-key"},
	{name: "--max-idle", kind: seconds, path: "config.lifecycleConfig.idleDeleteTtl"},
	{name: "--delete-max-idle", kind: seconds, path: "config.lifecycleConfig.idleDeleteTtl"},
	{name: "--max-age", kind: seconds, path: "config.lifecycleConfig.autoDeleteTtl"},
	{name: "--delete-max-age", kind: seconds, path: "config.lifecycleConfig.autoDeleteTtl"},
	{name: "--expiration-time", kind: moment, path: "config.lifecycleConfig.autoDeleteTime"},
	{name: "--delete-expiration-time", kind: moment, path: "config.lifecycleConfig.autoDeleteTime"},
	{name: "--stop-max-idle", kind: seconds, path: "config.lifecycleConfig.idleStopTtl"},
	{name: "--stop-max-age", kind: seconds, path: "config.lifecycleConfig.autoStopTtl"},
	{name: "--stop-expiration-time", kind: moment, path: "config.lifecycleConfig.autoStopTime"},
	{name: "--driver-pool-size", kind: integer}, {name: "--driver-pool-id"}, {name: "--driver-pool-machine-type"},
	{name: "--driver-pool-boot-disk-size", kind: gigabytes}, {name: "--driver-pool-boot-disk-type"},
	{name: "--num-driver-pool-local-ssds", kind: integer}, {name: "--driver-pool-local-ssd-interface"},
	{name: "--driver-pool-min-cpu-platform"}, {name: "--driver-pool-accelerator", kind: accelerator},
}

// gkeFlags are the flags of clusters gke create.
var gkeFlags = []flag{
	{name: "--async", kind: boolean}, {name: "--region"}, {name: "--timeout", kind: seconds},
	{name: "--spark-engine-version", path: "virtualClusterConfig.kubernetesClusterConfig.kubernetesSoftwareConfig.componentVersion.SPARK"},
	{name: "--staging-bucket", path: "virtualClusterConfig.stagingBucket"},
	{name: "--properties", kind: dict, repeat: merge, asks: true, path: "virtualClusterConfig.kubernetesClusterConfig.kubernetesSoftwareConfig.properties"},
	{name: "--namespace", path: "virtualClusterConfig.kubernetesClusterConfig.kubernetesNamespace"},
	{name: "--gke-cluster"}, {name: "--gke-cluster-location"},
	{name: "--pools", kind: dict, repeat: collect},
	{name: "--setup-workload-identity", kind: boolean},
	{name: "--metastore-service"}, {name: "--metastore-service-location", with: "--metastore-service"},
	{name: "--history-server-cluster"}, {name: "--history-server-cluster-region", with: "--history-server-cluster"},
}

// clusterMost are the flags of a cluster that exclude each other.
var clusterMost = []string{
	"--network --subnet", "--no-address --public-ip-address", "--image --image-version",
	"--single-node --num-workers", "--single-node --min-num-workers", "--single-node --min-worker-fraction",
	"--single-node --num-secondary-workers", "--single-node --num-preemptible-workers", "--single-node --secondary-worker-type",
	"--min-num-workers --min-worker-fraction", "--num-preemptible-workers --num-secondary-workers",
	"--master-machine-type --master-machine-types", "--worker-machine-type --worker-machine-types",
	"--max-idle --delete-max-idle", "--max-age --expiration-time --delete-max-age --delete-expiration-time",
	"--stop-max-age --stop-expiration-time", "--enable-kerberos --kerberos-config-file",
	"--kerberos-root-principal-password-uri --kerberos-config-file",
	"--identity-config-file --secure-multi-tenancy-user-mapping", "--metric-overrides --metric-overrides-file",
	"--master-boot-disk-size --master-boot-disk-size-gb", "--worker-boot-disk-size --worker-boot-disk-size-gb",
	"--preemptible-worker-boot-disk-size --secondary-worker-boot-disk-size",
	"--preemptible-worker-boot-disk-type --secondary-worker-boot-disk-type",
	"--num-preemptible-worker-local-ssds --num-secondary-worker-local-ssds",
	"--secondary-worker-accelerator --preemptible-worker-accelerator",
}

var clusterSlot = []slot{{what: "the cluster's name", path: "clusterName"}}

// clusterCommands make clusters.
var clusterCommands = []command{
	{name: "dataproc clusters create", message: "Cluster", own: clusterBody, slots: clusterSlot, region: "--region",
		flags: [][]flag{vmFlags, machineFlags, diskFlags, securityFlags, createFlags}, most: clusterMost},
	{name: "dataproc clusters gke create", message: "Cluster", own: gkeBody, slots: clusterSlot, region: "--region",
		flags: [][]flag{gkeFlags}, need: []string{"--gke-cluster", "--spark-engine-version"}},
	{name: "dataproc clusters import", message: "Cluster", own: fileBody, slots: clusterSlot, region: "--region", source: "--source",
		flags: [][]flag{regionFlags, sourceFlags, asyncFlags, timeoutFlags}},
	{name: "dataproc clusters create-from-file", tracks: "alpha beta", message: "Cluster", own: fileBody, region: "--region", source: "--file",
		flags: [][]flag{regionFlags, nameFileFlags, asyncFlags, timeoutFlags}, need: []string{"--file"}},
	{name: "dataproc clusters update", slots: []slot{{what: "the cluster's name"}}, region: "--region", flags: [][]flag{updateFlags}, most: updateMost},
}

var updateMost = []string{
	"--num-preemptible-workers --num-secondary-workers", "--clear-labels --remove-labels", "--autoscaling-policy --disable-autoscaling",
	"--max-idle --no-max-idle --delete-max-idle --no-delete-max-idle", "--stop-max-idle --no-stop-max-idle",
	"--max-age --expiration-time --no-max-age --delete-max-age --delete-expiration-time --no-delete-max-age",
	"--stop-max-age --stop-expiration-time --no-stop-max-age",
	"--add-user-mappings --identity-config-file", "--remove-user-mappings --identity-config-file",
}

// updateFlags are the flags of clusters update: none of them carries scopes,
// properties or an account, which are fixed at creation.
var updateFlags = []flag{
	{name: "--async", kind: boolean}, {name: "--region"}, {name: "--timeout", kind: seconds},
	{name: "--update-labels", kind: labels, repeat: merge}, {name: "--clear-labels", kind: boolean},
	{name: "--remove-labels", kind: list, repeat: merge},
	{name: "--num-workers", kind: integer}, {name: "--num-preemptible-workers", kind: integer}, {name: "--num-secondary-workers", kind: integer},
	{name: "--graceful-decommission-timeout", kind: seconds}, {name: "--min-secondary-worker-fraction", kind: decimal},
	{name: "--max-idle", kind: seconds}, {name: "--no-max-idle", kind: boolean},
	{name: "--delete-max-idle", kind: seconds}, {name: "--no-delete-max-idle", kind: boolean},
	{name: "--max-age", kind: seconds}, {name: "--no-max-age", kind: boolean}, {name: "--expiration-time", kind: moment},
	{name: "--delete-max-age", kind: seconds}, {name: "--no-delete-max-age", kind: boolean}, {name: "--delete-expiration-time", kind: moment},
	{name: "--stop-max-idle", kind: seconds}, {name: "--no-stop-max-idle", kind: boolean},
	{name: "--stop-max-age", kind: seconds}, {name: "--no-stop-max-age", kind: boolean}, {name: "--stop-expiration-time", kind: moment},
	{name: "--autoscaling-policy"}, {name: "--disable-autoscaling", kind: boolean},
	{name: "--add-user-mappings", kind: dict, repeat: merge}, {name: "--remove-user-mappings", kind: list, repeat: merge},
	{name: "--identity-config-file"},
}
