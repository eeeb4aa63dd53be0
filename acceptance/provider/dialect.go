package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
)

// Dialect is how a provider wants its requests.
type Dialect string

// The dialects.
const (
	OpenAI Dialect = "openai"
	XAI    Dialect = "xai"
)

// Dialects lists both.
func Dialects() []Dialect { return []Dialect{OpenAI, XAI} }

// headers are all that a request may carry besides Content-Length and what the network adds.
var headers = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Authorization": true, "Content-Length": true,
	"Content-Type": true, "User-Agent": true,
}

// faults compares a request with what the dialect takes, to the letter.
func (d Dialect) faults(r *http.Request, body []byte) []string {
	var faults []string
	if r.Method != http.MethodPost || r.URL.RequestURI() != "/v1/responses" {
		faults = append(faults, "request line "+r.Method+" "+r.URL.RequestURI())
	}
	if r.Header.Get("Authorization") != "Bearer "+Key {
		faults = append(faults, "another Authorization than the key")
	}
	for name := range r.Header {
		if !headers[name] {
			faults = append(faults, "header "+name)
		}
	}
	if agent := r.Header.Get("User-Agent"); agent != "intent-runtime" {
		faults = append(faults, "user agent "+agent)
	}
	var sent map[string]any
	if err := json.Unmarshal(body, &sent); err != nil {
		return append(faults, "a body that is not a JSON object")
	}
	return append(faults, d.bodyFaults(sent)...)
}

func (d Dialect) bodyFaults(sent map[string]any) []string {
	var faults []string
	wrong := func(what string, got any) { faults = append(faults, fmt.Sprintf("%s is %v", what, got)) }
	want := map[string]any{"model": Model, "store": false, "tools": []any{}, "max_output_tokens": 8192.0}
	for key, value := range want {
		if !reflect.DeepEqual(sent[key], value) {
			wrong(key, sent[key])
		}
		delete(sent, key)
	}
	roles := []string{"user"}
	if d == XAI {
		roles = []string{"system", "user"}
	} else {
		if text, _ := sent["instructions"].(string); text == "" {
			wrong("instructions", sent["instructions"])
		}
		delete(sent, "instructions")
	}
	if reason := messagesFault(sent["input"], roles); reason != "" {
		wrong("input", reason)
	}
	if reason := d.formatFault(sent["text"]); reason != "" {
		wrong("text", reason)
	}
	delete(sent, "input")
	delete(sent, "text")
	for key, value := range sent {
		wrong("unexpected "+key, value)
	}
	return faults
}

func messagesFault(input any, roles []string) string {
	items, _ := input.([]any)
	if len(items) != len(roles) {
		return fmt.Sprintf("%d messages", len(items))
	}
	for i, item := range items {
		message, _ := item.(map[string]any)
		content, _ := message["content"].(string)
		if message["role"] != roles[i] || message["type"] != "message" || content == "" || len(message) != 3 {
			return fmt.Sprintf("message %d: %v", i, item)
		}
		if roles[i] == "user" && !json.Valid([]byte(content)) {
			return "a payload that is not JSON"
		}
	}
	return ""
}

// formatFault judges text.format: a strict schema, or what the dialect takes where there is none.
func (d Dialect) formatFault(text any) string {
	config, _ := text.(map[string]any)
	format, _ := config["format"].(map[string]any)
	kind, _ := format["type"].(string)
	plain := map[Dialect]string{OpenAI: "json_object", XAI: "text"}[d]
	switch {
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

func isSchema(value any) bool {
	schema, _ := value.(map[string]any)
	return schema["type"] == "object" && schema["additionalProperties"] == false
}

// Asked tells the format that a call demanded: json_schema, json_object or text.
func (c Call) Asked() string {
	var sent struct {
		Text struct{ Format struct{ Type string } }
	}
	_ = json.Unmarshal([]byte(c.Body), &sent)
	return sent.Text.Format.Type
}
