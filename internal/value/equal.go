package value

// Equal reports whether two trees say the same: what a receiver gets of them,
// or the expression of what is not known. Where they stand does not matter.
func Equal(a, b Tree) bool {
	if a.Kind != b.Kind || a.Text.String() != b.Text.String() || (a.Open() == nil) != (b.Open() == nil) {
		return false
	}
	x, y := a.Items(), b.Items()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !Equal(x[i], y[i]) {
			return false
		}
	}
	m, n := a.Entries(), b.Entries()
	if len(m) != len(n) {
		return false
	}
	for i := range m {
		if m[i].Key.String() != n[i].Key.String() || !Equal(m[i].Val, n[i].Val) {
			return false
		}
	}
	return true
}
