package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"google.golang.org/api/cloudasset/v1"
	"google.golang.org/api/cloudprofiler/v2"
	"google.golang.org/api/cloudresourcemanager/v3"
	"google.golang.org/api/dataflow/v1b3"
	"google.golang.org/api/dataproc/v1"
	"google.golang.org/api/iam/v1"
	iam2 "google.golang.org/api/iam/v2"
	"google.golang.org/api/logging/v2"
	"google.golang.org/api/option"
	"google.golang.org/api/policytroubleshooter/v3"
	"google.golang.org/api/serviceusage/v1"
)

const (
	perHost  = 4        // requests at the same time to one API
	inAll    = 8        // and to all of them
	attempts = 4        // tries of one request
	bodyMax  = 64 << 20 // bytes of one response
	tired    = 3        // requests that failed for good before a host is given up
)

// transport is what all clients share: it decides what may leave the process,
// as whom, how often, and keeps what comes back.
type transport struct {
	opts  Options
	ends  ends
	who   *identity
	net   http.RoundTripper
	clean *redactor
	mu    sync.Mutex
	slots chan struct{}
	hosts map[string]*host // by API: each has its own
	made  func() (*clients, error)
	// stop is the problem of the credentials: one message, not forty.
	stop *Problem
}

// host limits what goes to one host.
type host struct {
	rate   *rate.Limiter
	slots  chan struct{}
	failed int
}

// perSecond is how many requests an API is asked at most in a second.
func perSecond(api string) rate.Limit {
	switch api {
	case "logging":
		return 1
	case "serviceusage":
		return 3
	case "cloudasset":
		return 5
	}
	return 10
}

func newTransport(o Options, e ends) *transport {
	t := &transport{opts: o, ends: e, who: newIdentity(o), clean: newRedactor(o.Pseudonymize), slots: make(chan struct{}, inAll), hosts: map[string]*host{}}
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = perHost
	t.net = base
	t.made = sync.OnceValues(t.clients)
	return t
}

// clients makes the generated clients over this transport.
func (t *transport) clients() (*clients, error) {
	client := &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	c := &clients{transport: t}
	ctx := context.Background()
	var errs []error
	opts := func(api string) []option.ClientOption {
		return []option.ClientOption{option.WithHTTPClient(client), option.WithEndpoint(t.ends.of(api))}
	}
	keep := func(err error) { errs = append(errs, err) }
	var err error
	c.usage, err = serviceusage.NewService(ctx, opts("serviceusage")...)
	keep(err)
	c.crm, err = cloudresourcemanager.NewService(ctx, opts(crm)...)
	keep(err)
	c.iam, err = iam.NewService(ctx, opts("iam")...)
	keep(err)
	c.deny, err = iam2.NewService(ctx, opts("iam")...)
	keep(err)
	c.access, err = policytroubleshooter.NewService(ctx, opts("policytroubleshooter")...)
	keep(err)
	c.dataproc, err = dataproc.NewService(ctx, opts("dataproc")...)
	keep(err)
	c.dataflow, err = dataflow.NewService(ctx, opts("dataflow")...)
	keep(err)
	c.profiler, err = cloudprofiler.NewService(ctx, opts("cloudprofiler")...)
	keep(err)
	c.logging, err = logging.NewService(ctx, opts("logging")...)
	keep(err)
	c.asset, err = cloudasset.NewService(ctx, opts("cloudasset")...)
	keep(err)
	return c, errors.Join(errs...)
}

// tape keeps the last response of one question.
type tape struct {
	api    string
	status int
	body   []byte
	trips  int
	plan   func(*http.Request) // set: the request is shown to it, and not made
}

type tapeKey struct{}

// ask makes the calls that answer one question.
func (t *transport) ask(ctx context.Context, q Question) exchange {
	r := rowOf(q.Kind)
	x := exchange{AsOf: time.Now().UTC().Truncate(time.Second)}
	c, err := t.made()
	if err != nil {
		x.Err = &Problem{Class: BadRequest, Said: err.Error()}
		return x
	}
	seen := map[string]bool{}
	for next := ""; ; {
		tp := &tape{api: r.api}
		err := r.send(context.WithValue(ctx, tapeKey{}, tp), c, q, asking{r.fields, next})
		x.Trips += tp.trips
		x.Status = tp.status
		body, problem := t.understand(ctx, r, tp, err)
		if problem != nil || tp.status != http.StatusOK {
			if len(x.Pages) > 0 { // what came before stands
				if problem == nil {
					problem = classify(q, tp.status, string(tp.body))
				}
				x.Status, x.More = http.StatusOK, "the rest could not be read: "+problem.Said
				return x
			}
			x.Err, x.Body = problem, t.clean.names.text(cut(string(tp.body), 4096))
			return x
		}
		x.Pages = append(x.Pages, body)
		next = str(body, "nextPageToken")
		switch {
		case next == "" || r.list == "" || r.kind == Profiles && found(body, q.Filter):
			return x
		case seen[next]:
			x.More = "the server repeats a page token"
			return x
		case len(x.Pages) >= r.budget():
			x.More = fmt.Sprintf("only the first %d pages were read", r.budget())
			return x
		}
		seen[next] = true
	}
}

