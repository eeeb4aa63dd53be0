package provider

import (
	"encoding/json"
	"net/http"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// geminiForm is the Gemini API's generateContent.
type geminiForm struct{}

func (geminiForm) base(url string) string        { return url }
func (geminiForm) path() string                  { return "/v1beta/models/" + Model + ":generateContent" }
func (geminiForm) idHeader() string              { return "" } // it stands in the body
func (geminiForm) headers() []string             { return []string{"X-Goog-Api-Key"} }
func (geminiForm) key(header http.Header) string { return header.Get("X-Goog-Api-Key") }

func (geminiForm) faults(sent map[string]any) []string {
	var w wrong
	system := items(object(sent, "systemInstruction"), "parts")
	if len(system) != 1 || text(system[0], "text") == "" {
		w.is("systemInstruction", sent["systemInstruction"])
	}
	contents := items(sent, "contents")
	if len(contents) != 1 || contents[0]["role"] != "user" {
		w.is("contents", sent["contents"])
	} else if parts := items(contents[0], "parts"); len(parts) != 1 ||
		!json.Valid([]byte(text(parts[0], "text"))) {
		w.is("contents", parts)
	}
	config := object(sent, "generationConfig")
	schema, native := config["responseJsonSchema"]
	usual := config["maxOutputTokens"] == 8192.0 && config["responseMimeType"] == "application/json"
	if !usual || native && !isSchema(schema) {
		w.is("generationConfig", config)
	}
	for key := range config {
		if key != "maxOutputTokens" && key != "responseMimeType" && key != "responseJsonSchema" {
			w.is("unexpected generationConfig", key)
		}
	}
	return w.rest(sent, "systemInstruction", "contents", "generationConfig")
}

func (geminiForm) payload(body []byte) string {
	contents := items(tree(body), "contents")
	if len(contents) == 0 {
		return ""
	}
	parts := items(contents[len(contents)-1], "parts")
	if len(parts) == 0 {
		return ""
	}
	return text(parts[0], "text")
}

func (geminiForm) asked(body []byte) string {
	config := object(tree(body), "generationConfig")
	switch _, native := config["responseJsonSchema"]; {
	case native:
		return "json_schema"
	case config["responseMimeType"] == "application/json":
		return "json_object"
	default:
		return "text"
	}
}

// GeminiBody is an answer with one candidate.
func GeminiBody(finish any, parts ...Tree) Tree {
	if parts == nil {
		parts = []Tree{}
	}
	candidate := Tree{"content": Tree{"parts": parts, "role": "model"}, "index": 0, "safetyRatings": []any{}}
	if finish != nil {
		candidate["finishReason"] = finish
	}
	return Tree{
		"candidates": []any{candidate}, "modelVersion": Model + "-2026-01-01", "responseId": RequestID,
		"usageMetadata": Tree{"promptTokenCount": 1200, "cachedContentTokenCount": 1024,
			"candidatesTokenCount": 281,
			"thoughtsTokenCount":   64, "totalTokenCount": 1545},
	}
}

func textPart(text string) Tree { return Tree{"text": text} }

func (geminiForm) whole(tokens tokens, texts ...string) Tree {
	parts := []Tree{{"text": "Hm.", "thought": true}}
	for _, text := range texts {
		parts = append(parts, textPart(text))
	}
	body := GeminiBody("STOP", parts...)
	usage, _ := body["usageMetadata"].(Tree)
	usage["promptTokenCount"] = tokens.in
	usage["candidatesTokenCount"], usage["thoughtsTokenCount"] = tokens.out-7, 7
	return body
}

func (geminiForm) refused() Tree { return GeminiBody("SAFETY") }
func (geminiForm) cut() Tree     { return GeminiBody("MAX_TOKENS", textPart(`{"nor`)) }

func (geminiForm) rows() []Row {
	const failed, invalid = intent.ModelRequestFailed, intent.ModelOutputInvalid
	refusal := func(name string, body Tree) Row {
		return Row{Name: name, Code: intent.ModelRefused, Outcome: intent.OutcomeRefusal, Answer: Respond(body)}
	}
	rows := []Row{
		refusal("prompt blocked", Tree{"promptFeedback": Tree{"blockReason": "PROHIBITED_CONTENT"}}),
		refusal("prompt blocked beside empty candidates",
			Tree{"candidates": []any{}, "promptFeedback": Tree{"blockReason": "SAFETY"}}),
		{Name: "no parts", Code: invalid, Outcome: intent.OutcomeComplete,
			Answer: Respond(GeminiBody("STOP"))},
		{Name: "no content", Code: invalid, Outcome: intent.OutcomeComplete,
			Answer: JSONBody(`{"candidates":[{"finishReason":"STOP"}]}`)},
		{Name: "incomplete without content", Code: intent.ModelOutputIncomplete,
			Outcome: intent.OutcomeIncomplete,
			Answer:  JSONBody(`{"candidates":[{"finishReason":"MAX_TOKENS","content":{"role":"model"}}]}`)},
		{Name: "no candidates", Code: invalid, Answer: JSONBody(`{"usageMetadata":{"promptTokenCount":3}}`)},
		{Name: "two candidates", Code: invalid, Answer: JSONBody(
			`{"candidates":[{"finishReason":"STOP"},{"finishReason":"STOP"}]}`)},
		{Name: "function call", Code: invalid,
			Answer: Respond(GeminiBody("STOP", textPart("{}"), Tree{"functionCall": Tree{"name": "f"}}))},
		{Name: "function call that is malformed", Code: invalid,
			Answer: Respond(GeminiBody("MALFORMED_FUNCTION_CALL"))},
		{Name: "another's content", Code: invalid, Answer: JSONBody(
			`{"candidates":[{"finishReason":"STOP","content":{"role":"user","parts":[{"text":"{}"}]}}]}`)},
		{Name: "no finish reason", Code: failed, Answer: Respond(GeminiBody(nil, textPart("{}")))},
		{Name: "finish reason OTHER", Code: failed, Answer: Respond(GeminiBody("OTHER", textPart("{}")))},
		{Name: "error object with status 200", Code: failed,
			Answer: Respond(Tree{"error": Tree{"code": 500, "message": "no"}})},
		{Name: "candidates of a wrong type", Code: failed, Answer: JSONBody(`{"candidates":"{}"}`)},
		{Name: "text of a wrong type", Code: failed, Answer: JSONBody(
			`{"candidates":[{"finishReason":"STOP","content":{"parts":[{"text":7}]}}]}`)},
		{Name: "finish reason in another case", Code: failed, Answer: JSONBody(
			`{"candidates":[{"FinishReason":"STOP","content":{"parts":[{"text":"{}"}]}}]}`)},
	}
	for _, reason := range []string{"RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"} {
		rows = append(rows, refusal("finish reason "+reason, GeminiBody(reason)))
	}
	return rows
}
