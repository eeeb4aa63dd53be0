package responses_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func start(t testing.TB, dialect provider.Dialect, answers ...provider.Answer) *provider.Server {
	server := provider.Start(dialect, answers...)
	t.Cleanup(server.Close)
	return server
}

func open(t testing.TB, dialect provider.Dialect, s provider.Settings) provider.Executor {
	t.Helper()
	made, err := provider.Open(dialect, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.CloseIdleConnections)
	return made
}

// TestLayout compares whole bodies: the mapping is exact.
func TestLayout(t *testing.T) {
	schema := `{"type":"object","properties":{"z":{"type":"string"},"a":{"enum":["y","b"],"type":"string"}},` +
		`"required":["z","a"],"additionalProperties":false}`
	native := intent.ModelRequest{Stage: intent.StageCore, Instructions: "Do <this> & that", Payload: `{"q":"é"}`,
		Format: intent.Format{Kind: intent.FormatJSONSchema, Name: "intent_core", Schema: schema}}
	object := native
	object.Format = intent.Format{Kind: intent.FormatJSONObject}
	user := `{"content":"{\"q\":\"é\"}","role":"user","type":"message"}`
	strict := `{"name":"intent_core","schema":` + schema + `,"strict":true,"type":"json_schema"}`
	tests := []struct {
		dialect provider.Dialect
		request intent.ModelRequest
		want    string
	}{
		{provider.OpenAI, native, `"instructions":"Do <this> & that","input":[` + user + `],"text":{"format":` + strict + `}`},
		{provider.OpenAI, object,
			`"instructions":"Do <this> & that","input":[` + user + `],"text":{"format":{"type":"json_object"}}`},
		{provider.XAI, native, `"input":[{"content":"Do <this> & that","role":"system","type":"message"},` + user +
			`],"text":{"format":` + strict + `}`},
		{provider.XAI, object, `"input":[{"content":"Do <this> & that","role":"system","type":"message"},` + user +
			`],"text":{"format":{"type":"text"}}`},
	}
	for _, tt := range tests {
		t.Run(string(tt.dialect)+" "+string(tt.request.Format.Kind), func(t *testing.T) {
			server := start(t, tt.dialect, provider.Complete(tt.dialect, "{}"))
			executor := open(t, tt.dialect, provider.Settings{BaseURL: server.BaseURL(), Tokens: 99})
			if _, err := executor.Generate(t.Context(), tt.request); err != nil {
				t.Fatal(err)
			}
			body := server.Calls()[0].Body
			want := `{"model":"double-1","max_output_tokens":99,"store":false,"tools":[],` + tt.want + `}`
			if canonical(t, body) != canonical(t, want) {
				t.Errorf("sent %s\nwant %s", body, want)
			}
			if tt.request.Format.Kind == intent.FormatJSONSchema && strings.Index(body, `"z":`) > strings.Index(body, `"a":`) {
				t.Errorf("the schema's properties are out of order in %s", body)
			}
		})
	}
}

func canonical(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	out, _ := json.Marshal(value)
	return string(out)
}

func TestDetails(t *testing.T) {
	for _, dialect := range provider.ResponsesDialects() {
		cut := provider.With(provider.Body("incomplete"), "incomplete_details", provider.Tree{"reason": "max_output_tokens"})
		server := start(t, dialect, provider.Respond(cut),
			provider.Output("completed", provider.MessageOf(provider.RefusalPart())))
		executor := open(t, dialect, provider.Settings{BaseURL: server.BaseURL()})
		for _, want := range []string{"max_output_tokens", "I will not."} {
			reply, err := executor.Generate(t.Context(), intent.ModelRequest{Instructions: "Do.", Payload: "{}"})
			if err != nil || reply.Detail != want {
				t.Errorf("got %+v, %v; want detail %q", reply, err, want)
			}
		}
	}
}
