package configfile

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Provider is a word that an executor block may name.
type Provider struct {
	Name string

	// Model: the block names a model and may say how to reach it. Without it the block has no further key.
	Model bool

	// Refusal is why a provider that exists cannot stand in a block, and what to do instead.
	Refusal string
}

// Executor is an executor block whose shape is right. What is absent is zero.
type Executor struct {
	Path             string // its key path
	Provider         string
	Model            string
	APIKeyEnv        string // the name of an environment variable, never a key
	BaseURL          string
	MaxOutputTokens  int
	NativeJSONSchema *bool
}

// MaxOutputTokens bounds what a block may ask for.
const MaxOutputTokens = 1<<31 - 1

// isVariable tells a name that the shell can set (POSIX.1-2017, 8.1). It keeps a key that was written
// there by mistake out of every message.
func isVariable(name string) bool {
	for i, c := range []byte(name) {
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

func (r *reader) executor(path string, value strictjson.Value) *Executor {
	if value.Kind() != strictjson.KindObject {
		r.fault(path, "is not an object")
		return nil
	}
	word, ok := value.Lookup("provider")
	if !ok {
		r.fault(path+"/provider", "is missing: %s", alternatives(r.providers()))
		return nil
	}
	provider := r.provider(path+"/provider", word)
	if provider == nil {
		return nil
	}
	return r.block(path, value, provider)
}

func (r *reader) providers() []string {
	var names []string
	for _, provider := range r.known.Providers {
		if provider.Refusal == "" {
			names = append(names, provider.Name)
		}
	}
	return names
}

func (r *reader) provider(path string, word strictjson.Value) *Provider {
	at := slices.IndexFunc(r.known.Providers, func(p Provider) bool {
		return word.Kind() == strictjson.KindString && p.Name == word.Text()
	})
	switch {
	case at < 0:
		r.fault(path, "is not known: %s", alternatives(r.providers()))
		return nil
	case r.known.Providers[at].Refusal != "":
		r.fault(path, "%s", r.known.Providers[at].Refusal)
		return nil
	default:
		return &r.known.Providers[at]
	}
}

func (r *reader) block(path string, value strictjson.Value, provider *Provider) *Executor {
	e := &Executor{Path: path, Provider: provider.Name}
	if !provider.Model {
		r.object(path, value, "provider")
		return e
	}
	if !value.Has("model") {
		r.fault(path+"/model", "is missing: name the model to ask")
	}
	for key, item := range value.Members() {
		r.setting(strictjson.AppendName(path, key), key, item, e)
	}
	return e
}

func (r *reader) setting(path, key string, value strictjson.Value, e *Executor) {
	switch key {
	case "provider":
	case "model":
		e.Model = r.text(path, value)
	case "apiKeyEnv":
		e.APIKeyEnv = r.variable(path, value)
	case "baseURL":
		e.BaseURL = r.text(path, value)
	case "maxOutputTokens":
		e.MaxOutputTokens = r.integer(path, value, 1, MaxOutputTokens)
	case "nativeJsonSchema":
		if value.Kind() != strictjson.KindBool {
			r.fault(path, "is not true or false")
		}
		native := value.Bool()
		e.NativeJSONSchema = &native
	case "apiKey":
		r.fault(path, "is not a key here: put the API key into an environment variable and name that in apiKeyEnv")
	default:
		r.fault(path, "is not a key here: known are provider, model, apiKeyEnv, maxOutputTokens, "+
			"nativeJsonSchema, baseURL")
	}
}

func (r *reader) variable(path string, value strictjson.Value) string {
	if value.Kind() != strictjson.KindString || !isVariable(value.Text()) {
		r.fault(path, "is not the name of an environment variable")
		return ""
	}
	return value.Text()
}
