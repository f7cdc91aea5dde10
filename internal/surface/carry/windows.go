package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// Windows reads the scripts of the Windows command line and of PowerShell: their
// commands, which a shell would understand but for the ends of the lines and
// the variables.
func Windows() surface.Surface {
	return surface.Surface{Name: "windows", Ends: []string{".bat", ".cmd", ".ps1"}, Words: surface.LaunchWords, Read: readWindows}
}

func readWindows(r *surface.Reader, f surface.Fragment) surface.Env {
	d := batch
	if surface.End(f.Text.Extent().File.Path) == ".ps1" {
		d = powershell
	}
	r.Embed(surface.Fragment{Lang: surface.Shell, Text: shellOf(folders(f.Text), d, nil), Loose: true})
	return nil
}

// shellOf returns a script of the Windows command line or of PowerShell as a
// shell would write it. given are the variables of the environment.
func shellOf(text source.Text, d dialect, given scope) source.Text {
	str := text.Mask('x')
	var cuts []cut
	if d == powershell {
		for from := 0; ; {
			i := strings.Index(str[from:], "<#")
			if i < 0 {
				break
			}
			i += from
			if from = len(str); strings.Contains(str[i:], "#>") {
				from = i + strings.Index(str[i:], "#>") + len("#>")
			}
			cuts = append(cuts, cut{from: i, to: from})
		}
		for from := 0; ; { // the rest of the line is as it is
			i := strings.Index(str[from:], " --% ")
			if i < 0 {
				break
			}
			cuts = append(cuts, cut{from: from + i, to: from + i + len(" --%")})
			from += i + len(" --%")
		}
	} else {
		for from, end := range eachLine(str) {
			line := str[from:end]
			n := len(winForms().lead.FindString(line))
			label := winForms().label.FindString(line[n:])
			switch {
			case label != "": // behind which anything may be said; jumps lead there
				cuts = append(cuts, cut{from: from + n + len(label), to: from + len(strings.TrimRight(line, "\r\n"))})
			case remark(line[n:]):
				cuts = append(cuts, cut{from: from, to: end})
			case n > 0:
				cuts = append(cuts, cut{from: from, to: from + n})
			}
		}
	}
	if text = replace(text, cuts); d == batch {
		text = statements(text)
	} else {
		text = opened(text)
	}
	return placeholders(commands(valued(text, d, given), d), marks{percent: d == batch})
}

// folders returns a script with the slashes of a shell between folders.
func folders(text source.Text) source.Text {
	var cuts []cut
	str := text.Mask('x')
	for i := 1; i+1 < len(str); i++ {
		if c := str[i+1]; str[i] == '\\' && str[i-1] != '\\' && (isWord(c) || strings.IndexByte(".$%", c) >= 0) {
			cuts = append(cuts, cut{i, i + 1, source.Derived("/", text.At(i))})
		}
	}
	return replace(text, cuts)
}

// remark reports whether a line of a batch file is a comment, or another that does
// nothing.
func remark(line string) bool {
	line = strings.TrimLeft(line, " \t")
	word, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	return strings.HasPrefix(line, ":") || strings.EqualFold(word, "rem") || strings.EqualFold(word, "echo")
}
