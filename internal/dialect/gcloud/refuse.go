package gcloud

import (
	"slices"
	"strings"
)

// siblings are flags that are taken for each other beyond a slip of the key.
var siblings = [][2]string{
	{"--property", "--properties"},
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
			if d := distance(name, t[i].name); d < limit {
				best, limit = &t[i], d
			}
		}
	}
	return best
}

// distance counts the slips between two words: a letter more, less, wrong, or
// two swapped. Words too far apart give a large number.
func distance(a, b string) int {
	if d := len(a) - len(b); d > 2 || d < -2 {
		return 99
	}
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, prev[j]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}

// in reports whether a word is in a blank-separated list.
func in(list, word string) bool { return slices.Contains(strings.Fields(list), word) }
