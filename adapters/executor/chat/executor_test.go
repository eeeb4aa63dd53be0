package chat_test

import (
	"net/http"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/adapters/executor/chat"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

func options(baseURL string, client *http.Client) chat.Options {
	key := executorkit.NewKey(provider.Key)
	return chat.Options{APIKey: key, Model: provider.Model, BaseURL: baseURL, HTTPClient: client}
}

func open(t testing.TB, baseURL string, client *http.Client) ports.Executor {
	t.Helper()
	executor, err := chat.New(options(baseURL, client))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(executor.CloseIdleConnections)
	return executor
}

func TestConformance(t *testing.T) {
	maker := provider.Maker(provider.Chat, func(baseURL string, client *http.Client) ports.Executor {
		return open(t, baseURL, client)
	})
	config := options("https://example.com", nil)
	executortest.Run(t, maker, executortest.Features{Secret: provider.Key, Config: config})
}
