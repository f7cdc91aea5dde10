package iam

import (
	"time"

	"github.com/proflint/proflint/internal/model"
)

// Since returns the entry of the audit log by which an account that has a role now
// was given it after a time; nil where the log does not show that (F8.23). What it
// shows of the time is what the last change before leaves, else what the first
// one behind it undoes.
func Since(c *model.Cloud, project string, a *model.Access, when time.Time) *model.Conferred {
	var before, after *model.Conferred
	for _, e := range c.Conferred {
		switch {
		case e.Project != project || e.Member != a.Who:
		case e.Role != a.Role:
			if !e.Given && e.When.After(when) && grants(c, e.Role, agent[0]) != no {
				return nil // another role, which it had then, may have let it
			}
		case !e.When.After(when):
			if before == nil || before.When.Before(e.When) {
				before = e
			}
		case after == nil || e.When.Before(after.When):
			after = e
		}
	}
	if after == nil || !after.Given || before != nil && before.Given {
		return nil
	}
	return after
}
