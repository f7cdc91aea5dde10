package checks

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// unsupportedType: only Spark and Hadoop job types are profiled (S2, S19).
func unsupportedType() *Check {
	return &Check{Rules: []string{"unsupported-job-type"}, Applies: spark, Workload: func(p *Pass, w *model.Workload) {
		if c, ok := w.Cluster.To.Get(); ok && c.Virtual {
			p.Fail("unsupported-job-type", "gke", w.At, "the job runs on a Dataproc cluster on GKE, for which profiling is not documented").
				Related(c.At, "the cluster on GKE")
			return
		}
		switch {
		case w.Type == "" && w.Body.Open() != nil:
			p.CannotTell("the type of the job is not known: "+w.Body.Open().Expr, "")
		case profiled(w.Type):
		case w.Type == model.PySparkNotebook:
			p.Fail("unsupported-job-type", "notebook", w.At, "profiling is not documented for notebook batches")
		default:
			x := p.Fail("unsupported-job-type", "", w.At, "%s is of a type that is never profiled", workloadLabel(w)).
				Caret("not a type that is profiled").
				Fix("profile a Spark, PySpark, Spark SQL, SparkR or Hadoop job instead")
			for _, a := range w.Request.Asks {
				x.Related(a.Key.Span(), "accepted without a word, and without effect")
			}
		}
	}}
}

// spark applies to Dataproc and Serverless.
func spark(w *model.Workload) bool { return w.Product != model.Dataflow }

type runtimeParams struct {
	From string `yaml:"from" is:"version"`
}

// serverlessRuntime: what runtime 3.0 dropped or changed (F5.4-F5.9, F2.15).
func serverlessRuntime() *Check {
	return &Check{
		Rules:    []string{"serverless-runtime"},
		Applies:  func(w *model.Workload) bool { return w.Product == model.Serverless && profiled(w.Type) },
		Workload: judgeRuntime,
	}
}

func judgeRuntime(p *Pass, w *model.Workload) {
	auth := w.Body.Get("environmentConfig", "executionConfig", "authenticationConfig", "userWorkloadAuthenticationType").Str()
	kind, chosen := auth.Get()
	chosen = chosen && kind.String() == "END_USER_CREDENTIALS"
	if chosen {
		p.Fail("serverless-runtime", "end-user-credentials", auth.Span(), "the workload runs with the credentials of whoever submits it, who then needs the permission to create profiles").
			Related(w.At, "%s", workloadLabel(w)).
			Why("The profiles need that permission; the workload itself runs.").
			Fix("give the submitting user roles/cloudprofiler.agent, or name a service account")
	}
	if w.Version.Absent() {
		return // the default runtime is older (F5.11)
	}
	peripherals := w.Body.Get("environmentConfig", "peripheralsConfig", "sparkHistoryServerConfig", "dataprocCluster")
	sensitive := w.Type == model.SparkR || w.Type == model.Jupyter || peripherals.Present()
	if !w.Version.Known() && !sensitive {
		return
	}
	text, ok := Need(p, "the runtime version", w.Version)
	if !ok {
		return
	}
	v, ok := value.ParseVersion(text.String())
	from, _ := value.ParseVersion(params[runtimeParams](p, "serverless-runtime").From)
	if !ok || v.Less(from) {
		return
	}
	at := w.Version.Span()
	switch {
	case w.Type == model.SparkR:
		p.Fail("serverless-runtime", "", at, "runtime %s runs no SparkR batches", text).Related(w.At, "%s", workloadLabel(w)).
			Fix("use runtime 2.2 or 2.3, or sparklyr")
	case w.Type == model.Jupyter:
		p.Fail("serverless-runtime", "", at, "runtime %s runs no Jupyter sessions", text).Related(w.At, "%s", workloadLabel(w)).
			Fix("use runtime 2.2 or 2.3, or a Spark Connect session")
	case peripherals.Present():
		p.Fail("serverless-runtime", "", at, "runtime %s supports no persistent history server", text).Related(peripherals.At, "the history server").
			Fix("leave the history server out, or use runtime 2.2 or 2.3")
	case w.Account.Absent() && auth.Absent():
		p.Fail("serverless-runtime", "end-user-credentials", at, "from runtime %s on the workload runs with the credentials of whoever submits it, who then needs the permission to create profiles", from.String()).
			Related(w.At, "%s", workloadLabel(w)).
			Why("The profiles need that permission; the workload itself runs.").
			Fix("name a service account: --service-account=ACCOUNT, or give the submitting user roles/cloudprofiler.agent")
	}
}

// sparkUI: without the application context there is no Spark UI, and no place
// to see whether code replaced the agent's options (S53-S55).
func sparkUI() *Check {
	return &Check{
		Rules:   []string{"spark-ui-unavailable"},
		Applies: func(w *model.Workload) bool { return w.Product == model.Serverless },
		Workload: func(p *Pass, w *model.Workload) {
			e, set := w.Properties.Map.Entry("spark.dataproc.appContext.enabled")
			if !set {
				return
			}
			if t, ok := Need(p, e.Key.String(), e.Val.Str()); ok && t.String() == "false" {
				p.Fail("spark-ui-unavailable", "", t.Span(), "the Spark UI of this workload is switched off").
					Related(w.At, "%s", workloadLabel(w)).Fix("leave spark.dataproc.appContext.enabled out while you look for missing profiles")
			}
		},
	}
}
