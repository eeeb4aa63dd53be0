package bridge

import (
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Kind says what a reply holds.
type Kind string

// The kinds.
const (
	KindTask   Kind = "task"   // a candidate is wanted
	KindResult Kind = "result" // the reading is done
	KindError  Kind = "error"  // what was asked could not be done; see the error's code
)

// Reply answers a call: exactly the field that its kind names is set. It is the caller's own and
// shares no memory with the bridge.
type Reply struct {
	Kind   Kind
	Task   *Task
	Result *intent.Result
	Error  *intent.Error

	text string // the wire form
}

// Task is what the host's model has to answer with a candidate.
type Task struct {
	JobID     string
	StepToken string // to be handed back with the candidate
	Stage     intent.Stage

	// Instructions is the runtime's prose; its first line repeats id, token and stage in words.
	Instructions string
	Payload      string // JSON text: the material and what else the stage needs
	Format       intent.Format

	ExpiresAt time.Time // when the job expires unless it is advanced; zero is never
}

// JSON gives the wire form, as compact JSON.
func (r Reply) JSON() string { return r.text }

// Value gives the wire form.
func (r Reply) Value() strictjson.Value {
	value, err := strictjson.Decode([]byte(r.text), strictjson.Options{})
	if err != nil { // only for the zero Reply, which no call gives
		return strictjson.Null()
	}
	return value
}

// MarshalJSON writes the wire form.
func (r Reply) MarshalJSON() ([]byte, error) { return r.Value().AppendJSON(nil), nil }

func taskReply(task Task) Reply {
	room := len(task.Format.Schema) + 512
	for _, text := range []string{task.Instructions, task.Payload} {
		room += len(text) + strings.Count(text, `"`) + strings.Count(text, `\`) + strings.Count(text, "\n")
	}
	text := task.appendJSON(make([]byte, 0, room))
	return Reply{Kind: KindTask, Task: &task, text: string(text)}
}

func resultReply(result intent.Result) Reply {
	value := strictjson.Object(
		strictjson.Field("kind", strictjson.String(string(KindResult))),
		strictjson.Field("result", result.Value()),
	)
	return Reply{Kind: KindResult, Result: &result, text: value.JSON()}
}

func errorReply(failure error) Reply {
	err := intent.AsError(failure)
	value := strictjson.Object(
		strictjson.Field("kind", strictjson.String(string(KindError))),
		strictjson.Field("error", err.Value()),
	)
	return Reply{Kind: KindError, Error: err, text: value.JSON()}
}

// err returns the reply's error as an error; nil if it tells of none.
func (r Reply) err() error {
	if r.Error == nil {
		return nil
	}
	return r.Error
}

// clone returns a reply that shares no memory with r.
func (r Reply) clone() Reply {
	switch r.Kind {
	case KindTask:
		task := *r.Task
		r.Task = &task
	case KindResult:
		result := r.Result.Clone()
		r.Result = &result
	case KindError:
		r.Error = r.Error.Clone()
	}
	return r
}

// appendJSON writes the task's reply. The format's schema is JSON text already and stands as it is.
func (t Task) appendJSON(dst []byte) []byte {
	member := func(name, text string) {
		dst = append(strictjson.AppendString(append(dst, ','), name), ':')
		dst = strictjson.AppendString(dst, text)
	}
	dst = append(dst, `{"kind":"task"`...)
	member("jobId", t.JobID)
	member("stepToken", t.StepToken)
	member("stage", string(t.Stage))
	member("instructions", t.Instructions)
	member("payload", t.Payload)
	dst = append(dst, `,"format":{"kind":`...)
	dst = strictjson.AppendString(dst, string(t.Format.Kind))
	if t.Format.Kind == intent.FormatJSONSchema {
		member("name", t.Format.Name)
		dst = append(append(dst, `,"schema":`...), t.Format.Schema...)
	}
	dst = append(dst, '}')
	if !t.ExpiresAt.IsZero() {
		member("expiresAt", t.ExpiresAt.Format(time.RFC3339Nano))
	}
	return append(dst, '}')
}
