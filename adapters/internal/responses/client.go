package responses

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/openai/openai-go/v3/option"
	sdk "github.com/openai/openai-go/v3/responses"

	"github.com/devcodex/intent-runtime/adapters/internal/fault"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Layout writes a request in the provider's own way. Model and bound on tokens are set by the client.
type Layout func(request intent.ModelRequest) (sdk.ResponseNewParams, error)

// Client asks one model. It is immutable, safe for concurrent use and shows no secret however it is
// printed or encoded.
type Client struct {
	provider string
	options  Options // without the key
	layout   Layout
	http     *http.Client
	service  sdk.ResponseService
}

// New makes a client. Its error is an [*intent.Error], CONFIG_INVALID with every fault of the options.
func New(provider, baseURL string, options Options, layout Layout) (*Client, error) {
	options = options.withDefaults(baseURL)
	if err := options.check(provider); err != nil {
		return nil, err
	}
	client := newClient(options.HTTPClient)
	service := sdk.NewResponseService(
		option.WithBaseURL(options.BaseURL),
		option.WithAPIKey(options.APIKey.Reveal()),
		option.WithHTTPClient(client),
		option.WithMaxRetries(0),
	)
	return &Client{provider: provider, options: options, layout: layout, http: client, service: service}, nil
}

// ID is the provider and its model, as the command line writes them.
func (c *Client) ID() string { return c.provider + ":" + c.options.Model }

// NativeJSONSchema tells whether schemas are handed to the provider.
func (c *Client) NativeJSONSchema() bool { return !c.options.NoNativeJSONSchema }

// CloseIdleConnections closes connections that wait for a next call. Running calls are not touched and
// later calls open new ones.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

// Generate sends one HTTP request and reads its answer. Where the provider told what the call cost or
// its id, the reply has that beside an error too.
func (c *Client) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	params, err := c.layout(request)
	if err != nil {
		return intent.ModelReply{}, intent.NewError(intent.ModelRequestFailed, request.Stage,
			"the request could not be written in the provider's form")
	}
	params.Model = c.options.Model
	params.MaxOutputTokens = param(int64(c.options.MaxOutputTokens))

	var (
		body []byte
		head *http.Response
	)
	// The SDK's own decoder turns a member of the wrong type into a zero value, which would pass for an
	// empty answer; so it hands over the bytes.
	_, err = c.service.New(ctx, params, option.WithResponseBodyInto(&body), option.WithResponseInto(&head))
	if err != nil {
		return failed(ctx, request.Stage, err)
	}
	reply, err := read(request.Stage, body)
	if id := requestID(head.Header); id != "" {
		reply.Usage.RequestID = id
	}
	return reply, err
}

// failed maps what the SDK gave back. No text of its error is used.
func failed(ctx context.Context, stage intent.Stage, err error) (intent.ModelReply, error) {
	var (
		status  statusError
		network net.Error
	)
	switch {
	case errors.As(err, &status):
		status.fault.Stage = stage
		return intent.ModelReply{Usage: intent.Usage{RequestID: status.requestID}}, status.fault
	case ctx.Err() != nil:
		return intent.ModelReply{}, fault.FromContext(ctx, stage)
	case errors.Is(err, errOversize):
		return intent.ModelReply{}, intent.NewError(intent.ModelRequestFailed, stage,
			fmt.Sprintf("the provider's answer passes %d bytes", maxBody))
	case errors.Is(err, errSilent), errors.Is(err, context.DeadlineExceeded),
		errors.As(err, &network) && network.Timeout():
		return intent.ModelReply{}, fault.Timeout(stage, "the provider did not answer in time")
	default:
		return intent.ModelReply{}, intent.NewError(intent.ModelRequestFailed, stage,
			"the provider could not be reached or its answer not be read")
	}
}

// description is what a client shows of itself.
type description struct {
	Provider         string `json:"provider"`
	Model            string `json:"model"`
	BaseURL          string `json:"baseURL"`
	NativeJSONSchema bool   `json:"nativeJsonSchema"`
	MaxOutputTokens  int    `json:"maxOutputTokens"`
}

func (c *Client) describe() description {
	return description{
		Provider:         c.provider,
		Model:            c.options.Model,
		BaseURL:          c.options.BaseURL,
		NativeJSONSchema: c.NativeJSONSchema(),
		MaxOutputTokens:  c.options.MaxOutputTokens,
	}
}

// Format writes the id for every verb.
func (c *Client) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, c.ID()) }

// MarshalJSON writes the settings without the key.
func (c *Client) MarshalJSON() ([]byte, error) { return json.Marshal(c.describe()) }
