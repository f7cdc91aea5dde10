package rest

import (
	"cmp"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/dialect/agent"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// listing reads the list of a project's profiles (F8.16). What says that it
// goes on, or that some were left out, makes it a partial one.
func listing(res resource, t value.Tree) *model.Listing {
	l := &model.Listing{At: t.At, Project: res.part["projects"]}
	for _, p := range t.Get("profiles").Items() {
		l.Profiles = append(l.Profiles, &model.Profile{
			At: spot(p, "deployment"), Service: known(p.Get("deployment"), "target"), Version: known(p.Get("deployment", "labels"), "version"),
			Zone: known(p.Get("deployment", "labels"), "zone"), Type: known(p, "profileType"), Start: moment(p, "startTime"),
		})
	}
	l.Partial = partial(t)
	return l
}

// partial says why a list is not all that there is; "" if it is.
func partial(t value.Tree) string {
	for _, sign := range [][2]string{{"skippedProfiles", "the answer leaves some out"}, {"nextPageToken", "the list goes on"}} {
		if s := known(t, sign[0]); s != "" && s != "0" {
			return sign[1]
		}
	}
	return known(t, "partial")
}

// usage reads when quotas of the Profiler API were used up (F8.21): points that
// are true, or counts of such points.
func usage(res resource, t value.Tree) *model.Usage {
	u := &model.Usage{At: t.At, Project: res.part["projects"], Partial: partial(t)}
	for _, series := range t.Get("timeSeries").Items() {
		labels := series.Get("metric", "labels")
		for _, p := range series.Get("points").Items() {
			when := moment(p.Get("interval"), "endTime")
			n := known(p.Get("value"), "int64Value")
			if hit := known(p.Get("value"), "boolValue") == "true" || n != "" && n != "0"; hit && !when.IsZero() {
				u.Hits = append(u.Hits, &model.Hit{At: spot(p.Get("interval"), "endTime"), Quota: cmp.Or(known(labels, "quota_metric"), known(labels, "limit_name")), When: when})
			}
		}
	}
	return u
}

// switched reads an entry that agent.Switches finds. One that failed
// switched nothing; of a change that takes time there are two entries.
func switched(res resource, t value.Tree) []*model.Switched {
	call := t.Get("protoPayload")
	method := known(call, "methodName")
	on, off := strings.Contains(method, "EnableService"), strings.Contains(method, "DisableService")
	if !on && !off || call.Get("status", "code").Present() && known(call.Get("status"), "code") != "0" {
		return nil
	}
	about := strings.Contains(known(call, "resourceName"), agent.API)
	for _, id := range call.Get("request", "serviceIds").Items() {
		s, _ := id.Str().Get()
		about = about || s.String() == agent.API
	}
	when := moment(t, "timestamp")
	if !about || when.IsZero() {
		return nil
	}
	return []*model.Switched{{At: spot(t, "timestamp"), API: agent.API, Project: res.part["projects"], On: on, When: when}}
}

// conferred reads an entry of the audit log about the policy of a project (F8.23).
func conferred(res resource, t value.Tree) []*model.Conferred {
	call, when := t.Get("protoPayload"), moment(t, "timestamp")
	if known(call, "methodName") != "SetIamPolicy" || when.IsZero() || call.Get("status", "code").Present() && known(call.Get("status"), "code") != "0" {
		return nil
	}
	var out []*model.Conferred
	for _, d := range call.Get("serviceData", "policyDelta", "bindingDeltas").Items() {
		out = append(out, &model.Conferred{At: spot(t, "timestamp"), Project: res.part["projects"], Member: known(d, "member"), Role: known(d, "role"), Given: known(d, "action") == "ADD", When: when})
	}
	return out
}

func moment(t value.Tree, key string) time.Time {
	at, _ := value.Moment(t.Get(key).Str()).Get()
	return at
}