// understand takes one response apart. A problem is what the response alone
// cannot tell: that none came, or that it is not what the API promises.
func (t *transport) understand(ctx context.Context, r row, tp *tape, err error) (page, *Problem) {
	var p *Problem
	switch {
	case errors.As(err, &p):
		return nil, p
	case tp.status == 0 && ctx.Err() != nil:
		return nil, &Problem{Class: Timeout, API: r.api}
	case tp.status == 0:
		return nil, &Problem{Class: Unavailable, API: r.api, Said: oneLine(fmt.Sprint(err))}
	case tp.status != http.StatusOK:
		return nil, nil
	}
	body, problem := decode(tp.body)
	if problem == nil {
		problem = shape(err)
	}
	if problem != nil {
		problem.API = r.api
		return nil, problem
	}
	// cut down to what is read of it
	out, _ := t.clean.value(parseMask(r.fields).apply(body), "").(page)
	nameEnums(r.kind, out)
	return out, nil
}

// shape says what the generated client could not decode. It knows enums as names
// and long numbers as strings; both are sent as numbers, too, and read as such.
func shape(err error) *Problem {
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && strings.HasPrefix(wrong.Value, "number") && wrong.Type.String() == "string":
		return nil
	case strings.Contains(err.Error(), "unquoted value into"):
		return nil
	case errors.As(err, &wrong):
		return &Problem{Class: Unreadable, Said: fmt.Sprintf("%s in the answer is a %s", wrong.Field, wrong.Value)}
	}
	return &Problem{Class: Unreadable, Said: oneLine(err.Error())}
}

// get makes a request that no generated client makes.
func (c *clients) get(ctx context.Context, a asking, api, path string, query map[string]string) error {
	q := url.Values{"fields": {a.fields}, "alt": {"json"}}
	for k, v := range query {
		q.Set(k, v)
	}
	if a.page != "" {
		q.Set("pageToken", a.page)
	}
	segs := strings.Split(path, "/") // names come from files: what is in them stays in its segment
	for i := range segs {
		segs[i] = url.PathEscape(segs[i])
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.ends.of(api)+strings.Join(segs, "/")+"?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	res, err := c.RoundTrip(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// RoundTrip lets a reading request pass, repeats it where that may help, and
// keeps the response for ask.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	tp, ok := req.Context().Value(tapeKey{}).(*tape)
	if !ok {
		return nil, &Problem{Class: Refused, Said: "a request that no question made"}
	}
	if err := allowed(req, tp.api, t.ends); err != nil {
		return nil, err
	}
	if tp.plan != nil {
		tp.plan(req)
		return nil, &Problem{Class: Planned}
	}
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		_ = req.Body.Close()
	}
	res, err := t.persist(req, body, tp)
	if res != nil {
		tp.status, tp.body = res.StatusCode, res.data
		return res.response(req), nil
	}
	return nil, err
}

// result is a response that was read to its end.
type result struct {
	*http.Response
	data    []byte
	guessed bool // it was billed to a project that we guessed
}

func (r *result) response(req *http.Request) *http.Response {
	out := *r.Response
	out.Body, out.Request, out.ContentLength = io.NopCloser(strings.NewReader(string(r.data))), req, int64(len(r.data))
	return &out
}

// once makes one try.
func (t *transport) once(req *http.Request, body []byte, tp *tape, noGuess bool) (*result, error) {
	h := t.host(tp.api)
	ctx := req.Context()
	if err := h.rate.Wait(ctx); err != nil {
		return nil, context.DeadlineExceeded
	}
	for _, slots := range []chan struct{}{h.slots, t.slots} {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	ctx, cancel := context.WithTimeout(ctx, t.opts.Attempt)
	defer cancel()
	out := req.Clone(ctx)
	if body != nil {
		out.Body = io.NopCloser(strings.NewReader(string(body)))
	}
	out.Header.Set("User-Agent", t.opts.Agent)
	guessed := false
	if !t.ends.bare(tp.api) {
		var err error
		if guessed, err = t.who.sign(ctx, out, noGuess); err != nil {
			return nil, err
		}
	}
	tp.trips++
	res, err := t.net.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, bodyMax))
	if err != nil {
		return nil, fmt.Errorf("the answer broke off: %w", err)
	}
	return &result{res, data, guessed}, nil
}

func (t *transport) host(api string) *host {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.hosts[api]
	if h == nil {
		limit := perSecond(api)
		if t.ends.bare(api) {
			limit = rate.Inf
		}
		h = &host{rate: rate.NewLimiter(limit, max(3, int(perSecond(api)))), slots: make(chan struct{}, perHost)}
		t.hosts[api] = h
	}
	return h
}

// found reports whether a page of profiles holds one of TARGET, or of
// TARGET@VERSION.
func found(body page, filter string) bool {
	target, version, exact := strings.Cut(filter, "@")
	for _, x := range list(body["profiles"]) {
		p, _ := x.(page)
		d, _ := p["deployment"].(page)
		labels, _ := d["labels"].(page)
		if str(d, "target") == target && (!exact || str(labels, "version") == version) {
			return true
		}
	}
	return false
}
