package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// Failure is why a call has no answer that can be read. It holds nothing that must not be shown.
type Failure struct {
	Reason       providerkit.Reason // "" if the call was aborted or ran out of time
	Status       int                // of the provider's answer, 0 if there was none
	RetryAfter   time.Duration      // how long the provider asks to wait, 0 if it does not say
	RequestID    string             // the provider's id of the call, if it said one
	ProviderCode string             // the provider's own code of the error, if it said one

	Aborted  bool // the caller's context was cancelled
	TimedOut bool // the caller's deadline, a client's timeout or the network's
	Deadline bool // it was the caller's deadline
}

// Error says it in words.
func (f *Failure) Error() string {
	switch {
	case f.Aborted:
		return "the call was cancelled while the provider was asked"
	case f.Deadline:
		return "the deadline passed while the provider was asked"
	case f.TimedOut:
		return "the provider did not answer in time"
	case f.Status != 0:
		return fmt.Sprintf("the provider answered with HTTP status %d", f.Status)
	default:
		return texts[f.Reason]
	}
}

var texts = map[providerkit.Reason]string{
	providerkit.ReasonDNS:      "the provider's name could not be resolved",
	providerkit.ReasonConnect:  "no connection to the provider came about",
	providerkit.ReasonTLS:      "the connection to the provider is not secure",
	providerkit.ReasonProxy:    "the proxy could not be reached or refused",
	providerkit.ReasonDropped:  "the connection ended before the provider's answer did",
	providerkit.ReasonDecode:   "the provider's answer could not be read",
	providerkit.ReasonOversize: "the provider's answer passes its bound",
}

// FailureOf makes a failure of what came back through an SDK. A refusing status counts before the end of
// the context, which counts before all else.
func FailureOf(ctx context.Context, err error) *Failure {
	var failure *Failure
	known := errors.As(err, &failure)
	switch {
	case known && failure.Status != 0:
		return failure
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Failure{TimedOut: true, Deadline: true}
	case ctx.Err() != nil:
		return &Failure{Aborted: true}
	case known:
		return failure
	case providerkit.TimedOut(err):
		return &Failure{TimedOut: true}
	case errors.Is(err, http.ErrSchemeMismatch): // plain HTTP came where TLS was due
		return &Failure{Reason: providerkit.ReasonTLS}
	}
	if reason := providerkit.ReasonOf(err); reason != "" {
		return &Failure{Reason: reason}
	}
	return &Failure{Reason: providerkit.ReasonDecode} // something came back that is no HTTP
}

const (
	maxErrorBody  = 64 << 10               // what is read of a refusing answer
	errorBodyWait = 500 * time.Millisecond // and how long that may take: the status says enough
)

// providerCode reads the code of an error in the three forms in which providers write one: error.code,
// error.status (upper case) and error.type. Nothing else of the body is kept.
func providerCode(response *http.Response, key providerkit.Key) string {
	if !strings.Contains(response.Header.Get("Content-Type"), "json") {
		return ""
	}
	// The timer closes the body of a provider that begins an answer and says no more.
	timer := time.AfterFunc(errorBodyWait, func() { _ = response.Body.Close() })
	defer timer.Stop()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBody))
	if err != nil {
		return ""
	}
	root, err := strictjson.Decode(body, strictjson.Options{AnyNumber: true})
	if err != nil {
		return ""
	}
	failure, _ := root.Lookup("error")
	for _, name := range []string{"code", "status", "type"} {
		word, _ := failure.Lookup(name)
		text := word.Text()
		if name == "status" {
			text = strings.ToLower(text)
		}
		if known := providerkit.ErrorCode(text, key); known != "" && word.Kind() == strictjson.KindString {
			return known
		}
	}
	return ""
}
