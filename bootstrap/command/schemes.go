package command

import (
	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	"github.com/devcodex/intent-runtime/adapters/executor/anthropic"
	"github.com/devcodex/intent-runtime/adapters/executor/chat"
	"github.com/devcodex/intent-runtime/adapters/executor/gemini"
	"github.com/devcodex/intent-runtime/adapters/executor/offline"
	"github.com/devcodex/intent-runtime/adapters/executor/openai"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/adapters/executor/xai"
	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/ports"
)

// schemes is every executor that can be named, one line each. What a line cannot hold stands below.
func schemes() []reading.Scheme {
	return []reading.Scheme{
		{
			Name:   "openai",
			Takes:  reading.Model,
			KeyEnv: "OPENAI_API_KEY",
			New:    newOpenAI,
			About:  "an OpenAI model",
		},
		{Name: "xai", Takes: reading.Model, KeyEnv: "XAI_API_KEY", New: newXAI, About: "an xAI model"},
		{
			Name:   "anthropic",
			Takes:  reading.Model,
			KeyEnv: "ANTHROPIC_API_KEY",
			New:    newAnthropic,
			About:  "an Anthropic model",
		},
		{
			Name:   "gemini",
			Takes:  reading.Model,
			KeyEnv: "GEMINI_API_KEY",
			New:    newGemini,
			About:  "a Google Gemini model",
		},
		{Name: "chat", Takes: reading.Model, KeyEnv: "CHAT_API_KEY", KeyOptional: true, New: newChat,
			Servers: chatServers(),
			About:   "a model behind chat completions, such as ollama/qwen3"},
		{Name: "offline", OwnWords: true, NoDescriptions: true, New: newOffline,
			About: "a rule-based reader of English and Chinese: no key, no network"},
		{Name: "script", Takes: reading.File, New: newScript, About: "prepared replies, in order"},
	}
}

func validators() []reading.Validator {
	return []reading.Validator{
		{Name: "gojsonschema", New: func() ports.SchemaValidator { return gojsonschema.New() }},
		{Name: "native", New: func() ports.SchemaValidator { return native.New() }},
	}
}

func newOpenAI(s reading.Settings) (ports.Executor, error) {
	return some(openai.New(openai.Options{
		APIKey: s.APIKey, Model: s.Model, BaseURL: s.BaseURL,
		NoNativeJSONSchema: !s.NativeJSONSchema, MaxOutputTokens: s.MaxOutputTokens,
	}))
}

func newXAI(s reading.Settings) (ports.Executor, error) {
	return some(xai.New(xai.Options{
		APIKey: s.APIKey, Model: s.Model, BaseURL: s.BaseURL,
		NoNativeJSONSchema: !s.NativeJSONSchema, MaxOutputTokens: s.MaxOutputTokens,
	}))
}

func newAnthropic(s reading.Settings) (ports.Executor, error) {
	return some(anthropic.New(anthropic.Options{
		APIKey: s.APIKey, Model: s.Model, BaseURL: s.BaseURL,
		NoNativeJSONSchema: !s.NativeJSONSchema, MaxOutputTokens: s.MaxOutputTokens,
	}))
}

func newGemini(s reading.Settings) (ports.Executor, error) {
	return some(gemini.New(gemini.Options{
		APIKey: s.APIKey, Model: s.Model, BaseURL: s.BaseURL,
		NoNativeJSONSchema: !s.NativeJSONSchema, MaxOutputTokens: s.MaxOutputTokens,
	}))
}

func newChat(s reading.Settings) (ports.Executor, error) {
	return some(chat.New(chat.Options{
		APIKey: s.APIKey, Model: s.Model, BaseURL: s.BaseURL,
		NoNativeJSONSchema: !s.NativeJSONSchema, MaxOutputTokens: s.MaxOutputTokens,
	}))
}

func chatServers() []string {
	var names []string
	for _, preset := range chat.Presets() {
		names = append(names, preset.Name)
	}
	return names
}

func newOffline(reading.Settings) (ports.Executor, error) { return offline.New(), nil }

func newScript(s reading.Settings) (ports.Executor, error) { return some(script.Read(s.Script)) }

// some keeps a nil pointer from becoming an executor that is not nil.
func some[E ports.Executor](executor E, err error) (ports.Executor, error) {
	if err != nil {
		return nil, err
	}
	return executor, nil
}
