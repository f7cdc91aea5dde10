package carry

import (
	"regexp"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/surface"
)

// Windows reads the scripts of the Windows command line and of PowerShell: their
// commands, which a shell would understand but for the ends of the lines.
// Variables are not followed.
func Windows() surface.Surface {
	return surface.Surface{Name: "windows", Ends: []string{".bat", ".cmd", ".ps1"}, Words: surface.LaunchWords, Read: readWindows}
}

func readWindows(r *surface.Reader, f surface.Fragment) surface.Env {
	d, text := powershell, f.Text
	if surface.End(text.Extent().File.Path) != ".ps1" {
		d = batch
		str := text.Mask('x')
		var cuts []cut
		for from, end := range eachLine(str) {
			line := str[from:end]
			if n := len(lead().FindString(line)); remark(line[n:]) {
				cuts = append(cuts, cut{from: from, to: end})
			} else if n > 0 {
				cuts = append(cuts, cut{from: from, to: from + n})
			}
		}
		text = replace(text, cuts)
	}
	r.Embed(surface.Fragment{Lang: surface.Shell, Text: placeholders(commands(text, d), marks{percent: d == batch}), Loose: true})
	return nil
}

// lead is what may stand before a command of a batch file: @ hides it, and call
// comes back from another script, such as gcloud.cmd.
var lead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:[ \t]*(?:@|call[ \t]+))+`) })

// remark reports whether a line of a batch file is a comment or a label.
func remark(line string) bool {
	line = strings.TrimLeft(line, " \t")
	word, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	return strings.HasPrefix(line, ":") || strings.EqualFold(word, "rem") || strings.EqualFold(word, "echo")
}
