package value

import "strings"

// Nearest returns the name that takes the fewest slips of the pen, or "" when
// none is near: at most one letter in three may be off. Where none is, a part
// that only one name begins with stands for it: warn for warning. Upper and
// lower case are the same.
func Nearest(got string, names []string) string {
	best, most := "", max(1, (len(got)+1)/3)
	for _, name := range names {
		if d := Slips(strings.ToLower(got), strings.ToLower(name)); d <= most && d < len(name) {
			best, most = name, d-1
		}
	}
	if best != "" || len(got) < 3 {
		return best
	}
	for _, name := range names {
		switch {
		case !strings.HasPrefix(strings.ToLower(name), strings.ToLower(got)):
		case best != "" && best != name:
			return ""
		default:
			best = name
		}
	}
	return best
}

// Slips counts how many letters of a are off from b: dropped, added, changed,
// or swapped with a neighbour (Damerau, optimal string alignment). It is how
// all of proflint tells a misspelt word from another one.
func Slips(a, b string) int { return slips(a, b, len(a)+len(b)) }

// Slipped reports whether a is b but for at most so many slips. Of most words
// the first letters say that they are not.
func Slipped(a, b string, most int) bool {
	return max(len(a)-len(b), len(b)-len(a)) <= most && slips(a, b, most) <= most
}

// slips is exact up to most, and more than most behind it.
func slips(a, b string, most int) int {
	var short [3][64]int // no allocation for words of usual length
	prev2, prev, cur := short[0][:], short[1][:], short[2][:]
	if len(b) >= len(short[0]) {
		prev2, prev, cur = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
			least = min(least, cur[j])
		}
		if least > most+1 { // a swap may still take one back
			return least
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
