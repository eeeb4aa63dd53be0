package provider_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
)

// request is a good one in a dialect, for a test to spoil.
func request(dialect provider.Dialect) (header http.Header, body provider.Tree) {
	user := provider.Tree{"type": "message", "role": "user", "content": "{}"}
	system := provider.Tree{"type": "message", "role": "system", "content": "Do."}
	body = provider.Tree{
		"model": provider.Model, "store": false, "tools": []any{}, "max_output_tokens": 8192,
		"instructions": "Do.", "input": []any{user},
		"text": provider.Tree{"format": provider.Tree{"type": "json_object"}},
	}
	if dialect == provider.XAI {
		delete(body, "instructions")
		body["input"] = []any{system, user}
		body["text"] = provider.Tree{"format": provider.Tree{"type": "text"}}
	}
	header = http.Header{}
	header.Set("Authorization", "Bearer "+provider.Key)
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "intent-runtime")
	return header, body
}

func send(t *testing.T, server *provider.Server, path string, header http.Header, body any) *http.Response {
	t.Helper()
	text, _ := json.Marshal(body)
	r, err := http.NewRequest(http.MethodPost, server.URL+path, strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// TestFaultsAreSeen: a double that takes anything proves nothing.
func TestFaultsAreSeen(t *testing.T) {
	schema := provider.Tree{"format": provider.Tree{"type": "json_schema", "name": "intent_core", "strict": false,
		"schema": provider.Tree{"type": "object", "additionalProperties": false}}}
	spoils := map[string]func(path *string, header http.Header, body provider.Tree){
		"path":          func(path *string, _ http.Header, _ provider.Tree) { *path = "/v1/chat/completions" },
		"Authorization": func(_ *string, header http.Header, _ provider.Tree) { header.Set("Authorization", "Bearer x") },
		"X-Stainless-Lang": func(_ *string, header http.Header, _ provider.Tree) {
			header.Set("X-Stainless-Lang", "go")
		},
		"user agent":        func(_ *string, header http.Header, _ provider.Tree) { header.Set("User-Agent", "OpenAI/Go") },
		"model":             func(_ *string, _ http.Header, body provider.Tree) { body["model"] = "x" },
		"store":             func(_ *string, _ http.Header, body provider.Tree) { body["store"] = true },
		"tools":             func(_ *string, _ http.Header, body provider.Tree) { delete(body, "tools") },
		"max_output_tokens": func(_ *string, _ http.Header, body provider.Tree) { body["max_output_tokens"] = 1 },
		"input":             func(_ *string, _ http.Header, body provider.Tree) { body["input"] = "{}" },
		"text":              func(_ *string, _ http.Header, body provider.Tree) { body["text"] = schema },
		"unexpected stream": func(_ *string, _ http.Header, body provider.Tree) { body["stream"] = true },
	}
	for _, dialect := range provider.ResponsesDialects() {
		server := provider.StartAlways(dialect, provider.Complete(dialect, "{}"))
		t.Cleanup(server.Close)
		header, body := request(dialect)
		send(t, server, "/v1/responses", header, body)
		if faults := server.Faults(); len(faults) > 0 {
			t.Errorf("%s: a good request has faults %v", dialect, faults)
		}
		for name, spoil := range spoils {
			path := "/v1/responses"
			header, body := request(dialect)
			spoil(&path, header, body)
			send(t, server, path, header, maps.Clone(body))
			calls := server.Calls()
			faults := strings.Join(calls[len(calls)-1].Faults, "; ")
			if name = strings.Replace(name, "path", "request line", 1); !strings.Contains(faults, name) {
				t.Errorf("%s: a wrong %s is seen as %q", dialect, name, faults)
			}
		}
	}
}

func TestDialectsDiffer(t *testing.T) {
	server := provider.StartAlways(provider.XAI, provider.Complete(provider.XAI, "{}"))
	defer server.Close()
	header, body := request(provider.OpenAI)
	send(t, server, "/v1/responses", header, body)
	if len(server.Faults()) == 0 {
		t.Error("xAI's double takes OpenAI's dialect")
	}
}

func TestAnswersRunOut(t *testing.T) {
	server := provider.Start(provider.OpenAI, provider.Complete(provider.OpenAI, "one"))
	defer server.Close()
	header, body := request(provider.OpenAI)
	first := send(t, server, "/v1/responses", header, body)
	if text, _ := io.ReadAll(first.Body); first.StatusCode != http.StatusOK || !strings.Contains(string(text), `"text":"one"`) {
		t.Errorf("first answer %d %s", first.StatusCode, text)
	}
	if second := send(t, server, "/v1/responses", header, body); second.StatusCode != http.StatusInternalServerError {
		t.Errorf("second answer %d", second.StatusCode)
	}
}

// TestRowsAreNamedOnce: a failing row must be found by its name.
func TestRowsAreNamedOnce(t *testing.T) {
	for _, dialect := range provider.Dialects() {
		names := map[string]bool{}
		for _, row := range provider.Rows(dialect, "http://example.com") {
			if names[row.Name] || row.Answer == nil || row.Code == "" {
				t.Errorf("%s: row %q is there twice or says too little", dialect, row.Name)
			}
			names[row.Name] = true
		}
	}
}
