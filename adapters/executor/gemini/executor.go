// Package gemini is an executor that asks a Gemini model through the Gemini API, by Google's SDK. Vertex
// AI, which has no API key, is not what it is for.
//
//	executor, err := gemini.New(gemini.Options{
//		APIKey: executorkit.NewKey(os.Getenv("GEMINI_API_KEY")),
//		Model:  "gemini-2.5-flash",
//	})
//
// One generation is one HTTP request: instructions as the system instruction, the payload as one user
// content, responseJsonSchema for stage core, responseMimeType application/json for both stages, no tools,
// no stream, no retry, no redirect. No environment variable is used but Go's proxy variables. Its faults
// are the contract's MODEL_* codes; see docs/executors.md.
//
// The package is public and covered by the project's compatibility promise. It draws in Google's SDK; a
// program that does not import it does not get the SDK.
package gemini

import (
	"context"
	"encoding/json"
	"net/http"

	"google.golang.org/genai"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

const (
	// DefaultBaseURL is the Gemini API's public endpoint.
	DefaultBaseURL = "https://generativelanguage.googleapis.com/"

	// DefaultMaxOutputTokens bounds an answer, thoughts included.
	DefaultMaxOutputTokens = remote.DefaultMaxOutputTokens

	apiVersion = "v1beta" // the one that has responseJsonSchema
)

// Options configures an executor. Key and model are required.
type Options struct {
	APIKey executorkit.Key
	Model  string // as the Gemini API names it, without models/

	// BaseURL is another endpoint of the same API, absolute, http or https, without the version; "" is
	// [DefaultBaseURL]. The key is sent there.
	BaseURL string

	// NoNativeJSONSchema has stage core asked for as one JSON object, for models that do not enforce a
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
// shows no secret however it is printed or encoded.
type Executor struct {
	*remote.Model
	models *genai.Models
}

var _ ports.Executor = (*Executor)(nil)

// New makes an executor; nothing is sent. The error is an *intent.Error with code CONFIG_INVALID that
// lists every fault of the options, by the keys /apiKey, /model, /baseURL and /maxOutputTokens.
func New(options Options) (*Executor, error) {
	provider := remote.Provider{Name: "gemini", BaseURL: DefaultBaseURL}
	model, err := remote.New(provider, remote.Options(options))
	if err != nil {
		return nil, err
	}
	settings := model.Settings()
	// Each of these keeps the SDK from taking its own from the environment.
	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		Backend:     genai.BackendGeminiAPI,
		APIKey:      settings.APIKey.Reveal(),
		HTTPClient:  settings.HTTPClient,
		HTTPOptions: genai.HTTPOptions{BaseURL: settings.BaseURL, APIVersion: apiVersion},
	})
	if err != nil { // its text shows the key
		return nil, intent.NewError(intent.ConfigInvalid, intent.StageConfig,
			"executor gemini: the SDK refuses the options")
	}
	return &Executor{Model: model, models: client.Models}, nil
}

// Capabilities says that schemas are enforced by the provider unless the options say otherwise;
// JSON objects are enforced by the provider.
func (e *Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{
		NativeJSONSchema: !e.Settings().NoNativeJSONSchema,
		NativeJSONObject: true,
		IsolatedTurn:     true,
		SupportsAbort:    true,
	}
}

// Generate asks the model once. Usage stands in the reply beside an error too, if the provider told it.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	settings := e.Settings()
	config := &genai.GenerateContentConfig{
		SystemInstruction: genai.NewContentFromText(request.Instructions, ""),
		MaxOutputTokens:   int32(settings.MaxOutputTokens), //nolint:gosec // the options are checked
		ResponseMIMEType:  "application/json",
	}
	if request.Format.Kind == intent.FormatJSONSchema {
		schema, err := remote.SchemaMembers(request.Format.Schema)
		if err != nil {
			return intent.ModelReply{}, remote.Unwritable(request.Stage)
		}
		config.ResponseJsonSchema = schema
		config.HTTPOptions = &genai.HTTPOptions{ExtrasRequestProvider: inOrder(request.Format.Schema)}
	}
	payload := []*genai.Content{genai.NewContentFromText(request.Payload, genai.RoleUser)}
	return e.Ask(ctx, request.Stage, func(ctx context.Context) error {
		_, err := e.models.GenerateContent(ctx, settings.Model, payload, config)
		return err
	}, read)
}

// inOrder puts the schema's own text in the place of the SDK's, which sorts its members: models write in
// the order of the schema.
func inOrder(schema string) genai.ExtrasRequestProvider {
	return func(body map[string]any) map[string]any {
		if config, ok := body["generationConfig"].(map[string]any); ok {
			config["responseJsonSchema"] = json.RawMessage(schema)
		}
		return body
	}
}
