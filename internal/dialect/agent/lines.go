// Package agent knows what the profiler's agents, and the SDKs that start
// them, write into logs.
package agent

import "github.com/proflint/proflint/internal/model"

// line is a text that tells something wherever it stands in a log line. The
// first row that fits decides, so the precise ones come first.
type line struct {
	holds string
	with  []string // only in a line that holds one of these, too, in any case: others use the same words
	means model.Meaning
	says  string
	facts string
}

// profilers are the words that a line of the agents, or of the profiler's API, has
// beside what any API says.
var profilers = []string{"failed to create profile", "upload profile whose", "profile bytes upload", "cloudprofiler", "cloud profiler"}

var lines = []line{
	// what the service answers, whoever prints it
	{"Cloud Profiler API has not been used in project", nil, model.APIDisabled, "the Cloud Profiler API is off in the project of the workers", "F8.15"},
	{"SERVICE_DISABLED", []string{"cloudprofiler"}, model.APIDisabled, "the API that the agent calls is off in the project of the workers", "F8.15"},
	{"The caller does not have permission", profilers, model.NoPermission, "the workers' account may not create profiles", "F8.15"},
	{"Quota exceeded", profilers, model.OverQuota, "the Profiler quota of the project is used up", "S43"},
	{"HttpError 429", profilers, model.OverQuota, "the Profiler quota of the project is used up", "S43"},
	{"Failed to create profile, will retry: 7 ", nil, model.Denied, "permission denied: the workers' account may not create profiles, or the Cloud Profiler API is off", "F8.11"},
	{"Failed to create profile (will retry", []string{"httperror 403"}, model.Denied, "permission denied: the workers' account may not create profiles, or the Cloud Profiler API is off", "F8.13"},
	{"Failed to create profile, will retry: 8 ", nil, model.OverQuota, "the Profiler quota of the project is used up", "F8.11"},
	{"Failed to create profile, will retry: 14 ", nil, model.NoNetwork, "the agent cannot reach the Profiler service", "F8.11"},
	{"Failed to create profile, will retry: 16 ", nil, model.NoCredentials, "the agent has no credentials that the service accepts", "F8.11"},
	// Java (F8.11, F8.19, F7.11)
	{"does not match pattern", []string{"service name"}, model.BadName, "the service name is not of the form that the agent accepts", "F8.11"},
	{"Deployment service name is not configured", nil, model.BadName, "the agent was given no service name", "F8.11"},
	{"Failed to read the project ID from the VM metadata", nil, model.NoProject, "the workers cannot reach the metadata server", "F7.11"},
	{"Project ID is unknown", nil, model.NoProject, "the agent does not know the project: the metadata server did not answer", "F8.11"},
	{"Failed to get Google default credentials", nil, model.NoCredentials, "the agent finds no credentials", "F8.11"},
	{"Profile bytes upload failed", nil, model.UploadFailed, "a profile was taken and its upload was refused", "F8.11"},
	{"Failed to start HeapMonitor", nil, model.NoHeap, "heap sampling needs Java 11; CPU profiles come all the same", "F8.11"},
	{"Aborting wall profiling due to too many threads", nil, model.NoHeap, "wall profiles are skipped above 4096 threads; CPU profiles come all the same", "F8.9"},
	{"Cannot enable profiling", []string{"metadata"}, model.NotStarted, "the SDK did not start the agent: the job's metadata is missing", "F8.19"},
	{"profiling will not be enabled", []string{"cloud"}, model.NotStarted, "the SDK did not start the agent: the job's metadata is missing", "F8.19"},
	{"Could not find agent library /opt/google_cloud_profiler", nil, model.NoAgent, "the JVM finds no Java agent in the image, or cannot load it", "F3.25"},
	{"Failed to initialize JVMTI", nil, model.NotStarted, "the Java agent does not work with this JVM", "F8.11"},
	{"Failed to enable JVMTI events", nil, model.NotStarted, "the Java agent does not work with this JVM", "F8.11"},
	{"JNI Error", []string{"entry.cc"}, model.NotStarted, "the Java agent does not work with this JVM", "F8.11"},
	// Python (F8.12, F3.29-F3.31)
	{"No module named", []string{"googlecloudprofiler"}, model.NoAgent, "the image has no Python agent", "F3.28"},
	{"does not match reg", []string{"service name"}, model.BadName, "the service name is not of the form that the agent accepts", "F8.12"},
	{"Unable to determine the project ID", []string{"profiler"}, model.NoProject, "the agent does not know the project: the metadata server did not answer", "F8.12"},
	{"Unable to start google cloud profiler", nil, model.NotStarted, "the Python agent could not start, for the reason that the line names", "F3.28"},
	{"Failed to build the Discovery client for profiler", nil, model.NoNetwork, "the Python agent cannot reach Google's APIs, or has no credentials", "F8.12"},
	{"Failed to collect and upload profile whose profile type", nil, model.UploadFailed, "a profile was taken and its upload was refused", "F8.12"},
	// Go (F3.33)
	{"failed to start cloud profiler", nil, model.NotStarted, "the Go agent could not start, for the reason that the line names", "F3.33"},
	// signs of life
	{"Profile created: ", nil, model.ProfileMade, "the service takes profiles", "F8.11"},
	{"Creating a new profile via profiler service", nil, model.AgentStarts, "the agent asks the service for its turn", "F8.11"},
	{"Initialized deployment: project_id=", nil, model.AgentStarts, "the agent is loaded and knows its project", "F8.11"},
	{"Profiler agent loaded", nil, model.AgentStarts, "the agent is loaded", "F8.11"},
	{"Google Cloud Profiler Java agent version", nil, model.AgentStarts, "the agent is loaded", "F8.11"},
	{"Turning on Cloud Profiling", nil, model.AgentStarts, "the SDK starts the agent", "F8.19"},
	{"Turning on Google Cloud Profiler", nil, model.AgentStarts, "the SDK starts the agent", "F8.12"},
}
