package transport

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestOwnTransport: cloned from the default, so that proxies are honoured, with a bound on headers.
func TestOwnTransport(t *testing.T) {
	own := ownTransport(Silence)
	if own.ResponseHeaderTimeout != 10*time.Minute || own.Proxy == nil {
		t.Errorf("header timeout %v, proxy set: %v", own.ResponseHeaderTimeout, own.Proxy != nil)
	}
	if usual := http.DefaultTransport.(*http.Transport); usual == own || usual.ResponseHeaderTimeout != 0 {
		t.Error("the program's default transport was changed")
	}
	saved := http.DefaultTransport
	defer func() { http.DefaultTransport = saved }()
	http.DefaultTransport = guard{}
	if other := ownTransport(Silence); other.Proxy == nil || other.ResponseHeaderTimeout != Silence {
		t.Error("with a replaced default: no proxy or no bound")
	}
}

// mute is a body that says nothing until it is closed.
type mute struct{ closed chan struct{} }

func (m mute) Read([]byte) (int, error) {
	<-m.closed
	return 0, http.ErrBodyReadAfterClose
}

func (m mute) Close() error {
	close(m.closed)
	return nil
}

func TestSilentBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		body := bound(mute{make(chan struct{})}, MaxBody, Silence)
		_, err := body.Read(make([]byte, 1))
		if !FailureOf(t.Context(), err).TimedOut || time.Since(begun) != Silence {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}
