package value

import (
	"strconv"
	"strings"
)

// Version is a dotted version of up to three numbers, with what follows them
// ("-debian12", "-RC1"). Parts counts the numbers written: 2.2 has two.
type Version struct {
	N     [3]int
	Parts int
	Pre   string // pre-release: RC, rc, dev, alpha, beta …; sorts before the release
	Tail  string // anything else behind the numbers
}

// ParseVersion reads "2.0.27-debian10", "2.2", "1.5-RC9", "3.0.0-RC1".
func ParseVersion(s string) (Version, bool) {
	var v Version
	rest := s
	for v.Parts < 3 {
		i := 0
		for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
			i++
		}
		if i == 0 || i > 6 {
			break
		}
		v.N[v.Parts], _ = strconv.Atoi(rest[:i])
		v.Parts++
		if rest = rest[i:]; !strings.HasPrefix(rest, ".") || v.Parts == 3 {
			break
		}
		rest = rest[1:]
	}
	if v.Parts == 0 {
		return Version{}, false
	}
	tail := strings.TrimLeft(rest, "-._")
	for _, pre := range []string{"rc", "dev", "alpha", "beta", "preview", "snapshot"} {
		if strings.HasPrefix(strings.ToLower(tail), pre) {
			v.Pre = tail
			return v, true
		}
	}
	v.Tail = tail
	return v, true
}

// Compare orders versions by number, a pre-release before its release.
// Numbers not written count as zero.
func (v Version) Compare(o Version) int {
	for i := range v.N {
		if v.N[i] != o.N[i] {
			if v.N[i] < o.N[i] {
				return -1
			}
			return 1
		}
	}
	switch {
	case v.Pre == o.Pre:
		return 0
	case v.Pre == "":
		return 1
	case o.Pre == "" || v.Pre < o.Pre:
		return -1
	}
	return 1
}

// Less reports whether v is before o.
func (v Version) Less(o Version) bool { return v.Compare(o) < 0 }

// String prints the numbers as written, with the rest.
func (v Version) String() string {
	s := ""
	for i := range v.Parts {
		if i > 0 {
			s += "."
		}
		s += strconv.Itoa(v.N[i])
	}
	if v.Pre != "" {
		s += "-" + v.Pre
	}
	return s
}
