package code

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
)

// archive returns how the names of the archives start that a source file is
// built into: what its Maven or sbt build is called, else the folder of the
// build, as Gradle does. "" if there is none.
func archive(r *surface.Reader) string {
	if r.Open == nil {
		return ""
	}
	best, name := "", ""
	for _, kind := range []struct {
		file string
		name func(*source.File) string
	}{{"pom.xml", mavenName}, {"build.sbt", sbtName}, {"build.gradle", folderName}, {"build.gradle.kts", folderName}} {
		if f, ok := r.Open(kind.file); ok && (name == "" || len(path.Dir(f.Path)) > len(best)) {
			if own, _ := r.Once("archive:"+f.Path, func() any { return kind.name(f) }).(string); own != "" {
				best, name = path.Dir(f.Path), own
			}
		}
	}
	return name
}

func mavenName(f *source.File) string {
	doc, _ := data.XML(source.Whole(f))
	if id := doc.Get("project", "artifactId").Text.String(); !strings.Contains(id, "$") {
		return id
	}
	return ""
}

// sbtName reads name := "scores". sbt writes it in small letters, with hyphens.
func sbtName(f *source.File) string {
	for line := range strings.Lines(string(f.Data)) {
		key, val, ok := strings.Cut(line, ":=")
		if parts := strings.Split(val, `"`); ok && strings.HasSuffix(strings.TrimSpace(key), "name") && len(parts) > 2 {
			return strings.ReplaceAll(strings.ToLower(parts[1]), " ", "-")
		}
	}
	return ""
}

func folderName(f *source.File) string {
	if name := path.Base(path.Dir(f.Path)); name != "." {
		return name
	}
	return ""
}
