package livetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Way is how a request fails.
type Way uint8

// The ways.
const (
	Answer    Way = iota // with Status and Body
	Hang                 // no answer until the client gives up
	Drip                 // a byte now and then
	Truncated            // the right answer, cut off
	Close                // the connection is closed
)

// Fault makes requests fail.
type Fault struct {
	Match  string // a part of "GET dataproc/v1/…"; "" for every request
	Times  int    // how often; 0 for always
	Kind   Way
	Status int
	Body   string
	Header map[string]string

	served int
}

// serve fails the request, unless the right answer is still needed.
func (f *Fault) serve(w http.ResponseWriter, r *http.Request) bool {
	for k, v := range f.Header {
		w.Header().Set(k, v)
	}
	switch f.Kind {
	case Answer:
		write(w, f.Status, f.Body)
	case Hang:
		<-r.Context().Done()
	case Drip:
		flush := http.NewResponseController(w)
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = flush.Flush()
			time.Sleep(20 * time.Millisecond)
		}
	case Close:
		panic(http.ErrAbortHandler)
	default:
		return false
	}
	return true
}

func write(w http.ResponseWriter, status int, body string) {
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}

// errorBody is Google's error body of today.
func errorBody(code int, status, message string, details ...any) string {
	e := map[string]any{"code": code, "message": message, "status": status}
	if len(details) > 0 {
		e["details"] = details
	}
	b, _ := json.MarshalIndent(map[string]any{"error": e}, "", "  ")
	return string(b)
}

func info(reason string, metadata map[string]string) map[string]any {
	return map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "domain": "googleapis.com", "metadata": metadata}
}

// Disabled is the answer of an API that is not enabled in a project ("projects/123").
func Disabled(service, consumer string) Fault {
	return Fault{Status: 403, Body: errorBody(403, "PERMISSION_DENIED",
		fmt.Sprintf("%s API has not been used in project %s before or it is disabled.", service, consumer[len("projects/"):]),
		map[string]any{"@type": "type.googleapis.com/google.rpc.Help"},
		info("SERVICE_DISABLED", map[string]string{"service": service, "consumer": consumer}))}
}

// Denied is the answer to a caller who lacks a permission; without one, the bare
// sentence that most denials consist of.
func Denied(permission string) Fault {
	if permission == "" {
		return Fault{Status: 403, Body: errorBody(403, "PERMISSION_DENIED", "The caller does not have permission")}
	}
	return Fault{Status: 403, Body: errorBody(403, "PERMISSION_DENIED", "Permission '"+permission+"' denied on resource (or it may not exist).",
		info("IAM_PERMISSION_DENIED", map[string]string{"permission": permission}))}
}

// Failing is an answer with a code, a status and a reason, as most are.
func Failing(code int, status, message, reason string, metadata map[string]string) Fault {
	if reason == "" {
		return Fault{Status: code, Body: errorBody(code, status, message)}
	}
	return Fault{Status: code, Body: errorBody(code, status, message, info(reason, metadata))}
}

// On returns the fault for requests that hold a text.
func (f Fault) On(match string) Fault {
	f.Match = match
	return f
}
