// Package anthropic is an executor that asks an Anthropic model through the Messages API, by Anthropic's
// SDK.
//
//	executor, err := anthropic.New(anthropic.Options{
//		APIKey: executorkit.NewKey(os.Getenv("ANTHROPIC_API_KEY")),
//		Model:  "claude-sonnet-4-5",
//	})
//
// One generation is one HTTP request: instructions as the system prompt, the payload as one user message,
// JSON outputs (output_config.format) for stage core, the instructions alone for stage data, no tools, no
// stream, no retry, no redirect. No environment variable is read but Go's proxy variables, and the SDK's
// traces, which could hold the material, are off. Its faults are the contract's MODEL_* codes; status 529
// (overloaded) is MODEL_RATE_LIMITED. See docs/executors.md.
//
// The package is public and covered by the project's compatibility promise. It draws in Anthropic's SDK;
// a program that does not import it does not get the SDK.
package anthropic

import (
	"context"
	"net/http"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

const (
	// DefaultBaseURL is Anthropic's public endpoint.
	DefaultBaseURL = "https://api.anthropic.com/"

	// DefaultMaxOutputTokens bounds an answer.
	DefaultMaxOutputTokens = remote.DefaultMaxOutputTokens

	// mostTime is set because the SDK refuses to ask for many tokens without a bound of the caller's. The
	// bound on silence, which is what counts, is the transport's.
	mostTime = 24 * time.Hour

	// statusOverloaded is Anthropic's own HTTP status.
	statusOverloaded = 529
)

// Options configures an executor. Key and model are required.
type Options struct {
	APIKey executorkit.Key
	Model  string // as Anthropic names it

	// BaseURL is another endpoint of the same API, absolute, http or https, without v1/messages; "" is
	// [DefaultBaseURL]. The key is sent there.
	BaseURL string

	// NoNativeJSONSchema leaves the schema of stage core out, for models without JSON outputs: the
	// instructions demand the shape. It is fixed here and never changed after a failure.
	NoNativeJSONSchema bool

	// MaxOutputTokens bounds an answer; 0 is [DefaultMaxOutputTokens], negative is refused.
	MaxOutputTokens int

	// HTTPClient is used instead of one of its own: copied, its transport wrapped, redirects refused. Its
	// timeouts show as MODEL_TIMEOUT. Nil makes an own client that honours Go's proxy variables and
	// gives up after ten minutes of silence.
	HTTPClient *http.Client `json:"-"`
}

// Executor asks one model. It is immutable and safe for concurrent use; it need not be closed. It
// shows no secret however it is printed or encoded.
type Executor struct {
	*remote.Model
	service sdk.MessageService
}

var _ ports.Executor = (*Executor)(nil)

// New makes an executor; nothing is sent. The error is an *intent.Error with code CONFIG_INVALID that
// lists every fault of the options, by the keys /apiKey, /model, /baseURL and /maxOutputTokens.
func New(options Options) (*Executor, error) {
	provider := remote.Provider{Name: "anthropic", BaseURL: DefaultBaseURL}
	model, err := remote.New(provider, remote.Options(options))
	if err != nil {
		return nil, err
	}
	settings := model.Settings()
	// A service, not a client, and explicit options: the SDK's client reads the environment and the files
	// of its command line. Its spans and trace headers ask the environment for each call otherwise.
	service := sdk.NewMessageService(
		option.WithoutEnvironmentDefaults(),
		option.WithBaseURL(settings.BaseURL),
		option.WithAPIKey(settings.APIKey.Reveal()),
		option.WithHTTPClient(settings.HTTPClient),
		option.WithMaxRetries(0),
		option.WithRequestTimeout(mostTime),
		option.WithoutOpenTelemetry(),
		option.WithOpenTelemetryPropagation(false),
	)
	return &Executor{Model: model, service: service}, nil
}

// Capabilities says that schemas are enforced by the provider unless the options say otherwise; no JSON
// object is enforced by the provider: the instructions demand it.
func (e *Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{
		NativeJSONSchema: !e.Settings().NoNativeJSONSchema,
		IsolatedTurn:     true,
		SupportsAbort:    true,
	}
}

// Generate asks the model once. Usage stands in the reply beside an error too, if the provider told it.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	params, err := e.layout(request)
	if err != nil {
		return intent.ModelReply{}, remote.Unwritable(request.Stage)
	}
	reply, err := e.Ask(ctx, request.Stage, func(ctx context.Context) error {
		_, err := e.service.New(ctx, params)
		return err
	}, read)
	return reply, overloaded(err)
}

// overloaded has status 529 count as what it means: too much is asked of the provider.
func overloaded(err error) error {
	failure := intent.AsError(err)
	if failure == nil || failure.Status != statusOverloaded {
		return err
	}
	limited := *failure
	limited.Code, limited.Reason = intent.ModelRateLimited, ""
	return &limited
}

// layout writes a request.
func (e *Executor) layout(request intent.ModelRequest) (sdk.MessageNewParams, error) {
	settings := e.Settings()
	params := sdk.MessageNewParams{
		Model:     settings.Model,
		MaxTokens: int64(settings.MaxOutputTokens),
		System:    []sdk.TextBlockParam{{Text: request.Instructions}},
		Messages:  []sdk.MessageParam{sdk.NewUserMessage(sdk.NewTextBlock(request.Payload))},
	}
	if request.Format.Kind != intent.FormatJSONSchema {
		return params, nil
	}
	schema, err := remote.SchemaMembers(request.Format.Schema)
	if err != nil {
		return params, err
	}
	params.OutputConfig.Format.Schema = schema
	return params, nil
}
