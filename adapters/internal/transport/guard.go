package transport

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// guard stands between an SDK and the network. It lets through only what an adapter may send and only
// an answer that can be read; for every other it fails with a [*Failure]. It is immutable.
type guard struct {
	next    http.RoundTripper
	options Options // with defaults
}

// Answer is what came back of one call. An SDK's own reading is not used: SDKs turn what is no Unicode
// into U+FFFD and a member of the wrong type into a zero value.
type Answer struct {
	Header http.Header
	Body   []byte // whole
}

// RequestID returns the provider's id of the call, if it may be kept.
func (a *Answer) RequestID(key providerkit.Key) string { return requestID(a.Header, key) }

type answerKey struct{}

// WithAnswer returns a context under which one call is made, and where its answer's head and whole body
// are put before the SDK sees them. Without it a body is streamed.
func WithAnswer(ctx context.Context) (context.Context, *Answer) {
	answer := new(Answer)
	return context.WithValue(ctx, answerKey{}, answer), answer
}

// RoundTrip makes one request.
func (g guard) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := g.next.RoundTrip(withoutTelemetry(request))
	if err != nil {
		return nil, err
	}
	if failure := g.refuse(response); failure != nil {
		_ = response.Body.Close()
		return nil, failure
	}
	response.Body = bound(response.Body, g.options.MaxBody, g.options.Silence)
	if answer, ok := request.Context().Value(answerKey{}).(*Answer); ok {
		if err := answer.take(response); err != nil {
			return nil, err
		}
	}
	return response, nil
}

// take reads a body whole and leaves the SDK an empty object in its place: an SDK may panic over what a
// provider sends, and what it would make of it is not used.
func (a *Answer) take(response *http.Response) error {
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return err
	}
	a.Header, a.Body = response.Header, body
	response.Body = io.NopCloser(strings.NewReader("{}"))
	response.ContentLength = 2
	return nil
}

// CloseIdleConnections lets http.Client close what waits for a next call.
func (g guard) CloseIdleConnections() {
	if closer, ok := g.next.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// withoutTelemetry drops what SDKs tell of the machine, of themselves and of the caller's deadline.
func withoutTelemetry(request *http.Request) *http.Request {
	clean := request.Clone(request.Context())
	for name := range clean.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			clean.Header.Del(name)
		}
	}
	clean.Header.Del("X-Goog-Api-Client")
	clean.Header.Del("X-Server-Timeout")
	clean.Header.Set("User-Agent", UserAgent)
	return clean
}

// refuse judges an answer by its head; of a refused one only an error's code is read.
func (g guard) refuse(response *http.Response) *Failure {
	if response.StatusCode != http.StatusOK {
		return &Failure{
			Reason:       providerkit.ReasonStatus,
			Status:       response.StatusCode,
			RetryAfter:   providerkit.RetryAfter(response.Header, time.Now()),
			RequestID:    requestID(response.Header, g.options.Key),
			ProviderCode: providerCode(response, g.options.Key),
		}
	}
	media, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	isJSON := g.options.Media == JSON && strings.HasSuffix(media, "+json")
	if err != nil || media != g.options.Media && !isJSON {
		return &Failure{Reason: providerkit.ReasonDecode}
	}
	if response.ContentLength > g.options.MaxBody {
		return &Failure{Reason: providerkit.ReasonOversize}
	}
	return nil
}

// requestID looks where providers put their id of a call.
func requestID(header http.Header, key providerkit.Key) string {
	for _, name := range []string{"X-Request-Id", "Request-Id"} {
		if id := providerkit.Identifier(header.Get(name), key); id != "" {
			return id
		}
	}
	return ""
}
