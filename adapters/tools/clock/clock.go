// Package clock is the tools clock::curr_time and clock::sleep.
package clock

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

const (
	nothing = `{"type":"object","properties":{},"additionalProperties":false}`
	sleep   = `{"type":"object","properties":{"duration_ms":{"type":"number","minimum":1,"maximum":43200000,` +
		`"description":"how long to wait, in milliseconds"}},` +
		`"required":["duration_ms"],"additionalProperties":false}`
)

// Contracts returns the contracts of clock::curr_time and clock::sleep, in this order.
func Contracts() []tool.Contract {
	return []tool.Contract{
		{
			Name: tool.Name{Namespace: "clock", Name: "curr_time"}, Kind: tool.Function, Input: nothing,
			Revision: 1, Exposure: tool.Direct, Description: "Tells the time, in UTC.",
			Safety: tool.Safety{ReadOnly: true, RetrySafe: true, ParallelSafe: true},
		},
		{
			Name: tool.Name{Namespace: "clock", Name: "sleep"}, Kind: tool.Function, Input: sleep, Revision: 1,
			Exposure: tool.Direct, Internal: true,
			Description: "Waits that long; ends early if a message comes in.",
		},
	}
}

// Descriptors binds the tools to a clock; a nil now means time.Now.
func Descriptors(now func() time.Time) []acting.Descriptor {
	if now == nil {
		now = time.Now
	}
	contracts := Contracts()
	return []acting.Descriptor{
		{Contract: contracts[0], Backend: acting.ToolFunc(func(context.Context, *acting.Call) (tool.Result, error) {
			return object("current_time", strictjson.String(now().UTC().Format("2006-01-02 15:04:05")+" UTC")), nil
		})},
		{Contract: contracts[1], Backend: sleeper{now: now}},
	}
}

// sleeper waits. It holds nothing of a call.
type sleeper struct{ now func() time.Time }

// Run waits for the call's time, for a message, or for the end of the call.
func (s sleeper) Run(ctx context.Context, call *acting.Call) (tool.Result, error) {
	ms, _ := call.Arguments().Value.Lookup("duration_ms")
	wait := time.Duration(math.Ceil(ms.Float())) * time.Millisecond
	if err := call.Waiting(wait); err != nil {
		return tool.Result{}, err
	}
	began := s.now()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	interrupted := false
	select {
	case <-timer.C:
	case <-call.Steered():
		interrupted = true
	case <-ctx.Done():
		return tool.Result{}, call.Stopped(object("slept", strictjson.Bool(true)).Parts[0].Value)
	}
	return tool.JSON(strictjson.Object(
		strictjson.Field("wall_time_seconds", seconds(s.now().Sub(began))),
		strictjson.Field("interrupted", strictjson.Bool(interrupted)),
	)), nil
}

func object(name string, value strictjson.Value) tool.Result {
	return tool.JSON(strictjson.Object(strictjson.Field(name, value)))
}

// seconds gives a duration as a JSON number of seconds, to the millisecond.
func seconds(d time.Duration) strictjson.Value {
	text := strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', -1, 64)
	value, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil { // a finite number is always one
		return strictjson.Int(int64(d.Seconds()))
	}
	return value
}
