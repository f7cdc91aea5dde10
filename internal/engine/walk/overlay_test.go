package walk

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOverlay(t *testing.T) {
	root := plant(t, map[string]string{
		"same.sh": "gcloud", "changed.sh": "gcloud", "gone.sh": "gcloud", "begins.sh": "true", "ends.sh": "gcloud",
		"folder/a.sh": "gcloud", "folder/deep/b.sh": "gcloud", "link.sh@": "same.sh", "was": "text",
		".gitignore": "ignored\n*.tmp.sh\n", "ignored/a.sh": "gcloud", "sub/.gitignore": "no.sh\n", "sub/x.sh": "gcloud",
		`back\slash.sh`: "gcloud",
	})
	overlay := Overlay{
		"changed.sh": []byte("gcloud changed"), "gone.sh": nil, "begins.sh": []byte("gcloud begins"), "ends.sh": []byte(""),
		"folder": nil, "folder/deep/b.sh": []byte("gcloud all the same"), "link.sh": []byte("gcloud of its own"), "was/a/folder.sh": []byte("gcloud"), "tool": []byte("#!/bin/sh\ngcloud"),
		"new.sh": []byte("gcloud new"), "new/deep/c.sh": []byte("gcloud"), "new/nothing.sh": []byte("true"),
		"ignored/b.sh": []byte("gcloud"), "x.tmp.sh": []byte("gcloud"), "sub/no.sh": []byte("gcloud"), "sub/yes.sh": []byte("gcloud"),
		"vendor/d.sh": []byte("gcloud"), "../outside.sh": []byte("gcloud"),
		"/abs.sh": []byte("gcloud"), "//x.googleapis.com/y.sh": []byte("gcloud"), "a//b.sh": []byte("gcloud"), "./c.sh": []byte("gcloud"), "back%5Cslash.sh": []byte("gcloud back"),
	}
	read := func(paths ...string) map[string]string {
		out := map[string]string{}
		got, _ := Files(t.Context(), Options{Root: root, Paths: paths, Match: shells, Overlay: overlay}, func(f File) [2]string {
			return [2]string{f.Path, string(f.Data)}
		})
		for _, f := range got {
			if _, twice := out[f[0]]; twice {
				t.Errorf("%s is handed over twice", f[0])
			}
			out[f[0]] = f[1]
		}
		return out
	}
	want := map[string]string{
		"same.sh": "gcloud", "changed.sh": "gcloud changed", "begins.sh": "gcloud begins", "link.sh": "gcloud of its own",
		"was/a/folder.sh": "gcloud", "folder/deep/b.sh": "gcloud all the same", "tool": "#!/bin/sh\ngcloud", "new.sh": "gcloud new", "new/deep/c.sh": "gcloud",
		"sub/x.sh": "gcloud", "sub/yes.sh": "gcloud", "back%5Cslash.sh": "gcloud back",
	}
	if d := cmp.Diff(want, read(root)); d != "" {
		t.Errorf("the root (-want +got):\n%s", d)
	}
	// below a named folder only, ignored or not; and files named by the user
	if d := cmp.Diff(map[string]string{"sub/x.sh": "gcloud", "sub/yes.sh": "gcloud"}, read(filepath.Join(root, "sub"))); d != "" {
		t.Errorf("a folder (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]string{"ignored/a.sh": "gcloud", "ignored/b.sh": "gcloud"}, read(filepath.Join(root, "ignored"))); d != "" {
		t.Errorf("an ignored folder (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]string{"folder/deep/b.sh": "gcloud all the same"}, read(filepath.Join(root, "folder"), filepath.Join(root, "folder/deep"), filepath.Join(root, "folder/a.sh"))); d != "" {
		t.Errorf("a folder that is not there (-want +got):\n%s", d)
	}
	named := read(filepath.Join(root, "changed.sh"), filepath.Join(root, "gone.sh"), filepath.Join(root, "same.sh"), filepath.Join(root, "new/nothing.sh"))
	if d := cmp.Diff(map[string]string{"changed.sh": "gcloud changed", "same.sh": "gcloud", "new/nothing.sh": "true"}, named); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if _, err := os.Stat(filepath.Join(root, "new.sh")); err == nil {
		t.Error("the overlay was written")
	}
}
