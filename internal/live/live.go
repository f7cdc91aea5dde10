// Package live asks Google, and only ever asks: a question becomes one reading
// call, and its answer is kept as files that the same readers lower as those of a
// repository. It is the only room with a network.
package live

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/proflint/proflint/internal/source"
)

// Question is one call that only reads. Two equal questions of one client are
// asked once.
type Question struct {
	Kind   Kind   `json:"kind"`
	Parent string `json:"parent,omitempty"` // the resource it is asked in: "projects/P", "projects/P/regions/R", "folders/1"
	Name   string `json:"name,omitempty"`   // the last part of the resource's name; "" for lists
	Filter string `json:"filter,omitempty"` // what some kinds need besides; see there
}

// Answer is what came back. Exactly one of Files and Err is set, but for a list
// that has nothing in it: then neither is.
type Answer struct {
	Question Question
	// Files are the resources, one file each, named by the resource:
	// //dataproc.googleapis.com/projects/P/regions/R/clusters/C. They hold
	// indented JSON, cut down to the fields that proflint reads.
	Files []*source.File
	// Partial says why a list may lack something; "" for a whole one. What is not
	// in a partial list is unknown, not absent.
	Partial string
	Err     *Problem
	AsOf    time.Time // when it was asked; in a replay, when it was recorded
	Trips   int       // requests that left the process, repeated ones included
}

// First returns the first file, nil if there is none.
func (a Answer) First() *source.File {
	if len(a.Files) == 0 {
		return nil
	}
	return a.Files[0]
}

// Options says whom to ask, as whom, and for how long.
type Options struct {
	// Env are the variables of the user's environment: what gcloud and the
	// client libraries read. Nothing of them comes from linted files.
	Env map[string]string
	// Project is billed for the calls of a user whose credentials name no quota
	// project; "" for none.
	Project     string
	Impersonate []string      // service accounts: delegates, and last the one to be; empty for none
	Timeout     time.Duration // for everything that is asked; 0 for 30 seconds
	Attempt     time.Duration // for one request; 0 for 10 seconds
	Backoff     time.Duration // longest first pause before a request is repeated; 0 for half a second
	// Record is a file that all answers are written to on Close, "" for none.
	Record string
	// Replay is such a file: what it does not hold is not known, and there is
	// no network.
	Replay       string
	Pseudonymize bool   // people's addresses are replaced, in what is reported and in what is recorded
	Agent        string // what calls itself in User-Agent: "proflint/1.0"
	// Told is called after each answer, by several goroutines, for a progress
	// display; nil for none.
	Told func(Answer)
}

// Client asks. It is safe for use by several goroutines.
type Client struct {
	opts     Options
	ask      func(context.Context, Question) exchange // the network, or a recording
	started  time.Time
	deadline time.Time
	mu       sync.Mutex
	asked    map[Question]func() exchange
}

// New returns a client. It opens no connection and reads no credentials before
// the first question. The error is that of options that contradict each other, of
// an endpoint that is refused, or of a recording that cannot be read.
func New(o Options) (*Client, error) {
	defaults(&o)
	c := &Client{opts: o, started: time.Now(), asked: map[Question]func() exchange{}}
	c.deadline = c.started.Add(o.Timeout)
	if o.Replay != "" {
		rec, err := readRecording(o.Replay)
		if err != nil {
			return nil, err
		}
		c.started, c.ask = rec.at, rec.ask
		return c, nil
	}
	ends, err := endpoints(o.Env)
	if err != nil {
		return nil, err
	}
	t := newTransport(o, ends)
	c.ask = func(ctx context.Context, q Question) exchange { return t.ask(ctx, q) }
	return c, nil
}

func defaults(o *Options) {
	for _, d := range []struct {
		at  *time.Duration
		def time.Duration
	}{{&o.Timeout, 30 * time.Second}, {&o.Attempt, 10 * time.Second}, {&o.Backoff, time.Second / 2}} {
		if *d.at <= 0 {
			*d.at = d.def
		}
	}
	if o.Agent == "" {
		o.Agent = "proflint"
	}
}

// Now is the time that conditions and durations are judged by: when the client
// was made, or when the recording was.
func (c *Client) Now() time.Time { return c.started }

// Ask answers all questions, in their order, each on its own: one that is denied
// hides no other. It returns when all are answered, at the latest at the
// client's deadline or when ctx ends; what is open then has a problem.
func (c *Client) Ask(ctx context.Context, qs []Question) []Answer {
	ctx, cancel := context.WithDeadline(ctx, c.deadline)
	defer cancel()
	if c.opts.Replay != "" {
		ctx = context.Background()
	}
	out := make([]Answer, len(qs))
	var wg sync.WaitGroup
	for i, q := range qs {
		wg.Go(func() {
			out[i] = c.answer(ctx, q)
			if c.opts.Told != nil {
				c.opts.Told(out[i])
			}
		})
	}
	wg.Wait()
	return out
}

func (c *Client) answer(ctx context.Context, q Question) Answer {
	c.mu.Lock()
	get := c.asked[q]
	if get == nil {
		get = sync.OnceValue(func() exchange { return c.ask(ctx, q) })
		c.asked[q] = get
	}
	c.mu.Unlock()
	return read(q, get())
}

// Close writes the recording, if one was asked for. The error is that of the
// file, or says what in it looks like a secret; nothing is written then.
func (c *Client) Close() error {
	if c.opts.Record == "" {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var qs []Question
	for q := range c.asked {
		qs = append(qs, q)
	}
	slices.SortFunc(qs, Question.compare)
	return writeRecording(c.opts.Record, c.started, c.opts.Agent, qs, func(q Question) exchange { return c.asked[q]() })
}

// exchange is how one question went, before it is understood: what a
// recording keeps.
type exchange struct {
	Status int       `json:"status,omitempty"` // of the last response; 0: none came
	Pages  []page    `json:"pages,omitempty"`  // bodies of the good responses, pruned
	Body   string    `json:"body,omitempty"`   // of the bad one, cut
	More   string    `json:"more,omitempty"`   // why pages are missing
	Err    *Problem  `json:"error,omitempty"`  // when no response can tell
	AsOf   time.Time `json:"as_of"`
	Trips  int       `json:"trips"`
}

// page is a decoded body.
type page = map[string]any

// read makes the answer: a pure function, so that a replay says what the live
// run said.
func read(q Question, x exchange) Answer {
	a := Answer{Question: q, AsOf: x.AsOf, Trips: x.Trips, Err: x.Err, Partial: x.More}
	if a.Err == nil && x.Status != http.StatusOK {
		a.Err = classify(q, x.Status, x.Body)
	}
	if a.Err != nil {
		return a
	}
	for _, p := range x.Pages {
		files, partial := rowOf(q.Kind).files(q, p)
		a.Files = append(a.Files, files...)
		if a.Partial == "" {
			a.Partial = partial
		}
	}
	return a
}
