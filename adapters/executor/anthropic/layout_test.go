package anthropic_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/domain/intent"
)

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
