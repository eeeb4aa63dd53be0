package provider_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestSchema: the schema is sent whole, its properties in their order, and only if it is asked for.
func TestSchema(t *testing.T) {
	for _, dialect := range []provider.Dialect{provider.Anthropic, provider.Gemini} {
		t.Run(string(dialect), func(t *testing.T) { schemaIsSentWhole(t, dialect) })
	}
}

func schemaIsSentWhole(t *testing.T, dialect provider.Dialect) {
	t.Helper()
	const schema = `{"type":"object","properties":{"z":{"type":["string","null"]},"a":{"enum":["y","b",null]}},` +
		`"required":["z","a"],"additionalProperties":false}`
	server := provider.StartAlways(dialect, provider.Complete(dialect, "{}"))
	t.Cleanup(server.Close)
	executor, err := provider.Open(dialect, provider.Settings{BaseURL: server.BaseURL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(executor.CloseIdleConnections)
	native := intent.ModelRequest{Instructions: "Do <this> & that", Payload: `{"q":"é"}`,
		Format: intent.Format{Kind: intent.FormatJSONSchema, Name: "intent_core", Schema: schema}}
	object := native
	object.Format = intent.Format{Kind: intent.FormatJSONObject}
	for _, request := range []intent.ModelRequest{native, object, native} {
		if _, err := executor.Generate(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	if faults := server.Faults(); len(faults) > 0 {
		t.Errorf("the request differs from the dialect: %v", faults)
	}
	const properties = `"properties":{"z":{"type":["string","null"]},"a":{"enum":["y","b",null]}}`
	for i, want := range []bool{true, false, true} {
		if body := server.Calls()[i].Body; strings.Contains(body, properties) != want {
			t.Errorf("call %d sent %s", i, body)
		}
	}
	if body := server.Calls()[0].Body; body != server.Calls()[2].Body {
		t.Error("the same request was sent differently")
	}
	native.Format.Schema = "[]"
	if _, err := executor.Generate(t.Context(), native); intent.CodeOf(err) != intent.ModelRequestFailed ||
		intent.AsError(err).Reason != intent.FailedExecutor || len(server.Calls()) != 3 {
		t.Errorf("a schema that is none: %v after %d calls", err, len(server.Calls()))
	}
}
