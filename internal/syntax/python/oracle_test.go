package python

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// oracle prints, for each path that it is given, the nodes that CPython sees
// as KIND FROM TO in bytes. Up to 3.11 the places in f-strings are wrong, and
// left out.
const oracle = `
import ast, io, re, sys, tokenize, warnings, zlib
warnings.simplefilter("ignore")
kinds = (ast.Call, ast.Dict, ast.keyword, ast.List, ast.Tuple, ast.Attribute, ast.Name, ast.Subscript, ast.Lambda,
     ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return,
    ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.Set, ast.SetComp, ast.If, ast.For, ast.With, ast.Try, ast.Raise)
def walk(n, out):
    if isinstance(n, ast.JoinedStr) and sys.version_info < (3, 12):
        return
    if isinstance(n, kinds) or isinstance(n, ast.Constant) and isinstance(n.value, str):
        out.append(n)
    for c in [n.guard] + n.body if type(n).__name__ == "match_case" else ast.iter_child_nodes(n):
        if c is not None:
            walk(c, out)
for path in sys.stdin.read().splitlines():
    data = open(path, "rb").read()
    try:
        if tokenize.detect_encoding(io.BytesIO(data).readline)[0] not in ("utf-8", "utf-8-sig"):
            raise ValueError
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError):
        print("skip")
        continue
    starts, at = [0], 0
    for line in re.split(rb"(\r\n|\r|\n)", data):
        at += len(line)
        if line in (b"\r\n", b"\r", b"\n"):
            starts.append(at)
    if data.startswith(b"\xef\xbb\xbf"):
        starts[0] = 3
    out = []
    walk(tree, out)
    print("file", path)
    for n in out:
        place = starts[n.lineno-1]+n.col_offset, starts[n.end_lineno-1]+n.end_col_offset
        if not isinstance(n, ast.Constant):
            print(type(n).__name__, *place)
        elif not re.search(rb"\\N|\\[uU][dD]|\\U0000[dD]", data[place[0]:place[1]]): # names of characters, and halves of some, are not decoded
            print("Str", *place, zlib.crc32(n.value.encode("utf-8", "surrogatepass")))
`

var names = map[kind]string{
	nCall: "Call", nDict: "Dict", nKeyword: "keyword", nDouble: "keyword", nList: "List", nTuple: "Tuple", nAttr: "Attribute", nName: "Name", nIndex: "Subscript",
	nLambda: "Lambda", nDef: "FunctionDef", nClass: "ClassDef", nAssign: "Assign", nAnnotated: "AnnAssign", nAugmented: "AugAssign",
	nReturn: "Return", nSet: "Set",
}

// TestCPython compares nodes and their places with CPython, on the files of
// its own library.
func TestCPython(t *testing.T) {
	files := library(t, 300)
	cmd := exec.Command("python3", "-c", oracle)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	old := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info >= (3, 12))").Run() == nil
	compared, nodes, bad, texts := 0, 0, 0, 0
	known := map[string]bool{"AsyncFunctionDef": true}
	for _, n := range names {
		known[n] = true
	}
	for _, part := range bytes.Split(out, []byte("file "))[1:] {
		path, rest, _ := strings.Cut(string(part), "\n")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		said := map[string]string{}
		for sc := bufio.NewScanner(strings.NewReader(rest)); sc.Scan(); {
			if f := strings.Fields(sc.Text()); len(f) == 3 && known[f[0]] {
				want = append(want, strings.TrimPrefix(sc.Text(), "Async"))
			} else if len(f) == 4 {
				said[f[1]+" "+f[2]] = f[3]
			}
		}
		root, l := parse(string(data))
		for _, f := range l.faults {
			t.Errorf("%s: %d: %s", path, f.from, f.msg)
		}
		var got []string
		list(root, string(data), old, &got)
		texts += compareStrings(t, path, string(data), root, said)
		sort.Strings(want)
		sort.Strings(got)
		if d := diff(got, want); d != "" && bad < 10 {
			bad++
			t.Errorf("%s: %s", path, d)
		}
		compared, nodes = compared+1, nodes+len(want)
	}
	t.Logf("%d nodes and %d strings in %d files compared", nodes, texts, compared)
}

// compareStrings decodes the strings of a file and compares those that CPython
// has at the same place.
func compareStrings(t *testing.T, path, s string, n *node, said map[string]string) (compared int) {
	m := &Module{s: s, text: file(s)}
	var walk func(n *node)
	walk = func(n *node) {
		if n == nil {
			return
		}
		parts := []*node{n}
		if n.kind == nJoin {
			parts = n.kids
		}
		text := ""
		for _, p := range parts {
			if p.kind != nString {
				text = ""
				break
			}
			text += m.decode(p).String()
		}
		if want, ok := said[fmt.Sprintf("%d %d", n.from, n.to)]; ok && (n.kind == nString || n.kind == nJoin) {
			compared++
			if got := fmt.Sprint(crc32.ChecksumIEEE([]byte(text))); got != want {
				t.Errorf("%s: %d: %s is not %q", path, n.from, s[n.from:n.to], text)
			}
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(n)
	return compared
}

// library returns the paths of files of CPython's library, or of the folders
// that PROFLINT_PYTHON names.
func library(t testing.TB, most int) []string {
	dirs := filepath.SplitList(os.Getenv("PROFLINT_PYTHON"))
	if len(dirs) == 0 {
		out, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])").Output()
		if err != nil {
			t.Skip("python3 is not installed: 0 files compared")
		}
		dirs = []string{strings.TrimSpace(string(out))}
	} else {
		most = 1 << 30
	}
	var files []string
	for _, dir := range dirs {
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".py") && !strings.Contains(path, "lib2to3/tests/data") {
				files = append(files, path)
			}
			return nil
		})
	}
	if step := len(files) / most; step > 1 {
		some := files[:0]
		for i := 0; i < len(files); i += step {
			some = append(some, files[i])
		}
		files = some
	}
	return files
}

func list(n *node, s string, old bool, out *[]string) {
	if n == nil || old && n.kind == nFormat {
		return
	}
	kids := n.kids
	name := names[n.kind]
	switch n.kind {
	case nDef, nClass:
		kids = kids[1:]
		if n.kind == nClass && kids[0] != nil {
			args := kids[0].kids[1:]
			for _, a := range args {
				list(a, s, old, out)
			}
			kids = kids[1:]
		}
	case nGlobal, nImport, nFrom:
		return
	case nParam:
		kids = kids[1:]
	case nExcept:
		kids = []*node{kids[0], kids[2]}
	case nMatch: // patterns are not compared
		for _, c := range kids[1:] {
			if c.kind == nCase {
				list(c.kids[1], s, old, out)
				list(c.kids[2], s, old, out)
			}
		}
		kids = kids[:1]
	case nDouble:
		if name = "keyword"; s[n.from:n.from+2] != "**" {
			panic("no **")
		}
	case nChoice:
		name = ""
	}
	if name != "" {
		*out = append(*out, fmt.Sprintf("%s %d %d", name, n.from, n.to))
	}
	for _, k := range kids {
		list(k, s, old, out)
	}
}

func diff(got, want []string) string {
	count := map[string]int{}
	for _, g := range got {
		count[g]++
	}
	for _, w := range want {
		count[w]--
	}
	var lines []string
	for k, n := range count {
		if n > 0 {
			lines = append(lines, "+"+k)
		} else if n < 0 {
			lines = append(lines, "-"+k)
		}
	}
	sort.Strings(lines)
	if len(lines) > 8 {
		lines = lines[:8]
	}
	return strings.Join(lines, ", ")
}
