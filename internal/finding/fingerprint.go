package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// identify computes fingerprints: 32 hexadecimal digits. The first half says
// what is at fault and does not depend on where it stands: the rule, the name
// of the workload or cluster that owns the text, and the text but for blanks
// and line breaks. The second half adds the path, and counts equal faults in
// one file. Neither knows of lines, levels or messages.
func identify(list []*Finding) {
	seen := map[string]int{}
	for _, f := range list {
		evidence := f.Evidence
		if !f.At.Valid() {
			evidence = f.Message
		}
		_, owner, _ := strings.Cut(f.Owner, "#")
		what := digest(f.Rule, owner, normal(evidence))
		where := what + path(f.At)
		seen[where]++
		f.Fingerprint = what + digest(where, strconv.Itoa(seen[where]))
	}
}

// Movable returns the half of a fingerprint that stays when a file is renamed.
func Movable(fingerprint string) string { return fingerprint[:min(half, len(fingerprint))] }

const half = 16

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:half/2])
}

// normal drops what a formatter may change: blanks, line breaks, and the
// backslashes that continue a line.
func normal(text string) string {
	words := strings.Fields(text)
	kept := words[:0]
	for _, w := range words {
		if w != `\` {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}
