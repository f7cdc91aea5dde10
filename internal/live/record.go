package live

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// A recording is JSON lines: a header, and one line for each question. It holds
// what the readers saw: pruned, and with pseudonyms if they were asked for.
type header struct {
	Proflint int       `json:"proflint_recording"` // the version of the format
	Tool     string    `json:"tool"`
	At       time.Time `json:"at"`
}

type entry struct {
	Question Question `json:"question"`
	exchange
}

// secrets are texts that must never be in a recording, however they got there.
const secrets = `ya29\.|-----BEGIN|AIza[0-9A-Za-z_-]{30}|eyJ[A-Za-z0-9_-]{20,}\.|"private_key"|"refresh_token"`

// writeRecording writes what was asked. Nothing is written if anything in it looks
// like a secret.
func writeRecording(file string, at time.Time, tool string, qs []Question, get func(Question) exchange) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(header{1, tool, at.UTC()}); err != nil {
		return err
	}
	secret := regexp.MustCompile(secrets)
	for _, q := range qs {
		from := buf.Len()
		if err := enc.Encode(entry{q, get(q)}); err != nil {
			return err
		}
		if m := secret.Find(buf.Bytes()[from:]); m != nil {
			return fmt.Errorf("%s: not written: the answer to %q holds what looks like a secret (%.6s…)", file, q, m)
		}
	}
	// a file that is half written would be half believed
	tmp, err := os.CreateTemp(filepath.Dir(file), ".recording-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(buf.Bytes()); err == nil {
		err = tmp.Close()
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}

// recording is what a replay answers from.
type recording struct {
	at      time.Time
	answers map[Question]exchange
}

func readRecording(file string) (*recording, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dec := json.NewDecoder(bufio.NewReader(f))
	dec.UseNumber()
	var h header
	if err := dec.Decode(&h); err != nil || h.Proflint == 0 {
		return nil, fmt.Errorf("%s: not a recording of proflint", file)
	}
	if h.Proflint != 1 {
		return nil, fmt.Errorf("%s: a recording of version %d; this proflint reads version 1", file, h.Proflint)
	}
	rec := &recording{at: h.At, answers: map[Question]exchange{}}
	for n := 2; ; n++ {
		var e entry
		switch err := dec.Decode(&e); err {
		case nil:
			rec.answers[e.Question] = e.exchange
		case io.EOF:
			return rec, nil
		default:
			return nil, fmt.Errorf("%s:%d:1: the recording is damaged: %w", file, n, err)
		}
	}
}

// ask looks a question up.
func (r *recording) ask(_ context.Context, q Question) exchange {
	if x, ok := r.answers[q]; ok {
		return x
	}
	return exchange{AsOf: r.at, Err: &Problem{Class: NotRecorded, API: rowOf(q.Kind).api, Said: "the recording does not hold it", Do: "record again, with the same project and workloads"}}
}
