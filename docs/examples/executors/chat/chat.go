// Package chat is an executor for a server that speaks chat completions, as an author would begin one.
package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// Executor asks one model. It is immutable and safe for concurrent use.
type Executor struct {
	url, model string
	key        executorkit.Key
	client     *http.Client
}

// New makes an executor for a server's base URL, such as http://127.0.0.1:8080/v1. Timeout bounds a
// call; 0 leaves that to the caller's context.
func New(baseURL, model string, key executorkit.Key, timeout time.Duration) *Executor {
	return &Executor{url: baseURL + "/chat/completions", model: model, key: key, client: &http.Client{
		Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // or material and key go wherever the server points
		},
	}}
}

// ID names the model.
func (e *Executor) ID() string { return "chat:" + e.model }

// Capabilities says that one JSON object is enforced and a schema is not.
func (e *Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONObject: true, IsolatedTurn: true, SupportsAbort: true}
}

// Generate makes one request and hands on what came back, unjudged.
func (e *Executor) Generate(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	response, err := e.post(ctx, map[string]any{
		"model":           e.model,
		"response_format": map[string]string{"type": "json_object"},
		"messages": []map[string]string{
			{"role": "system", "content": r.Instructions},
			{"role": "user", "content": r.Payload},
		},
	})
	if err != nil {
		return intent.ModelReply{}, executorkit.FromError(ctx, r.Stage, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		wait := executorkit.RetryAfter(response.Header, time.Now())
		return intent.ModelReply{}, executorkit.FromStatus(r.Stage, response.StatusCode, wait)
	}
	reply, err := read(response.Body)
	if err != nil {
		return intent.ModelReply{}, executorkit.FromError(ctx, r.Stage, err)
	}
	return reply, nil
}

func (e *Executor) post(ctx context.Context, body any) (*http.Response, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+e.key.Reveal())
	request.Header.Set("Content-Type", "application/json")
	return e.client.Do(request)
}

func read(body io.Reader) (intent.ModelReply, error) {
	var answer struct {
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct{ Content, Refusal string }
		}
		Usage struct {
			In  int64 `json:"prompt_tokens"`
			Out int64 `json:"completion_tokens"`
		}
	}
	const most = 4 << 20 // a provider may send anything
	if err := json.NewDecoder(io.LimitReader(body, most)).Decode(&answer); err != nil {
		return intent.ModelReply{}, err
	}
	if len(answer.Choices) != 1 {
		return intent.ModelReply{}, errors.New("not exactly one choice")
	}
	reply := intent.ModelReply{Usage: intent.Usage{InputTokens: answer.Usage.In, OutputTokens: answer.Usage.Out}}
	switch choice := answer.Choices[0]; {
	case choice.Message.Refusal != "":
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, choice.Message.Refusal
	case choice.FinishReason != "stop":
		reply.Outcome, reply.Detail = intent.OutcomeIncomplete, choice.FinishReason
	default:
		reply.Outcome, reply.Text = intent.OutcomeComplete, choice.Message.Content
	}
	return reply, nil
}
