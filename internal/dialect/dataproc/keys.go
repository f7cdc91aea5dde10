package dataproc

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// role is what a profiler property does.
type role uint8

const (
	noRole role = iota
	enable
	name
	version
)

// property is one documented profiler property.
type property struct {
	key     string
	product model.Product
	role    role
	fact    string
}

// properties are all there are (S9-S11, S27, S28, F5.2).
var properties = []property{
	{"cloud.profiler.enable", model.Dataproc, enable, "S9"},
	{"cloud.profiler.name", model.Dataproc, name, "S10"},
	{"cloud.profiler.service.version", model.Dataproc, version, "S11"},
	{"dataproc.profiling.enabled", model.Serverless, enable, "S27"},
	{"dataproc.profiling.name", model.Serverless, name, "S28"},
}

// spelling is how a key departs from a documented one.
type spelling uint8

const (
	exact    spelling = iota
	blanks            // blanks or line breaks around the key (F4.10, F12.11)
	prefixed          // an undocumented prefix: spark.dataproc.profiling.enabled (F5.2)
	curly             // a typographic quote at either end: it is part of the key
	near              // cloud.profiler.enabled, cloud profiler.name (F4.5)
)

// reading is what a key was meant to be.
type reading struct {
	property
	spelling spelling
}

// keyFor returns the documented key of a product for a role; "" where the
// product has none (Serverless has no version key, S23).
func keyFor(p model.Product, r role) string {
	for _, k := range properties {
		if k.product == p && k.role == r {
			return k.key
		}
	}
	return ""
}

// readKey recognises a key that is, or was meant to be, a profiler property of
// either product. prefer is the product of the workload: a misspelt key that
// is as near to both is read as its own.
func readKey(key string, prefer model.Product) (reading, bool) {
	if p, ok := documented(key); ok {
		return reading{p, exact}, true
	}
	trimmed := strings.Trim(key, " \t\r\n\\")
	if p, ok := documented(trimmed); ok {
		return reading{p, blanks}, true
	}
	for _, prefix := range []string{"spark:", "dataproc:", "spark.", "hadoop.", "spark.hadoop."} {
		if rest, ok := strings.CutPrefix(trimmed, prefix); ok {
			if p, ok := documented(rest); ok {
				return reading{p, prefixed}, true
			}
		}
	}
	if p, ok := documented(strings.Trim(trimmed, "“”„‟‘’‚‛«»‹›")); ok {
		return reading{p, curly}, true
	}
	return nearest(trimmed, prefer)
}

// elsewhere recognises a switch in a place that is not for properties. There
// cloud-profiler alone may be a name of the user's own.
func elsewhere(key string, prefer model.Product) bool {
	rd, ok := readKey(key, prefer)
	return ok && rd.role == enable && (rd.spelling != near || !strings.HasSuffix(normal(key), ".profil"))
}

// nearest finds the documented property that a key was meant to be.
func nearest(key string, prefer model.Product) (reading, bool) {
	if len(key) < shortest {
		return reading{}, false
	}
	norm := normal(key)
	if strings.Contains(norm, "provider") { // a word of its own, as near as a slip
		return reading{}, false
	}
	best, at := property{}, slips+1
	for _, p := range properties {
		d := min(slipsOf(key, p.key), slipsOf(norm, normal(p.key)), familyMember(norm, p))
		if d < at || (d == at && p.product == prefer && best.product != prefer) {
			best, at = p, d
		}
	}
	// Serverless has no version key (S23): one that looks like it is read by nothing
	if strings.HasPrefix(norm, "dataproc.profil.") && strings.HasSuffix(norm, ".version") {
		best, at = property{product: model.Serverless, role: version}, 0
	}
	if at > slips {
		return reading{}, false
	}
	return reading{best, near}, true
}

// shortest is the length of the shortest key that may be meant: cloudprofile,
// written normally, begins a family.
const shortest = len("cloud.profil")

// slipsOf counts slips where the lengths allow few enough.
func slipsOf(a, b string) int {
	if len(a) > len(b)+slips || len(b) > len(a)+slips {
		return slips + 1
	}
	return value.Slips(a, b)
}

// slips is how many letters a key of 15 or more may be off and still be meant.
const slips = 2

// familyMember is 0 for a key that begins like the property's family and ends
// in the word of its role: cloud.profiler.version is cloud.profiler.service.version.
func familyMember(norm string, p property) int {
	family, _, _ := strings.Cut(normal(p.key), ".profil.")
	rest, ok := strings.CutPrefix(norm, family+".profil")
	if !ok {
		return slips + 1
	}
	last := rest[strings.LastIndex(rest, ".")+1:]
	switch {
	case rest == "" && p.role == enable, last == "enabl" && p.role == enable, last == "name" && p.role == name, last == "version" && p.role == version:
		return 0
	}
	return slips + 1
}

func documented(key string) (property, bool) {
	for _, p := range properties {
		if p.key == key {
			return p, true
		}
	}
	return property{}, false
}

// normal maps a key to the letters that matter: lower case, one separator,
// and the forms of a word that people mix up made equal. What is left to
// differ is counted as slips.
func normal(key string) string {
	k := alike.Replace(strings.ToLower(key))
	for _, prefix := range []string{"spark.", "google.", "gcp."} {
		k = strings.TrimPrefix(k, prefix)
	}
	return k
}

// alike is safe for concurrent use; it holds no state.
var alike = strings.NewReplacer("_", ".", "-", ".", " ", ".", ":", ".",
	"cloudprofiling", "cloud.profil", "cloudprofiler", "cloud.profil",
	"profiling", "profil", "profilers", "profil", "profiler", "profil", "profiles", "profil", "profile", "profil",
	"enabled", "enabl", "enabling", "enabl", "enable", "enabl")
