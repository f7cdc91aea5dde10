package build

import "testing"

const coreGradle = "    implementation \"org.apache.beam:beam-sdks-java-core:$beamVersion\"\n"

func TestGradle(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"literal", "dependencies {\n  implementation 'org.apache.beam:beam-sdks-java-core:2.60.0'\n}", `java 2.60.0 @build.gradle:2 "2.60.0"`},
		{"brackets", "dependencies { implementation(\"org.apache.beam:beam-sdks-java-core:2.60.0\") { exclude group: 'x' } }", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"def", "def beamVersion = '2.60.0'\ndependencies {\n" + coreGradle + "}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"typed", "String beamVersion = '2.60.0'\ndependencies {\n" + coreGradle + "}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"ext block", "ext {\n  beamVersion = '2.60.0' // current\n}\ndependencies {\n" + coreGradle + "}", `java 2.60.0 @build.gradle:2 "2.60.0"`},
		{"ext.x", "ext.beamVersion = \"2.60.0\"\ndependencies {\n" + coreGradle + "}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"ext set", "ext { set('beamVersion', '2.60.0') }\ndependencies {\n" + coreGradle + "}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"map", "ext.versions = [beam: '2.60.0', 'slf4j': '1']\ndependencies {\n implementation \"org.apache.beam:beam-sdks-java-core:${versions.beam}\"\n}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"map index", "ext { versions = ['beam': '2.60.0'] }\ndependencies {\n implementation \"org.apache.beam:beam-sdks-java-core:${rootProject.ext.versions['beam']}\"\n}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"buildscript", "buildscript {\n ext {\n  beamVersion = '2.60.0'\n }\n}\ndependencies {\n" + coreGradle + "}", `java 2.60.0 @build.gradle:3 "2.60.0"`},
		{"sum", "def beamVersion = '2.60.0'\ndependencies {\n implementation 'org.apache.beam:beam-sdks-java-core:' + beamVersion\n}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"named", "dependencies {\n implementation group: 'org.apache.beam', name: 'beam-sdks-java-core', version: '2.60.0'\n}", `java 2.60.0 @build.gradle:2 "2.60.0"`},
		{"default of a property", "ext {\n beamVersion = project.findProperty('beamVersion') ?: '2.64.0'\n}\ndependencies {\n" + coreGradle + "}", `java 2.64.0 @build.gradle:2 "2.64.0" weak: it is the default of project.findProperty('beamVersion')`},
		{"has property", "def beamVersion = project.hasProperty('bv') ? project.property('bv') : '2.64.0'\ndependencies {\n" + coreGradle + "}", `java 2.64.0 @build.gradle:1 "2.64.0" weak: it is the default of project.property('bv')`},
		{"set unless set", "if (!project.hasProperty('beamVersion')) {\n  ext.beamVersion = '2.64.0'\n}\ndependencies {\n" + coreGradle + "}", `java 2.64.0 @build.gradle:2 "2.64.0" weak: it is set in a branch`},
		{"environment", "def beamVersion = System.getenv('BEAM') ?: \"2.64.0\"\ndependencies {\n" + coreGradle + "}", `java 2.64.0 @build.gradle:1 "2.64.0" weak: it is the default of System.getenv('BEAM')`},
		{"environment only", "def beamVersion = System.getenv('BEAM')\ndependencies {\n" + coreGradle + "}", `java unknown (set outside these files) @build.gradle:1 "System.getenv('BEAM')"`},
		{"two branches", "def beamVersion = x ? '2.60.0' : '2.61.0'\ndependencies {\n" + coreGradle + "}", `java unknown (one of 2.60.0 and 2.61.0) @build.gradle:1 "x ? '2.60.0' : '2.61.0'"`},
		{"set twice", "ext.beamVersion = '2.60.0'\next.beamVersion = '2.61.0'\ndependencies {\n" + coreGradle + "}", `java unknown (one of 2.60.0 and 2.61.0) @build.gradle:4 "$beamVersion"`},
		{"nowhere", "dependencies {\n" + coreGradle + "}", `java unknown (not set in these files) @build.gradle:2 "$beamVersion"`},
		{"itself", "def beamVersion = \"$beamVersion\"\ndependencies {\n" + coreGradle + "}", `java unknown (it refers to itself) @build.gradle:1 "$beamVersion"`},
		{"bill of materials", "def beamVersion = '2.60.0'\ndependencies {\n implementation platform(\"org.apache.beam:beam-sdks-java-bom:${beamVersion}\")\n implementation 'org.apache.beam:beam-sdks-java-core'\n}", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"bill of materials last", "dependencies {\n runtimeOnly 'org.apache.beam:beam-runners-google-cloud-dataflow-java'\n implementation enforcedPlatform('org.apache.beam:beam-sdks-java-google-cloud-platform-bom:2.60.0')\n}", `java 2.60.0 @build.gradle:3 "2.60.0"`},
		{"spring plugin", "dependencyManagement {\n imports {\n  mavenBom 'org.apache.beam:beam-sdks-java-bom:2.60.0'\n }\n}\ndependencies { compile 'org.apache.beam:beam-sdks-java-core' }", `java 2.60.0 @build.gradle:3 "2.60.0"`},
		{"no version", "dependencies { compile 'org.apache.beam:beam-sdks-java-core' }", `java unknown (no version is given in these files) @build.gradle:1 "org.apache.beam:beam-sdks-java-core"`},
		{"rich version", "dependencies {\n implementation('org.apache.beam:beam-sdks-java-core') {\n  version {\n   strictly '2.60.0'\n  }\n }\n}", `java 2.60.0 @build.gradle:4 "2.60.0"`},
		{"dynamic", "dependencies { compile 'org.apache.beam:beam-sdks-java-core:2.+' }", `java 2..3- @build.gradle:1 "2.+"`},
		{"comment", "/* implementation 'org.apache.beam:beam-sdks-java-core:2.60.0' */\n// compile 'org.apache.beam:beam-sdks-java-core:2.60.0'\n", ""},
		{"excluded", "configurations.all {\n exclude group: 'org.apache.beam', module: 'beam-sdks-java-core'\n}", ""},
		{"runner and core differ", "dependencies {\n compile 'org.apache.beam:beam-sdks-java-core:2.60.0'\n compile 'org.apache.beam:beam-runners-google-cloud-dataflow-java:2.61.0'\n}", `java unknown (one of 2.60.0 (build.gradle:2:47) and 2.61.0 (build.gradle:3:67)) @build.gradle:2 "2.60.0"`},
		{"toolchain", "java {\n toolchain {\n  languageVersion = JavaLanguageVersion.of(17)\n }\n}\ndependencies { compile 'org.apache.beam:beam-sdks-java-core:2.60.0' }", `java 2.60.0 @build.gradle:6 "2.60.0" on 17 @build.gradle:3 "17"`},
		{"source level is no toolchain", "sourceCompatibility = 8\ndependencies { compile 'org.apache.beam:beam-sdks-java-core:2.60.0' }", `java 2.60.0 @build.gradle:2 "2.60.0"`},
		{"regular expression", "def v = x =~ /it's \"odd\"/\ndependencies { compile 'org.apache.beam:beam-sdks-java-core:2.60.0' }", `java 2.60.0 @build.gradle:2 "2.60.0"`},
		{"broken", "dependencies {\n compile(('org.apache.beam:beam-sdks-java-core:2.60.0'\n}\ntask x {{{", `java 2.60.0 @build.gradle:2 "2.60.0"`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"build.gradle": c.text}, "build.gradle", c.want) })
	}
}

