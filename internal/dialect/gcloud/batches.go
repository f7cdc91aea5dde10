package gcloud

// batchFlags belong to the group batches submit.
var batchFlags = []flag{
	{name: "--batch", form: batchID, fact: "F12.12"}, {name: "--region"}, {name: "--async", kind: boolean},
	{name: "--request-id", form: requestID},
	{name: "--labels", kind: labels, repeat: merge, path: "labels"},
}

// batchRuntimeFlags fill the runtime config of a batch.
var batchRuntimeFlags = []flag{
	{name: "--container-image", path: "runtimeConfig.containerImage"},
	{name: "--properties", kind: dict, asks: true, path: "runtimeConfig.properties", fact: "F12.1"},
	{name: "--version", path: "runtimeConfig.version"},
	{name: "--cohort", path: "runtimeConfig.cohort"}, {name: "--autotuning-cohort"},
	{name: "--autotuning-scenarios", kind: components, path: "runtimeConfig.autotuningConfig.scenarios"},
	{name: "--enable-autotuning", kind: boolean},
}

// environmentFlags fill the environment config of batches and sessions.
var environmentFlags = []flag{
	{name: "--service-account", path: "environmentConfig.executionConfig.serviceAccount"},
	{name: "--network", path: "environmentConfig.executionConfig.networkUri"},
	{name: "--subnet", path: "environmentConfig.executionConfig.subnetworkUri"},
	{name: "--tags", kind: list, path: "environmentConfig.executionConfig.networkTags"},
	{name: "--kms-key", path: "environmentConfig.executionConfig.kmsKey"},
	{name: "--staging-bucket", path: "environmentConfig.executionConfig.stagingBucket"},
	{name: "--ttl", kind: seconds, path: "environmentConfig.executionConfig.ttl"},
	{name: "--user-workload-authentication-type", path: "environmentConfig.executionConfig.authenticationConfig.userWorkloadAuthenticationType"},
	{name: "--resource-manager-tag", kind: dict, repeat: collect, since: "578"},
	{name: "--metastore-service", path: "environmentConfig.peripheralsConfig.metastoreService"},
	{name: "--history-server-cluster", path: "environmentConfig.peripheralsConfig.sparkHistoryServerConfig.dataprocCluster"},
}

var (
	bucketFlags   = []flag{{name: "--deps-bucket", fact: "F14.6"}}
	sqlFlags      = []flag{{name: "--vars", kind: dict, path: "@.queryVariables"}}
	notebookFlags = []flag{{name: "--param", kind: dict, repeat: collect, path: "@.params", since: "578"}}
	placesFlags   = []flag{{name: "--location"}}
)

// batchMost are the flags of a batch that exclude each other.
var batchMost = []string{"--network --subnet", "--cohort --autotuning-cohort", "--autotuning-scenarios --enable-autotuning"}

var batchCommands = []command{
	{name: "dataproc batches submit spark", message: "Batch", own: batchBody, member: "sparkBatch", args: "@.args", named: "--batch", region: "--region",
		flags: [][]flag{mainFlags, jarFlags, fileFlags, archiveFlags, bucketFlags}, one: []string{classOrJar}, most: batchMost},
	{name: "dataproc batches submit pyspark", message: "Batch", own: batchBody, member: "pysparkBatch", args: "@.args", named: "--batch", region: "--region", slots: pythonSlot,
		flags: [][]flag{pythonFlags, jarFlags, fileFlags, archiveFlags, bucketFlags}, most: batchMost},
	{name: "dataproc batches submit spark-sql", message: "Batch", own: batchBody, member: "sparkSqlBatch", named: "--batch", region: "--region",
		slots: []slot{{what: "the SQL script", path: "@.queryFileUri"}},
		flags: [][]flag{jarFlags, sqlFlags, bucketFlags}, most: batchMost},
	{name: "dataproc batches submit spark-r", message: "Batch", own: batchBody, member: "sparkRBatch", args: "@.args", named: "--batch", region: "--region", slots: rSlot,
		flags: [][]flag{fileFlags, archiveFlags, bucketFlags}, most: batchMost},
	{name: "dataproc batches submit pyspark-notebook", message: "Batch", own: batchBody, member: "pysparkNotebookBatch", named: "--batch", region: "--region", since: "578",
		slots: []slot{{what: "the notebook", path: "@.notebookFileUri"}},
		flags: [][]flag{notebookFlags, pythonFlags, jarFlags, fileFlags, archiveFlags, bucketFlags}, most: batchMost},
	{name: "dataproc batches submit ray", message: "Batch", own: batchBody, member: "rayBatch", args: "@.args", named: "--batch", region: "--region", slots: pythonSlot,
		flags: [][]flag{placesFlags, bucketFlags}, most: batchMost},
}

// sessionFlags belong to the group sessions create (F12.14).
var sessionFlags = []flag{
	{name: "--async", kind: boolean}, {name: "--request-id", form: requestID},
	{name: "--max-idle", kind: seconds, path: "environmentConfig.executionConfig.idleTtl"},
	{name: "--session_template", path: "sessionTemplate"},
	{name: "--labels", kind: labels, repeat: merge, path: "labels"},
	{name: "--container-image", path: "runtimeConfig.containerImage"},
	{name: "--property", kind: dict, repeat: collect, asks: true, path: "runtimeConfig.properties", fact: "F12.14"},
	{name: "--version", path: "runtimeConfig.version"},
	{name: "--kernel", words: "python=PYTHON scala=SCALA", path: "jupyterSession.kernel"},
}

var sessionCommands = []command{
	{name: "dataproc sessions create spark", tracks: "beta", message: "Session", own: sessionBody, region: "--location",
		slots: []slot{{what: "the session's name"}}, flags: [][]flag{placesFlags}, most: []string{"--network --subnet"}},
	{name: "dataproc session-templates import", tracks: "beta", message: "SessionTemplate", own: fileBody, region: "--location", source: "--source",
		slots: []slot{{what: "the template's name"}}, flags: [][]flag{placesFlags, sourceFlags}},
	{name: "dataproc session-templates export", tracks: "beta", region: "--location",
		slots: []slot{{what: "the template's name"}}, flags: [][]flag{placesFlags, exportFlags}},
}
