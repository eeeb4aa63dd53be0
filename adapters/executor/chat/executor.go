// Package chat is an executor that asks a model through the chat completions API of OpenAI, as servers
// of other models speak it: Ollama, LM Studio, vLLM, llama.cpp, OpenRouter, Groq, Together, DeepSeek,
// Mistral and more.
//
//	executor, err := chat.New(chat.Options{BaseURL: "ollama", Model: "qwen3"})
//	executor, err := chat.New(chat.Options{
//		BaseURL: "https://llm.example.com/v1",
//		Model:   "qwen3",
//		APIKey:  executorkit.NewKey(os.Getenv("LLM_API_KEY")),
//	})
//
// One generation is one HTTP request: instructions as a system message, the payload as a user message,
// strict JSON Schema for stage core, one JSON object for stage data, no tools, no stream, no retry, no
// redirect. What a server does not enforce is switched off in the options, or by its preset. No
// environment variable is read but Go's proxy variables. Its faults are the contract's MODEL_* codes;
// see docs/executors.md.
//
// The package is public and covered by the project's compatibility promise. It draws in OpenAI's SDK;
// a program that does not import it does not get the SDK.
package chat

import (
	"context"
	"net/http"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// DefaultMaxOutputTokens bounds an answer, reasoning included.
const DefaultMaxOutputTokens = remote.DefaultMaxOutputTokens

// Options configures an executor. Model and base URL are required.
type Options struct {
	// APIKey is required but for a server on this machine (localhost or a loopback address).
	APIKey executorkit.Key

	// Model is the model as the server names it. If BaseURL is "" it begins with the name of a preset and
	// a slash, such as ollama/qwen3.
	Model string

	// BaseURL is the server's address, absolute, http or https, up to and without chat/completions; or the
	// name of a preset, see [Presets]. The key is sent there.
	BaseURL string

	// NoNativeJSONSchema has stage core asked for as one JSON object, for servers and models that do not
	// enforce a JSON Schema. It is fixed here and never changed after a failure.
	NoNativeJSONSchema bool

	// NoNativeJSONObject leaves response_format out of requests for one JSON object, for servers that
	// refuse json_object: the instructions demand it.
	NoNativeJSONObject bool

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
	object  bool // the server enforces one JSON object
	service sdk.ChatCompletionService
}

var _ ports.Executor = (*Executor)(nil)

// New makes an executor; nothing is sent. The error is an *intent.Error with code CONFIG_INVALID that
// lists every fault of the options, by the keys /apiKey, /model, /baseURL and /maxOutputTokens.
func New(options Options) (*Executor, error) {
	options, name := options.resolved()
	provider := remote.Provider{Name: name, KeylessOnLoopback: true, URLHint: hint()}
	model, err := remote.New(provider, remote.Options{
		APIKey:             options.APIKey,
		Model:              options.Model,
		BaseURL:            options.BaseURL,
		NoNativeJSONSchema: options.NoNativeJSONSchema,
		MaxOutputTokens:    options.MaxOutputTokens,
		HTTPClient:         options.HTTPClient,
	})
	if err != nil {
		return nil, err
	}
	settings := model.Settings()
	requests := []option.RequestOption{
		option.WithBaseURL(settings.BaseURL),
		option.WithHTTPClient(settings.HTTPClient),
		option.WithMaxRetries(0),
	}
	if !settings.APIKey.IsZero() {
		requests = append(requests, option.WithAPIKey(settings.APIKey.Reveal()))
	}
	service := sdk.NewChatCompletionService(requests...)
	return &Executor{Model: model, object: !options.NoNativeJSONObject, service: service}, nil
}

// Capabilities says what the server enforces: what the options and the preset do not switch off.
func (e *Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{
		NativeJSONSchema: !e.Settings().NoNativeJSONSchema,
		NativeJSONObject: e.object,
		IsolatedTurn:     true,
		SupportsAbort:    true,
	}
}

// Generate asks the model once. Usage stands in the reply beside an error too, if the server told it.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	params, err := e.layout(request)
	if err != nil {
		return intent.ModelReply{}, remote.Unwritable(request.Stage)
	}
	return e.Ask(ctx, request.Stage, func(ctx context.Context) error {
		_, err := e.service.New(ctx, params)
		return err
	}, read)
}

// layout writes a request.
func (e *Executor) layout(request intent.ModelRequest) (sdk.ChatCompletionNewParams, error) {
	settings := e.Settings()
	params := sdk.ChatCompletionNewParams{
		Model:     settings.Model,
		MaxTokens: param.NewOpt(int64(settings.MaxOutputTokens)),
		Messages: []sdk.ChatCompletionMessageParamUnion{
			sdk.SystemMessage(request.Instructions), sdk.UserMessage(request.Payload),
		},
	}
	switch {
	case request.Format.Kind == intent.FormatJSONSchema:
		schema, err := remote.SchemaMembers(request.Format.Schema)
		if err != nil {
			return params, err
		}
		params.ResponseFormat.OfJSONSchema = &sdk.ResponseFormatJSONSchemaParam{
			JSONSchema: sdk.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: request.Format.Name, Schema: schema, Strict: param.NewOpt(true),
			},
		}
	case e.object:
		params.ResponseFormat.OfJSONObject = &sdk.ResponseFormatJSONObjectParam{}
	}
	return params, nil
}
