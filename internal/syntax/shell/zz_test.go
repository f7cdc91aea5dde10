package shell

import (
	"fmt"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	p := os.Getenv("ZZ")
	if p == "" {
		t.Skip()
	}
	b, _ := os.ReadFile(p)
	s := Read(fileText(string(b)), nil)
	fmt.Print(dump(s))
	fmt.Println("FILES", dumpFiles(s))
	for _, e := range s.Errors {
		fmt.Println("ERR", e.At.From(), e.Msg)
	}
	for _, c := range s.Comments {
		fmt.Printf("COM %q\n", c.Text.String())
	}
}
