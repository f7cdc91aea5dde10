package beam

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Image is what the name of one of Beam's or Dataflow's images says.
type Image struct {
	Lang     model.Lang
	Language value.Version // of Java or Python; zero: not in the name
	SDK      value.Version // zero: no tag that is a version
	Launcher bool          // a launcher of flex templates, not an image for workers
}

// images are the names of the images: the language, its version, what it is.
// Tags and registries stand around them.
var images = sync.OnceValue(func() []ownImage {
	return []ownImage{
		{regexp.MustCompile(`^beam_(java|python|go)(\d+(?:\.\d+)?)?_sdk(?:_\w+)?$`), false},
		{regexp.MustCompile(`^beam-(java)(\d+)?-(?:batch|streaming)$`), false}, // Runner v1 (F3.19)
		{regexp.MustCompile(`^(java|python|go)(\d+)?-template-launcher-base(?:-\w+)*$`), true},
	}
})

type ownImage struct {
	name     *regexp.Regexp
	launcher bool
}

// imageInfo reads a reference to one of Beam's or Dataflow's own images:
// apache/beam_python3.11_sdk:2.71.0, beam_java17_sdk,
// gcr.io/dataflow-templates-base/java17-template-launcher-base.
func imageInfo(ref string) (Image, bool) {
	if ref == "" {
		return Image{}, false
	}
	ref, _, _ = strings.Cut(ref, "@")
	name, tag := ref[strings.LastIndex(ref, "/")+1:], ""
	name, tag, _ = strings.Cut(name, ":")
	for _, img := range images() {
		m := img.name.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		out := Image{Lang: model.Lang(m[1]), Launcher: img.launcher}
		out.Language, _ = value.ParseVersion(dotted(out.Lang, m[2]))
		if !img.launcher { // a launcher's tag is a date
			out.SDK, _ = value.ParseVersion(tag)
		}
		return out, true
	}
	return Image{}, false
}

// dotted turns python311 into 3.11.
func dotted(lang model.Lang, version string) string {
	if lang == model.Python && len(version) > 1 && !strings.Contains(version, ".") {
		return version[:1] + "." + version[1:]
	}
	return version
}

// Agent tells whether an image has the agent.
type Agent uint8

const (
	agentUnknown Agent = iota
	agentYes
	agentNo
)

// agents is what is known of the agent in Beam's own images, the first row
// that fits deciding. Dataflow's default images are built apart from them.
var agents = []struct {
	lang         model.Lang
	since, until value.Version // of the SDK; zero bounds are open
	from, to     value.Version // of Python; to is the first that no longer fits
	has          Agent
	reason       string
	facts        string
}{
	{model.Python, v(2, 66), value.Version{}, v(3, 13), value.Version{}, agentNo, withoutAgent, "F3.31"},
	{model.Python, patch(2, 47, 0), patch(2, 48, 0), value.Version{}, value.Version{}, agentNo, "no Beam 2.47.0 image for Python has the agent", "F3.29"},
	{model.Python, patch(2, 47, 0), v(2, 53), v(3, 11), v(3, 12), agentNo, "the Python 3.11 images of Beam before 2.53.0 lack the agent", "F3.30"},
	{model.Python, value.Version{}, value.Version{}, value.Version{}, value.Version{}, agentYes, "", "F3.28"},
	{model.Java, v(2, 30), value.Version{}, value.Version{}, value.Version{}, agentYes, "", "F3.22"},
	{model.Java, value.Version{}, v(2, 30), value.Version{}, value.Version{}, agentNo, "Beam's Java images have the agent since 2.30.0", "F3.22"},
	{model.Go, v(2, 42), value.Version{}, value.Version{}, value.Version{}, agentYes, "", "F3.33"}, // it is part of the program
	{model.Go, value.Version{}, v(2, 42), value.Version{}, value.Version{}, agentNo, "Beam Go profiles since 2.42.0", "F3.23"},
}

const withoutAgent = "the Python agent cannot be installed on Python 3.13 and later, and Beam's images for them leave it out"

