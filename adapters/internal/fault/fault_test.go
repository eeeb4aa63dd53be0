package fault

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestFromStatus(t *testing.T) {
	for status, want := range map[int]intent.Code{
		401: intent.ModelAuthFailed, 403: intent.ModelAuthFailed, 429: intent.ModelRateLimited,
		302: intent.ModelRequestFailed, 400: intent.ModelRequestFailed, 408: intent.ModelRequestFailed,
		500: intent.ModelRequestFailed, 529: intent.ModelRequestFailed, 0: intent.ModelRequestFailed,
	} {
		err := FromStatus(intent.StageData, status, time.Minute)
		if err.Code != want || err.Stage != intent.StageData || err.RetryAfter != time.Minute {
			t.Errorf("status %d gives %+v", status, err)
		}
	}
	if err := FromStatus(intent.StageCore, 429, -time.Second); err.RetryAfter != 0 {
		t.Errorf("retry after %v", err.RetryAfter)
	}
}

func TestFromContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := FromContext(ctx, intent.StageCore); err.Code != intent.ModelAborted || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	late, stop := context.WithTimeout(context.Background(), -time.Second)
	defer stop()
	err := FromContext(late, intent.StageCore)
	if err.Code != intent.ModelTimeout || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("expired: %v", err)
	}
}
