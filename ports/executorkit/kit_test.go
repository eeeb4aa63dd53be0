package executorkit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

func TestFromStatus(t *testing.T) {
	for status, want := range map[int]intent.Code{
		401: intent.ModelAuthFailed, 403: intent.ModelAuthFailed, 429: intent.ModelRateLimited,
		302: intent.ModelRequestFailed, 400: intent.ModelRequestFailed, 408: intent.ModelRequestFailed,
		500: intent.ModelRequestFailed, 529: intent.ModelRequestFailed, 0: intent.ModelRequestFailed,
	} {
		err := intent.AsError(executorkit.FromStatus(intent.StageData, status, time.Minute))
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
