package build

import (
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func TestThin(t *testing.T) {
	for in, want := range map[string]string{
		"<a><dependency><groupId>x</groupId></dependency>b</a>":                "<a>b</a>",
		"<dependency><groupId>org.apache.beam</groupId></dependency>":          "<dependency><groupId>org.apache.beam</groupId></dependency>",
		"<dependency><groupId>${x}</groupId></dependency>":                     "<dependency><groupId>${x}</groupId></dependency>",
		"<dependency><groupId>x</groupId><scope>import</scope></dependency>":   "<dependency><groupId>x</groupId><scope>import</scope></dependency>",
		"<dependency><artifactId>x</artifactId></dependency>":                  "<dependency><artifactId>x</artifactId></dependency>",
		"<dependency><groupId>x</groupId><!-- </dependency> --></dependency>b": "b",
		"<!-- <dependency><groupId>x</groupId> --> </dependency>":              " </dependency>",
		"<a><!-- <b/> </a>":             "<a><!-- <b/> </a>",
		"<a><![CDATA[<!-- x -->]]></a>": "<a><![CDATA[<!-- x -->]]></a>",
		"<plugin><artifactId>x</artifactId><c><plugin><a/></plugin></c></plugin>":                                "<plugin><artifactId>x</artifactId><c><plugin><a/></plugin></c></plugin>",
		"<plugin><artifactId>x</artifactId></plugin><plugin><artifactId>exec-maven-plugin</artifactId></plugin>": "<plugin><artifactId>exec-maven-plugin</artifactId></plugin>",
		"<dependency><groupId>x</groupId>": "<dependency><groupId>x</groupId>",
	} {
		f := source.NewFile("pom.xml", source.Code, []byte(in))
		got := thin(source.Whole(f))
		if got.String() != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
		for _, s := range got.Spans() {
			if s.Text() == "" || s.Start > s.End {
				t.Errorf("%s: place %d-%d", in, s.Start, s.End)
			}
		}
	}
}
