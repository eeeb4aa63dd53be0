// Package chat is an executor for servers that speak chat completions, such as a model of one's own.
package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Executor asks one model. It is immutable and safe for concurrent use.
type Executor struct {
	url, model string
	key        func() string // a closure, because fmt prints unexported strings
	client     *http.Client
}

// New makes an executor for a server's base URL, such as http://127.0.0.1:8080/v1.
func New(baseURL, model, key string) *Executor {
	return &Executor{
		url:   baseURL + "/chat/completions",
		model: model,
		key:   func() string { return key },
		client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // or the key goes wherever the server points
		}},
	}
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
		return intent.ModelReply{}, fault(err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		return read(response.Body)
	case http.StatusUnauthorized, http.StatusForbidden:
		return intent.ModelReply{}, intent.NewError(intent.ModelAuthFailed, r.Stage, "the key was refused")
	case http.StatusTooManyRequests:
		return intent.ModelReply{}, intent.NewError(intent.ModelRateLimited, r.Stage, "too many requests")
	default:
		return intent.ModelReply{}, fmt.Errorf("status %d", response.StatusCode)
	}
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
	request.Header.Set("Authorization", "Bearer "+e.key())
	request.Header.Set("Content-Type", "application/json")
	return e.client.Do(request)
}

func read(body io.Reader) (intent.ModelReply, error) {
	var answer struct {
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct{ Content, Refusal string }
		}
	}
	const most = 4 << 20 // a provider may send anything
	if err := json.NewDecoder(io.LimitReader(body, most)).Decode(&answer); err != nil {
		return intent.ModelReply{}, fault(err)
	}
	if len(answer.Choices) != 1 {
		return intent.ModelReply{}, errors.New("not exactly one choice")
	}
	switch choice := answer.Choices[0]; {
	case choice.FinishReason != "stop":
		return intent.ModelReply{Outcome: intent.OutcomeIncomplete, Detail: choice.FinishReason}, nil
	case choice.Message.Refusal != "":
		return intent.ModelReply{Outcome: intent.OutcomeRefusal, Detail: choice.Message.Refusal}, nil
	default:
		return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: choice.Message.Content}, nil
	}
}

// fault lets out only what the runtime knows: net/http's texts hold the URL and could hold more.
func fault(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return context.DeadlineExceeded
	default:
		return errors.New("the server could not be asked")
	}
}
