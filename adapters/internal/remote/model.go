package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/internal/fault"
	"github.com/devcodex/intent-runtime/adapters/internal/transport"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// Model is one model at one address. It is immutable, safe for concurrent use and shows no secret
// however it is printed or encoded. Executors embed it.
type Model struct {
	provider Provider
	options  Options // with defaults
	http     *http.Client
}

// New checks the options and makes the client; nothing is sent. Its error is CONFIG_INVALID and lists
// every fault.
func New(provider Provider, options Options) (*Model, error) {
	options = options.withDefaults(provider.BaseURL)
	if err := options.check(provider); err != nil {
		return nil, err
	}
	client := transport.New(options.HTTPClient, transport.Options{Key: options.APIKey})
	return &Model{provider: provider, options: options, http: client}, nil
}

// ID is the provider and its model, as the command line writes them.
func (m *Model) ID() string { return m.provider.Name + ":" + m.options.Model }

// Settings returns the options with their defaults; HTTPClient is the guarded one.
func (m *Model) Settings() Options {
	settings := m.options
	settings.HTTPClient = m.http
	return settings
}

// CloseIdleConnections closes connections that wait for a next call, for programs that count them.
// Running calls are not touched and later calls open new ones.
func (m *Model) CloseIdleConnections() { m.http.CloseIdleConnections() }

// Ask makes one call: send makes one request under the context that it is given, with the SDK, and its
// error counts only if no whole answer came. read makes a reply of the answer's body. The usage of the
// reply stands beside an error too.
func (m *Model) Ask(ctx context.Context, stage intent.Stage, send func(context.Context) error,
	read func(stage intent.Stage, body []byte) (intent.ModelReply, error)) (intent.ModelReply, error) {
	asking, answer := transport.WithAnswer(ctx)
	err := send(asking)
	if answer.Body == nil {
		return fault.Of(ctx, stage, err)
	}
	reply, err := read(stage, answer.Body)
	if id := answer.RequestID(m.options.APIKey); id != "" {
		reply.Usage.RequestID = id
	}
	reply.Usage.RequestID = providerkit.Identifier(reply.Usage.RequestID, m.options.APIKey)
	reply.Usage.Model = providerkit.Identifier(reply.Usage.Model, m.options.APIKey)
	return reply, err
}

// description is what a model shows of itself.
type description struct {
	Provider         string `json:"provider"`
	Model            string `json:"model"`
	BaseURL          string `json:"baseURL"`
	NativeJSONSchema bool   `json:"nativeJsonSchema"`
	MaxOutputTokens  int    `json:"maxOutputTokens"`
}

// Format writes the id for every verb.
func (m *Model) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, m.ID()) }

// MarshalJSON writes the settings without the key.
func (m *Model) MarshalJSON() ([]byte, error) {
	return json.Marshal(description{
		Provider:         m.provider.Name,
		Model:            m.options.Model,
		BaseURL:          m.options.BaseURL,
		NativeJSONSchema: !m.options.NoNativeJSONSchema,
		MaxOutputTokens:  m.options.MaxOutputTokens,
	})
}

// Unwritable is the error for a request that the provider's form cannot hold.
func Unwritable(stage intent.Stage) error {
	return failed(stage, intent.FailedExecutor, "the request could not be written in the provider's form")
}
