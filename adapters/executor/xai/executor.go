// Package xai is an executor that asks an xAI model through xAI's form of the Responses API, with
// OpenAI's SDK as the HTTP client.
//
//	executor, err := xai.New(xai.Options{
//		APIKey: executorkit.NewKey(os.Getenv("XAI_API_KEY")),
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
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/adapters/internal/responses"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

const (
	// DefaultBaseURL is xAI's public endpoint.
	DefaultBaseURL = "https://api.x.ai/v1/"

	// DefaultMaxOutputTokens bounds an answer, reasoning included.
	DefaultMaxOutputTokens = remote.DefaultMaxOutputTokens
)

// Options configures an executor. Key and model are required.
type Options struct {
	APIKey executorkit.Key
	Model  string // as xAI names it

	// BaseURL is another endpoint of the same API, absolute, http or https; "" is [DefaultBaseURL]. The
	// key is sent there.
	BaseURL string

	// NoNativeJSONSchema has stage core asked for as plain text, for models that do not enforce a
	// JSON Schema. It is fixed here and never changed after a failure.
	NoNativeJSONSchema bool

	// MaxOutputTokens bounds an answer; 0 is [DefaultMaxOutputTokens], negative is refused.
	MaxOutputTokens int

	// HTTPClient is used instead of one of its own: copied, its transport wrapped, redirects refused. Its
	// timeouts show as MODEL_TIMEOUT. Nil makes an own client that honours Go's proxy variables and
	// gives up after ten minutes of silence.
	HTTPClient *http.Client `json:"-"`
}

// Executor asks one model. It is immutable and safe for concurrent use; it need not be closed. It
// shows no secret however it is printed or encoded. It has the methods of ports.Executor and
// CloseIdleConnections.
type Executor struct{ *responses.Client }

// New makes an executor; nothing is sent. The error is an *intent.Error with code CONFIG_INVALID that
// lists every fault of the options, by the keys /apiKey, /model, /baseURL and /maxOutputTokens.
func New(options Options) (*Executor, error) {
	client, err := responses.New(responses.Dialect{
		Provider:   remote.Provider{Name: "xai", BaseURL: DefaultBaseURL},
		JSONObject: false,
		Layout:     layout,
	}, remote.Options(options))
	if err != nil {
		return nil, err
	}
	return &Executor{client}, nil
}
