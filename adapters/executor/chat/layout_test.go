package chat_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/adapters/executor/chat"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// TestPresets: every server that is known by name is an address that can be asked, before the model too.
func TestPresets(t *testing.T) {
	for _, preset := range chat.Presets() {
		key := executorkit.NewKey("k")
		if strings.HasPrefix(preset.BaseURL, "http://127.0.0.1") {
			key = executorkit.Key{}
		}
		for _, options := range []chat.Options{
			{BaseURL: preset.Name, Model: "a/b", APIKey: key},
			{Model: preset.Name + "/a/b", APIKey: key},
		} {
			executor, err := chat.New(options)
			if err != nil {
				t.Fatalf("%s: %v", preset.Name, err)
			}
			if want := "chat:" + preset.Name + ":a/b"; executor.ID() != want {
				t.Errorf("id %s, want %s", executor.ID(), want)
			}
			can := executor.Capabilities()
			if can.NativeJSONSchema == preset.NoNativeJSONSchema || can.NativeJSONObject == preset.NoNativeJSONObject {
				t.Errorf("%s has %+v", preset.Name, can)
			}
			if shown := fmt.Sprint(executor.Settings().BaseURL); shown != preset.BaseURL {
				t.Errorf("%s is asked at %s", preset.Name, shown)
			}
		}
	}
}

func TestOptionsAreRefused(t *testing.T) {
	tests := map[string]chat.Options{
		"/baseURL is missing":                   {Model: "m"},
		"/baseURL is not an absolute":           {Model: "m", BaseURL: "olama", APIKey: executorkit.NewKey("k")},
		"one of ollama, lmstudio, vllm":         {Model: "m", BaseURL: "olama", APIKey: executorkit.NewKey("k")},
		"/apiKey is missing":                    {Model: "m", BaseURL: "http://192.168.1.2:8080/v1"},
		"/model is missing":                     {BaseURL: "ollama"},
		"/apiKey holds white space":             {Model: "m", BaseURL: "ollama", APIKey: executorkit.NewKey("k\n")},
		"/maxOutputTokens is not":               {Model: "m", BaseURL: "ollama", MaxOutputTokens: -1},
		"/baseURL holds white space or control": {Model: "m", BaseURL: "http://127.0.0.1:1/v1 "},
	}
	for want, options := range tests {
		_, err := chat.New(options)
		if !errors.Is(err, intent.ConfigInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestLoopback: no key is needed on this machine, whatever it is called, and none is sent.
func TestLoopback(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "127.8.8.8", "[::1]", "localhost", "LocalHost", "llm.localhost"} {
		if _, err := chat.New(chat.Options{Model: "m", BaseURL: "http://" + host + ":9/v1"}); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"localhost.example.com", "10.0.0.1", "0.0.0.0", "127.0.0.1.example.com"} {
		if _, err := chat.New(chat.Options{Model: "m", BaseURL: "http://" + host + ":9/v1"}); err == nil {
			t.Errorf("%s takes no key", host)
		}
	}
}

// TestFormats: what the server does not take is left out of the request.
func TestFormats(t *testing.T) {
	schema := intent.Format{Kind: intent.FormatJSONSchema, Name: "intent_core",
		Schema: `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}},"required":["z","a"],"additionalProperties":false}`}
	object := intent.Format{Kind: intent.FormatJSONObject}
	tests := []struct {
		name     string
		noObject bool
		format   intent.Format
		want     string
	}{
		{"schema", false, schema, "json_schema"}, {"object", false, object, "json_object"},
		{"object that the server refuses", true, object, "text"}, {"schema without object", true, schema, "json_schema"},
	}
	for _, tt := range tests {
		server := provider.Start(provider.Chat, provider.Complete(provider.Chat, "{}"))
		t.Cleanup(server.Close)
		executor, err := chat.New(chat.Options{Model: provider.Model, APIKey: executorkit.NewKey(provider.Key),
			BaseURL: server.BaseURL(), NoNativeJSONObject: tt.noObject})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(executor.CloseIdleConnections)
		request := intent.ModelRequest{Instructions: "Do.", Payload: "{}", Format: tt.format}
		if _, err := executor.Generate(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		call := server.Calls()[0]
		if call.Asked() != tt.want {
			t.Errorf("%s: asked for %s", tt.name, call.Asked())
		}
		if tt.format.Schema != "" && strings.Index(call.Body, `"z":`) > strings.Index(call.Body, `"a":`) {
			t.Errorf("%s: the schema's properties are out of order in %s", tt.name, call.Body)
		}
	}
}
