package reading

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestProgressTellsAndWipes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown lockedBuffer
		p := &program{term: &cli.Terminal{Err: cli.Stream{Writer: &shown, Terminal: true, Wipes: true}}}
		progress := p.progress()
		progress.start()
		for _, step := range []struct {
			event ports.Event
			says  string
		}{
			{ports.RequestSent{Stage: intent.StageCore}, "core"},
			{ports.ReplyReceived{Stage: intent.StageCore}, "checking"},
			{ports.RequestSent{Stage: intent.StageData, Repair: true}, "repair"},
		} {
			progress.Observe(t.Context(), step.event)
			time.Sleep(2 * time.Second)
			synctest.Wait()
			last := shown.String()[strings.LastIndex(shown.String(), wipe)+len(wipe):]
			if !strings.Contains(last, step.says) || !strings.HasSuffix(last, " s") {
				t.Errorf("shows %q, want %q", last, step.says)
			}
		}
		if !strings.Contains(shown.String(), "4.0 s") && !strings.Contains(shown.String(), "3.9 s") {
			t.Errorf("the time is missing: %q", shown.String())
		}
		progress.stop()
		progress.stop()
		if !strings.HasSuffix(shown.String(), wipe) {
			t.Error("the line was not wiped")
		}
	})
}

func TestNoProgressWhereNobodyLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, stream := range []cli.Stream{{}, {Terminal: true}} { // a file, a dumb terminal
			var shown lockedBuffer
			stream.Writer = &shown
			progress := (&program{term: &cli.Terminal{Err: stream}}).progress()
			progress.start()
			time.Sleep(time.Minute)
			progress.stop()
			if shown.String() != "" {
				t.Errorf("shows %q", shown.String())
			}
		}
	})
}

// A reading that is over at once shows nothing at all, so that a fast terminal does not flicker.
func TestFastReadingShowsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown lockedBuffer
		progress := (&program{term: &cli.Terminal{Err: cli.Stream{Writer: &shown, Terminal: true, Wipes: true}}}).progress()
		progress.start()
		time.Sleep(progressPause / 2)
		progress.stop()
		if shown.String() != "" {
			t.Errorf("shows %q", shown.String())
		}
	})
}
