package gcloud

// workerFlags describe the workers; @ is the environment of the message.
var workerFlags = []flag{
	{name: "--additional-experiments", kind: list, repeat: merge, asks: true, path: "@.additionalExperiments", fact: "F12.8"},
	{name: "--additional-user-labels", kind: dict, repeat: merge, path: "@.additionalUserLabels"},
	{name: "--dataflow-kms-key", path: "@.kmsKeyName"},
	{name: "--disable-public-ips", kind: boolean, fact: "F7.6"},
	{name: "--max-workers", kind: integer, path: "@.maxWorkers"},
	{name: "--network", path: "@.network"},
	{name: "--num-workers", kind: integer, path: "@.numWorkers"},
	{name: "--service-account-email", form: email, path: "@.serviceAccountEmail", fact: "S31"},
	{name: "--subnetwork", path: "@.subnetwork"},
	{name: "--worker-machine-type", path: "@.machineType", fact: "F3.27"},
}

// Tables that Dataflow's commands share.
var (
	streamingFlags = []flag{{name: "--enable-streaming-engine", kind: boolean, path: "@.enableStreamingEngine"}}
	optionFlags    = []flag{{name: "--additional-pipeline-options", kind: list, repeat: merge, asks: true, path: "@.additionalPipelineOptions", fact: "F12.15"}}
	launchFlags    = []flag{
		{name: "--parameters", kind: dict, repeat: merge, asks: true, path: "parameters", fact: "F3.40"},
		{name: "--update", kind: boolean},
	}
	mappingFlags  = []flag{{name: "--transform-name-mappings", kind: dict, repeat: merge, with: "--update"}}
	bucketedFlags = []flag{
		{name: "--staging-location", form: gsURI, path: "@.stagingLocation"},
		{name: "--temp-location", form: gsURI, path: "@.tempLocation"},
	}
	placedFlags = []flag{{name: "--worker-region", path: "@.workerRegion"}, {name: "--worker-zone", path: "@.workerZone"}}
)

// classicFlags belong to jobs run.
var classicFlags = []flag{
	{name: "--gcs-location", form: gsURI}, {name: "--region"},
	{name: "--staging-location", form: gsURI, path: "@.tempLocation"},
	{name: "--worker-region", form: regionName, path: "@.workerRegion"},
	{name: "--worker-zone", form: zoneName, path: "@.workerZone"},
	{name: "--zone", form: zoneName, path: "@.zone"},
}

// flexFlags belong to flex-template run.
var flexFlags = []flag{
	{name: "--template-file-gcs-location", form: gsURI}, {name: "--region"},
	{name: "--launcher-machine-type", path: "@.launcherMachineType"},
	{name: "--launcher-vm-timeout-secs", kind: integer, since: "578"},
	{name: "--flexrs-goal", words: "COST_OPTIMIZED=FLEXRS_COST_OPTIMIZED SPEED_OPTIMIZED=FLEXRS_SPEED_OPTIMIZED", path: "@.flexrsGoal"},
}

// yamlFlags belong to yaml run; --pipeline-options become parameters of the
// launch. The gcloud of the second table has those of flex-template run, too.
var (
	yamlFlags = []flag{
		{name: "--yaml-pipeline-file"}, {name: "--yaml-pipeline"}, {name: "--jinja-variables"}, {name: "--region"},
		{name: "--pipeline-options", kind: dict, repeat: merge, asks: true, path: "parameters"},
	}
	yamlNewFlags = []flag{
		{name: "--template-file-gcs-location", form: gsURI, since: "578"},
		{name: "--additional-experiments", kind: list, repeat: merge, asks: true, since: "578", path: "@.additionalExperiments", fact: "F3.37"},
		{name: "--additional-pipeline-options", kind: list, repeat: merge, asks: true, since: "578", path: "@.additionalPipelineOptions", fact: "F3.38"},
		{name: "--additional-user-labels", kind: dict, repeat: merge, since: "578", path: "@.additionalUserLabels"},
		{name: "--dataflow-kms-key", since: "578", path: "@.kmsKeyName"},
		{name: "--disable-public-ips", kind: boolean, since: "578"},
		{name: "--enable-streaming-engine", kind: boolean, since: "578", path: "@.enableStreamingEngine"},
		{name: "--launcher-machine-type", since: "578", path: "@.launcherMachineType"},
		{name: "--max-workers", kind: integer, since: "578", path: "@.maxWorkers"},
		{name: "--network", since: "578", path: "@.network"},
		{name: "--num-workers", kind: integer, since: "578", path: "@.numWorkers"},
		{name: "--service-account-email", form: email, since: "578", path: "@.serviceAccountEmail"},
		{name: "--staging-location", form: gsURI, since: "578", path: "@.stagingLocation"},
		{name: "--subnetwork", since: "578", path: "@.subnetwork"},
		{name: "--temp-location", form: gsURI, since: "578", path: "@.tempLocation"},
		{name: "--transform-name-mappings", kind: dict, repeat: merge, with: "--update", since: "578"},
		{name: "--update", kind: boolean, since: "578"},
		{name: "--worker-machine-type", since: "578", path: "@.machineType"},
	}
)

