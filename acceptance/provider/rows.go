package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
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

	RetryAfter   time.Duration // what the error must tell
	ProviderCode string        // likewise
	Slow         bool          // ends only by a deadline of the caller's, or his going
}

const huge = 12 << 20 // above the bound of 8 MiB

// Rows lists every way but success that a dialect has. elsewhere is a URL of another origin that must
// never be called.
func Rows(d Dialect, elsewhere string) []Row {
	rows := append(outcomes(d), d.form().rows()...)
	rows = append(rows, statuses(d)...)
	rows = append(rows, waits()...)
	rows = append(rows, bodies(d)...)
	return append(rows, redirects(d, elsewhere)...)
}

func outcomes(d Dialect) []Row {
	rows := []Row{
		{Name: "refusal", Code: intent.ModelRefused, Outcome: intent.OutcomeRefusal, Answer: Refuse(d)},
		{Name: "incomplete", Code: intent.ModelOutputIncomplete, Outcome: intent.OutcomeIncomplete,
			Answer: Cut(d)},
	}
	for name, answer := range map[string]Answer{
		"empty text": Complete(d, ""), "blank text": Complete(d, " \n\t"),
	} {
		rows = append(rows, Row{
			Name: name, Code: intent.ModelOutputInvalid, Outcome: intent.OutcomeComplete, Answer: answer,
		})
	}
	return rows
}

func statuses(d Dialect) []Row {
	codes := map[int]intent.Code{
		http.StatusUnauthorized: intent.ModelAuthFailed, http.StatusForbidden: intent.ModelAuthFailed,
		http.StatusTooManyRequests: intent.ModelRateLimited,
	}
	if d == Anthropic {
		codes[529] = intent.ModelRateLimited // overloaded
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
		Row{Name: "status 404 with the provider's code", Code: intent.ModelRequestFailed,
			ProviderCode: "model_not_found",
			Answer: Plain(404, "application/json",
				`{"error":{"code":"model_not_found","message":"No `+Key+`"}}`)},
		Row{Name: "status 400 with the provider's type", Code: intent.ModelRequestFailed,
			ProviderCode: "invalid_request_error", Answer: Plain(400, "application/json",
				`{"type":"error","error":{"type":"invalid_request_error","message":"No `+Key+`"}}`)},
		Row{Name: "status 429 with the provider's status", Code: intent.ModelRateLimited,
			ProviderCode: "resource_exhausted", Answer: Plain(429, "application/json; charset=UTF-8",
				`{"error":{"code":429,"message":"No `+Key+`","status":"RESOURCE_EXHAUSTED"}}`)},
		Row{Name: "status 400 with a code that is a text", Code: intent.ModelRequestFailed,
			Answer: Plain(400, "application/json", `{"error":{"code":"Incorrect key given"}}`)},
		Row{Name: "status 500 that stalls in its body", Code: intent.ModelRequestFailed, Answer: stalled(500)},
		Row{Name: "status 429 without a body", Code: intent.ModelRateLimited, Answer: Plain(429, "", "")},
		Row{Name: "status 500 with a long body", Code: intent.ModelRequestFailed, Answer: Huge(500, huge, false)},
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
		{Name: "Retry-After without end", Code: limited, RetryAfter: 24 * time.Hour,
			Answer: after("9e99", 429)},
		{Name: "Retry-After of an overloaded provider", Code: intent.ModelRequestFailed,
			RetryAfter: 30 * time.Second, Answer: after("30", 503)},
	}
}

func bodies(d Dialect) []Row {
	whole, _ := json.Marshal(d.form().whole(usualTokens, "MARK"))
	good := string(whole)
	const failed = intent.ModelRequestFailed
	json := JSONBody
	// spoilt has something else within the candidate, which is otherwise good.
	spoilt := func(with string) Answer { return JSONBody(strings.Replace(good, "MARK", with, 1)) }
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
		{Name: "lone surrogate", Code: failed, Answer: spoilt(`{\"a\":\"\ud800\"}`)},
		{Name: "reversed surrogates", Code: failed, Answer: spoilt(`\udc00\ud800`)},
		{Name: "bytes that are no UTF-8", Code: failed, Answer: spoilt("\xff\xfe")},
		{Name: "a member twice", Code: failed, Answer: json(good[:len(good)-1] + "," + good[1:])},
		{Name: "text and then a candidate", Code: failed, Answer: json("data: " + good)},
		{Name: "long body", Code: failed, Answer: Huge(200, huge, false)},
		{Name: "long body, announced", Code: failed, Answer: Huge(200, huge, true)},
		{Name: "dropped connection", Code: failed, Answer: Drop},
		{Name: "connection dropped within the body", Code: failed, Answer: DropWithin},
	}
}

func redirects(d Dialect, elsewhere string) []Row {
	var rows []Row
	for _, status := range []int{301, 302, 303, 307, 308} {
		rows = append(rows,
			Row{Name: fmt.Sprintf("redirect %d, same origin", status), Code: intent.ModelRequestFailed,
				Answer: Redirect(status, d.form().path())},
			Row{Name: fmt.Sprintf("redirect %d, other origin", status), Code: intent.ModelRequestFailed,
				Answer: Redirect(status, elsewhere)})
	}
	return rows
}
