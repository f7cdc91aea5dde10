package dataproc

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// suffixes returns what the service appends to the profile name: a profile
// for the driver and one for the executors (S14, S26). Hadoop jobs are one
// service; nothing documents a suffix for them.
func suffixes(t model.JobType) []string {
	switch t {
	case model.Hadoop:
		return []string{""}
	case model.Hive, model.Pig, model.Presto, model.Trino, model.Flink, model.PyFlink, model.Ray, model.PySparkNotebook:
		return nil // never profiled (S2)
	}
	return []string{"-driver", "-executor"}
}

// appears says under which service and version the profiles will be found.
// Where the service makes a value up, the text says what it is.
func appears(w *model.Workload) []model.Appearance {
	base, version := "<job UUID>", "<job UUID>" // S10, S11
	if w.Product == model.Serverless {
		base, version = "spark-"+string(workloadType(w.Kind))+"-"+shown(w.Name, "<"+string(workloadType(w.Kind))+" id>"), "<"+string(workloadType(w.Kind))+" UUID>" // S23, S28
	}
	if w.Run != nil {
		version = shown(w.Run.ID, version)
		if w.Product == model.Dataproc {
			base = version
		}
	}
	base, version = shown(w.Request.Name, base), shown(w.Request.Version, version)
	var out []model.Appearance
	for _, suffix := range suffixes(w.Type) {
		out = append(out, model.Appearance{Service: base + suffix, Version: version})
	}
	return out
}

func workloadType(k model.Kind) model.Kind {
	if k == model.KindSessionTemplate {
		return model.KindSession
	}
	return k
}

// shown prints a value as known or as its expression; fallback when the
// files give none.
func shown(v value.Str, fallback string) string {
	if s := v.Raw().String(); s != "" {
		return s
	}
	return fallback
}
