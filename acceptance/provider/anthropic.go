package provider

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// anthropicForm is Anthropic's Messages API.
type anthropicForm struct{}

func (anthropicForm) base(url string) string        { return url }
func (anthropicForm) path() string                  { return "/v1/messages" }
func (anthropicForm) idHeader() string              { return "Request-Id" }
func (anthropicForm) headers() []string             { return []string{"X-Api-Key", "Anthropic-Version"} }
func (anthropicForm) key(header http.Header) string { return header.Get("X-Api-Key") }

func (anthropicForm) faults(sent map[string]any) []string {
	var w wrong
	if sent["model"] != Model {
		w.is("model", sent["model"])
	}
	if sent["max_tokens"] != 8192.0 {
		w.is("max_tokens", sent["max_tokens"])
	}
	system := items(sent, "system")
	if len(system) != 1 || system[0]["type"] != "text" || text(system[0], "text") == "" {
		w.is("system", sent["system"])
	}
	messages := items(sent, "messages")
	if len(messages) != 1 || messages[0]["role"] != "user" {
		w.is("messages", sent["messages"])
	} else if content := items(messages[0], "content"); len(content) != 1 || content[0]["type"] != "text" ||
		!json.Valid([]byte(text(content[0], "text"))) {
		w.is("messages", content)
	}
	if config, ok := sent["output_config"]; ok {
		format := object(config, "format")
		want := Tree{"type": "json_schema", "schema": format["schema"]}
		if !reflect.DeepEqual(config, Tree{"format": want}) || !isSchema(format["schema"]) {
			w.is("output_config", config)
		}
	}
	return w.rest(sent, "model", "max_tokens", "system", "messages", "output_config")
}

func (anthropicForm) payload(body []byte) string {
	messages := items(tree(body), "messages")
	if len(messages) == 0 {
		return ""
	}
	content := items(messages[len(messages)-1], "content")
	if len(content) == 0 {
		return ""
	}
	return text(content[0], "text")
}

func (anthropicForm) asked(body []byte) string {
	if kind := text(object(object(tree(body), "output_config"), "format"), "type"); kind != "" {
		return kind
	}
	return "text"
}

// AnthropicBody is a message with content blocks.
func AnthropicBody(stop any, blocks ...Tree) Tree {
	if blocks == nil {
		blocks = []Tree{}
	}
	return Tree{
		"id": "msg_1", "type": "message", "role": "assistant", "model": Model + "-2026-01-01",
		"content": blocks, "stop_reason": stop, "stop_sequence": nil,
		"usage": Tree{"input_tokens": 176, "cache_read_input_tokens": 1024, "cache_creation_input_tokens": 0,
			"output_tokens": 345, "service_tier": "standard"},
	}
}

// TextBlock is a block of text.
func TextBlock(text string) Tree { return Tree{"type": "text", "text": text, "citations": nil} }

func thinkingBlock() Tree { return Tree{"type": "thinking", "thinking": "Hm.", "signature": "abc"} }

func (anthropicForm) whole(tokens tokens, texts ...string) Tree {
	blocks := []Tree{thinkingBlock()}
	for _, text := range texts {
		blocks = append(blocks, TextBlock(text))
	}
	body := AnthropicBody("end_turn", blocks...)
	usage, _ := body["usage"].(Tree)
	usage["input_tokens"], usage["output_tokens"] = tokens.in-1024, tokens.out
	return body
}

func (anthropicForm) refused() Tree { return AnthropicBody("refusal") }
func (anthropicForm) cut() Tree     { return AnthropicBody("max_tokens", TextBlock(`{"nor`)) }

func (anthropicForm) rows() []Row {
	const failed, invalid = intent.ModelRequestFailed, intent.ModelOutputInvalid
	use := Tree{"type": "tool_use", "id": "toolu_1", "name": "f", "input": Tree{}}
	overloaded := Tree{"type": "error", "error": Tree{"type": "overloaded_error", "message": "No " + Key}}
	body, _ := json.Marshal(overloaded)
	return []Row{
		{Name: "refusal with a text before it", Code: intent.ModelRefused, Outcome: intent.OutcomeRefusal,
			Answer: Respond(AnthropicBody("refusal", TextBlock("{}")))},
		{Name: "incomplete by the context window", Code: intent.ModelOutputIncomplete,
			Outcome: intent.OutcomeIncomplete,
			Answer:  Respond(AnthropicBody("model_context_window_exceeded", TextBlock("{")))},
		{Name: "paused", Code: intent.ModelOutputIncomplete, Outcome: intent.OutcomeIncomplete,
			Answer: Respond(AnthropicBody("pause_turn", TextBlock("{")))},
		{Name: "redacted thinking", Code: invalid, Outcome: intent.OutcomeComplete,
			Answer: Respond(AnthropicBody("end_turn",
				Tree{"type": "redacted_thinking", "data": "x"}, TextBlock(" ")))},
		{Name: "no block", Code: invalid, Answer: Respond(AnthropicBody("end_turn"))},
		{Name: "tool use", Code: invalid, Answer: Respond(AnthropicBody("tool_use", use))},
		{Name: "tool use that says it ended", Code: invalid,
			Answer: Respond(AnthropicBody("end_turn", TextBlock("{}"), use))},
		{Name: "unknown block", Code: invalid,
			Answer: Respond(AnthropicBody("end_turn", TextBlock("{}"), Tree{"type": "hologram"}))},
		{Name: "block without a type", Code: invalid,
			Answer: Respond(AnthropicBody("end_turn", Tree{"text": "{}"}))},
		{Name: "another's message", Code: invalid,
			Answer: Respond(With(AnthropicBody("end_turn", TextBlock("{}")), "role", "user"))},
		{Name: "no stop reason", Code: failed, Answer: Respond(AnthropicBody(nil, TextBlock("{}")))},
		{Name: "unknown stop reason", Code: failed,
			Answer: Respond(AnthropicBody("hologram", TextBlock("{}")))},
		{Name: "error object with status 200", Code: failed, Answer: Respond(overloaded)},
		{Name: "content of a wrong type", Code: failed, Answer: JSONBody(
			`{"type":"message","role":"assistant","stop_reason":"end_turn","content":"{}"}`)},
		{Name: "text of a wrong type", Code: failed, Answer: JSONBody(
			`{"type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":7}]}`)},
		{Name: "stop reason in another case", Code: failed, Answer: JSONBody(
			`{"type":"message","role":"assistant","Stop_Reason":"end_turn","content":[{"type":"text","text":"{}"}]}`)},
		{Name: "overloaded", Code: intent.ModelRateLimited, ProviderCode: "overloaded_error",
			Answer: Plain(529, "application/json", string(body))},
	}
}
