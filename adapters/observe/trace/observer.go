// Package trace is an observer that writes one JSON line an event: what a model was asked, what it
// answered, how the reading ended.
//
//	{"event":"request","stage":"core","instructions":"…","payload":"…","format":{"kind":"json_schema",…}}
//	{"event":"reply","stage":"core","outcome":"complete","text":"…"}
//	{"event":"error","stage":"core","code":"MODEL_TIMEOUT"}
//	{"event":"finish","outcome":"error","code":"MODEL_TIMEOUT","stage":"core","milliseconds":{"core":12.5},…}
//
// A trace holds the material, the candidates and the detail of refusals: to install it is to consent.
// It holds no key and no header. Lines of a bridge carry the job's id, too.
//
// The package is public and covered by the project's compatibility promise.
package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Observer writes events as JSON lines. It is safe for concurrent use: lines of several readings may
// alternate, but none is torn.
type Observer struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

var _ ports.MaterialObserver = (*Observer)(nil)

// New makes an observer that writes to w, one call of Write a line. It neither buffers nor closes w.
func New(w io.Writer) *Observer { return &Observer{w: w} }

// WantsMaterial is always true.
func (o *Observer) WantsMaterial() bool { return true }

// Err gives the first error of the writer; nothing is written after it. A trace that fails does not
// fail the reading.
func (o *Observer) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Observe writes the lines of requests, replies and ends. Other events have none.
func (o *Observer) Observe(_ context.Context, event ports.Event) {
	switch e := event.(type) {
	case ports.RequestSent:
		o.write(request(e))
	case ports.ReplyReceived:
		if e.Outcome == "" {
			o.write(failure{Event: "error", Job: job(e.Reading), Stage: e.Stage, Code: e.Code})
			return
		}
		o.write(reply(e))
	case ports.Finished:
		o.write(finish(e))
	}
}

func (o *Observer) write(line any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(line)

	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if err == nil {
		_, err = o.w.Write(text.Bytes())
	}
	o.err = err
}

func job(reading ports.Reading) string {
	if !reading.Bridge {
		return ""
	}
	return reading.ID
}

func milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Microsecond)) / 1000
}

func stages(durations map[intent.Stage]time.Duration) map[intent.Stage]float64 {
	all := make(map[intent.Stage]float64, len(durations))
	for stage, d := range durations {
		all[stage] = milliseconds(d)
	}
	return all
}