func TestGradleKotlin(t *testing.T) {
	const use = "dependencies {\n    implementation(\"org.apache.beam:beam-sdks-java-core:$beamVersion\")\n}\n"
	for _, c := range []struct{ name, text, want string }{
		{"val", "val beamVersion = \"2.60.0\"\n" + use, `java 2.60.0 @build.gradle.kts:1 "2.60.0"`},
		{"typed val", "val beamVersion: String = \"2.60.0\"\n" + use, `java 2.60.0 @build.gradle.kts:1 "2.60.0"`},
		{"extra", "extra[\"beamVersion\"] = \"2.60.0\"\n" + use, `java 2.60.0 @build.gradle.kts:1 "2.60.0"`},
		{"by extra", "val beamVersion by extra(\"2.60.0\")\n" + use, `java 2.60.0 @build.gradle.kts:1 "2.60.0"`},
		{"by extra, block", "val beamVersion by extra { \"2.60.0\" }\n" + use, `java 2.60.0 @build.gradle.kts:1 "2.60.0"`},
		{"by project", "val beamVersion: String by project\n" + use, `java unknown (not set in these files) @build.gradle.kts:3 "$beamVersion"`},
		{"property as", "val beamVersion = findProperty(\"beamVersion\") as String? ?: \"2.64.0\"\n" + use, `java 2.64.0 @build.gradle.kts:1 "2.64.0" weak: it is the default of findProperty("beamVersion")`},
		{"provider", "val beamVersion = providers.gradleProperty(\"bv\").getOrElse(\"2.64.0\")\n" + use, `java 2.64.0 @build.gradle.kts:1 "2.64.0" weak: it is the default of providers.gradleProperty("bv")`},
		{"if else", "val beamVersion = if (project.hasProperty(\"bv\")) project.property(\"bv\").toString() else \"2.64.0\"\n" + use, `java 2.64.0 @build.gradle.kts:1 "2.64.0" weak: it is the default of project.property("bv").toString()`},
		{"map", "val versions = mapOf(\"beam\" to \"2.60.0\")\nval beamVersion = versions[\"beam\"]\n" + use, `java 2.60.0 @build.gradle.kts:1 "2.60.0"`},
		{"three strings", "dependencies {\n implementation(\"org.apache.beam\", \"beam-sdks-java-core\", \"2.60.0\")\n}", `java 2.60.0 @build.gradle.kts:2 "2.60.0"`},
		{"named", "dependencies {\n implementation(group = \"org.apache.beam\", name = \"beam-sdks-java-core\", version = \"2.60.0\")\n}", `java 2.60.0 @build.gradle.kts:2 "2.60.0"`},
		{"invoked string", "dependencies {\n \"implementation\"(\"org.apache.beam:beam-sdks-java-core:2.60.0\")\n}", `java 2.60.0 @build.gradle.kts:2 "2.60.0"`},
		{"toolchain", "kotlin { jvmToolchain(17) }\nval beamVersion = \"2.60.0\"\n" + use, `java 2.60.0 @build.gradle.kts:2 "2.60.0" on 17 @build.gradle.kts:1 "17"`},
		{"toolchain set", "java.toolchain.languageVersion.set(JavaLanguageVersion.of(11))\nval beamVersion = \"2.60.0\"\n" + use, `java 2.60.0 @build.gradle.kts:2 "2.60.0" on 11 @build.gradle.kts:1 "11"`},
		{"add all", "val beamVersion = \"2.60.0\"\n" + use + "tasks.named<JavaExec>(\"run\") { args.addAll(listOf(\"--runner=DataflowRunner\")) }", `java 2.60.0 @build.gradle.kts:1 "2.60.0"
launch --runner=DataflowRunner [2.60.0 @build.gradle.kts:1 "2.60.0"] @build.gradle.kts:5 "--runner=DataflowRunner"`},
		{"launch", "val beamVersion = \"2.60.0\"\n" + use + "tasks.register<JavaExec>(\"run\") {\n    mainClass.set(\"M\")\n    args = listOf(\"--runner=DataflowRunner\", \"--project=${project.name}\")\n}", `java 2.60.0 @build.gradle.kts:1 "2.60.0"
launch --runner=DataflowRunner --project=${project.name} [2.60.0 @build.gradle.kts:1 "2.60.0"] @build.gradle.kts:7 "--runner=DataflowRunner"`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"build.gradle.kts": c.text}, "build.gradle.kts", c.want) })
	}
}

