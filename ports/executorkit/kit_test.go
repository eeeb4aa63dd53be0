package executorkit_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

func TestFromStatus(t *testing.T) {
	for status, want := range map[int]intent.Code{
		401: intent.ModelAuthFailed, 403: intent.ModelAuthFailed, 429: intent.ModelRateLimited,
		302: intent.ModelRequestFailed, 400: intent.ModelRequestFailed, 408: intent.ModelRequestFailed,
		500: intent.ModelRequestFailed, 529: intent.ModelRequestFailed, 0: intent.ModelRequestFailed,
	} {
		err := intent.AsError(executorkit.FromStatus(intent.StageData, status, time.Minute))
		if reason := err.Reason; (reason == intent.FailedStatus) != (want == intent.ModelRequestFailed) || err.Status != status {
			t.Errorf("status %d has reason %q and status %d", status, reason, err.Status)
		}
		if err.Code != want || err.Stage != intent.StageData || err.RetryAfter != time.Minute {
			t.Errorf("status %d gives %+v", status, err)
		}
	}
	if err := intent.AsError(executorkit.FromStatus(intent.StageCore, 429, -time.Second)); err.RetryAfter != 0 {
		t.Errorf("retry after %v", err.RetryAfter)
	}
}

func TestFromError(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, stop := context.WithTimeout(t.Context(), -time.Second)
	defer stop()
	own := intent.NewError(intent.ModelOutputInvalid, intent.StageCore, "no text")
	tests := []struct {
		name     string
		ctx      context.Context
		err      error
		code     intent.Code
		sentinel error
	}{
		{"cancelled", cancelled, errors.New("x"), intent.ModelAborted, context.Canceled},
		{"cancelled beside an own error", cancelled, own, intent.ModelAborted, context.Canceled},
		{"deadline", late, context.DeadlineExceeded, intent.ModelTimeout, context.DeadlineExceeded},
		{"deadline that the client's shadows", late, errors.New("x"), intent.ModelTimeout, context.DeadlineExceeded},
		{"another's deadline", t.Context(), fmt.Errorf("client: %w", context.DeadlineExceeded), intent.ModelTimeout,
			context.DeadlineExceeded},
		{"own error", t.Context(), own, intent.ModelOutputInvalid, nil},
		{"anything", t.Context(), errors.New("http://user:pw@host"), intent.ModelRequestFailed, nil},
	}
	for _, tt := range tests {
		err := executorkit.FromError(tt.ctx, intent.StageCore, tt.err)
		if intent.CodeOf(err) != tt.code || tt.sentinel != nil && !errors.Is(err, tt.sentinel) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if strings.Contains(err.Error(), "pw") {
			t.Errorf("%s: %v shows the text", tt.name, err)
		}
	}
}

// TestReasons: the reasons that the network has are all the runtime's.
func TestReasons(t *testing.T) {
	known := map[intent.FailureReason]bool{}
	for _, reason := range intent.FailureReasons() {
		known[reason] = true
	}
	for _, reason := range []providerkit.Reason{
		providerkit.ReasonDNS, providerkit.ReasonConnect, providerkit.ReasonTLS, providerkit.ReasonProxy,
		providerkit.ReasonDropped, providerkit.ReasonStatus, providerkit.ReasonDecode, providerkit.ReasonOversize,
	} {
		if !known[intent.FailureReason(reason)] {
			t.Errorf("%s is no reason of the runtime", reason)
		}
	}
	for err, want := range map[error]intent.FailureReason{
		io.ErrUnexpectedEOF: intent.FailedDropped, errors.New("x"): intent.FailedExecutor,
	} {
		if got := intent.AsError(executorkit.FromError(t.Context(), intent.StageCore, err)).Reason; got != want {
			t.Errorf("%v has reason %q, want %q", err, got, want)
		}
	}
}
