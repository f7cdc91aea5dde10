package value

import "strings"

// Range is the versions that a statement allows. A nil bound is open: any
// version on that side. An exact version has equal bounds.
type Range struct {
	Lo, Hi *Version
	Below  bool   // Hi itself is not allowed (<3)
	Text   string // as written: "==2.60.0", ">=2.50,<3"
}

// Exactly returns the range of one version.
func Exactly(v Version, text string) Range { return Range{Lo: &v, Hi: &v, Text: text} }

// Side says where a range lies of a version.
type Side uint8

const (
	Across Side = iota // some allowed versions are before it, some are not
	Before             // every allowed version is before it
	From               // every allowed version is it or later
)

// Of tells on which side of v the range lies.
func (r Range) Of(v Version) Side {
	switch {
	case r.Hi != nil && (r.Hi.Less(v) || r.Below && r.Hi.Compare(v) == 0):
		return Before
	case r.Lo != nil && !r.Lo.Less(v):
		return From
	}
	return Across
}

// Newest returns the newest version that the range allows; false where it has
// no upper bound.
func (r Range) Newest() (Version, bool) {
	if r.Hi == nil {
		return Version{}, false
	}
	return *r.Hi, true
}

// Single reports whether only one version is allowed.
func (r Range) Single() bool {
	return r.Lo != nil && r.Hi != nil && !r.Below && r.Lo.Compare(*r.Hi) == 0
}

// And returns what both ranges allow, with the text of r. Ranges without a
// common version give bounds that cross.
func (r Range) And(o Range) Range {
	if o.Lo != nil && (r.Lo == nil || r.Lo.Less(*o.Lo)) {
		r.Lo = o.Lo
	}
	if o.Hi != nil && (r.Hi == nil || o.Hi.Less(*r.Hi) || o.Hi.Compare(*r.Hi) == 0 && o.Below) {
		r.Hi, r.Below = o.Hi, o.Below
	}
	return r
}

const (
	or        = " or "
	maxListed = 8 // ranges that the text of their union names
)

// Or returns a range that holds both, and what lies between them.
func (r Range) Or(o Range) Range {
	switch {
	case r.Text == o.Text || strings.HasSuffix(r.Text, or+"…"):
	case strings.Count(r.Text, or) > maxListed:
		r.Text += or + "…"
	default:
		r.Text += or + o.Text
	}
	if o.Lo == nil || r.Lo != nil && o.Lo.Less(*r.Lo) {
		r.Lo = o.Lo
	}
	switch {
	case r.Hi == nil:
	case o.Hi == nil || r.Hi.Less(*o.Hi):
		r.Hi, r.Below = o.Hi, o.Below
	case r.Hi.Compare(*o.Hi) == 0:
		r.Below = r.Below && o.Below
	}
	return r
}
