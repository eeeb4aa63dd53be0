// Package xai is an executor that asks an xAI model through xAI's form of the Responses API, with
// OpenAI's SDK as the HTTP client.
//
//	executor, err := xai.New(xai.Options{
//		APIKey: xai.Secret(os.Getenv("XAI_API_KEY")),
//		Model:  "grok-4",
//	})
//
// One generation is one HTTP request: instructions as a system message, the payload as a user message,
// strict JSON Schema for stage core, plain text for stage data (the instructions demand one JSON object),
// nothing stored, no tools, no stream, no retry, no redirect. No environment variable is read but Go's
// proxy variables. Its faults are the contract's MODEL_* codes; see docs/executors.md.
//
// The package is public and covered by the project's compatibility promise. It draws in OpenAI's SDK;
// a program that does not import it does not get the SDK.
package xai

import (
	"context"
	"fmt"
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/internal/responses"
	"github.com/devcodex/intent-runtime/adapters/internal/secret"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

const (
	// DefaultBaseURL is xAI's public endpoint.
	DefaultBaseURL = "https://api.x.ai/v1/"

	// DefaultMaxOutputTokens bounds an answer, reasoning included.
	DefaultMaxOutputTokens = responses.DefaultMaxOutputTokens
)

// Key is an API key that shows itself in no format, log or encoding. Its zero value is no key.
type Key = secret.Key

// Secret makes a key of its text.
func Secret(key string) Key { return secret.New(key) }

// Options configures an executor. Key and model are required.
type Options struct {
	APIKey Key
	Model  string // as xAI names it

	// BaseURL is another endpoint of the same API, absolute, http or https; "" is [DefaultBaseURL]. The
	// key is sent there.
	BaseURL string

	// NoNativeJSONSchema has stage core asked for as plain text, for models that do not enforce a
	// JSON Schema. It is fixed here and never changed after a failure.
	NoNativeJSONSchema bool

	// MaxOutputTokens bounds an answer; 0 is [DefaultMaxOutputTokens], negative is refused.
	MaxOutputTokens int

	// HTTPClient is used instead of an own one: copied, its transport wrapped, redirects refused. Its
	// timeouts show as MODEL_TIMEOUT. Nil makes an own client that honours Go's proxy variables and
	// gives up after ten minutes of silence.
	HTTPClient *http.Client `json:"-"`
}

// Executor asks one model. It is immutable and safe for concurrent use; it need not be closed. It
// shows no secret however it is printed or encoded.
type Executor struct{ client *responses.Client }

var _ ports.Executor = (*Executor)(nil)

// New makes an executor; nothing is sent. The error is an [*intent.Error] with code CONFIG_INVALID that
// lists every fault of the options, by the keys /apiKey, /model, /baseURL and /maxOutputTokens.
func New(options Options) (*Executor, error) {
	client, err := responses.New("xai", DefaultBaseURL, responses.Options(options), layout)
	if err != nil {
		return nil, err
	}
	return &Executor{client: client}, nil
}

// ID is "xai:" and the model.
func (e *Executor) ID() string { return e.client.ID() }

// Capabilities says that schemas are enforced by the provider unless the options say otherwise;
// no JSON object is enforced by the provider: the instructions demand it.
func (e *Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{
		NativeJSONSchema: e.client.NativeJSONSchema(),
		NativeJSONObject: false,
		IsolatedTurn:     true,
		SupportsAbort:    true,
	}
}

// Generate asks the model once. Usage stands in the reply beside an error too, where the provider told it.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	return e.client.Generate(ctx, request)
}

// CloseIdleConnections closes connections that wait for a next call, for programs that count them.
// Running calls are not touched and later calls open new ones.
func (e *Executor) CloseIdleConnections() { e.client.CloseIdleConnections() }

// Format writes the id for every verb.
func (e *Executor) Format(state fmt.State, verb rune) { e.client.Format(state, verb) }

// MarshalJSON writes the settings without the key.
func (e *Executor) MarshalJSON() ([]byte, error) { return e.client.MarshalJSON() }
