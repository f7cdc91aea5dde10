package iam

import (
	"slices"
	"time"

	"cloud.google.com/go/iam/apiv1/iampb"

	"github.com/proflint/proflint/internal/model"
)

// Holders returns the service accounts that bindings let do what the agent does,
// and the members of which it cannot be told. The bindings are those of which
// Google's index says that their role holds the permission to create profiles.
// What other roles than the predefined ones hold, the cloud knows or not.
func Holders(c *model.Cloud, on string, bindings []*iampb.Binding, now time.Time) (sure, unsure []model.Holder) {
	for _, b := range bindings {
		enough, in := suffices(c, b.GetRole()), holds(b.GetCondition(), now)
		if enough == no || in == no {
			continue
		}
		for _, m := range b.GetMembers() {
			h := model.Holder{Member: m, Role: b.GetRole(), On: on}
			switch kindOf(m) {
			case nobody, googles:
				continue
			case several:
				h.Why = "a service account may be a member"
			case spelled:
				h.Why = "it is named in a form that proflint does not read"
			}
			switch {
			case enough == unknown:
				h.Why = "whether the role also holds " + agent[1] + " is not known"
			case in == unknown:
				h.Why = "it holds only under a condition: " + b.GetCondition().GetExpression()
			}
			if h.Why == "" {
				sure = append(sure, h)
			} else {
				unsure = append(unsure, h)
			}
		}
	}
	return sure, unsure
}

// suffices reports whether a role holds all that the agent needs. That a role
// which is not in the table of predefined ones holds one permission is the
// index's word, so it has to be looked up like a custom one.
func suffices(c *model.Cloud, role string) answer {
	out := yes
	for _, permission := range agent {
		got := read(c, role, permission)
		if slices.Contains(holders, role) {
			got = yes
		}
		if got != yes && out != no {
			out = got
		}
	}
	return out
}

// Unlisted returns the roles of bindings of which Holders has to be told, each
// once.
func Unlisted(bindings []*iampb.Binding) []string {
	var out []string
	for _, b := range bindings {
		if r := b.GetRole(); r != "" && !slices.Contains(holders, r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
