package provider

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
)

// Tree is a JSON object.
type Tree = map[string]any

// Output is a response object of a status with output items.
func Output(status string, items ...Tree) Answer { return Respond(Body(status, items...)) }

// Respond is status 200 with a JSON body.
func Respond(body Tree) Answer {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(body)
	}
}

// Body is a response object as the providers write it.
func Body(status string, items ...Tree) Tree {
	if items == nil {
		items = []Tree{}
	}
	return Tree{
		"id": "resp_1", "object": "response", "created_at": 1764460800, "status": status,
		"background": false, "error": nil, "incomplete_details": nil, "model": Model + "-2026-01-01",
		"output": items, "parallel_tool_calls": true, "store": false, "tools": []any{}, "metadata": Tree{},
		"usage": Tree{
			"input_tokens": 1200, "input_tokens_details": Tree{"cached_tokens": 1024},
			"output_tokens": 345, "output_tokens_details": Tree{"reasoning_tokens": 64}, "total_tokens": 1545,
		},
	}
}

// With gives a body another member.
func With(body Tree, key string, value any) Tree {
	body[key] = value
	return body
}

// Message is an assistant's message of text parts.
func Message(parts ...string) Tree {
	content := []Tree{}
	for _, text := range parts {
		part := Tree{"type": "output_text", "text": text, "annotations": []any{}, "logprobs": []any{}}
		content = append(content, part)
	}
	return MessageOf(content...)
}

// MessageOf is an assistant's message of any parts.
func MessageOf(content ...Tree) Tree {
	return Tree{"id": "msg_1", "type": "message", "status": "completed", "role": "assistant", "content": content}
}

// Reasoning is an item that readers skip.
func Reasoning() Tree {
	return Tree{"id": "rs_1", "type": "reasoning", "summary": []any{Tree{"type": "summary_text", "text": "Hm."}},
		"content": []any{Tree{"type": "reasoning_text", "text": "Hm."}}, "encrypted_content": "abc"}
}

// RefusalPart is a part of a message that declines.
func RefusalPart() Tree { return Tree{"type": "refusal", "refusal": "I will not."} }

// ToolCall is a call of a function nobody offered.
func ToolCall() Tree {
	return Tree{"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "lookup", "arguments": "{}",
		"status": "completed"}
}

// Status is an HTTP status with an error body as providers write it, which quotes key and request.
func Status(status int) Answer {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if status == http.StatusNoContent {
			return
		}
		_ = json.NewEncoder(w).Encode(Tree{"error": Tree{
			"message": "Incorrect request with " + r.Header.Get("Authorization"), "type": "Invalid request for " + Key,
			"param": nil, "code": "leaked_" + Key,
		}})
	}
}

// Plain is an HTTP status with a body that is no JSON.
func Plain(status int, contentType, body string) Answer {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// JSONBody is status 200 with a body as it stands.
func JSONBody(body string) Answer { return Plain(200, "application/json", body) }

// Header has an answer carry a header.
func Header(name, value string, answer Answer) Answer {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(name, value)
		answer(w, r)
	}
}

// Redirect points elsewhere.
func Redirect(status int, to string) Answer {
	return Header("Location", to, Plain(status, "text/html", "moved"))
}

// Hang sends nothing until the client goes.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// SlowBody sends headers and the beginning of a body, then nothing until the client goes.
func SlowBody(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"resp_1","model":"double-1","padding":[`)
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// stalled sends a status and the beginning of a body, then nothing until the client goes.
func stalled(status int) Answer {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"error":{`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
}

// Truncated ends within the JSON, but ends the body properly.
func Truncated(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"resp_1","status":"completed","output":[{"type":"message","role":"assist`)
}

// Drop closes the connection instead of answering.
func Drop(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// DropWithin closes the connection within the body.
func DropWithin(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "4096")
	_, _ = io.WriteString(w, `{"id":"resp_1","status":"completed","output":[`)
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// Huge sends that many bytes of one JSON string, with or without saying so first.
func Huge(status, size int, announced bool) Answer {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if announced {
			w.Header().Set("Content-Length", strconv.Itoa(size))
		}
		w.WriteHeader(status)
		chunk := strings.Repeat("x", 1<<20)
		_, err := io.WriteString(w, `{"status":"completed","junk":"`)
		for sent := 0; sent < size && err == nil; sent += len(chunk) {
			_, err = io.WriteString(w, chunk)
		}
	}
}

func silent() *log.Logger { return log.New(io.Discard, "", 0) }
