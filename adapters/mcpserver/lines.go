package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// maxLine bounds one message, in bytes. The largest candidate and material that default limits allow
// take a small part of it.
const maxLine = 64 << 20

// maxRefusals is how many answers to lines that are no messages may wait to be written, of some hundred
// bytes each.
const maxRefusals = 4096

// lines is an MCP transport over two streams, one message a line. What is no message is answered with
// a JSON-RPC error and passed over.
type lines struct {
	in  *bufio.Reader
	out io.Writer

	writing  sync.Mutex
	incoming chan line
	over     chan struct{} // closed when the input has ended

	closing sync.Once
	closed  chan struct{}

	refusals chan []byte // on their way out

	mu       sync.Mutex
	pending  map[jsonrpc.ID]bool // calls that were read and not answered
	refusing int                 // refusals that were not written yet
	idle     chan struct{}       // closed when nothing is left of both; nil while nobody waits for that
}

// line is one line of the input, or why there are no more.
type line struct {
	text    []byte
	tooLong bool
	err     error
}

func newLines(in io.Reader, out io.Writer) *lines {
	return &lines{
		in:       bufio.NewReaderSize(in, 64<<10),
		out:      out,
		incoming: make(chan line),
		over:     make(chan struct{}),
		closed:   make(chan struct{}),
		refusals: make(chan []byte, maxRefusals),
		pending:  make(map[jsonrpc.ID]bool),
	}
}

// Connect begins to read.
func (l *lines) Connect(context.Context) (mcp.Connection, error) {
	go l.scan()
	go l.refuse()
	return l, nil
}

// scan reads the input line by line until it ends. It has a goroutine of its own, because a read cannot
// be interrupted.
func (l *lines) scan() {
	for {
		next := l.next()
		if next.err != nil {
			close(l.over)
		}
		select {
		case l.incoming <- next:
		case <-l.closed:
			return
		}
		if next.err != nil {
			return
		}
	}
}

// next reads one line whole, or as much of it as may be kept.
func (l *lines) next() line {
	var read line
	for {
		part, err := l.in.ReadSlice('\n')
		if len(read.text)+len(part) > maxLine {
			read.text, read.tooLong = nil, true
		}
		if !read.tooLong {
			read.text = append(read.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(read.text) > 0 || read.tooLong):
			return read // a last line without its end; the next read gives the end
		case err != nil:
			return line{err: err}
		default:
			return read
		}
	}
}

// Read gives the next message that the SDK can take.
func (l *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-l.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		case next := <-l.incoming:
			if next.err != nil {
				l.drain()
				return nil, next.err
			}
			if message, ok := l.take(next); ok {
				return message, nil
			}
		}
	}
}

// take turns a line into a message, or answers it.
func (l *lines) take(next line) (jsonrpc.Message, bool) {
	text := bytes.TrimSpace(next.text)
	if len(text) == 0 && !next.tooLong {
		return nil, false
	}
	message, refused := read(text, next.tooLong)
	if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() && !l.admit(call.ID) {
		refused = &refusal{code: jsonrpc.CodeInvalidRequest, reason: "the id is in use by a call under way"}
	}
	if refused == nil {
		return message, true
	}
	l.queue(refused.text())
	return nil, false
}

// queue has a refusal written without waiting for it: reading must go on, so that the end of the input
// is seen also where the peer does not read. Of a peer that leaves more than maxRefusals unread, the rest
// are dropped.
func (l *lines) queue(text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.refusals <- text:
		l.refusing++
	default:
	}
}

// refuse writes refusals until the connection is closed.
func (l *lines) refuse() {
	for {
		select {
		case text := <-l.refusals:
			_ = l.write(text) // a broken output shows at the SDK's next write
			l.mu.Lock()
			l.refusing--
			l.settle()
			l.mu.Unlock()
		case <-l.closed:
			return
		}
	}
}

// admit notes a call; false where its id is in use.
func (l *lines) admit(id jsonrpc.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pending[id] {
		return false
	}
	l.pending[id] = true
	return true
}

func (l *lines) answered(id jsonrpc.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.pending, id)
	l.settle()
}

// settle lets drain go once nothing is left to be answered. l.mu is held.
func (l *lines) settle() {
	if l.settled() && l.idle != nil {
		close(l.idle)
		l.idle = nil
	}
}

func (l *lines) settled() bool { return len(l.pending) == 0 && l.refusing == 0 }

// drain waits until what was read has been answered, for so long as may be: the SDK drops the answers of
// calls once it knows that the input has ended.
func (l *lines) drain() {
	l.mu.Lock()
	if l.settled() {
		l.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	l.idle = idle
	l.mu.Unlock()
	select {
	case <-idle:
	case <-l.closed:
	case <-time.After(grace):
	}
}

// Write sends a message.
func (l *lines) Write(_ context.Context, message jsonrpc.Message) error {
	response, ok := message.(*jsonrpc.Response)
	if !ok {
		text, err := jsonrpc.EncodeMessage(message)
		if err != nil {
			return err
		}
		return l.write(text)
	}
	defer l.answered(response.ID)
	text, err := answer(response)
	if err != nil {
		return err
	}
	return l.write(text)
}

// answer writes a response. A result is compact JSON already, and may be large: it is not read again.
func answer(response *jsonrpc.Response) ([]byte, error) {
	var id strictjson.Value
	switch raw := response.ID.Raw().(type) {
	case int64:
		id = strictjson.Int(raw)
	case string:
		id = strictjson.String(raw)
	}
	if response.Error != nil || len(response.Result) == 0 || id.IsNull() {
		return jsonrpc.EncodeMessage(response)
	}
	text := make([]byte, 0, len(response.Result)+len(id.Text())+64)
	text = id.AppendJSON(append(text, `{"jsonrpc":"2.0","id":`...))
	text = append(append(text, `,"result":`...), response.Result...)
	return append(text, '}'), nil
}

func (l *lines) write(text []byte) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err := l.out.Write(append(text, '\n'))
	return err
}

// Close lets Read go. The streams are the caller's.
func (l *lines) Close() error {
	l.close()
	return nil
}

func (l *lines) close() { l.closing.Do(func() { close(l.closed) }) }

// SessionID is empty: a pair of streams is its own session.
func (l *lines) SessionID() string { return "" }
