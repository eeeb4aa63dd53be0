package transport

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/devcodex/intent-runtime/ports/providerkit"
)

const (
	// MaxBody bounds an answer's bytes, decompressed. It is far above what a candidate or a turn may
	// have, reasoning and escapes included.
	MaxBody = 8 << 20

	// Silence is how long a provider may say nothing, before the headers and within the body. The
	// library sets no deadline of its own, and a silent provider must not hang a call for ever.
	Silence = 10 * time.Minute

	// UserAgent is sent instead of the SDK's, which tells its version.
	UserAgent = "intent-runtime"

	// JSON is the media type of an answer that comes whole.
	JSON = "application/json"

	// EventStream is the media type of an answer that comes bit by bit.
	EventStream = "text/event-stream"
)

// Options says what a client lets through. The zero value is for JSON answers without a key.
type Options struct {
	Key   providerkit.Key // kept out of everything that a provider echoes
	Media string          // of an answer; "" is [JSON]

	// MaxBody bounds an answer's bytes; 0 is [MaxBody], the constant.
	MaxBody int64

	// Silence is how long a provider may say nothing; 0 is [Silence], negative is without bound. It does
	// not apply to a given client, whose own timeouts count.
	Silence time.Duration
}

func (o Options) withDefaults() Options {
	if o.Media == "" {
		o.Media = JSON
	}
	if o.MaxBody == 0 {
		o.MaxBody = MaxBody
	}
	if o.Silence == 0 {
		o.Silence = Silence
	}
	return o
}

// New makes the client of one adapter: a copy of the given one, or an own one that honours Go's proxy
// variables. The given client is not changed; its transport is used through the guard.
func New(given *http.Client, options Options) *http.Client {
	options = options.withDefaults()
	client := http.Client{}
	guarded := guard{options: options}
	if given != nil {
		client = *given
		guarded.options.Silence = -1
		guarded.next = given.Transport
		if guarded.next == nil {
			guarded.next = http.DefaultTransport
		}
	} else {
		guarded.next = ownTransport(options.Silence)
	}
	client.Transport = guarded
	// An SDK would send key and body again to wherever the provider points.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// ownTransport is the default transport, cloned so that its settings stay the program's, with a bound
// on how long headers may take. A program that replaced the default by another kind gets a plain one.
func ownTransport(silence time.Duration) *http.Transport {
	own := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		own = usual.Clone()
	}
	own.ResponseHeaderTimeout = max(silence, 0)
	own.OnProxyConnectResponse = refuseProxy
	return own
}

// refuseProxy tells a proxy's refusal from a provider's: net/http's error for it has a text only.
func refuseProxy(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode != http.StatusOK {
		return &Failure{Reason: providerkit.ReasonProxy}
	}
	return nil
}
