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
		"<!-- <dependency><groupId>x</groupId> --> </dependency>":              "</dependency>",
		"<a><!-- <b/> </a>":             "<a><!-- <b/> </a>",
		"<a><![CDATA[<!-- x -->]]></a>": "<a><![CDATA[<!-- x -->]]></a>",
		"<?xml version='1.0'?>\n<!-- a\n-->\n<project xmlns='b'\n c='d'>\n  <!-- e -->\n  <f>1 <!-- g --> 2</f>": "<project>\n  <f>1  2</f>",
		"<build><!-- exec-maven-plugin --><plugin><artifactId>x</artifactId></plugin></build>":                   "<build></build>",
		"<build><plugin><artifactId>x</artifactId><dependency><groupId>y</groupId></build></plugin>z":            "</plugin>z",
		"<dependency><groupId><!-- x -->${y}</groupId></dependency>":                                             "<dependency><groupId>${y}</groupId></dependency>",
		"<dependency><groupId>": "<dependency><groupId>",
		"<dependency><exclusions><exclusion><groupId>x</groupId></exclusion></exclusions>beam</dependency>": "<dependency>beam</dependency>",
		"<modules>\n<module>x</module></modules> <a>":                                                       "<a>",
		"<modules>1</modules>": "<modules>1</modules>",
		"<":                    "<",
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
