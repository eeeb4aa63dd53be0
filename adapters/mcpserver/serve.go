package mcpserver

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/adapters/mcpserver/stdio"
)

// last is how long the calls under way have to return once they were told to stop.
const last = 100 * time.Millisecond

// Serve answers one client until In ends or ctx does, and returns within a second of either: nil, or
// the error that broke the connection. Calls that were read before In ended have nearly all of that
// second. A read of In or a write to Out that is under way at the end is left to end with its stream.
func Serve(ctx context.Context, o Options) error {
	o = o.withDefaults()
	transport := stdio.New(o.In, o.Out)
	defer func() { _ = transport.Close() }()
	watch := newSizeWatch(o)
	served, err := newServer(o, transport, watch).Connect(ctx, transport, nil)
	if err != nil {
		return err
	}
	watch.of(served)
	var failed error
	ended := make(chan struct{})
	go func() {
		failed = served.Wait()
		_ = transport.Close() // the calls under way end with the connection
		transport.Wait()
		close(ended)
	}()
	if until(ctx, ended, transport.InputDone()) {
		return failed
	}
	o.Stop()
	_ = transport.Close()
	select {
	case <-ended: // how it ended no longer matters: it was told to
	case <-time.After(last):
	}
	return nil
}

// until waits for the connection's end, which it reports, for ctx, or for so long after the input's end
// as the calls under way may take. The SDK then ends by itself, unless the peer does not read.
func until(ctx context.Context, ended, inputDone <-chan struct{}) bool {
	select {
	case <-ended:
		return true
	case <-ctx.Done():
		return false
	case <-inputDone:
	}
	late := time.NewTimer(stdio.Grace + last/2)
	defer late.Stop()
	select {
	case <-ended:
		return true
	case <-ctx.Done():
	case <-late.C:
	}
	return false
}
