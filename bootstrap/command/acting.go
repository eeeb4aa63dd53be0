package command

import (
	"context"
	"os/user"

	"github.com/devcodex/intent-runtime/adapters/cli/acting"
	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/adapters/journal/sqlite"
	openaiprovider "github.com/devcodex/intent-runtime/adapters/provider/openai"
	providerscript "github.com/devcodex/intent-runtime/adapters/provider/script"
	xaiprovider "github.com/devcodex/intent-runtime/adapters/provider/xai"
	"github.com/devcodex/intent-runtime/adapters/tools/plan"
	boot "github.com/devcodex/intent-runtime/bootstrap/acting"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// ActingParts is what the commands of acting are put together from.
func ActingParts() acting.Parts {
	return acting.Parts{
		Providers:    providers(),
		OpenJournal:  openJournal,
		Memory:       func() ports.Journal { return memory.New() },
		Tools:        toolbox,
		Protect:      protect,
		Host:         thisProcess,
		Alive:        alive,
		User:         userName,
		Instructions: boot.Instructions,
	}
}

// providers is every provider that can be named, one line each.
func providers() []acting.Scheme {
	return []acting.Scheme{
		{Name: "openai", KeyEnv: "OPENAI_API_KEY", New: newOpenAIProvider, About: "an OpenAI model"},
		{Name: "xai", KeyEnv: "XAI_API_KEY", New: newXAIProvider, About: "an xAI model"},
		{Name: "script", File: true, New: newScriptProvider, About: "prepared turns, in order"},
	}
}

func newOpenAIProvider(s acting.ProviderSettings) (ports.Provider, error) {
	p, err := openaiprovider.New(openaiprovider.Options{APIKey: s.APIKey, Model: s.Model})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func newXAIProvider(s acting.ProviderSettings) (ports.Provider, error) {
	p, err := xaiprovider.New(xaiprovider.Options{APIKey: s.APIKey, Model: s.Model})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func newScriptProvider(s acting.ProviderSettings) (ports.Provider, error) {
	p, err := providerscript.Read(s.Script)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func openJournal(ctx context.Context, path string, readOnly bool) (acting.Journal, error) {
	j, err := sqlite.Open(ctx, sqlite.Options{Path: path, ReadOnly: readOnly})
	if err != nil {
		return nil, err
	}
	return j, nil
}

func planLines(p plan.Plan) []string {
	marks := map[string]string{"pending": "[ ] ", "in_progress": "[>] ", "completed": "[x] "}
	lines := make([]string, len(p.Steps))
	for i, step := range p.Steps {
		lines[i] = marks[step.Status] + step.Step
	}
	return lines
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "unknown"
}
