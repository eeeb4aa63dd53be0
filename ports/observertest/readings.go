package observertest

import (
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// told is the events of one reading, as the runtime tells them.
type told struct {
	name   string
	events []ports.Event
}

// readings makes one of each kind of reading, with material or without. Each call makes its own.
func readings(material bool) []told {
	return []told{
		{"a result", result(ports.Reading{ID: "r1"}, material)},
		{"a bridge's job", result(ports.Reading{ID: "j1", Bridge: true}, material)},
		{"a refused request", refused(ports.Reading{ID: "r2"})},
		{"a failed call", failed(ports.Reading{ID: "r3"}, material)},
		{"judges that disagree", disagreed(ports.Reading{ID: "r4"})},
		{"an end without a beginning", []ports.Event{ports.Finished{Reading: ports.Reading{ID: "r5"}}}},
	}
}

var usage = intent.Usage{InputTokens: 12, OutputTokens: 3, CachedTokens: 1, Model: "m", RequestID: "q"}

func result(r ports.Reading, material bool) []ports.Event {
	request := ports.RequestSent{Reading: r, ExecutorID: "e", Stage: intent.StageCore, Bytes: 900}
	reply := ports.ReplyReceived{
		Reading:    r,
		ExecutorID: "e",
		Stage:      intent.StageCore,
		Outcome:    intent.OutcomeComplete,
		Usage:      usage,
		Duration:   time.Second,
	}
	wrong := ports.CandidateJudged{
		Reading:    r,
		Stage:      intent.StageCore,
		Violations: map[string]int{"missing": 2},
		Repair:     true,
	}
	end := ports.Finished{Reading: r, Total: 3 * time.Second, Usage: usage,
		Stages: map[intent.Stage]time.Duration{intent.StageCore: 2 * time.Second}}
	if material {
		request.Material = &intent.ModelRequest{Stage: intent.StageCore, Instructions: "i", Payload: "{}",
			Format: intent.Format{Kind: intent.FormatJSONSchema, Name: "n", Schema: "{}"}}
		reply.Material = &intent.ModelReply{Outcome: intent.OutcomeComplete, Text: `{"a":1}`, Usage: usage}
		wrong.Material = &ports.JudgedMaterial{Violations: []intent.Issue{{Message: "m"}}}
		end.Material = &ports.FinishedMaterial{Result: &intent.Result{Input: "x"}}
	}
	again, passed := request, wrong
	again.Repair, passed.Violations, passed.Repair = true, nil, false
	return []ports.Event{
		ports.ParseStarted{Reading: r, ExecutorID: "e", Language: "en", Fields: 2},
		request, reply, wrong, again, reply,
		ports.ValidationDone{Reading: r, Duration: time.Millisecond, Work: 7},
		passed, end,
	}
}

func refused(r ports.Reading) []ports.Event {
	return []ports.Event{
		ports.ParseStarted{Reading: r, Language: "en"},
		ports.Finished{Reading: r, Code: intent.InputInvalid, Stage: intent.StageInput,
			Stages: map[intent.Stage]time.Duration{}},
	}
}

func failed(r ports.Reading, material bool) []ports.Event {
	reply := ports.ReplyReceived{
		Reading:    r,
		ExecutorID: "e",
		Stage:      intent.StageCore,
		Code:       intent.ModelRequestFailed,
		Reason:     intent.FailedStatus,
		Usage:      intent.Usage{RequestID: "q"},
		Duration:   time.Second,
	}
	if material {
		reply.Err = errors.New("the executor's own error")
	}
	return []ports.Event{
		ports.ParseStarted{Reading: r, ExecutorID: "e", Language: "en"},
		ports.RequestSent{Reading: r, ExecutorID: "e", Stage: intent.StageCore, Bytes: 9},
		reply,
		ports.Finished{
			Reading: r,
			Code:    intent.ModelRequestFailed,
			Stage:   intent.StageCore,
			Reason:  intent.FailedStatus,
		},
	}
}

func disagreed(r ports.Reading) []ports.Event {
	return []ports.Event{
		ports.ParseStarted{Reading: r, ExecutorID: "e", Language: "en", Fields: 1},
		ports.ValidationDone{Reading: r, Disagreement: &schema.Disagreement{Pointer: "/a", Keyword: "type"}},
		ports.ValidationDone{Reading: r, Unconfirmed: true, Code: intent.LimitExceeded},
		ports.Finished{Reading: r, Code: intent.ModelOutputInvalid, Stage: intent.StageData},
	}
}
