package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// pace collects garbage late while there is little, and then so often that a tree
// of 41,000 files takes hardly more memory than one of 4,000. Go itself collects a
// young heap at every 4 MB, a dozen times for a repository of 4,000 files, which
// never comes to the first collection here: 7 % less processor time. What GOGC or
// GOMEMLIMIT say counts more.
func pace() {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(44<<20)
	if percent != 100 || limit != math.MaxInt64 {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
		return
	}
	runtime.AddCleanup(new([16]byte), collected, 0)
}

// collected is called after each collection. The heap may then grow to 26 MB, or by
// half of what it holds beyond 10: an old heap that grows to twice its size, as is
// usual, takes 30 % more, and one that grows by a fifth a quarter more time.
func collected(int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	now := live[0].Value.Uint64()
	heap := max(26<<20, now+now/2-min(now/2, 5<<20))
	debug.SetGCPercent(int((heap - now) * 100 / max(now, 1)))
	debug.SetMemoryLimit(math.MaxInt64)
	runtime.AddCleanup(new([16]byte), collected, 0)
}