func TestGradleTree(t *testing.T) {
	in := files{
		"extra/build.gradle.kts":   "extra.apply { set(\"beamVersion\", \"2.70.0\") }",
		"extra/a/build.gradle.kts": "val beamVersion: String by rootProject.extra\ndependencies { implementation(\"org.apache.beam:beam-sdks-java-core:$beamVersion\") }",
		"gradle.lockfile":          "# locked\norg.apache.beam:beam-sdks-java-core:2.60.0=compileClasspath,runtimeClasspath\norg.slf4j:slf4j-api:1.7=x\nempty=\n",
		"settings.gradle":          "include 'app'",
		"gradle.properties":        "# versions\nbeamVersion = 2.60.0\norg.gradle.jvmargs=-Xmx2g\n",
		"app/build.gradle":         "dependencies {\n" + coreGradle + "}",
		"lib/build.gradle":         "dependencies { implementation \"org.apache.beam:beam-sdks-java-core:${rootProject.ext.bv}\" }",
		"lib2/build.gradle":        "ext.beamVersion = findProperty('beamVersion') ?: '2.64.0'\ndependencies {\n" + coreGradle + "}",
		"build.gradle":             "ext { bv = '2.61.0' }\ndef own = '2.62.0'\nallprojects {}",
		"own/build.gradle":         "dependencies { implementation \"org.apache.beam:beam-sdks-java-core:$own\" }",
		"apply/build.gradle":       "apply from: \"$rootDir/gradle/versions.gradle\"\ndependencies { compile \"org.apache.beam:beam-sdks-java-core:$appliedBeam\" }",
		"gradle/versions.gradle":   "ext {\n appliedBeam = '2.63.0'\n}",
		"gradle/libs.versions.toml": "[versions]\nbeam = \"2.65.0\"\nother-beam = { strictly = \"2.66.0\" }\n[libraries]\nbeam-core = { module = \"org.apache.beam:beam-sdks-java-core\", version.ref = \"beam\" }\n" +
			"beam_df = { group = \"org.apache.beam\", name = \"beam-runners-google-cloud-dataflow-java\", version.ref = \"other-beam\" }\nplain = \"org.apache.beam:beam-sdks-java-io-kafka:2.67.0\"\n[bundles]\nflow = [\"plain\", \"slf4j\"]\n",
		"cat/build.gradle.kts":                 "dependencies { implementation(libs.beam.core) }",
		"cat2/build.gradle":                    "dependencies { implementation libs.beam.df\n}",
		"cat3/build.gradle":                    "dependencies { implementation libs.bundles.flow }",
		"cat4/build.gradle.kts":                "dependencies { implementation(\"org.apache.beam:beam-sdks-java-core:${libs.versions.beam.get()}\") }",
		"src/build.gradle.kts":                 "dependencies { implementation(\"org.apache.beam:beam-sdks-java-core:${Versions.beam}\") }",
		"buildSrc/src/main/kotlin/Versions.kt": "object Versions {\n    const val beam = \"2.68.0\"\n}",
		"bom/build.gradle":                     "subprojects { dependencies { implementation platform('org.apache.beam:beam-sdks-java-bom:2.69.0') } }",
		"bom/a/build.gradle":                   "dependencies { implementation 'org.apache.beam:beam-sdks-java-core' }",
	}
	for _, c := range []struct{ of, want string }{
		{"extra/a/build.gradle.kts", `java 2.70.0 @extra/build.gradle.kts:1 "2.70.0"`},
		{"gradle.lockfile", `java 2.60.0 @gradle.lockfile:2 "2.60.0"`},
		{"app/build.gradle", `java 2.60.0 @gradle.properties:2 "2.60.0"`},
		{"lib/build.gradle", `java 2.61.0 @build.gradle:1 "2.61.0"`},
		{"lib2/build.gradle", `java 2.60.0 @gradle.properties:2 "2.60.0"`},
		{"own/build.gradle", `java unknown (not set in these files) @own/build.gradle:1 "$own"`},
		{"apply/build.gradle", `java 2.63.0 @gradle/versions.gradle:2 "2.63.0"`},
		{"cat/build.gradle.kts", `java 2.65.0 @gradle/libs.versions.toml:2 "2.65.0"`},
		{"cat2/build.gradle", `java 2.66.0 @gradle/libs.versions.toml:3 "2.66.0"`},
		{"cat3/build.gradle", `java 2.67.0 @gradle/libs.versions.toml:7 "2.67.0"`},
		{"cat4/build.gradle.kts", `java 2.65.0 @gradle/libs.versions.toml:2 "2.65.0"`},
		{"src/build.gradle.kts", `java 2.68.0 @buildSrc/src/main/kotlin/Versions.kt:2 "2.68.0"`},
		{"bom/a/build.gradle", `java 2.69.0 @bom/build.gradle:1 "2.69.0"`},
		{"gradle/libs.versions.toml", `java unknown (one of 2.65.0 (gradle/libs.versions.toml:2:9) and 2.66.0 (gradle/libs.versions.toml:3:28)) @gradle/libs.versions.toml:2 "2.65.0" for .`},
	} {
		t.Run(c.of, func(t *testing.T) { check(t, in, c.of, c.want) })
	}
}

