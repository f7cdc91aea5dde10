package gates_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRelease: a release holds what the action downloads, by the same names.
func TestRelease(t *testing.T) {
	release := read[struct {
		Builds   []struct{ Env, Goos, Goarch, Flags, Ldflags, Tags []string }
		Archives []struct {
			Name      string `yaml:"name_template"`
			Formats   []string
			Overrides []struct {
				Goos    string
				Formats []string
			} `yaml:"format_overrides"`
		}
		Checksum struct {
			Name string `yaml:"name_template"`
		}
	}](t, "../../.goreleaser.yaml")
	build, archive := release.Builds[0], release.Archives[0]
	for _, has := range []bool{
		slices.Contains(build.Env, "CGO_ENABLED=0"), slices.Contains(build.Tags, "urfave_cli_no_docs"),
		slices.Contains(build.Flags, "-trimpath"), strings.Contains(strings.Join(build.Ldflags, " "), "-s -w"),
		slices.Contains(archive.Formats, "tar.gz"),
	} {
		if !has {
			t.Errorf("want pure Go, stripped, the same from every folder, as tar.gz: %+v %+v", build, archive)
		}
	}
	for _, o := range archive.Overrides {
		if !slices.Contains(o.Formats, "tar.gz") {
			t.Errorf("%s: no tar.gz, which the action unpacks", o.Goos)
		}
	}

	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	action := string(data)
	words := func(name string) []string {
		var out []string
		for _, m := range regexp.MustCompile(name+`=([a-z0-9]+)[ ;]`).FindAllStringSubmatch(action, -1) {
			out = append(out, m[1])
		}
		return out
	}
	if got := words("os"); !slices.Equal(got, build.Goos) {
		t.Errorf("the action knows the systems %v, a release %v", got, build.Goos)
	}
	if got := words("arch"); !slices.Equal(got, build.Goarch) {
		t.Errorf("the action knows the processors %v, a release %v", got, build.Goarch)
	}
	for _, name := range []string{
		strings.NewReplacer("{{ .Os }}", "${os}", "{{ .Arch }}", "$arch").Replace(archive.Name) + ".tar.gz", release.Checksum.Name,
	} {
		if !strings.Contains(action, name) {
			t.Errorf("the action does not download %s", name)
		}
	}
}
