package acting

import (
	"io"
	"sync"

	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// trace writes one JSON line for each request to a provider and for each event. A nil trace writes nothing.
// It is kept when the run has ended, and dropped if it is not.
type trace struct {
	file *record.Record // that w writes to

	mu    sync.Mutex
	w     io.Writer
	fault error
}

// keep puts the trace under its name.
func (t *trace) keep() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.file.Keep(); err != nil {
		return err
	}
	return t.fault
}

func (t *trace) discard() {
	if t != nil {
		t.file.Discard()
	}
}

var _ ports.Observer = (*trace)(nil)

func (t *trace) write(value strictjson.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fault == nil {
		_, t.fault = t.w.Write(append(value.AppendJSON(nil), '\n'))
	}
}

// Committed writes an event.
func (t *trace) Committed(_ string, e run.Event) {
	members := []strictjson.Member{member("event", strictjson.String(string(e.Type)))}
	for name, value := range eventValue(e).Members() {
		members = append(members, member(name, value))
	}
	t.write(strictjson.Object(members...))
}

// Requested writes what a provider was given.
func (t *trace) Requested(_ string, r ports.ProviderRequest) {
	tools := make([]strictjson.Value, len(r.Tools))
	for i, c := range r.Tools {
		tools[i] = definition(c)
	}
	items := make([]strictjson.Value, len(r.Input))
	for i, item := range r.Input {
		items[i] = traceItem(item)
	}
	t.write(strictjson.Object(
		member("event", strictjson.String("provider_request")), member("attempt", strictjson.Int(int64(r.Attempt))),
		member("instructions", strictjson.String(r.Instructions)),
		member("tools", strictjson.Array(tools...)), member("input", strictjson.Array(items...))))
}

// Wrote writes nothing: the whole item comes with its event.
func (t *trace) Wrote(string, string) {}

func member(name string, value strictjson.Value) strictjson.Member {
	return strictjson.Field(name, value)
}

// definition is a tool as a provider is told of it.
func definition(c tool.Contract) strictjson.Value {
	var members []strictjson.Member
	if c.Name.Namespace != "" {
		members = append(members, member("namespace", strictjson.String(c.Name.Namespace)))
	}
	members = append(members, member("name", strictjson.String(c.Name.Name)),
		member("description", strictjson.String(c.Description)), member("kind", strictjson.String(string(c.Kind))))
	if c.Kind == tool.Custom {
		return strictjson.Object(append(members, member("format", strictjson.Object(
			member("syntax", strictjson.String(c.Format.Syntax)),
			member("definition", strictjson.String(c.Format.Definition)))))...)
	}
	schema, err := strictjson.Decode([]byte(c.Input), strictjson.Options{AnyNumber: true})
	if err != nil { // an admitted schema is always JSON
		schema = strictjson.String(c.Input)
	}
	return strictjson.Object(append(members, member("input", schema))...)
}

// traceItem is an item as scripts write it.
func traceItem(item run.Item) strictjson.Value {
	text := func(name, value string) strictjson.Member { return member(name, strictjson.String(value)) }
	members := []strictjson.Member{text("type", string(item.Type))}
	switch item.Type {
	case run.MessageItem:
		members = append(members, text("role", item.Role), text("text", item.Text))
	case run.FunctionCallItem:
		members = append(members, text("callId", item.CallID), text("name", item.Name),
			text("arguments", item.Arguments))
	case run.CustomCallItem:
		members = append(members, text("callId", item.CallID), text("name", item.Name), text("input", item.Input))
	case run.ToolOutputItem:
		output := ""
		if item.Output != nil {
			output = item.Output.Output()
		}
		members = append(members, text("callId", item.CallID), text("output", output))
	case run.OpaqueItem:
		members = append(members, text("provider", item.Provider), text("model", item.Model),
			member("payload", item.Payload))
	}
	return strictjson.Object(members...)
}

// eventValue is an event as a journal holds it.
func eventValue(e run.Event) strictjson.Value {
	return jsonOf(e)
}
