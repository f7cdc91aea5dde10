package live

import (
	"encoding/json"
	"slices"
	"strings"
)

// enum is one that is read: its names in the order of their numbers, for servers
// that send numbers.
type enum struct {
	key   string
	kinds string // the kinds of questions in whose answers key has these values
	names string // separated by blanks; "-" for a number that has no name
}

// numbered are the enums, as Google's proto files number them.
var numbered = []enum{
	{"state", "services", "- DISABLED ENABLED"},
	{"currentState", "dataflowjobs dataflowjob", "JOB_STATE_UNKNOWN JOB_STATE_STOPPED JOB_STATE_RUNNING JOB_STATE_DONE JOB_STATE_FAILED JOB_STATE_CANCELLED " +
		"JOB_STATE_UPDATED JOB_STATE_DRAINING JOB_STATE_DRAINED JOB_STATE_PENDING JOB_STATE_CANCELLING JOB_STATE_QUEUED JOB_STATE_RESOURCE_CLEANING_UP"},
	{"type", "dataflowjobs dataflowjob", "JOB_TYPE_UNKNOWN JOB_TYPE_BATCH JOB_TYPE_STREAMING"},
	{"ipConfiguration", "dataflowjob", "WORKER_IP_UNSPECIFIED WORKER_IP_PUBLIC WORKER_IP_PRIVATE"},
	{"state", "clusters cluster", "UNKNOWN CREATING RUNNING ERROR DELETING UPDATING STOPPING STOPPED STARTING ERROR_DUE_TO_UPDATE REPAIRING SCHEDULED"},
	{"state", "jobs job", "STATE_UNSPECIFIED PENDING RUNNING CANCEL_PENDING CANCELLED DONE ERROR CANCEL_STARTED SETUP_DONE ATTEMPT_FAILURE"},
	{"state", "batches batch", "STATE_UNSPECIFIED PENDING RUNNING CANCELLING CANCELLED SUCCEEDED FAILED"},
	{"state", "sessions session", "STATE_UNSPECIFIED CREATING ACTIVE TERMINATING TERMINATED FAILED"},
	{"profileType", "profiles", "PROFILE_TYPE_UNSPECIFIED CPU WALL HEAP THREADS CONTENTION PEAK_HEAP HEAP_ALLOC"},
}

// nameEnums replaces the numbers of enums by their names.
func nameEnums(k Kind, v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			nameEnums(k, x)
		}
	case page:
		for key, x := range v {
			n, ok := x.(json.Number)
			if !ok {
				nameEnums(k, x)
				continue
			}
			if name := enumName(k, key, n); name != "" {
				v[key] = name
			}
		}
	}
}

func enumName(k Kind, key string, n json.Number) string {
	i, err := n.Int64()
	for _, e := range numbered {
		names := strings.Fields(e.names)
		if e.key == key && err == nil && i >= 0 && int(i) < len(names) && slices.Contains(strings.Fields(e.kinds), string(k)) {
			return names[i]
		}
	}
	return ""
}
