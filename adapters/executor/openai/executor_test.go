package openai_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/adapters/executor/openai"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

func options(baseURL string) openai.Options {
	return openai.Options{APIKey: executorkit.NewKey(provider.Key), Model: provider.Model, BaseURL: baseURL}
}

func open(t testing.TB, baseURL string) ports.Executor {
	t.Helper()
	executor, err := openai.New(options(baseURL))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(executor.CloseIdleConnections)
	return executor
}

func TestConformance(t *testing.T) {
	maker := provider.Maker(provider.OpenAI, func(baseURL string) ports.Executor { return open(t, baseURL) })
	executortest.Run(t, maker, executortest.Features{Secret: provider.Key, Config: options("https://example.com")})
}
