package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// Dialect is how a provider wants its requests and writes its answers.
type Dialect string

// The dialects.
const (
	OpenAI    Dialect = "openai"
	XAI       Dialect = "xai"
	Chat      Dialect = "chat"
	Anthropic Dialect = "anthropic"
	Gemini    Dialect = "gemini"
)

// Dialects lists all.
func Dialects() []Dialect { return []Dialect{OpenAI, XAI, Chat, Anthropic, Gemini} }

// ResponsesDialects lists those of the Responses API.
func ResponsesDialects() []Dialect { return []Dialect{OpenAI, XAI} }

// form is what one dialect's requests and answers look like.
type form interface {
	base(url string) string              // the base URL of an executor for a server at url
	path() string                        // of every request
	idHeader() string                    // that has the provider's id of a call
	key(header http.Header) string       // the API key as it was sent
	headers() []string                   // that a request may carry beside the usual ones
	faults(sent map[string]any) []string // of a request's body
	payload(body []byte) string          // of a request
	asked(body []byte) string            // the format: json_schema, json_object or text
	whole(tokens tokens, texts ...string) Tree
	refused() Tree
	cut() Tree
	rows() []Row // what only this dialect can answer
}

// tokens is what an answer says that it cost.
type tokens struct{ in, out int64 }

var usualTokens = tokens{in: 1200, out: 345}

func (d Dialect) form() form {
	switch d {
	case Chat:
		return chatForm{}
	case Anthropic:
		return anthropicForm{}
	case Gemini:
		return geminiForm{}
	default:
		return responsesForm{dialect: d}
	}
}

// BaseURL is the base URL of an executor for a server at url.
func (d Dialect) BaseURL(url string) string { return d.form().base(url) }

// usual are the headers that every request may carry.
var usual = []string{
	"Accept", "Accept-Encoding", "Authorization", "Content-Length", "Content-Type", "User-Agent",
}

// faults compares a request with what the dialect takes, to the letter.
func (d Dialect) faults(r *http.Request, body []byte) []string {
	f := d.form()
	var faults []string
	if r.Method != http.MethodPost || r.URL.RequestURI() != f.path() {
		faults = append(faults, "request line "+r.Method+" "+r.URL.RequestURI())
	}
	if f.key(r.Header) != Key {
		faults = append(faults, "another Authorization than the key")
	}
	for name := range r.Header {
		if !slices.Contains(usual, name) && !slices.Contains(f.headers(), name) {
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
	return append(faults, f.faults(sent)...)
}

// Complete is a whole answer whose text is the parts joined.
func Complete(d Dialect, parts ...string) Answer {
	return Respond(d.form().whole(usualTokens, parts...))
}

// Refuse is an answer that declines.
func Refuse(d Dialect) Answer { return Respond(d.form().refused()) }

// Cut is an answer that was broken off.
func Cut(d Dialect) Answer { return Respond(d.form().cut()) }

// Echo answers with the payload that was sent.
func Echo(d Dialect) Answer {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := r.Context().Value(payloadKey{}).([]byte)
		Complete(d, d.form().payload(body))(w, r)
	}
}

// Asked tells the format that a call demanded: json_schema, json_object or text.
func (c Call) Asked() string { return c.asked }

// wrong gathers what differs in a body, member by member.
type wrong struct{ faults []string }

func (w *wrong) is(what string, got any) {
	w.faults = append(w.faults, fmt.Sprintf("%s is %v", what, got))
}

// rest finds what nobody asked about.
func (w *wrong) rest(sent map[string]any, known ...string) []string {
	for key, value := range sent {
		if !slices.Contains(known, key) {
			w.is("unexpected "+key, value)
		}
	}
	return w.faults
}

// object is a member that is an object, or an empty one.
func object(of any, name string) map[string]any {
	tree, _ := of.(map[string]any)
	member, _ := tree[name].(map[string]any)
	return member
}

// items is a member that is an array of objects.
func items(of any, name string) []map[string]any {
	tree, _ := of.(map[string]any)
	list, _ := tree[name].([]any)
	found := make([]map[string]any, len(list))
	for i, item := range list {
		found[i], _ = item.(map[string]any)
	}
	return found
}

func text(of any, name string) string {
	tree, _ := of.(map[string]any)
	member, _ := tree[name].(string)
	return member
}

func tree(body []byte) map[string]any {
	var sent map[string]any
	_ = json.Unmarshal(body, &sent)
	return sent
}

func isSchema(value any) bool {
	schema, _ := value.(map[string]any)
	return schema["type"] == "object" && schema["additionalProperties"] == false
}
