package turns

import (
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// reply reads the events of one stream. It lives for one turn.
type reply struct {
	provider *Provider
	names    map[string]string // wire name → canonical name
	emit     func(acting.ProviderEvent)
	refused  bool
}

func newReply(p *Provider, tools []tool.Contract, emit func(acting.ProviderEvent)) *reply {
	r := &reply{provider: p, emit: emit, names: make(map[string]string, len(tools))}
	for _, c := range tools {
		r.names[c.Name.Wire()] = c.Name.String()
	}
	return r
}

func at(v strictjson.Value, path ...string) strictjson.Value {
	found, _ := v.Resolve(path)
	return found
}

// event takes one event of the stream; done says that the reply has ended. Events that it does not know
// are progress of what comes whole later.
func (r *reply) event(raw []byte) (done bool, err error) {
	v, err := strictjson.Decode(raw, strictjson.Options{AnyNumber: true})
	if err != nil {
		return false, tool.Errorf(tool.MalformedResult, "the provider sent an event that is no JSON")
	}
	switch at(v, "type").Text() {
	case "response.output_text.delta":
		r.emit(acting.ProviderEvent{Text: at(v, "delta").Text()})
	case "response.output_item.done":
		item := r.item(at(v, "item"))
		r.emit(acting.ProviderEvent{Item: &item})
	case "response.completed":
		r.usage(at(v, "response", "usage"))
		end := run.Complete
		if r.refused {
			end = run.Refusal
		}
		r.emit(acting.ProviderEvent{End: end})
		return true, nil
	case "response.incomplete":
		r.usage(at(v, "response", "usage"))
		r.emit(acting.ProviderEvent{End: run.Incomplete})
		return true, nil
	case "response.failed":
		return true, coded(at(v, "response", "error", "code").Text())
	case "error":
		code := at(v, "code").Text()
		if code == "" {
			code = at(v, "error", "code").Text()
		}
		return true, coded(code)
	}
	return false, nil
}

// opaque are the items that only the provider understands: kept whole and sent back in their place.
var opaque = map[string]bool{
	"reasoning": true, "compaction": true, "web_search_call": true, "file_search_call": true,
	"code_interpreter_call": true, "image_generation_call": true, "mcp_call": true, "mcp_list_tools": true,
	"mcp_approval_request": true, "x_search_call": true,
}

// item reads an item that is whole. One of a type that is not known is given with that type, and refused
// by the run.
func (r *reply) item(v strictjson.Value) run.Item {
	kind := at(v, "type").Text()
	switch {
	case kind == "message":
		return run.Item{Type: run.MessageItem, Role: run.RoleAssistant, Text: r.message(at(v, "content"))}
	case kind == "function_call":
		return run.Item{Type: run.FunctionCallItem, CallID: at(v, "call_id").Text(),
			Name: r.name(at(v, "name").Text()), Arguments: at(v, "arguments").Text()}
	case kind == "custom_tool_call":
		return run.Item{Type: run.CustomCallItem, CallID: at(v, "call_id").Text(),
			Name: r.name(at(v, "name").Text()), Input: at(v, "input").Text()}
	case opaque[kind]:
		return run.Item{Type: run.OpaqueItem, Provider: r.provider.dialect.ID, Model: r.provider.model, Payload: v}
	default:
		return run.Item{Type: run.ItemType("unknown:" + strictjson.CutName(kind))}
	}
}

func (r *reply) name(onWire string) string {
	if name, ok := r.names[onWire]; ok {
		return name
	}
	return onWire
}

func (r *reply) message(content strictjson.Value) string {
	whole := ""
	for _, part := range content.Items() {
		switch at(part, "type").Text() {
		case "output_text":
			whole += at(part, "text").Text()
		case "refusal":
			r.refused = true
			whole += at(part, "refusal").Text()
		}
	}
	return whole
}

func (r *reply) usage(v strictjson.Value) {
	if v.Kind() != strictjson.KindObject {
		return
	}
	number := func(path ...string) *int64 {
		found, ok := v.Resolve(path)
		n, whole := found.Integer()
		if !ok || !whole || n < 0 {
			return nil
		}
		return &n
	}
	r.emit(acting.ProviderEvent{Usage: &run.Usage{
		InputTokens: number("input_tokens"), CachedInputTokens: number("input_tokens_details", "cached_tokens"),
		OutputTokens: number("output_tokens"), ReasoningTokens: number("output_tokens_details", "reasoning_tokens"),
	}})
}
