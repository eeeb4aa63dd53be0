package provider

import (
	"fmt"
	"net/http"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// Row is one way in which a provider may answer, and what must come of it.
type Row struct {
	Name   string
	Answer Answer

	// Code is what a parse must end with. Where an executor alone is asked, a refusal, an incompletion
	// and a blank candidate are replies, not errors: see Outcome.
	Code intent.Code

	// Outcome is the executor's reply; "" where it must fail with Code.
	Outcome intent.Outcome

	RetryAfter time.Duration // what the error must tell
	Slow       bool          // ends only by a deadline of the caller's, or his going
}

const huge = 50 << 20

// Rows lists every way but success. elsewhere is a URL of another origin that must never be called.
func Rows(elsewhere string) []Row {
	rows := append(outcomes(), unusable()...)
	rows = append(rows, statuses()...)
	rows = append(rows, waits()...)
	rows = append(rows, bodies()...)
	return append(rows, redirects(elsewhere)...)
}

func outcomes() []Row {
	const (
		refused, incomplete = intent.ModelRefused, intent.ModelOutputIncomplete
	)
	cut := func(reason string, items ...Tree) Answer {
		return Respond(With(Body("incomplete", items...), "incomplete_details", Tree{"reason": reason}))
	}
	failed := With(Body("failed"), "error", Tree{"code": "server_error", "message": "failed for " + Key})
	rows := []Row{
		{Name: "refusal", Code: refused, Outcome: intent.OutcomeRefusal,
			Answer: Output("completed", MessageOf(RefusalPart()))},
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
		{Name: "failed", Code: intent.ModelRequestFailed, Answer: Respond(failed)},
		{Name: "cancelled", Code: intent.ModelRequestFailed, Answer: Output("cancelled", Message("{}"))},
		{Name: "queued", Code: intent.ModelRequestFailed, Answer: Output("queued")},
		{Name: "no status", Code: intent.ModelRequestFailed, Answer: Respond(With(Body(""), "status", nil))},
		{Name: "error object with status 200", Code: intent.ModelRequestFailed,
			Answer: Respond(Tree{"error": Tree{"message": "no"}})},
	}
	for name, answer := range map[string]Answer{
		"empty text": Complete(""), "blank text": Complete(" \n", "\t"), "message without parts": Complete(),
	} {
		rows = append(rows, Row{
			Name: name, Code: intent.ModelOutputInvalid, Outcome: intent.OutcomeComplete, Answer: answer,
		})
	}
	return rows
}

// unusable are completed answers that hold no candidate; they are not repaired.
func unusable() []Row {
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

func statuses() []Row {
	codes := map[int]intent.Code{
		http.StatusUnauthorized: intent.ModelAuthFailed, http.StatusForbidden: intent.ModelAuthFailed,
		http.StatusTooManyRequests: intent.ModelRateLimited,
	}
	var rows []Row
	for _, status := range []int{
		202, 204, 400, 401, 403, 404, 408, 409, 418, 422, 429, 500, 502, 503, 504, 529,
	} {
		code := codes[status]
		if code == "" {
			code = intent.ModelRequestFailed
		}
		rows = append(rows, Row{Name: fmt.Sprintf("status %d", status), Code: code, Answer: Status(status)})
	}
	return append(rows,
		Row{Name: "status 401 without JSON", Code: intent.ModelAuthFailed,
			Answer: Plain(401, "text/html", "<h1>"+Key)},
		Row{Name: "status 429 without a body", Code: intent.ModelRateLimited, Answer: Plain(429, "", "")},
		Row{Name: "status 500 with 50 MB", Code: intent.ModelRequestFailed, Answer: Huge(500, huge, false)},
	)
}

func waits() []Row {
	after := func(value string, status int) Answer { return Header("Retry-After", value, Status(status)) }
	past := time.Now().UTC().Add(-time.Hour).Format(http.TimeFormat)
	const limited = intent.ModelRateLimited
	return []Row{
		{Name: "Retry-After in seconds", Code: limited, RetryAfter: 7 * time.Second, Answer: after("7", 429)},
		{Name: "Retry-After in milliseconds", Code: limited, RetryAfter: 1500 * time.Millisecond,
			Answer: Header("Retry-After-Ms", "1500", after("2", 429))},
		{Name: "Retry-After in the past", Code: limited, Answer: after(past, 429)},
		{Name: "Retry-After that says nothing", Code: limited, Answer: after("soon", 429)},
		{Name: "Retry-After below zero", Code: limited, Answer: after("-3", 429)},
		{Name: "Retry-After without end", Code: limited, RetryAfter: 24 * time.Hour, Answer: after("9e99", 429)},
		{Name: "Retry-After of an overloaded provider", Code: intent.ModelRequestFailed,
			RetryAfter: 30 * time.Second, Answer: after("30", 503)},
	}
}

func bodies() []Row {
	good := `{"status":"completed","output":[{"type":"message","role":"assistant","content":[]}]}`
	const failed = intent.ModelRequestFailed
	json := func(body string) Answer { return Plain(200, "application/json", body) }
	return []Row{
		{Name: "slow headers", Code: intent.ModelTimeout, Slow: true, Answer: Hang},
		{Name: "slow body", Code: intent.ModelTimeout, Slow: true, Answer: SlowBody},
		{Name: "truncated JSON", Code: failed, Answer: Truncated},
		{Name: "wrong content type", Code: failed, Answer: Plain(200, "text/html", good)},
		{Name: "no content type", Code: failed, Answer: Plain(200, "", good)},
		{Name: "event stream", Code: failed, Answer: Plain(200, "text/event-stream", "data: "+good+"\n\n")},
		{Name: "empty body", Code: failed, Answer: json("")},
		{Name: "null", Code: failed, Answer: json("null")},
		{Name: "array", Code: failed, Answer: json("[]")},
		{Name: "two values", Code: failed, Answer: json(good + good)},
		{Name: "output of a wrong type", Code: failed, Answer: json(`{"status":"completed","output":"{}"}`)},
		{Name: "text of a wrong type", Code: failed, Answer: json(
			`{"status":"completed","output":[{"type":"message","role":"assistant",` +
				`"content":[{"type":"output_text","text":7}]}]}`)},
		{Name: "50 MB body", Code: failed, Answer: Huge(200, huge, false)},
		{Name: "50 MB body, announced", Code: failed, Answer: Huge(200, huge, true)},
		{Name: "dropped connection", Code: failed, Answer: Drop},
		{Name: "connection dropped within the body", Code: failed, Answer: DropWithin},
	}
}

func redirects(elsewhere string) []Row {
	var rows []Row
	for _, status := range []int{301, 302, 303, 307, 308} {
		rows = append(rows,
			Row{Name: fmt.Sprintf("redirect %d, same origin", status), Code: intent.ModelRequestFailed,
				Answer: Redirect(status, "/v1/responses")},
			Row{Name: fmt.Sprintf("redirect %d, other origin", status), Code: intent.ModelRequestFailed,
				Answer: Redirect(status, elsewhere)})
	}
	return rows
}
