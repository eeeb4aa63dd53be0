package stdio

import (
	"bytes"
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Nearly every line of a session is a tool call that asks nothing of the protocol: the
// handshake is over, the tool is known, and the call carries no metadata that the SDK judges. Such a call is
// answered here. Whatever else there is goes through the SDK: an unknown tool, a call before the
// handshake, one by a revision of the protocol without sessions.

const (
	initialize = "initialize"

	// judgedMeta begins the names of the metadata that the SDK judges.
	judgedMeta = "io.modelcontextprotocol/"

	maxName = 512 // bytes of a tool's name as JSON that is looked at
)

// direct answers a call without the SDK. It reports false if the SDK must see it.
func (t *Transport) direct(f *frame, c *call) (taken bool, refused *refusal) {
	run := t.toolOf(f)
	if run == nil || !t.initialized.Load() || bytes.Contains(f.param("_meta"), []byte(judgedMeta)) {
		return false, nil
	}
	id, ok := idOf(f.id)
	if !ok {
		return false, nil
	}
	var ctx context.Context
	ctx, c.stop = context.WithCancel(t.life)
	c.id = id
	if !t.calls.add(c) {
		c.stop()
		return true, f.refuse("the id is in use by a call under way")
	}
	t.running.Go(func() { t.answer(ctx, c, run) })
	return true, nil
}

// toolOf returns the function of the tool that a call names; nil if there is none.
func (t *Transport) toolOf(f *frame) toolFunc {
	name := f.param("name")
	if !f.isToolCall() || len(name) > maxName || string(f.member("jsonrpc")) != `"2.0"` {
		return nil
	}
	value, err := strictjson.Decode(name, strictjson.Options{})
	if err != nil || value.Kind() != strictjson.KindString {
		return nil
	}
	return t.tools[value.Text()]
}

// answer runs a tool and writes its result, or that it failed, unless the peer has cancelled the call.
func (t *Transport) answer(ctx context.Context, c *call, run toolFunc) {
	defer c.stop()
	var result *Result
	defer func() {
		_ = recover() // a tool's bug ends its call
		t.finish(c, result)
	}()
	r := run(ctx, c.arguments)
	result = &r
}

func (t *Transport) finish(c *call, result *Result) {
	known := t.calls.answering(c.id)
	defer t.calls.answered(known)
	if c.cancelled {
		return
	}
	err := t.out.write(func(dst []byte) []byte {
		id := appendID(nil, c.id)
		if result == nil {
			return appendError(dst, id, jsonrpc.CodeInternalError, "the tool failed", nil)
		}
		dst = append(append(dst, `{"jsonrpc":"2.0","id":`...), id...)
		dst = appendResult(append(dst, `,"result":`...), nil, *result)
		return append(dst, '}')
	})
	if err != nil {
		t.broken(err)
	}
}

// broken ends the connection because the output cannot be written.
func (t *Transport) broken(err error) {
	t.breaking.Do(func() {
		t.failure = err
		close(t.broke)
	})
}
