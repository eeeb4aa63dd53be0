package turns

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	sdk "github.com/openai/openai-go/v3/responses"

	"github.com/devcodex/intent-runtime/adapters/internal/transport"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// MaxBody bounds what one turn may stream, in bytes: a reply may hold many deltas.
const MaxBody = 64 << 20

// Dialect is how a provider differs.
type Dialect struct {
	ID          string // of the provider
	BaseURL     string // its public endpoint
	CustomTools bool   // it takes tools of raw text
}

// Options configures a provider. Key and model are required.
type Options struct {
	APIKey        providerkit.Key
	Model         string
	BaseURL       string
	ParallelCalls bool
	HTTPClient    *http.Client `json:"-"`
}

// Provider asks one model. It is immutable, safe for concurrent use and need not be closed. It shows no
// secret however it is printed or encoded.
type Provider struct {
	dialect  Dialect
	model    string
	parallel bool
	service  sdk.ResponseService
}

var _ acting.Provider = (*Provider)(nil)

// New makes a provider; nothing is sent. The error is Validation with every fault, joined.
func New(d Dialect, o Options) (*Provider, error) {
	if o.BaseURL == "" {
		o.BaseURL = d.BaseURL
	}
	var faults []error
	fault := func(option, why string) {
		if why != "" {
			faults = append(faults, tool.Errorf(tool.Validation, "provider %s: %s %s", d.ID, option, why))
		}
	}
	fault("the API key", transport.KeyFault(o.APIKey))
	fault("the base URL", transport.URLFault(o.BaseURL))
	if strings.TrimSpace(o.Model) == "" {
		fault("the model", "is missing")
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	client := transport.New(o.HTTPClient, transport.Options{Key: o.APIKey, Media: transport.EventStream,
		MaxBody: MaxBody})
	return &Provider{
		dialect: d, model: o.Model, parallel: o.ParallelCalls,
		service: sdk.NewResponseService(option.WithBaseURL(o.BaseURL), option.WithAPIKey(o.APIKey.Reveal()),
			option.WithHTTPClient(client), option.WithMaxRetries(0)),
	}, nil
}

// ID returns the provider's name.
func (p *Provider) ID() string { return p.dialect.ID }

// String shows the provider and its model.
func (p *Provider) String() string { return p.dialect.ID + ":" + p.model }

// GoString shows the provider and its model.
func (p *Provider) GoString() string { return p.String() }

// Capabilities tells what the provider takes.
func (p *Provider) Capabilities() acting.ProviderCapabilities {
	return acting.ProviderCapabilities{Model: p.model, CustomTools: p.dialect.CustomTools,
		ParallelCalls: p.parallel}
}

// Turn sends one HTTP request and tells its stream as it comes.
func (p *Provider) Turn(ctx context.Context, request acting.ProviderRequest,
	emit func(acting.ProviderEvent)) error {
	body, err := p.body(request)
	if err != nil {
		return err
	}
	params := param.Override[sdk.ResponseNewParams](json.RawMessage(body))
	stream := p.service.NewStreaming(ctx, params)
	defer func() { _ = stream.Close() }()
	r := newReply(p, request.Tools, emit)
	for stream.Next() {
		if done, err := r.event([]byte(stream.Current().RawJSON())); done || err != nil {
			return err
		}
	}
	if err := stream.Err(); err != nil {
		return classify(transport.FailureOf(ctx, err))
	}
	return tool.Errorf(tool.TransientTransport, "the provider's stream ended before its reply did")
}
