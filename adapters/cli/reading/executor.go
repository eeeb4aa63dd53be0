package reading

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// maxScriptBytes bounds a script: replies of many calls.
const maxScriptBytes = 256 << 20

// setExecutor sets what does the reading: the flag's, else the instance's, else the one that needs
// nothing, with a note that nobody chose it.
func (p *program) setExecutor(
	ctx context.Context, s *setup, f *parseFlags, chosen configfile.Instance,
) (err error) {
	if f.given("executor") {
		return p.fromSpec(ctx, s, f.executor)
	}
	if chosen.Executor != nil {
		scheme, _ := p.scheme(chosen.Executor.Provider)
		s.ownWords = scheme.OwnWords
		s.executor, err = p.fromBlock(f.config, chosen.Executor)
		return err
	}
	fallback, ok := p.fallback()
	if !ok {
		return cli.Usagef("nothing says what does the reading: give --executor")
	}
	s.ownWords = fallback.OwnWords
	s.note = fmt.Sprintf("no executor is configured, so %s reads the request: %s", fallback.Name, fallback.About)
	s.executor, err = p.open("executor "+fallback.Name, fallback, Settings{})
	return err
}

// fallback is the first scheme that needs neither a model nor a file.
func (p *program) fallback() (Scheme, bool) {
	at := slices.IndexFunc(p.parts.Schemes, func(s Scheme) bool { return s.Takes == Nothing })
	if at < 0 {
		return Scheme{}, false
	}
	return p.parts.Schemes[at], true
}

func (p *program) scheme(name string) (Scheme, bool) {
	at := slices.IndexFunc(p.parts.Schemes, func(s Scheme) bool { return s.Name == name })
	if at < 0 {
		return Scheme{}, false
	}
	return p.parts.Schemes[at], true
}

// specs lists what --executor takes.
func (p *program) specs() []string {
	specs := make([]string, len(p.parts.Schemes))
	for i, scheme := range p.parts.Schemes {
		specs[i] = scheme.Name + map[Argument]string{Nothing: "", Model: ":MODEL", File: ":FILE"}[scheme.Takes]
	}
	return specs
}

// fromSpec sets the executor of --executor.
func (p *program) fromSpec(ctx context.Context, s *setup, spec string) error {
	name, argument, has := strings.Cut(spec, ":")
	scheme, ok := p.scheme(name)
	if !ok {
		return cli.Usagef("unknown executor %s%s; there are %s", cli.Quoted(name),
			cli.DidYouMean(name, p.schemeNames()), strings.Join(p.specs(), ", "))
	}
	at := "--executor " + name
	settings, err := p.specSettings(ctx, at, scheme, argument, has)
	if err != nil {
		return err
	}
	if scheme.Takes == File {
		s.scriptFile = argument
	}
	s.ownWords = scheme.OwnWords
	s.executor, err = p.open(at, scheme, settings)
	return err
}

func (p *program) schemeNames() []string {
	names := make([]string, len(p.parts.Schemes))
	for i, scheme := range p.parts.Schemes {
		names[i] = scheme.Name
	}
	return names
}

func (p *program) specSettings(
	ctx context.Context, at string, scheme Scheme, argument string, has bool,
) (Settings, error) {
	switch {
	case scheme.Takes == Nothing && has:
		return Settings{}, cli.Usagef("%s takes nothing after its name", at)
	case scheme.Takes == Nothing:
		return Settings{}, nil
	case strings.TrimSpace(argument) == "" && scheme.Takes == Model:
		return Settings{}, cli.Usagef("%s: the model is missing: use %s:MODEL", at, scheme.Name)
	case argument == "":
		return Settings{}, cli.Usagef("%s: the file is missing: use %s:FILE", at, scheme.Name)
	case scheme.Takes == File:
		text, err := configfile.ReadFile(ctx, argument, maxScriptBytes)
		return Settings{Script: text}, err
	default:
		if scheme.KeyOptional && !p.isSet(scheme.KeyEnv) {
			return Settings{Model: argument, NativeJSONSchema: true}, nil
		}
		key, err := p.key(at, scheme.KeyEnv)
		return Settings{Model: argument, APIKey: key, NativeJSONSchema: true}, err
	}
}

func (p *program) fromBlock(file string, block *configfile.Executor) (ports.Executor, error) {
	scheme, _ := p.scheme(block.Provider) // the file reader knows the same table
	at := file + ": " + strictjson.CutPointer(block.Path)
	settings := Settings{
		Model:            block.Model,
		BaseURL:          block.BaseURL,
		MaxOutputTokens:  block.MaxOutputTokens,
		NativeJSONSchema: block.NativeJSONSchema == nil || *block.NativeJSONSchema,
	}
	optional := scheme.KeyOptional && block.APIKeyEnv == "" && !p.isSet(scheme.KeyEnv)
	if variable := variableOf(scheme, block); variable != "" && !optional {
		key, err := p.key(at, variable)
		if err != nil {
			return nil, err
		}
		settings.APIKey = key
	}
	return p.open(at, scheme, settings)
}

// variableOf names the environment variable that a block's key comes from; "" where it needs none.
func variableOf(scheme Scheme, block *configfile.Executor) string {
	if scheme.KeyEnv != "" && block.APIKeyEnv != "" {
		return block.APIKeyEnv
	}
	return scheme.KeyEnv
}

// key reads an API key from the environment, the only place it may come from.
func (p *program) key(at, variable string) (executorkit.Key, error) {
	if variable == "" {
		return executorkit.Key{}, nil
	}
	key, ok := p.term.Lookup(variable)
	switch {
	case !ok:
		return executorkit.Key{}, cli.Usagef("%s: the API key is missing: set the environment variable %s",
			at, variable)
	case strings.TrimSpace(key) == "":
		return executorkit.Key{}, cli.Usagef("%s: the environment variable %s, which holds the API key, is blank",
			at, variable)
	default:
		return executorkit.NewKey(key), nil
	}
}

// retrying wraps an executor if anything is to be tried again.
func (p *program) retrying(executor ports.Executor, times int) (ports.Executor, error) {
	if times == 0 {
		return executor, nil
	}
	return p.parts.Retry(executor, times)
}

func (p *program) open(at string, scheme Scheme, settings Settings) (ports.Executor, error) {
	executor, err := scheme.New(settings)
	if err != nil {
		return nil, cli.Usagef("%s", explain(at, err))
	}
	return executor, nil
}

// explain lists an error's issues, or what it says where there are none.
func explain(at string, err error) string {
	failure := intent.AsError(err)
	switch {
	case failure == nil:
		return at + ": " + err.Error()
	case len(failure.Issues) == 0:
		return at + ": " + failure.Message
	}
	lines := make([]string, len(failure.Issues))
	for i, issue := range failure.Issues {
		lines[i] = fmt.Sprintf("%s: %s", at, issueLine(issue))
	}
	return strings.Join(lines, "\n")
}

// issueLine is an issue in words: where, and what is wrong.
func issueLine(issue intent.Issue) string {
	if issue.Path == nil || *issue.Path == "" {
		return issue.Message
	}
	return strictjson.CutPointer(*issue.Path) + " " + issue.Message
}
