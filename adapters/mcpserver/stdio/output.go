package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// maxKept is how large a buffer may be that is kept for the next message, in bytes.
const maxKept = 1 << 20

// output writes messages, one at a time. Its buffer is used again.
type output struct {
	to     io.Writer
	closed <-chan struct{}
	turn   chan struct{} // holds a token while nobody writes
	buffer []byte        // of whoever has the token
}

func newOutput(to io.Writer, closed <-chan struct{}) output {
	o := output{to: to, closed: closed, turn: make(chan struct{}, 1)}
	o.turn <- struct{}{}
	return o
}

// write has a message appended to the buffer and writes it with its line end. No write begins once the
// transport is closed: what a call answers because it was told to stop is no answer.
func (o *output) write(text func(dst []byte) []byte) error {
	select {
	case <-o.turn:
	case <-o.closed:
		return io.ErrClosedPipe
	}
	defer func() { o.turn <- struct{}{} }()
	select {
	case <-o.closed: // also if the turn was free: a select takes either
		return io.ErrClosedPipe
	default:
	}
	o.buffer = append(text(o.buffer[:0]), '\n')
	_, err := o.to.Write(o.buffer)
	if cap(o.buffer) > maxKept {
		o.buffer = nil
	}
	return err
}

// Write sends a message; see mcp.Connection. It may be called concurrently.
func (t *Transport) Write(_ context.Context, message jsonrpc.Message) error {
	response, ok := message.(*jsonrpc.Response)
	if !ok {
		text, err := jsonrpc.EncodeMessage(message)
		if err != nil {
			return err
		}
		return t.out.write(func(dst []byte) []byte { return append(dst, text...) })
	}
	known := t.calls.answering(response.ID)
	defer t.calls.answered(known)
	if known == nil {
		known = &call{}
	}
	if known.method == initialize && response.Error == nil {
		t.initialized.Store(true)
	}
	if known.cancelled {
		return nil
	}
	return t.out.write(func(dst []byte) []byte { return appendResponse(dst, response, known) })
}

// appendResponse writes a response. A tool's result is put in place of what stands for it; the SDK's own
// result is compact JSON already and is not read again.
func appendResponse(dst []byte, response *jsonrpc.Response, known *call) []byte {
	id := appendID(nil, response.ID)
	if response.Error != nil {
		code, data := codeOf(response.Error)
		return appendError(dst, id, code, reworded(response.Error), data)
	}
	dst = append(append(dst, `{"jsonrpc":"2.0","id":`...), id...)
	dst = append(dst, `,"result":`...)
	if known.result == nil {
		dst = append(dst, response.Result...)
	} else {
		dst = appendResult(dst, response.Result, *known.result)
	}
	return append(dst, '}')
}

func appendID(dst []byte, id jsonrpc.ID) []byte {
	switch raw := id.Raw().(type) {
	case int64:
		return strictjson.Int(raw).AppendJSON(dst)
	case string:
		return strictjson.AppendString(dst, raw)
	default:
		return append(dst, "null"...)
	}
}

// codeOf returns the code of an error for the peer, and what else it carries.
func codeOf(err error) (code int64, data json.RawMessage) {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) && wire.Code != 0 {
		return wire.Code, wire.Data
	}
	return jsonrpc.CodeInvalidRequest, nil
}
