package stdio

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const (
	tooDeep   = "the message is nested more than 1000 deep"
	noMessage = "the line is not a JSON-RPC message"
)

// maxRefusals is how many answers to lines that are no messages may wait to be written, of some hundred
// bytes each.
const maxRefusals = 4096

// refusal is why a line is no message, as a JSON-RPC error tells it.
type refusal struct {
	id     json.RawMessage // of the call, if it could be read
	code   int
	reason string
}

func (f *frame) refuse(reason string) *refusal {
	return &refusal{id: f.id, code: jsonrpc.CodeInvalidRequest, reason: reason}
}

// unreadable refuses what is no JSON, or goes deeper than anybody reads.
func (f *frame) unreadable(err error) *refusal {
	if fault := (*strictjson.Error)(nil); errors.As(err, &fault) && fault.Kind == strictjson.TooDeep {
		return f.refuse(tooDeep)
	}
	return &refusal{code: jsonrpc.CodeParseError, reason: "the line is not one JSON value"}
}

func (r *refusal) text() []byte {
	id := r.id
	if id == nil {
		id = json.RawMessage("null")
	}
	return appendError(nil, id, int64(r.code), r.reason, nil)
}

// appendError writes an error response.
func appendError(dst, id []byte, code int64, message string, data []byte) []byte {
	dst = append(append(dst, `{"jsonrpc":"2.0","id":`...), id...)
	dst = strictjson.Int(code).AppendJSON(append(dst, `,"error":{"code":`...))
	dst = strictjson.AppendString(append(dst, `,"message":`...), message)
	if len(data) > 0 {
		dst = append(append(dst, `,"data":`...), data...)
	}
	return append(dst, "}}"...)
}

// refusals are on their way out. They are written without anybody waiting for it: reading must go on, so
// that the end of the input is seen even if the peer does not read.
type refusals struct {
	waiting chan []byte

	mu      sync.Mutex
	left    int           // not written yet
	settled chan struct{} // closed when none is left; nil while nobody waits for that
}

// queue has a refusal written. Of a peer that leaves more than maxRefusals unread, the rest are dropped.
func (r *refusals) queue(text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case r.waiting <- text:
		r.left++
	default:
	}
}

func (r *refusals) written() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left--
	if r.left == 0 && r.settled != nil {
		close(r.settled)
		r.settled = nil
	}
}

// idle is closed once nothing waits to be written.
func (r *refusals) idle() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 {
		return closedChannel()
	}
	if r.settled == nil {
		r.settled = make(chan struct{})
	}
	return r.settled
}

func closedChannel() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// writeRefusals writes what is queued until the transport is closed.
func (t *Transport) writeRefusals() {
	for {
		select {
		case text := <-t.refusals.waiting:
			_ = t.out.write(func(dst []byte) []byte { return append(dst, text...) }) // shows at the SDK's next write
			t.refusals.written()
		case <-t.closed:
			return
		}
	}
}
