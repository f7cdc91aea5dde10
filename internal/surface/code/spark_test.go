package code

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

var effects = map[model.Effect]string{model.Replaces: "replaces", model.Keeps: "keeps", model.TooLate: "too late", model.Copied: "copied", model.Elsewhere: "elsewhere"}

// read returns what a program sets, a line for each setting: where, which key
// (K: that of the executors), what it comes to, and what that rests on.
func read(t *testing.T, name, text string) []string {
	t.Helper()
	text = strings.ReplaceAll(text, "$K", "spark.executor.extraJavaOptions")
	f := source.NewFile(name, source.Code, []byte(text))
	set := &model.Set{}
	s := SparkPython()
	if !strings.HasSuffix(name, ".py") {
		s = SparkJVM()
	}
	s.Read(&surface.Reader{Set: set}, surface.Fragment{Text: source.Exact(source.Span{File: f, End: len(text)})})
	out := []string{}
	for _, d := range set.Drivers {
		for _, s := range d.Sets {
			val := s.Value.Raw().String()
			if !s.Value.Known() {
				val = "…"
			}
			line := strings.ReplaceAll(s.Key.Raw().String(), "spark.executor.extraJavaOptions", "K") + "=" + val + " " + effects[s.Effect]
			if s.Doubt != "" {
				line += " if " + s.Doubt
			}
			out = append(out, line)
			if at := s.At; at.File != f || at.End <= at.Start || at.End > len(text) {
				t.Errorf("no place for %s: %v", line, at)
			}
		}
	}
	return out
}

// main puts statements into a program of a language.
func main(lang, body string) (string, string) {
	switch lang {
	case "scala":
		return "Job.scala", "package a\nobject Job {\n  def main(args: Array[String]): Unit = {\n" + body + "\n  }\n}\n"
	case "java":
		return "Job.java", "package a;\npublic class Job {\n  public static void main(String[] args) throws Exception {\n" + body + "\n  }\n}\n"
	case "kotlin":
		return "Job.kt", "package a\nfun main(args: Array<String>) {\n" + body + "\n}\n"
	}
	return "job." + lang, body
}

