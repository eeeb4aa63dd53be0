package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// Every scheme of the table opens with what it says it takes, and refuses to without.
func TestSchemes(t *testing.T) {
	seen := map[string]bool{}
	for _, scheme := range schemes() {
		if seen[scheme.Name] || scheme.About == "" || strings.Contains(scheme.Name, ":") {
			t.Errorf("%q comes twice, or has no word of explanation, or no good name", scheme.Name)
		}
		seen[scheme.Name] = true
		settings := reading.Settings{NativeJSONSchema: true}
		if executor, err := scheme.New(settings); scheme.Takes != reading.Nothing && (err == nil || executor != nil) {
			t.Errorf("%s opens with nothing: %v, %v", scheme.Name, executor, err)
		}
		switch scheme.Takes {
		case reading.Model:
			settings.Model, settings.APIKey, settings.BaseURL = "m", executorkit.NewKey("k"), "https://example.com"
		case reading.File:
			settings.Script = []byte(`{"replies":[]}`)
		}
		executor, err := scheme.New(settings)
		if err != nil || !executor.Capabilities().SupportsAbort || !strings.HasPrefix(executor.ID(), scheme.Name) {
			t.Errorf("%s: %v, %v", scheme.Name, executor, err)
		}
	}
}

// Whether the provider enforces schemas is what the configuration says.
func TestNativeJSONSchemaIsPassedOn(t *testing.T) {
	for _, scheme := range schemes() {
		if scheme.Takes != reading.Model {
			continue
		}
		for _, native := range []bool{true, false} {
			executor, err := scheme.New(reading.Settings{Model: "m",
				APIKey: executorkit.NewKey("k"), BaseURL: "https://example.com", NativeJSONSchema: native})
			if err != nil || executor.Capabilities().NativeJSONSchema != native {
				t.Errorf("%s: %v, want %v; %v", scheme.Name, !native, native, err)
			}
		}
	}
}

func TestValidatorsHaveTheirNames(t *testing.T) {
	for _, validator := range validators() {
		if got := validator.New().Name(); got != validator.Name {
			t.Errorf("%s makes %s", validator.Name, got)
		}
	}
	if usual := validators()[0].Name; usual != "gojsonschema" {
		t.Errorf("the usual validator is %s", usual)
	}
}

func TestSettingsHideTheKey(t *testing.T) {
	settings := reading.Settings{APIKey: executorkit.NewKey("sk-very-secret")}
	if text, err := json.Marshal(settings); err != nil || strings.Contains(string(text), "very-secret") {
		t.Errorf("JSON shows %s, %v", text, err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(verb, settings); strings.Contains(text, "very-secret") {
			t.Errorf("%s shows %s", verb, text)
		}
	}
}
