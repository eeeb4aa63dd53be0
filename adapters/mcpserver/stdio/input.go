package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

var errID = errors.New("the id is none that the SDK has")

// line is one line of the input, or why there are no more.
type line struct {
	text    []byte
	tooLong bool
	err     error
}

// scan reads the input line by line until it ends. It has a goroutine of its own, because a read cannot
// be interrupted.
func (t *Transport) scan() {
	for {
		next := t.next()
		if next.err != nil {
			close(t.inputDone)
		}
		select {
		case t.incoming <- next:
		case <-t.closed:
			return
		}
		if next.err != nil {
			return
		}
	}
}

// next reads one line whole. Of a line that is too long nothing is kept.
func (t *Transport) next() line {
	var read line
	for {
		part, err := t.in.ReadSlice('\n')
		if len(read.text)+len(part) > MaxLine {
			read.text, read.tooLong = nil, true
		}
		if !read.tooLong {
			read.text = append(read.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(read.text) > 0 || read.tooLong):
			return read // a last line without its end; the next read returns the end
		case err != nil:
			return line{err: err}
		default:
			return read
		}
	}
}

// take turns a line into a message for the SDK. Everything else it answers, or passes over if there is
// nothing to answer.
func (t *Transport) take(next line) (jsonrpc.Message, bool) {
	text := bytes.TrimSpace(next.text)
	if len(text) == 0 && !next.tooLong {
		return nil, false
	}
	f, refused := read(text, next.tooLong)
	if refused == nil {
		var message jsonrpc.Message
		if message, refused = t.admit(f); refused == nil {
			return message, message != nil
		}
	}
	t.refusals.queue(refused.text())
	return nil, false
}

// admit decodes a message, and notes the call that it may be. A nil message is to be passed over.
func (t *Transport) admit(f *frame) (jsonrpc.Message, *refusal) {
	if f.method == cancelled && f.id == nil && !t.cancel(f) {
		return nil, nil
	}
	c := &call{arguments: f.arguments(), bytes: len(f.text)}
	if taken, refused := t.direct(f, c); taken {
		return nil, refused
	}
	message, err := t.decode(f, c)
	if err != nil { // its text may quote the line
		return nil, f.refuse(noMessage)
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.id, c.method = request.ID, request.Method
		if !t.calls.add(c) {
			return nil, f.refuse("the id is in use by a call under way")
		}
	}
	return message, nil
}

// decode makes the SDK's message. A tool call has its key in place of the arguments; it is made here,
// because the SDK's reader takes 64 KiB for each message.
func (t *Transport) decode(f *frame, c *call) (jsonrpc.Message, error) {
	if !f.isToolCall() || string(f.member("jsonrpc")) != `"2.0"` {
		return jsonrpc.DecodeMessage(f.text)
	}
	id, ok := idOf(f.id)
	if !ok {
		return nil, errID
	}
	c.key = t.calls.newKey()
	return &jsonrpc.Request{ID: id, Method: f.method, Params: f.keyedParams(c.key)}, nil
}

// cancel notes that a call is to get no answer, and ends its context if it is answered here. It reports
// whether the SDK has anything to do.
func (t *Transport) cancel(f *frame) bool {
	id, ok := idOf(f.param("requestId"))
	return ok && t.calls.cancel(id)
}
