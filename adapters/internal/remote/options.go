package remote

import (
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/internal/transport"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// DefaultMaxOutputTokens bounds an answer if the options do not.
const DefaultMaxOutputTokens = 8192

// Provider is what an executor says of the provider that it is for.
type Provider struct {
	Name    string
	BaseURL string // its public endpoint; "" if there is no one endpoint
	URLHint string // what may be given as a base URL, if that needs words; "" if not

	// KeylessOnLoopback: a server on this machine is asked without a key if none is given.
	KeylessOnLoopback bool
}

// Options configures an executor. The executors' own option structs have the same fields and say more.
type Options struct {
	APIKey             executorkit.Key
	Model              string
	BaseURL            string
	NoNativeJSONSchema bool
	MaxOutputTokens    int
	HTTPClient         *http.Client `json:"-"`
}

// withDefaults fills in what may be left out.
func (o Options) withDefaults(baseURL string) Options {
	if o.BaseURL == "" {
		o.BaseURL = baseURL
	}
	if o.MaxOutputTokens == 0 {
		o.MaxOutputTokens = DefaultMaxOutputTokens
	}
	return o
}

// check lists every fault; the error is CONFIG_INVALID.
func (o Options) check(provider Provider) error {
	var faults intent.Faults
	if fault := o.keyFault(provider); fault != "" {
		faults.Add("/apiKey", fault)
	}
	if text.Blank(o.Model) {
		faults.Add("/model", "is missing")
	}
	if fault := transport.URLFault(o.BaseURL); fault != "" {
		if provider.URLHint != "" {
			fault += ": " + provider.URLHint
		}
		faults.Add("/baseURL", fault)
	}
	if o.MaxOutputTokens < 0 {
		faults.Add("/maxOutputTokens", "is not a positive integer")
	}
	return faults.Err(intent.ConfigInvalid, intent.StageConfig, "executor "+provider.Name)
}

// keyFault says what is wrong with the key. A server on this machine may need none, and where a server is
// that has no address, nobody knows.
func (o Options) keyFault(provider Provider) string {
	unknown := transport.URLFault(o.BaseURL) != ""
	if provider.KeylessOnLoopback && o.APIKey.IsZero() && (unknown || transport.Loopback(o.BaseURL)) {
		return ""
	}
	return transport.KeyFault(o.APIKey)
}
