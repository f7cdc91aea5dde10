package python

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// nameAt returns the place of the last name of what is called.
func nameAt(c *Call) source.Span {
	if f := c.n.kids[0]; f.kind == nAttr {
		return c.m.region(f.aux, f.to)
	}
	return c.m.span(c.n.kids[0])
}

// calls writes each call: where it runs, its path and arguments.
func calls(m *Module) string {
	var b strings.Builder
	for _, c := range m.Calls {
		fmt.Fprintf(&b, "%d:%d ", c.At().From().Line, nameAt(c).From().Col)
		if c.Scope.Name != "" {
			b.WriteString("in " + c.Scope.Name + " ")
		}
		for _, w := range []struct {
			is   bool
			name string
		}{{c.Branch, "branch "}, {c.Loop, "loop "}, {c.Main, "main "}} {
			if w.is {
				b.WriteString(w.name)
			}
		}
		name := strings.Join(c.Func.Paths(), " or ")
		if name == "" {
			name = "?." + c.Method
		}
		b.WriteString(name + "(")
		for i, a := range c.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(a.Star)
			if a.Name != "" {
				b.WriteString(a.Name + "=")
			}
			if p := a.Value.Path(); p != "" {
				b.WriteString(p)
			} else {
				b.WriteString(render(a.Value.Tree()))
			}
		}
		b.WriteString(")\n")
	}
	return b.String()
}

func TestCalls(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"aliases", `
import pyspark.sql, numpy as np
from apache_beam.options.pipeline_options import PipelineOptions as PO
from . import util
from ..a import b
PO(["--x"], y=1)
np.array()
pyspark.sql.SparkSession()
util.f()
b()`, `
6:1 apache_beam.options.pipeline_options.PipelineOptions(["--x"], y=1)
7:4 numpy.array()
8:13 pyspark.sql.SparkSession()
9:6 .util.f()
10:1 ..a.b()`},
		{"chain", `
from pyspark.sql import SparkSession
spark = (SparkSession.builder
         .appName("x")
         .config("k", "v")
         .getOrCreate())
spark.conf.set("a", "b")`, `
3:11 pyspark.sql.SparkSession.builder.appName("x")
3:11 pyspark.sql.SparkSession.builder.appName().config("k", "v")
3:11 pyspark.sql.SparkSession.builder.appName().config().getOrCreate()
7:12 pyspark.sql.SparkSession.builder.appName().config().getOrCreate().conf.set("a", "b")`},
		{"variables", `
from pyspark import SparkConf, SparkContext
from pyspark.sql import SparkSession
conf = SparkConf()
conf.set("a", "b")
b = SparkSession.builder
b = b.config(conf=conf)
if x:
  b = b.config("c", "d")
for k, v in items:
  b = b.config(k, v)
b.getOrCreate()`, `
4:8 pyspark.SparkConf()
5:6 pyspark.SparkConf().set("a", "b")
7:7 pyspark.sql.SparkSession.builder.config(conf=pyspark.SparkConf())
9:9 branch pyspark.sql.SparkSession.builder.config().config("c", "d")
11:9 branch loop pyspark.sql.SparkSession.builder.config().config().config(<k>, <v>)
12:3 pyspark.sql.SparkSession.builder.config().config().config().getOrCreate()`},
		{"functions", `
from pyspark import SparkConf
def make(name):
  conf = SparkConf().setAppName(name)
  return conf
def main(other):
  c = make("x")
  c.set("a", "b")
  other.set("c", "d")
if __name__ == "__main__":
  main(None)`, `
4:10 in make pyspark.SparkConf()
4:22 in make pyspark.SparkConf().setAppName(<name>)
7:7 in main make("x")
8:5 in main pyspark.SparkConf().setAppName().set("a", "b")
9:9 in main ?.set("c", "d")
11:3 main main(None)`},
		{"two imports", `
try:
  from a import X
except ImportError:
  from b import X
X()`, `
6:1 a.X or b.X()`},
		{"star", `
from pyspark import *
SparkConf().set(len(x))`, `
3:1 pyspark.SparkConf()
3:17 len(pyspark.x)
3:13 pyspark.SparkConf().set(len())`},
		{"self", `
from pyspark import SparkConf
class Job:
  def __init__(self):
    self.conf = SparkConf()
  def run(self):
    self.conf.set("a", "b")
    self.start(1)
  def start(self, n): pass`, `
5:17 in Job.__init__ pyspark.SparkConf()
7:15 in Job.run pyspark.SparkConf().set("a", "b")
8:10 in Job.run Job.start(1)`},
		{"inside", "f(g(x), k=[h()])\n[i(x) for x in j() if l(x)]\nlambda: m()\nn() if o() else p()", `
1:3 g(x)
1:12 h()
1:1 f(g(), k=[<h()>])
2:2 loop i(<x>)
2:16 j()
2:23 loop l(<x>)
3:9 branch m()
4:1 branch n()
4:8 branch o()
4:17 branch p()`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.TrimSpace(calls(Read(file(c.in), nil)))
			if want := strings.TrimSpace(c.want); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestChain(t *testing.T) {
	m := Read(file("b = X.builder.a(1)\nif y:\n  b = b.b(2)\nb.c(3).d()\n"), nil)
	var names []string
	for _, c := range m.Calls[len(m.Calls)-1].Chain() {
		names = append(names, c.Method)
	}
	if got := strings.Join(names, " "); got != "a b c d" {
		t.Error(got)
	}
}
