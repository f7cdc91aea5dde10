package beam

import (
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// FuzzSee: no words panic in any SDK at any version; every place and every
// change lies in the file; and what arrives is known to be on.
func FuzzSee(f *testing.F) {
	for _, s := range []string{
		"--runner=DataflowRunner|--dataflow_service_options=%P,b", "--dataflowServiceOptions|%P", "-dataflow_service_options|%P=n,b|x|--experiments=%P",
		"--experiments=x=a=b,%P|…", "--dataflow_service_options=${A},%P${B}|${C}", "--=|-|--|--a=|--%P", "--runner|x|--|--labels=%P", "=,=,,=|--dataflow-service-options==,%P, ,",
	} {
		for i := range uint8(8) {
			f.Add(expand(s), i)
		}
	}
	f.Fuzz(func(t *testing.T, line string, n uint8) {
		if len(line) > 2000 {
			t.Skip()
		}
		lang := []model.Lang{model.Java, model.Python, model.Go, ""}[n%4]
		sdk := []string{"", "2.33.0", "2.60.0", "2.67.0", "2.70.0", "2.77.0", ">=2.40,<2.70", ">=2.50"}[n/4%8]
		args := argv(line)
		w, ok := Launch(lang, args, source.Span{})
		if !ok {
			return
		}
		version(w, sdk)
		See(w)
		inside := func(s source.Span) {
			if s.Valid() && (s.Start < 0 || s.End < s.Start || s.End > len(s.File.Data)) {
				t.Errorf("place %d-%d outside a file of %d bytes", s.Start, s.End, len(s.File.Data))
			}
		}
		on, known := w.Request.Enabled.Get()
		for _, a := range w.Request.Asks {
			if a.Key.Len() == 0 {
				t.Errorf("an attempt without text: %+v", a)
			}
			for _, s := range a.Key.Spans() {
				inside(s)
			}
			for _, e := range a.Fix {
				inside(e.Span)
			}
			if a.Fate == model.FateUnknown && known && !on {
				t.Errorf("%s: an attempt of unknown fate, and yet known to be off", a.Key.String())
			}
		}
		for _, at := range w.Request.Enabled.At() {
			inside(at)
		}
	})
}
