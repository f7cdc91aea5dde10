package live

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// pseudonyms replace the addresses of people and groups, equal ones by equal
// ones, with a key that nobody keeps. Service accounts stay: the answers are about
// them.
type pseudonyms struct {
	key     []byte
	address *regexp.Regexp
}

func newPseudonyms() *pseudonyms {
	p := &pseudonyms{key: make([]byte, 32), address: regexp.MustCompile(`[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|\bdomain:[A-Za-z0-9.-]+`)}
	_, _ = rand.Read(p.key) // never fails
	return p
}

// text replaces the addresses in a text. Without pseudonyms it changes nothing.
func (p *pseudonyms) text(s string) string {
	if p == nil || !strings.ContainsAny(s, "@:") {
		return s
	}
	return p.address.ReplaceAllStringFunc(s, func(a string) string {
		if strings.HasSuffix(a, ".gserviceaccount.com") {
			return a
		}
		if d, ok := strings.CutPrefix(a, "domain:"); ok {
			return "domain:" + p.hash(d) + ".example"
		}
		who, domain, _ := strings.Cut(a, "@")
		return p.hash(who) + "@" + p.hash(domain) + ".example"
	})
}

func (p *pseudonyms) hash(s string) string {
	h := hmac.New(sha256.New, p.key)
	h.Write([]byte(strings.ToLower(s)))
	return hex.EncodeToString(h.Sum(nil))[:12]
}
