package iam

import (
	"regexp"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
)

// kind of a member of a binding, for whoever asks about service accounts.
type kind uint8

const (
	nobody   kind = iota // a person, or an account that was deleted
	everyone             // all accounts there are
	worker               // a service account
	googles              // a service account as which no worker runs
	several              // service accounts may be among its members
	spelled              // a service account in a form that is not read
)

func kindOf(member string) kind {
	prefix, _, _ := strings.Cut(member, ":")
	switch {
	case member == "allUsers", member == "allAuthenticatedUsers":
		return everyone
	case prefix == "serviceAccount" && machinery().MatchString(member):
		return googles
	case prefix == "serviceAccount":
		return worker
	case prefix == "group", prefix == "domain", prefix == "principalSet":
		return several
	case prefix == "principal" && strings.Contains(member, "/serviceAccounts/"):
		return spelled
	}
	return nobody
}

// machinery are Google's own accounts: service agents, Cloud Build, the control
// plane (F2.6).
var machinery = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`:service-\d+@|@cloudbuild\.gserviceaccount\.com$|@cloudservices\.gserviceaccount\.com$`)
})

// Googles reports whether a member is one of Google's own accounts. What stands
// for the number of the project in its name need not be known.
func Googles(member source.Text) bool {
	return kindOf(member.Mask('0')) == googles
}
