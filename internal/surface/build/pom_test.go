package build

import (
	"strings"
	"testing"
)

// project wraps the inside of a pom; what is given starts at line 2.
func pomOf(inside string) string {
	return "<project><modelVersion>4.0.0</modelVersion><artifactId>a</artifactId>\n" + inside + "\n</project>\n"
}

const (
	core   = "<groupId>org.apache.beam</groupId><artifactId>beam-sdks-java-core</artifactId>"
	runner = "<groupId>org.apache.beam</groupId><artifactId>beam-runners-google-cloud-dataflow-java</artifactId>"
	bom    = "<groupId>org.apache.beam</groupId><artifactId>beam-sdks-java-google-cloud-platform-bom</artifactId>"
)

func dep(of, version string) string {
	if version != "" {
		version = "<version>" + version + "</version>"
	}
	return "<dependency>" + of + version + "</dependency>"
}

func deps(list ...string) string {
	return "<dependencies>" + strings.Join(list, "") + "</dependencies>"
}

func managed(list ...string) string {
	return "<dependencyManagement>" + deps(list...) + "</dependencyManagement>"
}

func TestPom(t *testing.T) {
	bomImport := func(v string) string {
		return "<dependency>" + bom + "<version>" + v + "</version><type>pom</type><scope>import</scope></dependency>"
	}
	for _, c := range []struct{ name, text, want string }{
		{"literal", deps(dep(core, "\n  2.60.0\n")), `java 2.60.0 @pom.xml:3 "2.60.0"`},
		{"property", "<properties><beam.version>2.31.0</beam.version></properties>\n" + deps(dep(runner, "${beam.version}")), `java 2.31.0 @pom.xml:2 "2.31.0"`},
		{"property of a property", "<properties><a>2.31</a><b>${a}.0</b></properties>" + deps(dep(core, "${b}")), `java 2.31.0 @pom.xml:2 "2.31"`},
		{"property that names itself", "<properties><b>${b}</b></properties>" + deps(dep(core, "${b}")), `java unknown (it refers to itself) @pom.xml:2 "${b}"`},
		{"no such property", deps(dep(core, "${b}")), `java unknown (not set in these files) @pom.xml:2 "${b}"`},
		{"managed", managed(dep(core, "2.59.0")) + "\n" + deps(dep(core, "")), `java 2.59.0 @pom.xml:2 "2.59.0"`},
		{"bill of materials", managed(bomImport("2.58.0")) + "\n" + deps(dep(core, "")), `java 2.58.0 @pom.xml:2 "2.58.0"`},
		{"bill of materials alone", managed(bomImport("2.58.0")), `java 2.58.0 @pom.xml:2 "2.58.0"`},
		{"managed before bill of materials", managed(bomImport("2.58.0"), dep(core, "2.57.0")) + deps(dep(core, "")), `java 2.57.0 @pom.xml:2 "2.57.0"`},
		{"another bill of materials", managed(strings.ReplaceAll(bomImport("1"), "org.apache.beam", "com.google")) + "\n" + deps(dep(core, "")),
			`java unknown (its version comes from beam-sdks-java-google-cloud-platform-bom, not in these files) @pom.xml:3 "org.apache.beam</groupId><artifactId>beam-sdks-java-core"`},
		{"excluded only", deps("<dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version><exclusions><exclusion>" + core + "</exclusion></exclusions></dependency>"), ""},
		{"of a plugin", "<build><plugins><plugin><artifactId>p</artifactId>" + deps(dep(core, "2.60.0")) + "</plugin></plugins></build>", ""},
		{"in a profile", "<profiles><profile><id>d</id>" + deps(dep(runner, "2.60.0")) + "</profile></profiles>" + deps(dep(strings.Replace(core, "core", "io", 1), "2.61.0")),
			`java 2.60.0 @pom.xml:2 "2.60.0"`},
		{"property set in a profile too", "<properties><b>2.60.0</b></properties><profiles><profile><properties><b>2.61.0</b></properties></profile></profiles>" + deps(dep(core, "${b}")),
			`java unknown (one of 2.60.0 and 2.61.0: the profile decides) @pom.xml:2 "2.60.0"`},
		{"core and runner differ", deps(dep(core, "2.60.0"), dep(runner, "2.61.0")),
			`java unknown (one of 2.60.0 (pom.xml:2:114) and 2.61.0 (pom.xml:2:262)) @pom.xml:2 "2.60.0"`},
		{"range", deps(dep(core, "[2.50,2.60)")), `java 2.50..2.60- @pom.xml:2 "[2.50,2.60)"`},
		{"snapshot", deps(dep(core, "2.76.0-SNAPSHOT")), `java 2.76.0-SNAPSHOT @pom.xml:2 "2.76.0-SNAPSHOT"`},
		{"in a comment", "<!-- " + deps(dep(core, "2.60.0")) + " -->", ""},
		{"entity and CDATA", deps(dep(core, "2.&#54;<![CDATA[0]]>.0")), `java 2.60.0 @pom.xml:2 "2."`},
		{"parent elsewhere", "<parent><groupId>org.x</groupId><artifactId>y</artifactId><version>1.0</version></parent>\n" + deps(dep(core, "")),
			`java unknown (the parent org.x:y:1.0 is not in these files) @pom.xml:3 "org.apache.beam</groupId><artifactId>beam-sdks-java-core"`},
		{"broken below", deps(dep(core, "2.60.0")) + "<build></plugins>", `java 2.60.0 @pom.xml:2 "2.60.0"
note </plugins> closes no element @pom.xml:2:165`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"pom.xml": pomOf(c.text)}, "pom.xml", c.want) })
	}
}