func patch(major, minor, p int) value.Version {
	return value.Version{N: [3]int{major, minor, p}, Parts: 3}
}

// agentInImage tells whether Beam's own image of a language has the agent, for
// a range of SDK versions (judged by the newest; the zero range is not known)
// and a version of Python (zero: not known), and why not.
func agentInImage(lang model.Lang, sdk value.Range, python value.Version) (Agent, string) {
	switch {
	case lang != model.Python || python.Less(v(3, 12)):
	case python.Less(v(3, 13)):
		return agentYes, "" // Beam has images for it since 2.57.0, and all of them have the agent
	default:
		return agentNo, withoutAgent // Beam before 2.66.0 has no image for it at all
	}
	open, why := map[Agent]bool{}, ""
	for _, a := range agents {
		if a.lang != lang {
			continue
		}
		anyPython := a.from.Parts == 0 && a.to.Parts == 0
		switch and(covers(sdk, a.since, a.until), anyPython, python, a.from, a.to) {
		case inside:
			if open[agentYes] && a.has != agentYes || open[agentNo] && a.has != agentNo {
				return agentUnknown, unsure(sdk, python, why)
			}
			return a.has, a.reason
		case perhaps:
			if open[a.has] = true; why == "" {
				why = a.reason
			}
		}
	}
	return agentUnknown, unsure(sdk, python, why)
}

// unsure says what has to be known, and why.
func unsure(sdk value.Range, python value.Version, why string) string {
	switch {
	case why == "":
		return ""
	case sdk == (value.Range{}):
		return "it depends on the Beam version: " + why
	case python.Parts == 0:
		return "it depends on the Python version: " + why
	}
	return why
}

// fit is whether versions lie in a window.
type fit uint8

const (
	outside fit = iota
	perhaps
	inside
)

// covers tells whether the newest version of a range lies between two bounds.
func covers(r value.Range, since, until value.Version) fit {
	newer := func(v value.Version, unbounded fit) fit {
		switch side := r.Of(v); {
		case v.Parts == 0:
			return unbounded
		case side == value.Across && r == (value.Range{}):
			return perhaps
		case side == value.Before:
			return outside
		}
		return inside // of a range across, the newest is meant
	}
	switch low, high := newer(since, inside), newer(until, outside); {
	case low == outside || high == inside:
		return outside
	case low == inside && high == outside:
		return inside
	}
	return perhaps
}

// and narrows a fit by the version of Python.
func and(f fit, any bool, python, from, to value.Version) fit {
	switch {
	case any || f == outside:
		return f
	case python.Parts == 0:
		return perhaps
	case from.Parts > 0 && python.Less(from), to.Parts > 0 && !python.Less(to):
		return outside
	}
	return f
}

// dated is the folder of a release of Google's own templates:
// gs://dataflow-templates-us-central1/2021-09-13-00_RC00/….
var dated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^gs://dataflow-templates(?:-[a-z0-9-]+)?/(?:(latest)|(\d{4}-\d{2}-\d{2})[^/]*)/`)
})

// released is when Beam 2.33.0 came out (F3.22): an older template cannot hold
// it.
var released = time.Date(2021, time.October, 7, 0, 0, 0, 0, time.UTC)

// templateSDK tells what the path of one of Google's own templates says of its
// SDK (F3.36): one older than Beam 2.33.0 holds an older one, the latest a new
// one. Of those between nothing is said.
func templateSDK(uri source.Text) (value.Range, bool) {
	if !uri.HasPrefix("gs://dataflow-templates") {
		return value.Range{}, false
	}
	m := dated().FindStringSubmatch(uri.Mask('x'))
	if m == nil {
		return value.Range{}, false
	}
	if m[1] != "" {
		lo := v(2, 75)
		return value.Range{Lo: &lo, Text: "the latest template"}, true
	}
	day, err := time.Parse(time.DateOnly, m[2])
	if err != nil || !day.Before(released) {
		return value.Range{}, false
	}
	hi := v(2, 33)
	return value.Range{Hi: &hi, Below: true, Text: "of the template of " + m[2]}, true
}
