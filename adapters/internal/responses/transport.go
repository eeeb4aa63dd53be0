package responses

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/devcodex/intent-runtime/adapters/internal/fault"
	"github.com/devcodex/intent-runtime/domain/intent"
)

const (
	// maxBody bounds an answer's bytes, decompressed. It is far above what a candidate may have
	// (intent.DefaultMaxOutputBytes), reasoning and escapes included.
	maxBody = 8 << 20

	// silence is how long a provider may say nothing, before the headers and within the body. The
	// library sets no deadline of its own, and a silent provider must not hang a call for ever.
	silence = 10 * time.Minute

	// userAgent is sent instead of the SDK's, which tells its version.
	userAgent = "intent-runtime"
)

var (
	errOversize = errors.New("the body passes its bound")
	errSilent   = errors.New("the body stalled")
)

// newClient gives the client of one executor: a copy of the given one, or an own one that honours Go's
// proxy variables. Neither follows a redirect: the SDK would send key and body again.
func newClient(given *http.Client) *http.Client {
	client := http.Client{}
	var guarded guard
	if given != nil {
		client = *given
		guarded.next = given.Transport
		if guarded.next == nil {
			guarded.next = http.DefaultTransport
		}
	} else {
		guarded.next, guarded.silence = ownTransport(), silence
	}
	client.Transport = guarded
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// ownTransport is the default transport, cloned so that its settings stay the program's, with a bound
// on how long headers may take. A program that replaced the default by another kind gets a plain one.
func ownTransport() *http.Transport {
	own := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		own = usual.Clone()
	}
	own.ResponseHeaderTimeout = silence
	return own
}

// guard stands between the SDK and the network. It lets through only what an executor may send and
// only an answer that can be read: status 200, JSON by its content type, bounded in bytes. For every
// other answer it fails with the domain's error and never reads the body.
type guard struct {
	next    http.RoundTripper
	silence time.Duration // within a body; 0 for a given client, whose own timeouts count
}

func (g guard) RoundTrip(request *http.Request) (*http.Response, error) {
	clean := request.Clone(request.Context())
	for name := range clean.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			clean.Header.Del(name)
		}
	}
	clean.Header.Set("User-Agent", userAgent)
	response, err := g.next.RoundTrip(clean)
	if err != nil {
		return nil, err
	}
	if err := refuse(response); err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	response.Body = g.bound(response.Body)
	return response, nil
}

// CloseIdleConnections lets http.Client close what waits for a next call.
func (g guard) CloseIdleConnections() {
	if closer, ok := g.next.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// refuse judges an answer by its head. The stage of its errors is set by the caller.
func refuse(response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return statusError{
			fault:     fault.FromStatus("", response.StatusCode, retryAfter(response.Header, time.Now())),
			requestID: requestID(response.Header),
		}
	}
	media, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || media != "application/json" && !strings.HasSuffix(media, "+json") {
		return errors.New("the answer is not JSON by its content type")
	}
	if response.ContentLength > maxBody {
		return errOversize
	}
	return nil
}

// statusError carries a refusing status through the SDK, with the provider's id of the call.
type statusError struct {
	fault     *intent.Error
	requestID string
}

func (e statusError) Error() string { return e.fault.Error() }

func requestID(header http.Header) string { return header.Get("X-Request-Id") }

// retryAfter reads how long the provider asks to wait: Retry-After-Ms, or Retry-After in seconds or as
// a date (RFC 9110 section 10.2.3). It is 0 where nothing readable is said, and bounded by a day.
func retryAfter(header http.Header, now time.Time) time.Duration {
	const most = 24 * time.Hour
	wait := time.Duration(0)
	ms, isMs := number(header.Get("Retry-After-Ms"))
	seconds, isSeconds := number(header.Get("Retry-After"))
	date, dateErr := http.ParseTime(header.Get("Retry-After"))
	switch {
	case isMs:
		wait = time.Duration(min(ms, most.Seconds()*1000) * float64(time.Millisecond))
	case isSeconds:
		wait = time.Duration(min(seconds, most.Seconds()) * float64(time.Second))
	case dateErr == nil:
		wait = date.Sub(now)
	}
	return min(max(wait, 0), most)
}

func number(text string) (float64, bool) {
	value, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return value, err == nil && value >= 0
}

func (g guard) bound(body io.ReadCloser) io.ReadCloser {
	bounded := &boundedBody{body: body, left: maxBody, silence: g.silence}
	if g.silence > 0 {
		bounded.timer = time.AfterFunc(g.silence, bounded.stall)
	}
	return bounded
}

// boundedBody fails once more than its bound was read or nothing came for too long.
type boundedBody struct {
	body    io.ReadCloser
	left    int64
	silence time.Duration
	timer   *time.Timer // nil without a bound on silence
	stalled atomic.Bool
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errOversize
	}
	if b.stalled.Load() {
		return n, errSilent
	}
	if b.timer != nil && err == nil {
		b.timer.Reset(b.silence)
	}
	return n, err
}

// stall runs on the timer's goroutine: closing the body ends the Read that waits.
func (b *boundedBody) stall() {
	b.stalled.Store(true)
	_ = b.body.Close()
}

func (b *boundedBody) Close() error {
	if b.timer != nil {
		b.timer.Stop()
	}
	return b.body.Close()
}
