package agent

import "strings"

// Needs reports whether agents need a quota of the Profiler API, by the name of
// its metric. Of the four that there are, one counts requests that list profiles
// (F8.6, F8.22); the names of the metrics are not documented.
func Needs(quota string) bool { return !strings.Contains(strings.ToLower(quota), "list") }
