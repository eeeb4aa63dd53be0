package anthropic_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestSchema: the schema is sent whole, its properties in their order, and only if it is asked for.
func TestSchema(t *testing.T) {
	const schema = `{"type":"object","properties":{"z":{"type":["string","null"]},"a":{"enum":["y","b",null]}},` +
		`"required":["z","a"],"additionalProperties":false}`
	server := provider.StartAlways(provider.Anthropic, provider.Complete(provider.Anthropic, "{}"))
	t.Cleanup(server.Close)
	executor := open(t, server.BaseURL(), nil)
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

// TestManyTokens: the SDK refuses to ask for what could take over ten minutes unless it streams.
func TestManyTokens(t *testing.T) {
	server := provider.StartAlways(provider.Anthropic, provider.Complete(provider.Anthropic, "{}"))
	t.Cleanup(server.Close)
	executor, err := provider.Open(provider.Anthropic, provider.Settings{BaseURL: server.BaseURL(), Tokens: 128_000})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(executor.CloseIdleConnections)
	if _, err := executor.Generate(t.Context(), intent.ModelRequest{Instructions: "Do.", Payload: "{}"}); err != nil {
		t.Errorf("128,000 tokens: %v", err)
	}
}
