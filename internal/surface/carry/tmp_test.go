package carry
import ("testing";"os";"path/filepath";"strings";"time";"io/fs";"fmt";"bytes"; "github.com/proflint/proflint/internal/surface"; "github.com/proflint/proflint/internal/model"; "github.com/proflint/proflint/internal/source"; "github.com/proflint/proflint/internal/syntax/shell")
func TestTmp(t *testing.T) {
	var n, size, frags, hit, miss, errs int; var d time.Duration
	filepath.WalkDir("/tmp/repos", func(p string, e fs.DirEntry, err error) error {
		if err!=nil||e.IsDir()||!isMarkdown(p) {return nil}
		b,_:=os.ReadFile(p)
		if !bytes.Contains(b, []byte("gcloud")) {return nil}
		f := source.NewFile(p, source.Doc, b)
		covered := map[int]bool{}
		t0:=time.Now()
		r := &surface.Reader{Set:&model.Set{}, Embed: func(fr surface.Fragment) surface.Env {
			frags++
			if !strings.Contains(fr.Text.String(), "\n") || strings.Contains(fr.Text.String(), "…") { fmt.Println("ONE", p[11:], show(fr.Text)) }
			for _, s := range fr.Text.Spans() { for l := s.From().Line; l <= s.To().Line; l++ { covered[l]=true } }
			if fr.Lang==surface.Shell { s := shell.Read(fr.Text, fr.Env); for _, e := range s.Errors { errs++; fmt.Println("ERR", p, e.At.From(), e.Msg) }; return s.Env }
			return nil }}
		Markdown().Read(r, surface.Fragment{Text: source.Exact(source.Span{File:f, End:len(b)})})
		d+=time.Since(t0); n++; size+=len(b)
		for i, l := range strings.Split(string(b), "\n") {
			if strings.Contains(l, "gcloud") && (strings.Contains(l,"dataproc")||strings.Contains(l,"dataflow")||strings.Contains(l,"services enable")) { if covered[i+1] {hit++} else {miss++; fmt.Println("MISS", p, i+1, l)} }
		}
		return nil
	})
	fmt.Println(n,size,frags,hit,miss,errs,d)
}
