package gcloud

// Tables that commands on files and templates share.
var (
	regionFlags    = []flag{{name: "--region"}}
	asyncFlags     = []flag{{name: "--async", kind: boolean}}
	timeoutFlags   = []flag{{name: "--timeout", kind: seconds}}
	sourceFlags    = []flag{{name: "--source"}}
	nameFileFlags  = []flag{{name: "--file"}}
	exportFlags    = []flag{{name: "--destination"}}
	parameterFlags = []flag{{name: "--parameters", kind: dict, path: "parameters"}}
	selectorFlags  = []flag{{name: "--cluster-labels", kind: labels, repeat: merge, some: true, path: "placement.clusterSelector.clusterLabels"}}
	managedFlags   = []flag{{name: "--cluster-name", path: "clusterName"}}
	dagFlags       = []flag{
		{name: "--labels", kind: labels, repeat: merge, path: "labels"},
		{name: "--dag-timeout", kind: seconds, path: "dagTimeout"},
		{name: "--kms-key", path: "encryptionConfig.kmsKey"},
	}
)

var templateSlot = []slot{{what: "the template's name"}}

var stepNeeds = []string{"--step-id", "--workflow-template"}

var workflowCommands = []command{
	{name: "dataproc workflow-templates create", message: "WorkflowTemplate", own: templateBody, slots: templateSlot, region: "--region",
		flags: [][]flag{regionFlags, dagFlags}},
	{name: "dataproc workflow-templates set-managed-cluster", message: "WorkflowTemplate", own: managedBody, root: "placement.managedCluster",
		slots: templateSlot, region: "--region", most: clusterMost,
		flags: [][]flag{managedFlags, regionFlags, vmFlags, machineFlags, diskFlags, securityFlags}},
	{name: "dataproc workflow-templates set-cluster-selector", message: "WorkflowTemplate", own: selectorBody, slots: templateSlot, region: "--region",
		flags: [][]flag{regionFlags, selectorFlags}},
	{name: "dataproc workflow-templates import", message: "WorkflowTemplate", own: fileBody, slots: templateSlot, region: "--region", source: "--source",
		flags: [][]flag{regionFlags, sourceFlags}},
	{name: "dataproc workflow-templates instantiate-from-file", message: "WorkflowTemplate", own: fileBody, region: "--region", source: "--file",
		flags: [][]flag{regionFlags, nameFileFlags, asyncFlags}, need: []string{"--file"}},
	{name: "dataproc workflow-templates instantiate", slots: templateSlot, region: "--region",
		flags: [][]flag{regionFlags, asyncFlags, timeoutFlags, parameterFlags}},
	{name: "dataproc workflow-templates run", tracks: "alpha beta", slots: templateSlot, region: "--region",
		flags: [][]flag{regionFlags, asyncFlags, timeoutFlags}},
	{name: "dataproc workflow-templates export", slots: templateSlot, region: "--region", flags: [][]flag{regionFlags, exportFlags}},

	{name: "dataproc workflow-templates add-job spark", message: "OrderedJob", own: stepBody, member: "sparkJob", args: "@.args",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds,
		flags: [][]flag{stepFlags, propertyFlags, mainFlags, jarFlags, fileFlags, archiveFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job pyspark", message: "OrderedJob", own: stepBody, member: "pysparkJob", args: "@.args", slots: pythonSlot,
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds,
		flags: [][]flag{stepFlags, propertyFlags, pythonFlags, jarFlags, fileFlags, archiveFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job spark-sql", message: "OrderedJob", own: stepBody, member: "sparkSqlJob",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds, one: []string{queryOrFile},
		flags: [][]flag{stepFlags, propertyFlags, queryFlags, jarFlags, variableFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job spark-r", message: "OrderedJob", own: stepBody, member: "sparkRJob", args: "@.args", slots: rSlot,
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds,
		flags: [][]flag{stepFlags, propertyFlags, fileFlags, archiveFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job hadoop", message: "OrderedJob", own: stepBody, member: "hadoopJob", args: "@.args",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds, one: []string{classOrJar},
		flags: [][]flag{stepFlags, propertyFlags, mainFlags, jarFlags, fileFlags, archiveFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job hive", message: "OrderedJob", own: stepBody, member: "hiveJob",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds, one: []string{queryOrFile},
		flags: [][]flag{stepFlags, propertyFlags, queryFlags, jarFlags, variableFlags, failureFlags}},
	{name: "dataproc workflow-templates add-job pig", message: "OrderedJob", own: stepBody, member: "pigJob",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds, one: []string{queryOrFile},
		flags: [][]flag{stepFlags, propertyFlags, queryFlags, jarFlags, variableFlags, failureFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job presto", message: "OrderedJob", own: stepBody, member: "prestoJob",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds, one: []string{queryOrFile},
		flags: [][]flag{stepFlags, propertyFlags, queryFlags, clientFlags, failureFlags, levelFlags}},
	{name: "dataproc workflow-templates add-job trino", message: "OrderedJob", own: stepBody, member: "trinoJob",
		named: "--step-id", target: "--workflow-template", region: "--region", need: stepNeeds, one: []string{queryOrFile},
		flags: [][]flag{stepFlags, propertyFlags, queryFlags, clientFlags, failureFlags, levelFlags}},
}
