package live

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// longest pause between two tries, unless the server asks for a longer one.
const longest = 8 * time.Second

// persist tries a request until it has a response that repeating would not
// change, or until it is out of tries or time. All requests only read, so all may be
// repeated. Then the last response is returned, or the last error.
func (t *transport) persist(req *http.Request, body []byte, tp *tape) (*result, error) {
	if p := t.given(tp.api); p != nil {
		return nil, p
	}
	noGuess := false
	for try := 1; ; try++ {
		res, err := t.once(req, body, tp, noGuess)
		var p *Problem
		if errors.As(err, &p) { // of the credentials
			t.mu.Lock()
			t.stop = p
			t.mu.Unlock()
			return nil, p
		}
		if res != nil && res.guessed && faultOf(res.StatusCode, string(res.data)).class == QuotaDenied {
			noGuess = true
			continue
		}
		if !worthwhile(res, err) {
			return res, err
		}
		if try == attempts || !pause(req.Context(), wait(t.opts.Backoff, try, res)) {
			t.mu.Lock()
			if h := t.hosts[tp.api]; h != nil && req.Context().Err() == nil {
				h.failed++
			}
			t.mu.Unlock()
			return res, err
		}
	}
}

// given returns why nothing is asked any more: of anybody, or of this API.
func (t *transport) given(api string) *Problem {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil {
		return t.stop
	}
	if h := t.hosts[api]; h != nil && h.failed >= tired {
		return &Problem{Class: Unavailable, API: api, Said: api + ".googleapis.com did not answer several times, and is not asked any more"}
	}
	return nil
}

// worthwhile reports whether the same request may fare better.
func worthwhile(res *result, err error) bool {
	if res == nil {
		return !errors.Is(err, context.Canceled)
	}
	switch res.StatusCode {
	case http.StatusOK:
		return false
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, http.StatusInternalServerError, http.StatusForbidden:
		f := faultOf(res.StatusCode, string(res.data))
		return f.class == Unavailable || f.class == RateLimited && !f.daily
	}
	return false
}

// wait says how long to wait after a try: what the server asks for, else a
// random part of a time that doubles.
func wait(first time.Duration, try int, res *result) time.Duration {
	if res != nil {
		if d, ok := after(res); ok {
			return d
		}
	}
	limit := min(first<<(try-1), longest)
	return limit/4 + rand.N(limit*3/4+1)
}

// after reads Retry-After and RetryInfo.
func after(res *result) (time.Duration, bool) {
	v := res.Header.Get("Retry-After")
	if n, err := strconv.Atoi(v); err == nil && n >= 0 {
		return time.Duration(n) * time.Second, true
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, time.Until(at)), true
	}
	if d, err := time.ParseDuration(faultOf(res.StatusCode, string(res.data)).retry); err == nil {
		return d, true
	}
	return 0, false
}

// pause waits; false if the time left does not allow it.
func pause(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
