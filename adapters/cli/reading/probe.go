package reading

import (
	"context"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// probeTimeout bounds a probe, whatever deadline the instance has: a person is waiting.
const probeTimeout = time.Minute

// What a probe says. OpenAI's mode of one JSON object needs the word JSON in the input, too.
const (
	probeInstructions = "This tests a connection. Answer with one JSON object and nothing else."
	probeInput        = `Answer with the JSON object {"ok":true}.`
	probeSchema       = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],` +
		`"additionalProperties":false}`
)

// probeState is what came of asking the executor.
type probeState struct {
	asked   bool
	took    time.Duration
	failure *intent.Error // nil where it answered
	detail  string        // why the model declined or broke off; for a page only
}

// probe makes one small call. It asks for the form that a reading would ask for, and does not look at what
// is answered: how well a model reads is another question.
func probe(ctx context.Context, executor ports.Executor, language string) probeState {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	begun := time.Now()
	reply, err := executor.Generate(ctx, probeRequest(language, executor.Capabilities().NativeJSONSchema))
	state := probeState{asked: true, took: time.Since(begun)}
	state.failure = probeFailure(ctx, reply.Outcome, err)
	if err == nil {
		state.detail = reply.Detail
	}
	return state
}

// probeRequest has the two keys of a reading's payload by which an executor may decline.
func probeRequest(language string, native bool) intent.ModelRequest {
	format := intent.Format{Kind: intent.FormatJSONObject}
	if native {
		format = intent.Format{Kind: intent.FormatJSONSchema, Name: "intent_core", Schema: probeSchema}
	}
	return intent.ModelRequest{
		Stage:        intent.StageCore,
		Instructions: probeInstructions,
		Payload: object(
			"structuredLanguage", strictjson.String(language),
			"currentInput", strictjson.String(probeInput),
		).JSON(),
		Format: format,
	}
}

// probeFailure judges as a reading would what came back, but for the text; nil where there was an answer.
func probeFailure(ctx context.Context, outcome intent.Outcome, err error) *intent.Error {
	failure := intent.NewError(intent.ModelRequestFailed, "", "the model could not be asked")
	over, typed := intent.AsError(ended(ctx)), intent.AsError(err)
	switch {
	case err == nil && outcome == intent.OutcomeComplete:
		return nil
	case err == nil && outcome == intent.OutcomeRefusal:
		failure = intent.NewError(intent.ModelRefused, "", "the model declined")
	case err == nil && outcome == intent.OutcomeIncomplete:
		failure = intent.NewError(intent.ModelOutputIncomplete, "", "the answer was cut off")
	case err != nil && over != nil:
		failure = over
	case typed != nil:
		failure = typed.Clone()
	}
	failure.Stage = intent.StageCore
	return failure
}

// ended explains the end of a context as a reading does; nil while it has not ended.
func ended(ctx context.Context) error {
	switch {
	case ctx.Err() == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return engine.WithSentinel(
			intent.NewError(intent.ModelTimeout, "", "the deadline passed before the reading was done"))
	default:
		return engine.WithSentinel(intent.NewError(intent.ModelAborted, "", "the caller cancelled the reading"))
	}
}
