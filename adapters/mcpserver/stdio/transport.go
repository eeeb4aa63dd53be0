package stdio

import (
	"bufio"
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bounds of what one peer can make the process hold.
const (
	MaxLine      = 16 << 20 // bytes of one line
	MaxMessage   = 1 << 20  // bytes of a line without the arguments of a tool call
	MaxCalls     = 64       // calls that were read and not answered
	MaxCallBytes = 32 << 20 // bytes of their lines together
)

// Grace is how long calls that were read before the input ended may take until they are answered.
const Grace = 800 * time.Millisecond

// Transport is an mcp.Transport for one connection over two streams. Make it with [New].
type Transport struct {
	in  *bufio.Reader
	out output

	incoming  chan line
	inputDone chan struct{} // closed once the input has ended

	closing sync.Once
	closed  chan struct{}

	breaking sync.Once
	broke    chan struct{} // closed when the output failed
	failure  error         // set before broke closes

	calls    calls
	refusals refusals

	tools       map[string]toolFunc // by name; fixed once Connect was called
	initialized atomic.Bool
	life        context.Context // of the calls that are answered here
	end         context.CancelFunc
	running     sync.WaitGroup // those calls
}

// toolFunc is what a tool does with the arguments as they came, nil if there were none.
type toolFunc func(ctx context.Context, arguments []byte) Result

// New makes a transport. The streams are borrowed: reading begins with Connect, and only one goroutine
// at a time writes to out.
func New(in io.Reader, out io.Writer) *Transport {
	closed := make(chan struct{})
	life, end := context.WithCancel(context.Background())
	return &Transport{
		life:      life,
		end:       end,
		broke:     make(chan struct{}),
		tools:     make(map[string]toolFunc),
		in:        bufio.NewReaderSize(in, 64<<10),
		out:       newOutput(out, closed),
		incoming:  make(chan line),
		inputDone: make(chan struct{}),
		closed:    closed,
		calls:     calls{byID: make(map[jsonrpc.ID]*call), byKey: make(map[string]*call)},
		refusals:  refusals{waiting: make(chan []byte, maxRefusals)},
	}
}

// Connect begins to read; see mcp.Transport. The two goroutines that it starts end when the transport
// is closed, the reading one only once the read that is under way returns.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	go t.scan()
	go t.writeRefusals()
	return t, nil
}

// InputDone is closed when the input has ended.
func (t *Transport) InputDone() <-chan struct{} { return t.inputDone }

// Read returns the next message that the SDK can take; see mcp.Connection. At the end of the input it
// first waits for the calls under way, because the SDK drops the answers that come later.
func (t *Transport) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if err := t.awaitRoom(ctx); err != nil {
			return nil, err
		}
		select {
		case <-t.closed:
			return nil, io.EOF
		case <-t.broke:
			return nil, t.failure
		case <-ctx.Done():
			return nil, ctx.Err()
		case next := <-t.incoming:
			if next.err != nil {
				t.drain()
				return nil, next.err
			}
			if message, ok := t.take(next); ok {
				return message, nil
			}
		}
	}
}

// awaitRoom waits while as many calls are unanswered as may be.
func (t *Transport) awaitRoom(ctx context.Context) error {
	select {
	case <-t.calls.room():
		return nil
	case <-t.closed:
		return io.EOF
	case <-t.broke:
		return t.failure
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drain waits until what was read has been answered, at most for [Grace].
func (t *Transport) drain() {
	late := time.NewTimer(Grace)
	defer late.Stop()
	for _, idle := range []<-chan struct{}{t.calls.idle(), t.refusals.idle()} {
		select {
		case <-idle:
		case <-t.closed:
			return
		case <-t.broke:
			return
		case <-late.C:
			return
		}
	}
}

// Close lets Read go and ends the context of the calls under way; see mcp.Connection. It is idempotent
// and leaves the streams alone.
func (t *Transport) Close() error {
	t.closing.Do(func() {
		close(t.closed)
		t.end()
	})
	return nil
}

// Wait returns when the calls under way have returned. The transport must be closed.
func (t *Transport) Wait() { t.running.Wait() }

// SessionID is empty: a pair of streams is its own session.
func (t *Transport) SessionID() string { return "" }