func TestGradleLaunch(t *testing.T) {
	const deps = "dependencies { compile 'org.apache.beam:beam-sdks-java-core:2.60.0' }\n"
	for _, c := range []struct{ name, text, want string }{
		{"list", "task runJob(type: JavaExec) {\n    main = 'M'\n    args = ['--runner=DataflowRunner', \"--project=${p}\"]\n}", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner --project=${p} [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:4 "--runner=DataflowRunner"`},
		{"call", "run {\n    args '--runner=DataflowRunner', '--x=1'\n    args '--y=2'\n}", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner --x=1 --y=2 [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:3 "--runner=DataflowRunner"`},
		{"constant", "def opts = ['--runner=DataflowRunner',\n  '--x=1']\ntasks.register('r', JavaExec) { args opts }", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner --x=1 [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:2 "--runner=DataflowRunner"`},
		{"split", "task r(type: JavaExec) { args \"--runner=DataflowRunner --x=1\".split(' ') }", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner --x=1 [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:2 "--runner=DataflowRunner"`},
		{"sum", "task r(type: JavaExec) { args = ['--runner=DataflowRunner'] + extraArgs }", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner extraArgs [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:2 "--runner=DataflowRunner"`},
		{"from outside", "run { if (project.hasProperty('args')) { args project.args.split('\\\\s+') } }", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"command line", "task r(type: Exec) { commandLine 'java', '-Xmx1g', '-jar', 'x.jar', '--runner=DataflowRunner' }", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:2 "--runner=DataflowRunner"`},
		{"another command line", "task r(type: Exec) { commandLine 'echo', '--runner=DataflowRunner' }", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"JVM arguments", "run { jvmArgs '--runner=DataflowRunner' }", `java 2.60.0 @build.gradle:1 "2.60.0"`},
		{"two tasks", "task a(type: JavaExec) { args = ['--runner=DataflowRunner', '--n=1'] }\ntask b(type: JavaExec) { args = ['--runner=DataflowRunner', '--n=2'] }", `java 2.60.0 @build.gradle:1 "2.60.0"
launch --runner=DataflowRunner --n=1 [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:2 "--runner=DataflowRunner"
launch --runner=DataflowRunner --n=2 [2.60.0 @build.gradle:1 "2.60.0"] @build.gradle:3 "--runner=DataflowRunner"`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"build.gradle": deps + c.text}, "build.gradle", c.want) })
	}
}

