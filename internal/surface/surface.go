// Package surface is the contract of the readers: a surface is one kind of
// place where workloads are declared.
package surface

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Lang names the language of a fragment: what Embed dispatches on.
type Lang string

const (
	Shell Lang = "shell"
	YAML  Lang = "yaml"
	JSON  Lang = "json"
	// Python is a program: the cells of a notebook, a file that one writes.
	Python Lang = "python"
	// Requirements are what pip is told to install, a line for each.
	Requirements Lang = "requirements"
)

// Env is what a shell starts with, or ends with: variables and their texts.
type Env map[string]value.Str

// LaunchWords are what commands are found by: a text that starts a workload,
// or prepares what one needs, holds one of them.
var LaunchWords = []string{"gcloud", "spark-submit", "ataflow", "google_cloud_profiler", "dataproc.googleapis.com"}

// Launches reports whether a text holds one of the LaunchWords.
func Launches(text string) bool {
	return slices.ContainsFunc(LaunchWords, func(w string) bool { return strings.Contains(text, w) })
}

// MessageWords are endings of the keys by which a message is recognised; the oneof
// members share them (sparkJob and pysparkJob), and they have two spellings.
var MessageWords = []string{"parkJob", "parkSqlJob", "parkRJob", "adoopJob", "hiveJob", "pigJob", "prestoJob", "trinoJob", "linkJob",
	"parkBatch", "parkRBatch", "parkSqlBatch", "otebookBatch", "rayBatch", "jupyterSession", "sparkConnectSession",
	"gceClusterConfig", "softwareConfig", "kubernetesClusterConfig", "launchParameter", "sdkInfo", "additionalExperiments", "jobMetadata", "google_cloud_profiler",
	"park_job", "park_sql_job", "park_r_job", "adoop_job", "hive_job", "pig_job", "presto_job", "trino_job", "link_job",
	"park_batch", "park_r_batch", "park_sql_batch", "otebook_batch", "ray_batch", "jupyter_session", "spark_connect_session",
	"gce_cluster_config", "software_config", "kubernetes_cluster_config", "launch_parameter", "sdk_info", "additional_experiments"}

// Fragment is a piece of text in one language: a whole file, or what a
// carrier holds (a run block, a fence, a here-document).
type Fragment struct {
	Lang Lang
	Text source.Text
	// Words, with the language Shell: one command that no shell splits or
	// expands, given as its words. Text is then empty.
	Words []source.Text
	// Name is the path of the file that the text is written to, relative to the
	// folder of the file that holds it; "" where it is not written.
	Name string
	Env  Env // variables that the carrier sets
	// Languages are the versions of Java and Python that the carrier provides
	// (setup-java, the image of a CI job), as written: "8", "3.13", "maven:3.8-openjdk-8".
	Languages map[model.Lang]value.Str
	Inside    value.Str // the image of the container that they run in
	Dir       string    // where the carrier runs the commands, as model.Workload.Folder
	Loose     bool      // amid prose: text that does not parse is no news
	// Session is shared by fragments that run one after another, the next when
	// the one before has ended; nil for one of which that is not known.
	Session *Session
	// Last: no fragment follows that starts with the variables of this one.
	Last bool
	// Mentioned: commands that a sentence speaks of. Nobody runs them there, so
	// they declare only workloads and clusters, and only if nothing is left out.
	Mentioned bool
	// Sometimes: it runs in some jobs of a matrix only.
	Sometimes bool
	// Called: it stands in a file that another one calls, and is read with what that gives.
	Called bool
}

// Session is what fragments leave to those that run after them, besides
// variables.
type Session struct {
	// Course is what ran so far, nil for nothing that is told of.
	Course *model.Course
}

// Clue is a word that shows that a text may declare something.
type Clue struct {
	Word string
	With string // only in a text that holds this word, too; "" for any
}

// Clues returns the clues that are the words, each only with another one.
func Clues(with string, words ...string) []Clue {
	out := make([]Clue, len(words))
	for i, w := range words {
		out[i] = Clue{w, with}
	}
	return out
}

// Surface reads one kind of place.
type Surface struct {
	Name string
	// Ends are the extensions that files of this kind may have, in lower case and
	// with the dot; nil: any. Of these files, Match decides by path alone; nil:
	// all are of this kind.
	Ends  []string
	Match func(path string) bool
	// Words: a file of this kind is read only if it holds one of them, as
	// bytes. A file named on the command line passes all the same.
	Words []string
	// Lang is the language of embedded fragments that it reads; "" for a
	// carrier, which reads whole files only.
	Lang Lang
	// Carries: it declares nothing itself, and hands on all that it finds as
	// fragments. A file that shows no Inner clue is then not read.
	Carries bool
	// Idle returns what of a file Read does not look at, in order, by the first byte
	// and the one behind the last: whole lines, such as the output of a notebook's
	// cells, or what only marks stand behind in its line. Nil: it may look at all.
	Idle func(file string) [][2]int
	// Inner: a fragment that shows none of these clues declares nothing, though
	// it may still set variables. A file is no fragment: it is read if it holds
	// one of Words.
	Inner []Clue
	// Read declares what the fragment holds: a pure function of its bytes and
	// of the files it opens. It returns the variables that a following
	// fragment of the same session starts with.
	Read func(*Reader, Fragment) Env
}

// End returns the extension of a path as Ends have it.
func End(p string) string { return strings.ToLower(path.Ext(p)) }

// Takes decides by path alone whether a file may be of this kind.
func (s Surface) Takes(p string) bool {
	return (s.Ends == nil || slices.Contains(s.Ends, End(p))) && (s.Match == nil || s.Match(p))
}

// Reader is what a surface may use besides its fragment.
type Reader struct {
	// Set takes what the surface finds.
	Set *model.Set
	// Open is the only door to other files: a flags file, a body that a
	// command imports. path is relative to the folder of the current file, or
	// to a folder above it.
	Open func(path string) (*source.File, bool)
	// Bears reports whether a text may declare anything as a fragment: whether
	// it shows an Inner clue of any surface. Nil: any text may.
	Bears func(text string) bool
	// Reads reports whether the surfaces of a language would read a file that
	// holds this text: whether it holds one of their Words.
	Reads func(lang Lang, text string) bool
	// Memo keeps what make returns for a key until the run ends, so that a file
	// that many others read (a parent pom) is parsed once. What it keeps must
	// not be changed. Once calls it; nil keeps nothing.
	Memo func(key string, make func() any) any
	// Embed hands a fragment on to the surface of its language.
	Embed func(Fragment) Env
}

// Once returns what make returns for a key, made once in a run.
func (r *Reader) Once(key string, make func() any) any {
	if r.Memo == nil {
		return make()
	}
	return r.Memo(key, make)
}

// IsPythonTest reports whether a file is a test: what it runs is mostly a mock.
func IsPythonTest(p string) bool {
	base := path.Base(p)
	return strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") || base == "conftest.py" ||
		slices.ContainsFunc(strings.Split(path.Dir(p), "/"), func(dir string) bool { return dir == "test" || dir == "tests" })
}
