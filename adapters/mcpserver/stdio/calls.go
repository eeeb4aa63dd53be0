package stdio

import (
	"context"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// call is a request that was read and has no answer yet.
type call struct {
	id        jsonrpc.ID
	method    string
	key       string // stands for the arguments of a tool call where the SDK reads; "" for other methods
	arguments []byte // of a tool call; nil if there are none
	bytes     int    // of the line

	cancelled bool    // by the peer: it gets no answer
	result    *Result // that the tool's handler left for the SDK's response

	stop context.CancelFunc // of a call that is answered without the SDK; nil of others
}

// calls are all that is under way. A call enters when its line was read. Its id is free again once its
// answer is about to be written, because the peer may use it as soon as it has read the answer; the call
// leaves when the answer was written, or dropped.
type calls struct {
	mu    sync.Mutex
	byID  map[jsonrpc.ID]*call
	byKey map[string]*call
	keys  int // that were given out
	count int // of all calls, those whose answers are being written included
	bytes int // of all calls

	roomy   chan struct{} // closed when there is room for another; nil while nobody waits for that
	settled chan struct{} // closed when none is left; nil while nobody waits for that
}

// newKey returns a name for a tool call's arguments, as JSON.
func (c *calls) newKey() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keys++
	return strconv.Itoa(c.keys)
}

// add notes a call. It reports false if the id is in use.
func (c *calls) add(added *call) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byID[added.id] != nil {
		return false
	}
	c.byID[added.id] = added
	if added.key != "" {
		c.byKey[added.key] = added
	}
	c.count++
	c.bytes += added.bytes
	return true
}

// arguments returns the arguments that a key stands for.
func (c *calls) arguments(key string) (arguments []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	return known.arguments, true
}

// leave keeps the result of a tool until the SDK writes the call's response.
func (c *calls) leave(key string, result Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.byKey[key]; ok {
		known.result = &result
	}
}

// cancel notes that the peer wants no answer. It reports whether the SDK has the call.
func (c *calls) cancel(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.byID[id]
	if !ok || known.cancelled {
		return false
	}
	known.cancelled = true
	if known.stop != nil {
		known.stop()
		return false
	}
	return true
}

// answering frees the id of a call and returns what is known of it; nil if it is none of ours.
func (c *calls) answering(id jsonrpc.ID) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.byID[id]
	if ok {
		delete(c.byID, id)
		delete(c.byKey, known.key)
	}
	return known
}

// answered forgets a call.
func (c *calls) answered(known *call) {
	if known == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count--
	c.bytes -= known.bytes
	c.signal(&c.roomy, c.hasRoom())
	c.signal(&c.settled, c.count == 0)
}

func (c *calls) hasRoom() bool { return c.count < MaxCalls && c.bytes < MaxCallBytes }

// signal lets the waiters go once what they wait for is so. c.mu is held.
func (c *calls) signal(waiters *chan struct{}, so bool) {
	if so && *waiters != nil {
		close(*waiters)
		*waiters = nil
	}
}

// room is closed once another call may be read.
func (c *calls) room() <-chan struct{} { return c.wait(&c.roomy, c.hasRoom) }

// idle is closed once every call has been answered.
func (c *calls) idle() <-chan struct{} {
	return c.wait(&c.settled, func() bool { return c.count == 0 })
}

func (c *calls) wait(waiters *chan struct{}, so func() bool) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if so() {
		return closedChannel()
	}
	if *waiters == nil {
		*waiters = make(chan struct{})
	}
	return *waiters
}

// idOf returns an id in the SDK's form.
func idOf(text []byte) (id jsonrpc.ID, ok bool) {
	value, ok := decodeID(text)
	if !ok {
		return id, false
	}
	var err error
	if value.Kind() == strictjson.KindString {
		id, err = jsonrpc.MakeID(value.Text())
	} else {
		id, err = jsonrpc.MakeID(value.Float())
	}
	return id, err == nil
}
