package beam

import (
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// kind is what an option takes.
type kind uint8

const (
	text kind = iota // one value
	list             // several
	flag             // none: in Python and Go its name alone switches it on
)

// id names an option whatever its spelling.
type id uint8

const (
	noOption id = iota
	serviceOptions
	experiments
	runner
	jobName
	project
	region
	account
	image
	machineType
	templateLocation
	network
	subnetwork
	publicIPs
	noPublicIPs
	labels
	staged    // what the workers install when they start
	lookalike // writes profiles elsewhere, or did so once
	other
)

// option is one option of interest: its names in each SDK, the usual one
// first. An empty list of names: the SDK has none.
type option struct {
	id       id
	java     string
	python   string
	golang   string
	kind     kind
	dataflow bool // no other runner or program has an option of these names
	facts    string
}

// options are those that say something of a request, of the workers, or of
// whether a program is a Beam pipeline at all.
var options = []option{
	{serviceOptions, "dataflowServiceOptions", "dataflow_service_options dataflow_service_option", "dataflow_service_options", list, true, "F3.1 F3.5 F3.9"},
	{experiments, "experiments", "experiments experiment", "experiments", list, false, "F3.14"},
	{runner, "runner", "runner", "runner", text, false, "F3.54"},
	{jobName, "jobName", "job_name", "job_name", text, false, "S40"},
	{project, "project", "project", "project", text, false, ""},
	{region, "region", "region", "region", text, false, ""},
	{account, "serviceAccount", "service_account_email", "service_account_email", text, false, "S31"},
	{image, "sdkContainerImage workerHarnessContainerImage", "sdk_container_image worker_harness_container_image", "sdk_container_image worker_harness_container_image", text, true, "F3.25 F3.32"},
	{image, "", "", "environment_config", text, false, "F3.33"},
	{machineType, "workerMachineType", "worker_machine_type", "worker_machine_type", text, true, "F3.27"},
	{machineType, "", "machine_type", "machine_type", text, false, "F3.27"},
	{network, "network", "network", "network", text, false, "F7.6"},
	{subnetwork, "subnetwork", "subnetwork", "subnetwork", text, false, "F7.6"},
	{publicIPs, "usePublicIps", "use_public_ips", "use_public_ips", flag, true, "F7.6"},
	{noPublicIPs, "", "no_use_public_ips", "no_use_public_ips", flag, true, "F7.6"},
	{labels, "labels", "labels label", "labels", list, false, ""},
	{lookalike, "saveProfilesToGcs profilingAgentConfiguration enableProfilingAgent", "", "", text, true, "F3.51"},
	{lookalike, "", "profile_location profiler_agent", "cpu_profiling", text, false, "F3.52 F3.53"},
	{lookalike, "", "profile_cpu profile_memory", "", flag, false, "F3.52"},
	{other, "stagingLocation", "staging_location", "staging_location", text, true, ""},
	{other, "gcpTempLocation", "", "", text, true, ""},
	{other, "tempLocation", "temp_location", "temp_location", text, false, ""},
	{templateLocation, "templateLocation", "template_location", "template_location", text, true, ""},
	{other, "maxNumWorkers", "max_num_workers", "max_num_workers", text, true, ""},
	{other, "numWorkers", "num_workers", "num_workers", text, false, ""},
	{other, "workerZone workerRegion", "worker_zone worker_region", "worker_zone worker_region", text, true, ""},
	{other, "zone", "zone", "zone", text, false, ""},
	{other, "diskSizeGb", "disk_size_gb", "disk_size_gb", text, false, ""},
	{other, "workerDiskType", "worker_disk_type disk_type", "disk_type", text, false, ""},
	{other, "autoscalingAlgorithm", "autoscaling_algorithm", "autoscaling_algorithm", text, true, ""},
	{other, "dataflowKmsKey", "dataflow_kms_key", "dataflow_kms_key", text, true, ""},
	{other, "flexRSGoal", "flexrs_goal", "flexrs_goal", text, true, ""},
	{other, "dataflowEndpoint", "dataflow_endpoint", "dataflow_endpoint", text, true, ""},
	{other, "enableStreamingEngine", "enable_streaming_engine", "", flag, true, ""},
	{other, "streaming", "streaming", "", flag, false, ""},
	{other, "update", "update", "update", flag, false, ""},
	{other, "filesToStage", "files_to_stage file_to_stage", "", list, false, ""},
	{staged, "", "requirements_file setup_file extra_package extra_packages", "", text, false, "F3.32"},
	{other, "", "sdk_location", "worker_binary endpoint session_recording teardown_policy", text, false, ""},
	{other, "", "save_main_session no_auth enable_hot_key_logging", "async execute_async dry_run beam_strict retain_docker_containers", flag, false, ""},
}

// langs are the SDKs that read options of their own.
var langs = []model.Lang{model.Java, model.Python, model.Go}

// names returns the option's names in a language, the usual one first.
func (o *option) names(lang model.Lang) []string {
	switch lang {
	case model.Java:
		return strings.Fields(o.java)
	case model.Python:
		return strings.Fields(o.python)
	case model.Go:
		return strings.Fields(o.golang)
	}
	return nil
}

// byName finds the option that each of the langs knows by a name: every word of
// every command that may launch a pipeline is looked up.
var byName = sync.OnceValue(func() map[string][]*option {
	out := map[string][]*option{}
	for at, lang := range langs {
		for i := range options {
			for _, name := range options[i].names(lang) {
				if out[name] == nil {
					out[name] = make([]*option, len(langs))
				}
				if out[name][at] == nil {
					out[name][at] = &options[i]
				}
			}
		}
	}
	return out
})

// find returns the option that a language knows by a name, nil for none.
func find(lang model.Lang, name string) *option {
	for i, o := range byName()[name] {
		if langs[i] == lang {
			return o
		}
	}
	return nil
}

// IsOption reports whether an SDK has an option of interest of that name.
func IsOption(lang model.Lang, name string) bool { return find(lang, name) != nil }

// Named reports whether any SDK has an option of interest of that name, or one
// of the lists in another spelling.
func Named(name string) bool {
	return byName()[name] != nil || likeList(name)
}

// IsList reports whether an option is one of the lists that ask for profiling.
func IsList(lang model.Lang, name string) bool {
	o := find(lang, name)
	return o != nil && (o.id == serviceOptions || o.id == experiments)
}

// foreign returns the option that another SDK knows by a name, and that SDK.
func foreign(lang model.Lang, name string) (*option, model.Lang) {
	for i, o := range byName()[name] {
		if o != nil && langs[i] != lang {
			return o, langs[i]
		}
	}
	return nil, ""
}

// spelling returns the usual name of an option in a language.
func spelling(lang model.Lang, of id) string {
	for i := range options {
		if names := options[i].names(lang); options[i].id == of && len(names) > 0 {
			return names[0]
		}
	}
	return ""
}

// listName is a name of an option that asks, in letters alone.
type listName struct {
	norm string
	id   id
}

var lists = []listName{
	{"dataflowserviceoptions", serviceOptions},
	{"serviceoptions", serviceOptions}, // its name before 2.30.0 (F3.1)
	{"experiments", experiments},
	{"additionalexperiments", experiments}, // gcloud's name
}

// likeList reports whether a name is, but for its spelling, that of an option
// that asks in any SDK.
func likeList(name string) bool {
	norm := letters(name)
	return slices.ContainsFunc(lists, func(m listName) bool { return m.norm == norm })
}

// meant returns the list option that a name was meant to be: hyphens, other
// capitals, two letters off, an abbreviation. Python reads abbreviations before
// 2.66.0 (F3.13), but not of these: they have two names that begin alike, and
// Beam drops what argparse finds ambiguous. Only where the value asks for the
// profiler is this asked at all.
func meant(name string) (id, bool) {
	n := letters(name)
	for _, m := range lists {
		if n == m.norm || value.Slipped(n, m.norm, slips) || len(n) >= 8 && strings.HasPrefix(m.norm, n) {
			return m.id, true
		}
	}
	return noOption, false
}

// letters drops what people write between the words of a name.
func letters(name string) string {
	return strings.ToLower(separators.Replace(name))
}

var separators = strings.NewReplacer("-", "", "_", "", ".", "")