func TestEffects(t *testing.T) {
	for _, test := range []struct{ lang, body, want string }{
		// what replaces (F6.7, F6.8, F6.9)
		{"scala", `val conf = new SparkConf().setAppName("x").set("$K", "-Xss4m")`, "K=-Xss4m replaces"},
		{"scala", `val conf = new SparkConf(); conf.set("$K", "-Xss4m"); val sc = new SparkContext(conf)`, "K=-Xss4m replaces"},
		{"scala", `val conf = SparkConf().setAll(Seq("$K" -> "-Xss4m", "spark.x" -> "y"))`, "K=-Xss4m replaces"},
		{"scala", `val conf = new SparkConf().setAll(Map(("$K", "-Xss4m")))`, "K=-Xss4m replaces"},
		{"scala", `val spark = SparkSession.builder.config("$K", "-Xss4m").getOrCreate()`, "K=-Xss4m replaces"},
		{"scala", `val opts = Map("$K" -> "-Xss4m"); SparkSession.builder().config(opts).getOrCreate()`, "K=-Xss4m replaces"},
		{"scala", `val b = SparkSession.builder(); b.config("$K", "-Xss4m")`, "K=-Xss4m replaces"},
		{"scala", `sys.props("$K") = "-Xss4m"`, "K=-Xss4m replaces"},
		{"scala", `System.setProperty("$K", "-Xss4m")`, "K=-Xss4m replaces"},
		{"scala", `val k = "$K"; new SparkConf().set(k, s"-Dx=$k")`, "K=-Dx=spark.executor.extraJavaOptions replaces"},
		{"scala", `new SparkConf().set(SparkLauncher.EXECUTOR_EXTRA_JAVA_OPTIONS, "-Xss4m")`, "K=-Xss4m replaces"},
		{"scala", `val o = Seq("$K" -> "-Xss4m", "a" -> "b"); val c = new SparkConf(); o.foreach { case (k, v) => c.set(k, v) }`, "K=-Xss4m replaces"},
		{"scala", `val o = Map("$K" -> "-Xss4m"); val c = new SparkConf(); o.foreach(e => if (e._1 != "$K") c.set(e._1, e._2))`, ""},
		{"scala", `val c = new SparkConf().setAll(all); } ; def all: Map[String, String] = { Map("$K" -> "-Xss4m")`, "K=-Xss4m replaces"},
		{"java", `SparkSession.builder().config(all()).getOrCreate(); } static Map<String, Object> all() { Map<String, Object> m = new HashMap<>(); m.put("$K", "-Xss4m"); return m;`, "K=-Xss4m replaces"},
		{"java", `SparkSession.builder().config(all()).getOrCreate(); } Map<String, Object> all() { return Map.of("$K", "-Xss4m");`, ""},
		{"java", `SparkSession.builder().config(all()).getOrCreate(); } static Map<String, Object> all() { if (x) return Map.of(); return Map.of("$K", "-Xss4m");`, ""},
		{"java", `Map<String, String> m = new HashMap<>(); m.put("$K", "-Xss4m"); SparkConf c = new SparkConf(); m.forEach((k, v) -> c.set(k, v));`, "K=-Xss4m replaces"},
		{"java", `SparkConf conf = new SparkConf().setAppName("x").set("$K", "-Xss4m");`, "K=-Xss4m replaces"},
		{"java", `SparkConf conf = new SparkConf(); conf.set(KEY, "-Xss4m"); } static final String KEY = "$K"; static void x() {`, "K=-Xss4m replaces"},
		{"java", `SparkSession s = SparkSession.builder().config("$K", "-Xss4m").getOrCreate();`, "K=-Xss4m replaces"},
		{"java", `Map<String, Object> m = new HashMap<>(); m.put("$K", "-Xss4m"); SparkSession.builder().config(m).getOrCreate();`, "K=-Xss4m replaces"},
		{"java", `SparkConf conf = new SparkConf().setAll(new Tuple2[] {new Tuple2<>("$K", "-Xss4m")});`, "K=-Xss4m replaces"},
		{"java", `System.setProperty("$K", "-Xss4m"); JavaSparkContext sc = new JavaSparkContext();`, "K=-Xss4m replaces"},
		{"java", `new SparkConf().set(org.apache.spark.launcher.SparkLauncher.EXECUTOR_EXTRA_JAVA_OPTIONS, "-Xss4m");`, "K=-Xss4m replaces"},
		{"kotlin", `val conf = SparkConf().set("$K", "-Xss4m")`, "K=-Xss4m replaces"},
		{"kotlin", `withSpark(props = mapOf("$K" to "-Xss4m")) { dsOf(1) }`, "K=-Xss4m replaces"},
		{"kotlin", `val s = SparkSession.builder().config("$K", "-Xss4m").orCreate`, "K=-Xss4m replaces"},
		{"R", `sparkR.session(appName = "x", sparkConfig = list("$K" = "-Xss4m", spark.x = "y"))`, "K=-Xss4m replaces"},
		{"R", `sparkR.session(sparkConfig = list($K = "-Xss4m"))`, "K=-Xss4m replaces"},
		{"R", "config <- spark_config()\nconfig$$K <- \"-Xss4m\"\nsc <- spark_connect(config = config)", "K=-Xss4m replaces"},
		{"R", "config <- spark_config()\nconfig[[\"$K\"]] <- \"-Xss4m\"", "K=-Xss4m replaces"},
		{"py", `c = SparkConf().setIfMissing("$K", "-Xss4m")`, "K=-Xss4m replaces"}, // Python's SparkConf does not know the submission before a JVM runs

		{"py", `hl.init(spark_conf={"$K": "-Xss4m"})`, "K=-Xss4m replaces if spark_conf being what Spark is configured with"},
		{"py", "args = {}\nif big:\n  args['spark_conf'] = {'$K': '-Xss4m'}\nhl.init(**args)", "K=-Xss4m replaces if a condition in the program"},
		{"py", `show(values={"$K": "-Xss4m"})`, ""},

		// what takes nothing away
		{"scala", `val conf = new SparkConf().setIfMissing("$K", "-Xss4m")`, "K=-Xss4m keeps"},
		{"scala", `val c = new SparkConf(); c.set("$K", c.get("$K", "") + " -Xss4m")`, "K=… keeps"},
		{"scala", `val c = new SparkConf(); val old = c.getOption("$K").getOrElse(""); c.set("$K", s"$old -Xss4m")`, "K=… keeps"},
		{"scala", `val c = new SparkConf(); if (!c.contains("$K")) c.set("$K", "-Xss4m")`, "K=-Xss4m keeps if a condition in the program"},
		{"java", `SparkConf c = new SparkConf(); String old = c.get("$K", ""); c.set("$K", old + " -Xss4m");`, "K=… keeps"},
		{"java", `SparkConf c = new SparkConf(); c.set("$K", String.join(" ", c.get("$K"), "-Xss4m"));`, "K=… keeps"},
		{"java", `System.setProperty("$K", System.getProperty("$K") + " -Xss4m");`, "K=… keeps"},
		{"scala", `val spark = SparkSession.builder.getOrCreate(); spark.conf.set("$K", "-Xss4m")`, "K=-Xss4m too late"},
		{"java", `SparkSession spark = SparkSession.builder().getOrCreate(); spark.conf().set("$K", "-Xss4m");`, "K=-Xss4m too late"},
		{"scala", `val sc = new SparkContext(conf); sc.getConf.set("$K", "-Xss4m")`, "K=-Xss4m copied"},
		{"scala", `val sc = SparkContext.getOrCreate(); val c = sc.getConf; c.set("$K", "-Xss4m")`, "K=-Xss4m copied"},
		{"java", `JavaSparkContext sc = new JavaSparkContext(); SparkConf c = sc.getConf(); c.set("$K", "-Xss4m");`, "K=-Xss4m copied"},
		{"scala", `val a = SparkSession.builder.getOrCreate(); val b = SparkSession.builder.config("$K", "-Xss4m").getOrCreate()`, "K=-Xss4m too late"},
		{"scala", `val a = SparkSession.builder.getOrCreate(); again() } ; def again() = { SparkSession.builder.config("$K", "-Xss4m").getOrCreate()`, "K=-Xss4m too late"},
		{"scala", `again(); val a = SparkSession.builder.getOrCreate(); again() } ; def again() = { SparkSession.builder.config("$K", "-Xss4m").getOrCreate()`, "K=-Xss4m replaces"},
		{"scala", `val a = make(); val b = SparkSession.builder.config("$K", "-Xss4m").getOrCreate() } ; def make() = { SparkSession.builder.getOrCreate()`, "K=-Xss4m too late"},
		{"py", "def again():\n  return SparkSession.builder.config('$K', '-Xss4m').getOrCreate()\ns = SparkSession.builder.getOrCreate()\nagain()", "K=-Xss4m too late"},
		{"py", "def main():\n  s = SparkSession.builder.getOrCreate()\n  SparkSession.builder.config('$K', '-Xss4m').getOrCreate()\nmain()", "K=-Xss4m too late"},
		{"py", "for k, v in {'a': 'b', '$K': '-Xss4m'}.items():\n  if k in skip: continue\n  conf.set(k, v)", ""},
		{"py", "conf = SparkConf()\nfor k, v in {'a': 'b', '$K': '-Xss4m'}.items():\n  conf.set(k, v)", "K=… replaces"},
		{"py", "conf = SparkConf().setAll({'$K': '-Xss4m'}.items())", "K=-Xss4m replaces"},
		{"scala", `val a = SparkSession.builder.getOrCreate(); a.stop(); val b = SparkSession.builder.config("$K", "-Xss4m").getOrCreate()`, "K=-Xss4m replaces"},
		{"java", `new SparkLauncher().setMainClass("x").setConf("$K", "-Xss4m").launch();`, "K=-Xss4m elsewhere"},
		{"java", `Properties p = new Properties(); p.setProperty("$K", "-Xss4m");`, "K=-Xss4m elsewhere"},
		{"java", `Configuration c = new Configuration(); c.set("$K", "-Xss4m");`, "K=-Xss4m elsewhere"},
		{"scala", `new SparkConf().set("spark.executor.defaultJavaOptions", "-Xss4m").setExecutorEnv("JAVA_TOOL_OPTIONS", "-Xss4m")`, ""},
		{"scala", `println(new SparkConf().get("$K")) // conf.set("$K", "x")`, ""},
		{"scala", `val all = Seq("$K", "spark.driver.extraJavaOptions"); log("conf.set(\"$K\", \"x\")")`, ""},
		{"R", `conf <- sparkR.conf("$K")`, ""},
		{"R", "config <- spark_config()\nold <- config[[\"$K\"]]\nconfig$$K <- paste(old, \"-Xss4m\")", "K=… keeps"},
		{"py", "class Job:\n  def tune(self, spark):\n    self.spark.conf.set('$K', '-Xss4m')\n    spark.sparkContext.getConf().set('$K', '-Xss4m')", "K=-Xss4m too late|K=-Xss4m copied"},
		{"py", "class Job:\n  def tune(self):\n    self.conf.set('$K', '-Xss4m')", "K=-Xss4m replaces if self.conf being the configuration of the context"},

		// what it rests on
		{"scala", `if (args.length > 1) new SparkConf().set("$K", "-Xss4m")`, "K=-Xss4m replaces if a condition in the program"},
		{"scala", `} ; def make(): SparkConf = { new SparkConf().set("$K", "-Xss4m")`, "K=-Xss4m replaces if make being called"},
		{"scala", `make() } ; def make(): SparkConf = { new SparkConf().set("$K", "-Xss4m")`, "K=-Xss4m replaces"},
		{"scala", `tune(x) } ; def tune(c: SparkConf): SparkConf = { c.set("$K", "-Xss4m")`, "K=-Xss4m replaces if c being the configuration of the context"},
		{"scala", `} } ; trait Wrapper { lazy val spark = SparkSession.builder.config("$K", "-Xss4m").getOrCreate()`, "K=-Xss4m replaces if Wrapper being used"},

		{"scala", `val b = if (x) SparkSession.builder.master("local[*]") else SparkSession.builder`, "spark.master=local[*] replaces if a condition in the program"},
		{"java", `if (args.length == 0) { conf.setMaster("local"); }`, "spark.master=local replaces if a condition in the program"},
		{"kotlin", `val c = SparkConf().apply { set("$K", "-Xss4m") }`, "K=-Xss4m replaces"},
		{"kotlin", `val c = later { set("$K", "-Xss4m") }`, "K=-Xss4m replaces if a condition in the program"},
		{"scala", `val conf = new SparkConf().set("$K", settings.getString("options"))`, "K=… replaces"},

		{"py", "conf = SparkConf()\nif '--local' in sys.argv:\n  conf.setMaster('local[4]')\n  conf.set('$K', '-Xss4m')\nelse:\n  conf.set('$K', '-Xss8m')", "spark.master=local[4] replaces if a condition in the program|K=-Xss4m elsewhere if a condition in the program|K=-Xss8m replaces if a condition in the program"},
		{"scala", `val conf = new SparkConf(); if (local) conf.setMaster("local[4]").set("$K", "-Xss4m") else conf.set("$K", "-Xss8m")`, "spark.master=local[4] replaces if a condition in the program|K=-Xss4m elsewhere if a condition in the program|K=-Xss8m replaces if a condition in the program"},

		// Hadoop (F6.12, F4.15-F4.17)
		{"java", `Configuration c = new Configuration(); c.set("mapreduce.task.profile", "false");`, "mapreduce.task.profile=false replaces"},
		{"java", `Configuration c = getConf(); c.setBoolean("mapreduce.task.profile", false);`, "mapreduce.task.profile=false replaces"},
		{"java", `Configuration c = getConf(); c.setBoolean(MRJobConfig.TASK_PROFILE, true);`, "mapreduce.task.profile=true keeps"},
		{"java", `job.getConfiguration().set("mapreduce.task.profile.params", "-agentlib:hprof=cpu=samples");`, "mapreduce.task.profile.params=-agentlib:hprof=cpu=samples replaces"},
		{"java", `JobConf c = new JobConf(); c.setProfileParams("-agentlib:hprof"); c.setProfileEnabled(true);`, "mapreduce.task.profile.params=-agentlib:hprof replaces|mapreduce.task.profile=true keeps"},
		{"java", `JobConf c = new JobConf(); c.set("mapreduce.task.profile.maps", "0-2");`, "mapreduce.task.profile.maps=0-2 keeps"},

		// a master, and requests (F9.8, F9.15)
		{"scala", `SparkSession.builder.master("local[*]").getOrCreate()`, "spark.master=local[*] replaces"},
		{"java", `new SparkConf().setMaster("local");`, "spark.master=local replaces"},
		{"java", `new JavaSparkContext("local[2]", "x");`, "spark.master=local[2] replaces"},
		{"scala", `new SparkConf().setMaster("yarn").setIfMissing("spark.master", "local[*]")`, "spark.master=local[*] keeps"},
		{"scala", `val n = args(0); val localMaster = args(1); SparkSession.builder.master(s"local[$n]").master(localMaster)`, "spark.master=… replaces"},
		{"R", `sparkR.session(master = "local[*]")`, "spark.master=local[*] replaces"},
		{"py", `s = SparkSession.builder.master("local[*]").getOrCreate()`, "spark.master=local[*] replaces"},
		{"py", `s = SparkConf().setMaster("local")`, "spark.master=local replaces"},
		{"py", `sc = SparkContext("local", "x")`, "spark.master=local replaces"},
		{"scala", `SparkSession.builder.config("cloud.profiler.enable", true).getOrCreate()`, "cloud.profiler.enable=true replaces"},
	} {
		name, text := main(test.lang, test.body)
		want := strings.Split(test.want, "|")
		if test.want == "" {
			want = []string{}
		}
		if diff := cmp.Diff(want, read(t, name, text)); diff != "" {
			t.Errorf("%s: %s: %s", test.lang, test.body, diff)
		}
	}
}