func TestSbt(t *testing.T) {
	in := files{
		"build.sbt":                            "val beamVersion = \"2.60.0\"\nlazy val root = project.in(file(\".\")).settings(\n  libraryDependencies ++= Seq(\n    \"org.apache.beam\" % \"beam-runners-google-cloud-dataflow-java\" % beamVersion % Runtime,\n    \"org.slf4j\" % \"slf4j\" % \"1.7\"\n  )\n)\n",
		"a/build.sbt":                          "libraryDependencies += \"org.apache.beam\" % \"beam-sdks-java-core\" % Versions.beam",
		"a/project/Versions.scala":             "object Versions {\n  val beam = \"2.61.0\"\n}",
		"b/project/Deps.scala":                 "import sbt._\nobject Deps {\n  object V { lazy val beam: String = \"2.62.0\" }\n  val core = \"org.apache.beam\" % \"beam-sdks-java-core\" % V.beam\n}",
		"c/build.sbt":                          "libraryDependencies += \"com.spotify\" %% \"scio-core\" % \"0.14.0\" // beam",
		"d/build.sbt":                          "val beamV = s\"2.$minor.0\"\nlibraryDependencies += \"org.apache.beam\" % \"beam-sdks-java-core\" % beamV",
		"e/build.sbt":                          "val minor = \"63\"\nval beamV = s\"2.${minor}.0\"\nlibraryDependencies ++= List(\"org.apache.beam\" % \"beam-sdks-java-core\" % beamV)",
		"f/build.sbt":                          "libraryDependencies ++= Seq(\"com.spotify\" %% \"scio-core\" % scioVersion, \"org.apache.beam\" % \"beam-sdks-java-io-kafka\" % \"2.60.0\")",
		"buildSrc/src/main/groovy/conv.gradle": "dependencies { implementation 'org.apache.beam:beam-sdks-java-core:2.60.0' }",
	}
	for _, c := range []struct{ of, want string }{
		{"f/build.sbt", `java 2.60.0 @f/build.sbt:1 "2.60.0"`},
		{"buildSrc/src/main/groovy/conv.gradle", `java 2.60.0 @buildSrc/src/main/groovy/conv.gradle:1 "2.60.0" for .`},
		{"build.sbt", `java 2.60.0 @build.sbt:1 "2.60.0"`},
		{"a/build.sbt", `java 2.61.0 @a/project/Versions.scala:2 "2.61.0"`},
		{"b/project/Deps.scala", `java 2.62.0 @b/project/Deps.scala:3 "2.62.0" for b`},
		{"c/build.sbt", `java unknown (the version is the one that Scio brings) @c/build.sbt:1 "com.spotify"`},
		{"d/build.sbt", `java unknown (not set in these files) @d/build.sbt:1 "2."`},
		{"e/build.sbt", `java 2.63.0 @e/build.sbt:2 "2."`},
	} {
		t.Run(c.of, func(t *testing.T) { check(t, in, c.of, c.want) })
	}
}
