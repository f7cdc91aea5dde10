package checks

import (
	"time"

	"github.com/proflint/proflint/internal/source"
)

// enabling is the command that switches an API on; "" is the project of gcloud's
// configuration.
func enabling(api, project string) string {
	out := "gcloud services enable " + api
	if project != "" {
		out += " --project=" + source.ShellWord(project)
	}
	return out
}

// granting is the command that gives a member a role in a project.
func granting(role, member, project string) string {
	return "gcloud projects add-iam-policy-binding " + source.ShellWord(project) + " --member=" + source.ShellWord(member) + " --role=" + role
}

// anyAccount is the member of a command whose account is to be filled in.
const anyAccount = "serviceAccount:ACCOUNT"

// minute writes a time for people.
func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
