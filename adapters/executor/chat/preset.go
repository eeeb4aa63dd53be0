package chat

import "strings"

// Preset is a server that is known by name: where it is and what it enforces.
type Preset struct {
	Name    string
	BaseURL string

	// NoNativeJSONSchema and NoNativeJSONObject are what the server does not take in response_format.
	NoNativeJSONSchema, NoNativeJSONObject bool
}

// Presets lists the servers that are known by name. What a server enforces may depend on the model; the
// options can switch off more than a preset does, never less.
func Presets() []Preset {
	return []Preset{
		{Name: "ollama", BaseURL: "http://127.0.0.1:11434/v1/"},
		{Name: "lmstudio", BaseURL: "http://127.0.0.1:1234/v1/", NoNativeJSONObject: true},
		{Name: "vllm", BaseURL: "http://127.0.0.1:8000/v1/"},
		{Name: "llamacpp", BaseURL: "http://127.0.0.1:8080/v1/"},
		{Name: "openrouter", BaseURL: "https://openrouter.ai/api/v1/"},
		{Name: "groq", BaseURL: "https://api.groq.com/openai/v1/"},
		{Name: "together", BaseURL: "https://api.together.xyz/v1/"},
		{Name: "deepseek", BaseURL: "https://api.deepseek.com/v1/", NoNativeJSONSchema: true},
		{Name: "mistral", BaseURL: "https://api.mistral.ai/v1/"},
	}
}

// preset finds a server by its name.
func preset(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// hint says what may stand in BaseURL.
func hint() string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return "give the address of a server or one of " + strings.Join(names, ", ") +
		", which may also stand before the model: ollama/MODEL"
}

// resolved returns the options with a preset's in their place, and the name before the model in the
// executor's id.
func (o Options) resolved() (options Options, name string) {
	const chat = "chat"
	named := o.BaseURL
	if before, model, ok := strings.Cut(o.Model, "/"); ok && named == "" {
		if _, known := preset(before); known {
			named, o.Model = before, model
		}
	}
	p, ok := preset(named)
	if !ok {
		return o, chat
	}
	o.BaseURL = p.BaseURL
	o.NoNativeJSONSchema = o.NoNativeJSONSchema || p.NoNativeJSONSchema
	o.NoNativeJSONObject = o.NoNativeJSONObject || p.NoNativeJSONObject
	return o, chat + ":" + p.Name
}
