// Package xai is a provider that has an xAI model act, through the Responses API.
//
//	provider, err := xai.New(xai.Options{APIKey: providerkit.NewKey(key), Model: "grok-4"})
//
// One turn is one HTTP request: streamed, not stored by the provider, with the tools as they are, custom ones
// as functions of one string.
// Nothing is tried twice, no redirect is followed, no environment variable is read but Go's proxy
// variables. Statuses 5xx and dropped connections are transient_transport, 401 and 403 forbidden, 429
// overloaded, other refusals validation, a full context budget_exceeded.
//
// The package is public and covered by the project's compatibility promise. It draws in OpenAI's SDK;
// a program that does not import it does not get the SDK.
package xai

import (
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/internal/turns"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// DefaultBaseURL is xAI's public endpoint.
const DefaultBaseURL = "https://api.x.ai/v1/"

// Options configures a provider. Key and model are required.
type Options struct {
	APIKey providerkit.Key
	Model  string // as xAI names it

	// BaseURL is another endpoint of the same API, absolute, http or https; "" is [DefaultBaseURL]. The
	// key is sent there.
	BaseURL string

	// ParallelCalls lets a reply have more than one call. They are run one after another all the same.
	ParallelCalls bool

	// HTTPClient is used instead of one of its own: copied, its transport wrapped, redirects refused. Nil
	// makes an own client that honours Go's proxy variables.
	HTTPClient *http.Client `json:"-"`
}

// Provider asks one model. It is immutable and safe for concurrent use; it need not be closed. It shows no
// secret however it is printed or encoded.
type Provider struct{ *turns.Provider }

// New makes a provider; nothing is sent. The error is a tool.Error of class Validation with every fault.
func New(options Options) (*Provider, error) {
	p, err := turns.New(turns.Dialect{ID: "xai", BaseURL: DefaultBaseURL, CustomTools: false},
		turns.Options(options))
	if err != nil {
		return nil, err
	}
	return &Provider{p}, nil
}
