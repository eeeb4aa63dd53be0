package responses

import (
	"context"

	"github.com/openai/openai-go/v3/option"
	sdk "github.com/openai/openai-go/v3/responses"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Dialect is how a provider wants the Responses API spoken.
type Dialect struct {
	remote.Provider

	// JSONObject: the provider can be asked for any one JSON object.
	JSONObject bool

	// Layout writes a request. Model and bound on tokens are set by the client.
	Layout func(request intent.ModelRequest) (sdk.ResponseNewParams, error)
}

// Client asks one model through the Responses API. It is immutable, safe for concurrent use and need not
// be closed. It shows no secret however it is printed or encoded.
type Client struct {
	*remote.Model
	dialect Dialect
	service sdk.ResponseService
}

var _ ports.Executor = (*Client)(nil)

// New makes a client; nothing is sent. Its error is CONFIG_INVALID with every fault of the options.
func New(dialect Dialect, options remote.Options) (*Client, error) {
	model, err := remote.New(dialect.Provider, options)
	if err != nil {
		return nil, err
	}
	settings := model.Settings()
	service := sdk.NewResponseService(
		option.WithBaseURL(settings.BaseURL),
		option.WithAPIKey(settings.APIKey.Reveal()),
		option.WithHTTPClient(settings.HTTPClient),
		option.WithMaxRetries(0),
	)
	return &Client{Model: model, dialect: dialect, service: service}, nil
}

// Capabilities says what the provider enforces: schemas unless the options say otherwise, and one JSON
// object if its dialect has that.
func (c *Client) Capabilities() ports.Capabilities {
	return ports.Capabilities{
		NativeJSONSchema: !c.Settings().NoNativeJSONSchema,
		NativeJSONObject: c.dialect.JSONObject,
		IsolatedTurn:     true,
		SupportsAbort:    true,
	}
}

// Generate sends one HTTP request and reads its answer. If the provider told what the call cost or its
// id, the reply has that beside an error too.
func (c *Client) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	params, err := c.dialect.Layout(request)
	if err != nil {
		return intent.ModelReply{}, remote.Unwritable(request.Stage)
	}
	settings := c.Settings()
	params.Model = settings.Model
	params.MaxOutputTokens = param(int64(settings.MaxOutputTokens))
	return c.Ask(ctx, request.Stage, func(ctx context.Context) error {
		_, err := c.service.New(ctx, params)
		return err
	}, read)
}
