package trace

import (
	"encoding/json"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// The lines. Their keys are what `intent parse --trace` promises; the order is the order here.

type requestLine struct {
	Event        string       `json:"event"`
	Job          string       `json:"jobId,omitempty"`
	Stage        intent.Stage `json:"stage"`
	Instructions string       `json:"instructions"`
	Payload      string       `json:"payload"`
	Format       format       `json:"format"`
}

type format struct {
	Kind   intent.FormatKind `json:"kind"`
	Name   string            `json:"name,omitempty"`
	Schema any               `json:"schema,omitempty"`
}

type replyLine struct {
	Event   string         `json:"event"`
	Job     string         `json:"jobId,omitempty"`
	Stage   intent.Stage   `json:"stage"`
	Outcome intent.Outcome `json:"outcome"`
	Text    string         `json:"text"`
	Detail  string         `json:"detail,omitempty"`
}

type failure struct {
	Event string       `json:"event"`
	Job   string       `json:"jobId,omitempty"`
	Stage intent.Stage `json:"stage"`
	Code  intent.Code  `json:"code"`
}

type finishLine struct {
	Event        string                   `json:"event"`
	Job          string                   `json:"jobId,omitempty"`
	Outcome      string                   `json:"outcome"`
	Code         *intent.Code             `json:"code"`
	Stage        *intent.Stage            `json:"stage"`
	Milliseconds map[intent.Stage]float64 `json:"milliseconds"`
	Total        float64                  `json:"totalMilliseconds"`
	Usage        usage                    `json:"usage"`
}

type usage struct {
	InputTokens  int64 `json:"inputTokens"`
	OutputTokens int64 `json:"outputTokens"`
	CachedTokens int64 `json:"cachedTokens"`
}

func request(e ports.RequestSent) requestLine {
	line := requestLine{Event: "request", Job: job(e.Reading), Stage: e.Stage}
	if m := e.Material; m != nil {
		line.Instructions, line.Payload = m.Instructions, m.Payload
		line.Format = format{Kind: m.Format.Kind, Name: m.Format.Name, Schema: schema(m.Format.Schema)}
	}
	return line
}

// schema shows a schema as the JSON it is; one that is no JSON would spoil the line, so it is a string.
func schema(text string) any {
	switch {
	case text == "":
		return nil
	case json.Valid([]byte(text)):
		return json.RawMessage(text)
	default:
		return text
	}
}

func reply(e ports.ReplyReceived) replyLine {
	line := replyLine{Event: "reply", Job: job(e.Reading), Stage: e.Stage, Outcome: e.Outcome}
	if m := e.Material; m != nil {
		line.Text, line.Detail = m.Text, m.Detail
	}
	return line
}

func finish(e ports.Finished) finishLine {
	line := finishLine{
		Event: "finish", Job: job(e.Reading), Outcome: "result",
		Milliseconds: stages(e.Stages), Total: milliseconds(e.Total),
		Usage: usage{e.Usage.InputTokens, e.Usage.OutputTokens, e.Usage.CachedTokens},
	}
	if e.Code != "" {
		line.Outcome, line.Code, line.Stage = "error", &e.Code, &e.Stage
	}
	return line
}
