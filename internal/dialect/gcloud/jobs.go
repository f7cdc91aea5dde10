package gcloud

// submitFlags belong to the group jobs submit.
var submitFlags = []flag{
	{name: "--id"}, {name: "--region"}, {name: "--async", kind: boolean}, {name: "--bucket"},
}

// placeFlags are the flags of every jobs submit command.
var placeFlags = []flag{
	{name: "--cluster", path: "placement.clusterName"},
	{name: "--cluster-labels", kind: labels, repeat: merge, path: "placement.clusterLabels"},
	{name: "--labels", kind: labels, repeat: merge, path: "labels"},
	{name: "--max-failures-per-hour", kind: integer, path: "scheduling.maxFailuresPerHour"},
	{name: "--max-failures-total", kind: integer, path: "scheduling.maxFailuresTotal"},
	{name: "--ttl", kind: seconds, path: "scheduling.ttl"},
	{name: "--driver-required-memory-mb", kind: integer}, {name: "--driver-required-vcores", kind: integer},
}

// stepFlags are the flags of every workflow-templates add-job command.
var stepFlags = []flag{
	{name: "--workflow-template"}, {name: "--region"},
	{name: "--step-id", path: "stepId"},
	{name: "--start-after", kind: list, some: true, path: "prerequisiteStepIds"},
	{name: "--labels", kind: labels, repeat: merge, path: "labels"},
}

// Tables that job types share.
var (
	propertyFlags = []flag{
		{name: "--properties", kind: dict, asks: true, path: "@.properties", fact: "F12.1"},
		{name: "--properties-file", asks: true, fact: "F12.4"},
	}
	levelFlags    = []flag{{name: "--driver-log-levels", kind: dict, path: "@.loggingConfig.driverLogLevels"}}
	mainFlags     = []flag{{name: "--class", path: "@.mainClass"}, {name: "--jar", path: "@.mainJarFileUri"}}
	jarFlags      = []flag{{name: "--jars", kind: list, path: "@.jarFileUris"}}
	fileFlags     = []flag{{name: "--files", kind: list, path: "@.fileUris"}}
	archiveFlags  = []flag{{name: "--archives", kind: list, path: "@.archiveUris"}}
	pythonFlags   = []flag{{name: "--py-files", kind: list, path: "@.pythonFileUris"}}
	variableFlags = []flag{{name: "--params", kind: dict, path: "@.scriptVariables"}}
	failureFlags  = []flag{{name: "--continue-on-failure", kind: boolean, path: "@.continueOnFailure"}}
	queryFlags    = []flag{
		{name: "--execute", short: "-e", repeat: collect, path: "@.queryList.queries"},
		{name: "--file", short: "-f", path: "@.queryFileUri"},
	}
	clientFlags = []flag{
		{name: "--client-tags", kind: list, path: "@.clientTags"},
		{name: "--query-output-format", path: "@.outputFormat"},
	}
	savepointFlags = []flag{{name: "--savepoint", path: "@.savepointUri"}}
	pyflinkFlags   = []flag{
		{name: "--py-module", path: "@.pythonModule"},
		{name: "--py-requirements", path: "@.pythonRequirements"},
	}
)

const (
	classOrJar     = "--class --jar"
	queryOrFile    = "--execute --file"
	clusterOrLabel = "--cluster --cluster-labels"
)

var (
	pythonSlot = []slot{{what: "the main Python file", path: "@.mainPythonFileUri"}}
	rSlot      = []slot{{what: "the main R file", path: "@.mainRFileUri"}}
)

// jobCommands submit jobs; member is the part of the Job
// message that each one fills.
var jobCommands = []command{
	{name: "dataproc jobs submit spark", message: "Job", own: jobBody, member: "sparkJob", args: "@.args", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, mainFlags, jarFlags, fileFlags, archiveFlags, levelFlags}, one: []string{classOrJar, clusterOrLabel}},
	{name: "dataproc jobs submit pyspark", message: "Job", own: jobBody, member: "pysparkJob", args: "@.args", named: "--id", region: "--region", slots: pythonSlot,
		flags: [][]flag{propertyFlags, placeFlags, pythonFlags, jarFlags, fileFlags, archiveFlags, levelFlags}, one: []string{clusterOrLabel}},
	{name: "dataproc jobs submit spark-sql", message: "Job", own: jobBody, member: "sparkSqlJob", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, queryFlags, jarFlags, variableFlags, levelFlags}, one: []string{queryOrFile, clusterOrLabel}},
	{name: "dataproc jobs submit spark-r", message: "Job", own: jobBody, member: "sparkRJob", args: "@.args", named: "--id", region: "--region", slots: rSlot,
		flags: [][]flag{propertyFlags, placeFlags, fileFlags, archiveFlags, levelFlags}, one: []string{clusterOrLabel}},
	{name: "dataproc jobs submit hadoop", message: "Job", own: jobBody, member: "hadoopJob", args: "@.args", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, mainFlags, jarFlags, fileFlags, archiveFlags, levelFlags}, one: []string{classOrJar, clusterOrLabel}},
	{name: "dataproc jobs submit hive", message: "Job", own: jobBody, member: "hiveJob", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, queryFlags, jarFlags, variableFlags, failureFlags}, one: []string{queryOrFile, clusterOrLabel}},
	{name: "dataproc jobs submit pig", message: "Job", own: jobBody, member: "pigJob", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, queryFlags, jarFlags, variableFlags, failureFlags, levelFlags}, one: []string{queryOrFile, clusterOrLabel}},
	{name: "dataproc jobs submit presto", message: "Job", own: jobBody, member: "prestoJob", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, queryFlags, clientFlags, failureFlags, levelFlags}, one: []string{queryOrFile, clusterOrLabel}},
	{name: "dataproc jobs submit trino", message: "Job", own: jobBody, member: "trinoJob", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, queryFlags, clientFlags, failureFlags, levelFlags}, one: []string{queryOrFile, clusterOrLabel}},
	{name: "dataproc jobs submit flink", message: "Job", own: jobBody, member: "flinkJob", args: "@.args", named: "--id", region: "--region",
		flags: [][]flag{propertyFlags, placeFlags, mainFlags, jarFlags, savepointFlags, levelFlags}, one: []string{classOrJar, clusterOrLabel}},
	{name: "dataproc jobs submit pyflink", message: "Job", own: jobBody, member: "pyflinkJob", args: "@.args", named: "--id", region: "--region", slots: pythonSlot,
		flags: [][]flag{propertyFlags, placeFlags, pythonFlags, pyflinkFlags, jarFlags, archiveFlags, savepointFlags, levelFlags}, one: []string{clusterOrLabel}},
}
