package shell

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// What a launch is built from, and what it sets there.
func TestBuiltFrom(t *testing.T) {
	const asks = "--runner=DataflowRunner --dataflowServiceOptions=enable_google_cloud_profiler"
	for in, want := range map[string]string{
		"mvn exec:java -Dexec.args='" + asks + "'":                                                          " mvn exec.args=" + asks,
		"cd a && mvn -f b/pom.xml -Dv=1 exec:java -Dexec.args='" + asks + "'":                               "a/b mvn v=1 exec.args=" + asks,
		"mvn -pl a/b -am exec:java -Dexec.args='" + asks + "'":                                              "a/b mvn exec.args=" + asks,
		"mvn --projects :b exec:java -Dexec.args='" + asks + "'":                                            " mvn exec.args=" + asks,
		"./gradlew -p a :b:c:run -PbeamVersion=2 --args='" + asks + "'":                                     "a/b/c gradle beamVersion=2",
		"./gradlew --project-dir=a -x :b:test run --args='" + asks + "'":                                    "a gradle",
		"./gradlew run --args '" + asks + "'":                                                               " gradle",
		"sbt -Dv=1 'runMain A " + asks + "'":                                                                " sbt v=1",
		"go run -C a/b -tags x . --runner=dataflow --dataflow_service_options=enable_google_cloud_profiler": "a/b",
		"uv run --directory a python m.py --project=b " + asks:                                              "a",
		"poetry -C a/b run python m.py " + asks:                                                             "a/b",
		"java -jar a/target/b.jar " + asks:                                                                  "a",
		"(cd a; java -jar build/libs/b.jar " + asks + ")":                                                   "a",
		"java -jar /opt/target/b.jar " + asks:                                                               "",
		"docker run --rm -it -e A=b --entrypoint java i:1 -jar a/target/b.jar " + asks:                      "a",
		"cd a; docker run -w /src i:1 mvn -f b exec:java -Dexec.args='" + asks + "'":                        "b mvn exec.args=" + asks,
		"docker container run i:1 java -jar b.jar " + asks:                                                  "",
	} {
		r := &surface.Reader{Set: &model.Set{}, Open: func(string) (*source.File, bool) { return nil, false }}
		Surface().Read(r, surface.Fragment{Lang: surface.Shell, Text: text(in)})
		got := "no launch"
		for _, w := range r.Set.Workloads {
			got = w.Folder + " " + string(w.Builder)
			for _, g := range w.Given {
				got += " " + g.Name + "=" + g.Value.String()
			}
		}
		if strings.TrimRight(got, " ") != want {
			t.Errorf("%s\ngot  %q\nwant %q", in, got, want)
		}
	}
}