func FuzzSpark(f *testing.F) {
	f.Add("scala", `object A { val c = new SparkConf().set("spark.executor.extraJavaOptions", c.get("x") + s"$y"); sys.props("x") = "y"; ().set("cloud.profiler.enable", 1) }`)
	f.Add("java", `class A { void a() { b().conf().set(SparkLauncher.EXECUTOR_EXTRA_JAVA_OPTIONS, x); setMaster("local"); "a".config(null); } }`)
	f.Add("kotlin", `fun a() = withSpark(props = mapOf("spark.master" to "local")) { set("spark.executor.extraJavaOptions", "x") }`)
	f.Add("R", "config$spark.executor.extraJavaOptions <- 'x'\nconfig[['spark.master']] <- \"local\"\nsparkR.session(sparkConfig = list(a = 1))")
	f.Add("py", "a = {'spark_conf': {'spark.executor.extraJavaOptions': 'x'}}\nf(**a)\nSparkContext('local')\nx['conf'] = a")
	f.Fuzz(func(t *testing.T, lang, body string) {
		for _, lang := range []string{"scala", "java", "kotlin", "R", "py"} {
			read(t, "a."+map[string]string{"kotlin": "kt"}[lang]+map[bool]string{true: lang}[lang != "kotlin"], body+" ")
		}
	})
}
