package provider

import (
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/executor/anthropic"
	"github.com/devcodex/intent-runtime/adapters/executor/chat"
	"github.com/devcodex/intent-runtime/adapters/executor/gemini"
	"github.com/devcodex/intent-runtime/adapters/executor/openai"
	"github.com/devcodex/intent-runtime/adapters/executor/xai"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// Executor is what every executor of this repository that asks a model over HTTP is.
type Executor interface {
	ports.Executor
	CloseIdleConnections()
}

// Settings are the options of an executor that tests change. Model and key are the double's unless they
// are set.
type Settings struct {
	BaseURL  string
	Client   *http.Client
	NoNative bool
	Tokens   int
	NoKey    bool
}

// Open makes the executor of a dialect.
func Open(d Dialect, s Settings) (Executor, error) {
	key := executorkit.NewKey(Key)
	if s.NoKey {
		key = executorkit.Key{}
	}
	switch d {
	case Chat:
		return some(chat.New(chat.Options{APIKey: key, Model: Model, BaseURL: s.BaseURL,
			HTTPClient: s.Client, NoNativeJSONSchema: s.NoNative, MaxOutputTokens: s.Tokens}))
	case Anthropic:
		return some(anthropic.New(anthropic.Options{APIKey: key, Model: Model, BaseURL: s.BaseURL,
			HTTPClient: s.Client, NoNativeJSONSchema: s.NoNative, MaxOutputTokens: s.Tokens}))
	case Gemini:
		return some(gemini.New(gemini.Options{APIKey: key, Model: Model, BaseURL: s.BaseURL,
			HTTPClient: s.Client, NoNativeJSONSchema: s.NoNative, MaxOutputTokens: s.Tokens}))
	case XAI:
		return some(xai.New(xai.Options{APIKey: key, Model: Model, BaseURL: s.BaseURL,
			HTTPClient: s.Client, NoNativeJSONSchema: s.NoNative, MaxOutputTokens: s.Tokens}))
	default:
		return some(openai.New(openai.Options{APIKey: key, Model: Model, BaseURL: s.BaseURL,
			HTTPClient: s.Client, NoNativeJSONSchema: s.NoNative, MaxOutputTokens: s.Tokens}))
	}
}

func some[E Executor](executor E, err error) (Executor, error) {
	if err != nil {
		return nil, err
	}
	return executor, nil
}
