package transport

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// boundedBody fails once more than its bound was read or nothing came for too long. It lives as long as
// one answer is read; its timer ends with Close, with the silence or with the body.
type boundedBody struct {
	body    io.ReadCloser
	left    int64
	silence time.Duration
	timer   *time.Timer // nil without a bound on silence
	stalled atomic.Bool
}

// bound wraps a body. A silence that is not positive does not bind.
func bound(body io.ReadCloser, most int64, silence time.Duration) io.ReadCloser {
	bounded := &boundedBody{body: body, left: most, silence: silence}
	if silence > 0 {
		bounded.timer = time.AfterFunc(silence, bounded.stall)
	}
	return bounded
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, &Failure{Reason: providerkit.ReasonOversize}
	}
	if b.stalled.Load() {
		return n, &Failure{TimedOut: true}
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
