package gcloud

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

func TestLosses(t *testing.T) {
	const files = "-- f.yaml --\n--properties: {a: '1', b: '2'}\n-- p --\na=x\nb=w\n-- q --\nc=z\n"
	const job = "gcloud dataproc jobs submit spark --cluster=c --class=X "
	tests := []struct{ name, line, want string }{
		{"store", job + "--properties=a=1,b=2 --properties=b=3",
			"{a:1 b:2} overridden by --properties=b=3: this later --properties replaces it; want --properties=b=3,a=1; fix ,a=1"},
		{"nothing is missing", job + "--properties=a=1 --properties=a=2",
			"{a:1} overridden by --properties=a=2: this later --properties replaces it; want ; fix "},
		{"comma in the last", job + "--properties=a=1 '--properties=^;^b=2,3;c=4'",
			"{a:1} overridden by --properties=^;^b=2,3;c=4: this later --properties replaces it; want --properties=^;^b=2,3;c=4;a=1; fix "},
		{"unknown value", job + "--properties=a=$A --properties=b=3",
			"{a:?$A} overridden by --properties=b=3: this later --properties replaces it; want --properties=b=3,a=$A; fix "},
		{"flags file", job + "--flags-file=f.yaml --properties=b=3",
			"{a:1 b:2} overridden by --properties=b=3: this later --properties replaces it; want --properties=b=3,a=1; fix ,a=1"},
		{"scopes", "gcloud dataproc clusters create c --scopes=cloud-platform --scopes=sql",
			"[https://www.googleapis.com/auth/cloud-platform] overridden by --scopes=sql: this later --scopes replaces it; want --scopes=sql,cloud-platform; fix ,cloud-platform"},
		{"properties file", job + "--properties-file=p --properties-file=q",
			"{a:x b:w} overridden by --properties-file=q: this later --properties-file replaces it; want put all properties into one file; fix "},
		{"cut properties file", job + "⏎ --properties-file=p",
			"{a:x b:w} cut by # comment: this comment ends the command; want move the comment above the command; fix "},
		{"cut", job + "⏎ --properties=a=1",
			"{a:1} cut by # comment: this comment ends the command; want move the comment above the command; fix "},
		{"merged, nothing lost", "gcloud dataproc clusters create c --properties=x:a=1 --properties=x:b=2", ""},
		{"arguments, nothing lost", job + "--properties=a=1 -- --properties=b=2", ""},
	}
	fates := map[model.Fate]string{model.Overridden: "overridden", model.Cut: "cut"}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := run(tt.line, files)
			var got []string
			for _, l := range c.Losses {
				fix := ""
				for _, e := range l.Fix {
					fix += e.New
				}
				got = append(got, fmt.Sprintf("%s %s by %s: %s; want %s; fix %s", show(l.Tree), fates[l.Fate], l.By[0].Span.Text(), l.By[0].Text, l.Want, fix))
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

// A blank behind a backslash is one fault, whatever it leaves behind.
func TestCutByBlank(t *testing.T) {
	for _, tt := range []struct{ head, tail, want string }{
		{"gcloud dataproc jobs submit spark --cluster=c \\ \n", "--class=X --properties=a=1",
			"the blank behind the backslash ends the command's line; delete the blank behind the backslash; \" \" | a blank behind a backslash is a word of its own, and ends the line; \" \""},
		{"gcloud dataproc batches submit pyspark a.py \\  # bucket\n", "--deps-bucket=b --properties=a=1",
			"the blank behind the backslash ends the command's line; write the comment above the command, and nothing behind the backslash; | a blank behind a backslash is a word of its own, and ends the line;"},
		{"gcloud dataproc clusters create \\ \n", "c --region=r", " | a blank behind a backslash is a word of its own, and ends the line; \" \""},
	} {
		f := source.NewFile("run.sh", source.Code, []byte(tt.head+tt.tail))
		at := strings.IndexByte(tt.head, '\\') + 1
		by := source.Span{File: f, Start: at, End: at + 1}
		for f.Data[by.End] == ' ' {
			by.End++
		}
		line := words(source.NewFile("run.sh", source.Code, f.Data[:at-1]))
		line = append(line, Word{Text: source.Exact(source.Span{File: f, Start: at, End: at + 1})})
		if i := strings.Index(tt.head, "# "); i > 0 {
			line = append(line, Word{Text: source.Exact(source.Span{File: f, Start: i, End: i + 1})})
		}
		c := Lower(line, words(source.NewFile("cut.sh", source.Code, []byte(tt.tail))), by, nil)
		edits := func(es []source.Edit) (s string) {
			for _, e := range es {
				s += fmt.Sprintf(" %q", e.Span.Text()) + e.New
			}
			return s
		}
		got := ""
		for _, l := range c.Losses {
			got += l.By[0].Text + "; " + l.Want + ";" + edits(l.Fix)
		}
		for _, r := range c.Refusals {
			got += " | " + r.Reason + ";" + edits(r.Fix)
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.head+tt.tail, got, tt.want)
		}
	}
}

func TestCutLacks(t *testing.T) {
	c := run("gcloud dataproc jobs submit spark --cluster=c ⏎ --class=X --properties=a=1", "")
	if len(c.Refusals) != 1 || c.Refusals[0].Reason != "jobs submit spark needs --class or --jar" || !c.Refusals[0].Request ||
		len(c.Refusals[0].Related) != 1 || c.Refusals[0].Related[0].Span.Text() != "# comment" {
		t.Errorf("got %+v", c.Refusals)
	}
	if got := show(c.Body.Get("sparkJob")); got != "{}" {
		t.Errorf("got %s", got)
	}
}
