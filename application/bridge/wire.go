package bridge

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// wireReply is a reply as encoding/json reads it.
type wireReply struct {
	Kind   Kind           `json:"kind"`
	Result *intent.Result `json:"result"`
	Error  *intent.Error  `json:"error"`

	JobID        string       `json:"jobId"`
	StepToken    string       `json:"stepToken"`
	Stage        intent.Stage `json:"stage"`
	Instructions string       `json:"instructions"`
	Payload      string       `json:"payload"`
	Format       wireFormat   `json:"format"`
	ExpiresAt    time.Time    `json:"expiresAt"`
}

type wireFormat struct {
	Kind   intent.FormatKind `json:"kind"`
	Name   string            `json:"name"`
	Schema json.RawMessage   `json:"schema"`
}

var errKeptReply = errors.New("a kept reply cannot be read")

// storedReply returns a reply that was kept.
func storedReply(text string) Reply {
	reply, err := readReply(text)
	if err != nil {
		return failedReply(intent.FailedStore, errRecord.Error())
	}
	return reply
}

// readReply reads a reply that was kept.
func readReply(text string) (Reply, error) {
	var wire wireReply
	if err := json.Unmarshal([]byte(text), &wire); err != nil {
		return Reply{}, errKeptReply
	}
	reply := Reply{Kind: wire.Kind, text: text}
	switch {
	case wire.Kind == KindTask:
		reply.Task = wire.task()
	case wire.Kind == KindResult && wire.Result != nil:
		reply.Result = wire.Result
	case wire.Kind == KindError && wire.Error != nil:
		reply.Error = intent.AsError(engine.WithSentinel(wire.Error))
	default:
		return Reply{}, errKeptReply
	}
	return reply, nil
}

func (w wireReply) task() *Task {
	return &Task{
		JobID:        w.JobID,
		StepToken:    w.StepToken,
		Stage:        w.Stage,
		Instructions: w.Instructions,
		Payload:      w.Payload,
		Format:       intent.Format{Kind: w.Format.Kind, Name: w.Format.Name, Schema: string(w.Format.Schema)},
		ExpiresAt:    w.ExpiresAt,
	}
}
