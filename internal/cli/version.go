package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints what was built, and from what.
func version(r *run) (int, error) {
	if len(r.args) > 0 {
		return 0, misuse("version takes no arguments")
	}
	commit := ""
	if info, known := debug.ReadBuildInfo(); known {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = ", commit " + s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	_, err := fmt.Fprintf(r.stdout, "%s %s (%s, %s/%s%s)\n", progName, toolVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, commit)
	return exitOK, err
}

// toolVersion is the version of the module: a release's tag, or "devel".
func toolVersion() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