func TestPomParents(t *testing.T) {
	parent := func(rel string) string {
		return "<parent><groupId>org.x</groupId><artifactId>a</artifactId><version>3</version>" + rel + "</parent>"
	}
	in := files{
		"pom.xml":            pomOf("<groupId>org.x</groupId><version>3</version><properties><beam.version>2.60.0</beam.version></properties>\n" + managed(dep(core, "${beam.version}"))),
		"one/pom.xml":        pomOf(parent("") + "\n" + deps(dep(core, ""))),
		"one/two/pom.xml":    pomOf(parent("") + "<properties><beam.version>2.61.0</beam.version></properties>" + deps(dep(core, "${beam.version}"))),
		"one/three/pom.xml":  pomOf(parent("<relativePath/>") + deps(dep(core, ""))),
		"four/five/pom.xml":  pomOf(parent("<relativePath>../../pom.xml</relativePath>") + deps(dep(core, ""))),
		"six/pom.xml":        pomOf(strings.Replace(parent(""), "<artifactId>a", "<artifactId>b", 1) + deps(dep(core, ""))),
		"seven/deep/pom.xml": pomOf(parent("") + deps(dep(core, ""))), // ../pom.xml does not exist: the one above it is not the parent
	}
	in["skew/pom.xml"] = pomOf(strings.Replace(parent(""), "<version>3", "<version>4", 1) + deps(dep(core, "")))
	check(t, in, "skew/pom.xml", `java unknown (the parent org.x:a:4 is not in these files) @skew/pom.xml:2 "org.apache.beam</groupId><artifactId>beam-sdks-java-core"`)
	check(t, in, "one/pom.xml", `java 2.60.0 @pom.xml:2 "2.60.0"`)
	check(t, in, "one/two/pom.xml", `java 2.61.0 @one/two/pom.xml:2 "2.61.0"`)
	check(t, in, "one/three/pom.xml", `java unknown (the parent org.x:a:3 is not in these files) @one/three/pom.xml:2 "org.apache.beam</groupId><artifactId>beam-sdks-java-core"`)
	check(t, in, "four/five/pom.xml", `java 2.60.0 @pom.xml:2 "2.60.0"`)
	check(t, in, "six/pom.xml", `java unknown (the parent org.x:b:3 is not in these files) @six/pom.xml:2 "org.apache.beam</groupId><artifactId>beam-sdks-java-core"`)
	check(t, in, "seven/deep/pom.xml", `java unknown (the parent org.x:a:3 is not in these files) @seven/deep/pom.xml:2 "org.apache.beam</groupId><artifactId>beam-sdks-java-core"`)
}

func TestPomExec(t *testing.T) {
	plugin := func(config string) string {
		return deps(dep(core, "2.60.0")) + "<properties><r>us-central1</r></properties>\n<build><plugins><plugin><artifactId>exec-maven-plugin</artifactId>\n" + config + "</plugin></plugins></build>"
	}
	for _, c := range []struct{ name, config, want string }{
		{"command line", "<configuration><commandlineArgs>--runner=DataflowRunner --region=${r} '--x=a b'</commandlineArgs></configuration>",
			`java 2.60.0 @pom.xml:2 "2.60.0"
launch --runner=DataflowRunner --region=us-central1 --x=a b [2.60.0 @pom.xml:2 "2.60.0"] @pom.xml:4 "--runner=DataflowRunner"`},
		{"arguments", "<configuration><arguments><argument>--runner=DataflowRunner</argument>\n<argument>--project=${p}</argument></arguments></configuration>",
			`java 2.60.0 @pom.xml:2 "2.60.0"
launch --runner=DataflowRunner --project=${p} [2.60.0 @pom.xml:2 "2.60.0"] @pom.xml:4 "--runner=DataflowRunner"`},
		{"java itself", "<executions><execution><configuration><executable>java</executable><arguments><argument>-Xmx1g</argument><argument>-classpath</argument><classpath/><argument>org.M</argument><argument>--runner=DataflowRunner</argument></arguments></configuration></execution></executions>",
			`java 2.60.0 @pom.xml:2 "2.60.0"
launch --runner=DataflowRunner [2.60.0 @pom.xml:2 "2.60.0"] @pom.xml:4 "--runner=DataflowRunner"`},
		{"another program", "<configuration><commandlineArgs>--port=8080</commandlineArgs></configuration>", `java 2.60.0 @pom.xml:2 "2.60.0"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, files{"pom.xml": pomOf(plugin(c.config))}, "pom.xml", c.want)
		})
	}
}
