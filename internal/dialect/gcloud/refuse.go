package gcloud

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// siblings are flags that are taken for each other beyond a slip of the key.
var siblings = [][2]string{
	{"--property", "--properties"},
	{"--conf", "--properties"},
	{"--cluster-name", "--cluster"},
	{"--main-class", "--class"},
	{"--location", "--region"},
	{"--subnetwork", "--subnet"},
	{"--experiments", "--additional-experiments"},
	{"--dataflow-service-options", "--additional-experiments"},
	{"--dataflowServiceOptions", "--additional-experiments"},
	{"--gcs-location", "--template-file-gcs-location"},
	{"--service-account", "--service-account-email"},
}

// nearest returns the flag that a wrong name was meant to be, or nil.
func nearest(name string, tables [][]flag) *flag {
	name = strings.ReplaceAll(name, "_", "-")
	for _, s := range siblings {
		for i := range s {
			if f, _ := lookup(tables, s[1-i]); s[i] == name && f != nil {
				return f
			}
		}
	}
	var best *flag
	limit := 3
	for _, t := range tables {
		for i := range t {
			if value.Slipped(name, t[i].name, limit-1) { // of most flags the length tells
				best, limit = &t[i], value.Slips(name, t[i].name)
			}
		}
	}
	return best
}

// in reports whether a word is in a blank-separated list.
func in(list, word string) bool { return slices.Contains(strings.Fields(list), word) }
