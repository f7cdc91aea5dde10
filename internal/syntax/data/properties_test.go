package data

import "testing"

func TestProperties(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"# c\n! d\na=1\nb: 2\nc 3\n\n", "{a:'1' b:'2' c:'3'}"},
		{"  a  =  x y \r\nb\\ c = d\\=e\n", "{a:'x y ' b c:'d=e'}"},
		{"a = x,\\\n    y\nb=\n", "{a:'x,y' b:''}"},
		{"a=\\u0041\\t${b}\na=2", "{a!:'A\t${b}' a:'2'}"},
		{"a", "{a:''}"},
		{"a=x\\", "{a:'x\\'}"},
	} {
		tree := Properties(textOf(c.text))
		if s := outline(tree); s != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, s, c.want)
		}
		sound(t, tree)
	}
}

func FuzzProperties(f *testing.F) {
	for _, s := range []string{"a=b", "a:\\\n b", "\\u00", "a=\\", "# x\r\n a b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { sound(t, Properties(textOf(s))) })
}