// specFlags belong to flex-template build, which writes a container spec with
// defaults for the launches.
var specFlags = []flag{
	{name: "--image", path: "image"},
	{name: "--image-gcr-path", form: registry, path: "image"},
	{name: "--flex-template-base-image", form: launcher, with: "--image-gcr-path", fact: "F3.19"},
	{name: "--env", kind: dict, repeat: merge, with: "--image-gcr-path"},
	{name: "--jar", kind: list, repeat: merge, with: "--image-gcr-path"},
	{name: "--py-path", kind: list, repeat: merge, with: "--image-gcr-path"},
	{name: "--go-binary-path", with: "--image-gcr-path"},
	{name: "--yaml-pipeline-path"}, {name: "--yaml-image", with: "--yaml-pipeline-path", path: "image"},
	{name: "--sdk-language", words: "JAVA PYTHON GO YAML", path: "sdkInfo.language"},
	{name: "--metadata-file"}, {name: "--gcs-log-dir", form: gsURI}, {name: "--cloud-build-service-account", form: email},
	{name: "--image-repository-username-secret-id", form: secret, path: "imageRepositoryUsernameSecretId"},
	{name: "--image-repository-password-secret-id", form: secret, path: "imageRepositoryPasswordSecretId"},
	{name: "--image-repository-cert-path", form: gsURI, path: "imageRepositoryCertPath"},
	{name: "--enable-streaming-engine", kind: boolean}, {name: "--print-only", kind: boolean},
}

// optionsFlags belong to jobs update-options: no option of the profiler is
// among them (S34).
var optionsFlags = []flag{
	{name: "--region"}, {name: "--min-num-workers", kind: integer}, {name: "--max-num-workers", kind: integer},
	{name: "--worker-utilization-hint", kind: decimal}, {name: "--unset-worker-utilization-hint", kind: boolean},
	{name: "--latency-tier", words: "low_latency medium_latency high_latency", since: "578"}, {name: "--unset-latency-tier", kind: boolean, since: "578"},
}

// buildNeeds are what flex-template build needs to build an image.
var buildNeeds = [][2]string{
	{"--image-gcr-path", "--flex-template-base-image"}, {"--image-gcr-path", "--env"},
	{"--image-gcr-path", "--jar --py-path --go-binary-path"},
}

const stable = "ga beta" // the tracks of Dataflow's commands

var dataflowSlot = []slot{{what: "the job's name", path: "jobName"}}

// dataflowCommands launch and build templates.
var dataflowCommands = []command{
	{name: "dataflow jobs run", tracks: stable, message: "LaunchTemplate", own: classicBody, member: "environment", slots: dataflowSlot, region: "--region",
		template: "--gcs-location", need: []string{"--gcs-location"}, most: []string{"--worker-region --worker-zone --zone"},
		flags: [][]flag{classicFlags, workerFlags, streamingFlags, launchFlags, mappingFlags}},
	{name: "dataflow flex-template run", tracks: stable, message: "LaunchFlexTemplate", own: flexBody, root: "launchParameter", member: "environment",
		slots: dataflowSlot, region: "--region", template: "--template-file-gcs-location", need: []string{"--template-file-gcs-location"},
		most:  []string{"--worker-region --worker-zone"},
		flags: [][]flag{flexFlags, workerFlags, streamingFlags, optionFlags, launchFlags, mappingFlags, bucketedFlags, placedFlags}},
	{name: "dataflow yaml run", tracks: stable, message: "LaunchFlexTemplate", own: yamlBody, root: "launchParameter", member: "environment",
		slots: dataflowSlot, region: "--region", template: "--template-file-gcs-location", one: []string{"--yaml-pipeline-file --yaml-pipeline"},
		flags: [][]flag{yamlFlags, yamlNewFlags}},
	{name: "dataflow flex-template build", tracks: stable, message: "ContainerSpec", own: specBody, member: "defaultEnvironment",
		slots: []slot{{what: "the template's gs:// path", form: gsURI}}, need: []string{"--sdk-language"}, beside: buildNeeds,
		one:   []string{"--image --image-gcr-path --yaml-pipeline-path"},
		most:  []string{"--jar --py-path --go-binary-path", "--worker-region --worker-zone"},
		flags: [][]flag{specFlags, workerFlags, bucketedFlags, placedFlags}},
	{name: "dataflow jobs update-options", tracks: stable, own: optionsBody, slots: []slot{{what: "the job's id"}}, region: "--region",
		flags: [][]flag{optionsFlags}, most: []string{"--worker-utilization-hint --unset-worker-utilization-hint", "--latency-tier --unset-latency-tier"}},
}
