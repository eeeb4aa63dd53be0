package provider

import (
	"net/http"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// chatForm is the chat completions API of OpenAI as servers of other models speak it.
type chatForm struct{}

func (chatForm) base(url string) string { return url + "/v1" }
func (chatForm) path() string           { return "/v1/chat/completions" }
func (chatForm) idHeader() string       { return "X-Request-Id" }
func (chatForm) headers() []string      { return nil }
func (chatForm) key(header http.Header) string {
	return strings.TrimPrefix(header.Get("Authorization"), "Bearer ")
}

func (chatForm) faults(sent map[string]any) []string {
	var w wrong
	if sent["model"] != Model {
		w.is("model", sent["model"])
	}
	if sent["max_tokens"] != 8192.0 {
		w.is("max_tokens", sent["max_tokens"])
	}
	if reason := messagesFault(items(sent, "messages"), []string{"system", "user"}); reason != "" {
		w.is("messages", reason)
	}
	format := object(sent, "response_format")
	schema := object(format, "json_schema")
	switch text(format, "type") {
	case "json_schema":
		named := schema["strict"] == true && schema["name"] == "intent_core"
		if len(schema) != 3 || !named || !isSchema(schema["schema"]) {
			w.is("response_format", format)
		}
	case "json_object":
		if len(format) != 1 {
			w.is("response_format", format)
		}
	default:
		w.is("response_format", format)
	}
	return w.rest(sent, "model", "max_tokens", "messages", "response_format")
}

func (chatForm) payload(body []byte) string {
	if messages := items(tree(body), "messages"); len(messages) > 0 {
		return text(messages[len(messages)-1], "content")
	}
	return ""
}

func (chatForm) asked(body []byte) string {
	if kind := text(object(tree(body), "response_format"), "type"); kind != "" {
		return kind
	}
	return "text"
}

// ChatBody is a chat completion with one choice.
func ChatBody(finish any, message Tree) Tree {
	choice := Tree{"index": 0, "message": message, "logprobs": nil}
	if finish != "missing" {
		choice["finish_reason"] = finish
	}
	return Tree{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1764460800, "model": Model + "-2026-01-01",
		"choices": []any{choice}, "system_fingerprint": "fp_1",
		"usage": Tree{"prompt_tokens": 1200, "completion_tokens": 345, "total_tokens": 1545,
			"prompt_tokens_details": Tree{"cached_tokens": 1024}},
	}
}

// ChatMessage is an assistant's message.
func ChatMessage(content any) Tree { return Tree{"role": "assistant", "content": content} }

func (chatForm) whole(tokens tokens, texts ...string) Tree {
	message := ChatMessage(strings.Join(texts, ""))
	message["refusal"], message["reasoning_content"] = nil, "Hm."
	body := ChatBody("stop", message)
	usage, _ := body["usage"].(Tree)
	usage["prompt_tokens"], usage["completion_tokens"] = tokens.in, tokens.out
	return body
}

func (chatForm) refused() Tree {
	message := ChatMessage(nil)
	message["refusal"] = "I will not."
	return ChatBody("stop", message)
}

func (chatForm) cut() Tree { return ChatBody("length", ChatMessage(`{"nor`)) }

// rows are what servers were seen to answer beside what the API describes.
func (chatForm) rows() []Row {
	const failed, invalid = intent.ModelRequestFailed, intent.ModelOutputInvalid
	call := ChatMessage(nil)
	function := Tree{"name": "f", "arguments": "{}"}
	call["tool_calls"] = []any{Tree{"id": "1", "type": "function", "function": function}}
	user := ChatMessage("{}")
	user["role"] = "user"
	two := ChatBody("stop", ChatMessage("{}"))
	choices, _ := two["choices"].([]any)
	two["choices"] = append(choices, choices[0])
	parts := func(kinds ...string) []any {
		var list []any
		for _, kind := range kinds {
			list = append(list, Tree{"type": kind, "text": " "})
		}
		return list
	}
	complete := func(name string, body Tree) Row { // with a blank candidate, which the judge refuses
		return Row{Name: name, Code: invalid, Outcome: intent.OutcomeComplete, Answer: Respond(body)}
	}
	refusal := func(name string, body Tree) Row {
		return Row{Name: name, Code: intent.ModelRefused, Outcome: intent.OutcomeRefusal, Answer: Respond(body)}
	}
	cut := func(reason string) Row {
		return Row{Name: "finish_reason " + reason, Code: intent.ModelOutputIncomplete,
			Outcome: intent.OutcomeIncomplete, Answer: Respond(ChatBody(reason, ChatMessage("{")))}
	}
	return []Row{
		complete("content null", ChatBody("stop", ChatMessage(nil))),
		complete("finish_reason missing", ChatBody("missing", ChatMessage(" "))),
		complete("finish_reason null", ChatBody(nil, ChatMessage(" "))),
		complete("finish_reason eos", ChatBody("eos", ChatMessage(" "))),
		complete("an array as content", ChatBody("stop", ChatMessage(parts("text", "text")))),
		complete("thinking in the content", ChatBody("stop", ChatMessage(parts("thinking", "text")))),
		complete("a text in one part alone", ChatBody("stop", ChatMessage(parts("text")))),
		complete("tool_calls empty", ChatBody("stop", With(ChatMessage(" "), "tool_calls", []any{}))),
		complete("usage null", With(ChatBody("stop", ChatMessage(" ")), "usage", nil)),
		refusal("content_filter", ChatBody("content_filter", ChatMessage(nil))),
		refusal("a refusal as a part",
			ChatBody("stop", ChatMessage([]any{Tree{"type": "refusal", "refusal": "No."}}))),
		cut("model_length"), cut("insufficient_system_resource"), cut("hologram"),
		{Name: "choices empty", Code: invalid,
			Answer: Respond(With(ChatBody("stop", call), "choices", []any{}))},
		{Name: "choices null", Code: invalid, Answer: Respond(With(ChatBody("stop", call), "choices", nil))},
		{Name: "two choices", Code: invalid, Answer: Respond(two)},
		{Name: "tool call", Code: invalid, Answer: Respond(ChatBody("tool_calls", call))},
		{Name: "tool call that says it stopped", Code: invalid, Answer: Respond(ChatBody("stop", call))},
		{Name: "unknown part", Code: invalid,
			Answer: Respond(ChatBody("stop", ChatMessage(parts("text", "image"))))},
		{Name: "another's message", Code: invalid, Answer: Respond(ChatBody("stop", user))},
		{Name: "finish_reason error", Code: failed, Answer: Respond(ChatBody("error", ChatMessage("{}")))},
		{Name: "error object with status 200", Code: failed,
			Answer: Respond(Tree{"error": Tree{"message": "no"}})},
		{Name: "message missing", Code: failed, Answer: JSONBody(`{"choices":[{"finish_reason":"stop"}]}`)},
		{Name: "choices of a wrong type", Code: failed, Answer: JSONBody(`{"choices":"{}"}`)},
		{Name: "content of a wrong type", Code: failed, Answer: Respond(ChatBody("stop", ChatMessage(7)))},
		{Name: "choices in another case beside them", Code: intent.ModelOutputIncomplete,
			Outcome: intent.OutcomeIncomplete,
			Answer:  Respond(With(ChatBody("length", ChatMessage("{}")), "CHOICES", []any{}))},
	}
}
