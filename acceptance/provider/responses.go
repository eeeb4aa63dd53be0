package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// responsesForm is OpenAI's Responses API, and xAI's form of it.
type responsesForm struct{ dialect Dialect }

func (responsesForm) base(url string) string { return url + "/v1" }
func (responsesForm) path() string           { return "/v1/responses" }
func (responsesForm) idHeader() string       { return "X-Request-Id" }
func (responsesForm) headers() []string      { return nil }
func (responsesForm) key(header http.Header) string {
	return strings.TrimPrefix(header.Get("Authorization"), "Bearer ")
}

func (f responsesForm) faults(sent map[string]any) []string {
	var w wrong
	want := map[string]any{"model": Model, "store": false, "tools": []any{}, "max_output_tokens": 8192.0}
	for key, value := range want {
		if !reflect.DeepEqual(sent[key], value) {
			w.is(key, sent[key])
		}
	}
	known := []string{"model", "store", "tools", "max_output_tokens", "input", "text"}
	roles := []string{"user"}
	if f.dialect == XAI {
		roles = []string{"system", "user"}
	} else {
		known = append(known, "instructions")
		if text(sent, "instructions") == "" {
			w.is("instructions", sent["instructions"])
		}
	}
	if reason := messagesFault(items(sent, "input"), roles, "type"); reason != "" {
		w.is("input", reason)
	}
	if reason := f.formatFault(object(sent, "text")); reason != "" {
		w.is("text", reason)
	}
	return w.rest(sent, known...)
}

// messagesFault judges messages of plain text. Each may have the further member.
func messagesFault(items []map[string]any, roles []string, further ...string) string {
	if len(items) != len(roles) {
		return fmt.Sprintf("%d messages", len(items))
	}
	for i, message := range items {
		content := text(message, "content")
		if message["role"] != roles[i] || content == "" || len(message) != 2+len(further) {
			return fmt.Sprintf("message %d: %v", i, message)
		}
		if roles[i] == "user" && !json.Valid([]byte(content)) {
			return "a payload that is not JSON"
		}
	}
	return ""
}

// formatFault judges text.format: a strict schema, or what the dialect takes without one.
func (f responsesForm) formatFault(config map[string]any) string {
	format := object(config, "format")
	plain := map[Dialect]string{OpenAI: "json_object", XAI: "text"}[f.dialect]
	switch kind := text(format, "type"); {
	case len(config) != 1:
		return "more than a format"
	case kind == "json_schema" && len(format) == 4 &&
		format["strict"] == true && format["name"] == "intent_core" && isSchema(format["schema"]):
		return ""
	case kind == plain && len(format) == 1:
		return ""
	default:
		return strings.TrimSpace("format " + kind)
	}
}

func (responsesForm) payload(body []byte) string {
	if input := items(tree(body), "input"); len(input) > 0 {
		return text(input[len(input)-1], "content")
	}
	return ""
}

func (responsesForm) asked(body []byte) string {
	return text(object(object(tree(body), "text"), "format"), "type")
}

func (responsesForm) whole(tokens tokens, texts ...string) Tree {
	body := Body("completed", Message(texts...))
	usage, _ := body["usage"].(Tree)
	usage["input_tokens"], usage["output_tokens"] = tokens.in, tokens.out
	return body
}

func (responsesForm) refused() Tree { return Body("completed", MessageOf(RefusalPart())) }
func (responsesForm) cut() Tree     { return Body("incomplete", Message(`{"nor`)) }

func (responsesForm) rows() []Row {
	const (
		refused, incomplete, failed = intent.ModelRefused, intent.ModelOutputIncomplete, intent.ModelRequestFailed
	)
	cut := func(reason string, items ...Tree) Answer {
		return Respond(With(Body("incomplete", items...), "incomplete_details", Tree{"reason": reason}))
	}
	unfinished := Message(`{"nor`)
	unfinished["status"] = "incomplete"
	detailed := With(Body("completed", Message("{}")), "incomplete_details", Tree{"reason": "max_output_tokens"})
	broken := With(Body("failed"), "error", Tree{"code": "server_error", "message": "failed for " + Key})
	rows := []Row{
		{Name: "refusal behind reasoning and text", Code: refused, Outcome: intent.OutcomeRefusal,
			Answer: Output("completed", Reasoning(), Message("Well,"), MessageOf(RefusalPart()))},
		{Name: "refusal in a failed response", Code: refused, Outcome: intent.OutcomeRefusal,
			Answer: Output("failed", MessageOf(RefusalPart()))},
		{Name: "incomplete by tokens", Code: incomplete, Outcome: intent.OutcomeIncomplete,
			Answer: cut("max_output_tokens", Message(`{"nor`))},
		{Name: "incomplete by filter", Code: incomplete, Outcome: intent.OutcomeIncomplete,
			Answer: cut("content_filter")},
		{Name: "incomplete without a reason", Code: incomplete, Outcome: intent.OutcomeIncomplete,
			Answer: Output("incomplete", MessageOf(RefusalPart()))},
		{Name: "completed with an incomplete message", Code: incomplete, Outcome: intent.OutcomeIncomplete,
			Answer: Output("completed", unfinished)},
		{Name: "completed with incomplete details", Code: incomplete, Outcome: intent.OutcomeIncomplete,
			Answer: Respond(detailed)},
		{Name: "failed", Code: failed, Answer: Respond(broken)},
		{Name: "cancelled", Code: failed, Answer: Output("cancelled", Message("{}"))},
		{Name: "queued", Code: failed, Answer: Output("queued")},
		{Name: "no status", Code: failed, Answer: Respond(With(Body(""), "status", nil))},
		{Name: "error object with status 200", Code: failed, Answer: Respond(Tree{"error": Tree{"message": "no"}})},
		{Name: "status in another case beside it", Code: failed,
			Answer: Respond(With(Body("failed", Message("{}")), "STATUS", "completed"))},
		{Name: "members in another case", Code: failed, Answer: JSONBody(
			`{"Status":"completed","OUTPUT":[{"Type":"message","role":"assistant","content":[]}]}`)},
		{Name: "output of a wrong type", Code: failed, Answer: JSONBody(`{"status":"completed","output":"{}"}`)},
		{Name: "text of a wrong type", Code: failed, Answer: JSONBody(`{"status":"completed","output":[` +
			`{"type":"message","role":"assistant","content":[{"type":"output_text","text":7}]}]}`)},
		{Name: "message without parts", Code: intent.ModelOutputInvalid, Outcome: intent.OutcomeComplete,
			Answer: Output("completed", Message())},
	}
	return append(rows, unusableResponses()...)
}

// unusableResponses are completed answers that hold no candidate; they are not repaired.
func unusableResponses() []Row {
	user := Message("{}")
	user["role"] = "user"
	items := []struct {
		name  string
		items []Tree
	}{
		{"tool call", []Tree{ToolCall()}},
		{"tool call beside a message", []Tree{Message("{}"), ToolCall()}},
		{"two messages", []Tree{Message("{}"), Message("{}")}},
		{"reasoning alone", []Tree{Reasoning()}},
		{"no output", nil},
		{"unknown item", []Tree{Message("{}"), {"type": "hologram", "content": 7}}},
		{"item without a type", []Tree{Message("{}"), {}}},
		{"unknown part", []Tree{MessageOf(Tree{"type": "output_text", "text": "{}"}, Tree{"type": "image"})}},
		{"another's message", []Tree{user}},
	}
	rows := make([]Row, len(items))
	for i, item := range items {
		rows[i] = Row{Name: item.name, Code: intent.ModelOutputInvalid, Answer: Output("completed", item.items...)}
	}
	return rows
}
