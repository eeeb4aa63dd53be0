package acting

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/application/profile"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// bounds of files and of what is typed.
const (
	maxText    = 1 << 20
	maxScript  = 64 << 20
	maxAnswers = 1 << 20
)

// orders is what the flags ask for, checked: nothing has been started yet.
type orders struct {
	flags     *actFlags
	workspace string
	journal   string // absolute; "" for memory
	prompt    string
	scheme    Scheme
	provider  ProviderSettings
	wanted    []wanted
	answers   *answers
	approve   string
	envelope  bool
	output    string
	trace     *trace
	closers   []io.Closer
}

// wanted is one tool of --tools.
type wanted struct {
	name tool.Name
	ask  bool
}

func (o *orders) close() {
	o.trace.discard()
	for _, c := range o.closers {
		_ = c.Close()
	}
}

// orders reads flags and files. Its error is wrong usage.
func (p *program) orders(ctx context.Context, f *actFlags) (*orders, error) {
	o := &orders{flags: f, envelope: f.envelope}
	for _, read := range []func(context.Context, *orders, *actFlags) error{
		p.words, p.where, p.whose, p.which, p.asking, p.format,
	} {
		if err := read(ctx, o, f); err != nil {
			return nil, err
		}
	}
	if err := p.typed(ctx, o, f); err != nil {
		return nil, err
	}
	return o, p.tracing(o, f)
}

// words holds the flags that take one of some words, and numbers.
func (p *program) words(_ context.Context, _ *orders, f *actFlags) error {
	for _, w := range []struct {
		flag, word string
		known      []string
	}{
		{"--approve", f.approve, []string{"", "ask", "never", "always"}},
		{"--reading-commands", f.readingCommands, []string{"on", "off"}},
		{"--sandbox", f.sandbox, []string{"on", "off", "required"}},
		{"--mandate", f.mandate, []string{"", "none"}},
	} {
		if !contains(w.known, w.word) {
			return cli.Usagef("%s %s is not known: there are %s", w.flag, cli.Quoted(w.word),
				cli.Quoted(nonEmpty(w.known)...))
		}
	}
	switch {
	case f.given("continue") && f.from == "":
		return cli.Usagef("--continue names no run")
	case f.given("journal") && f.journal == "":
		return cli.Usagef("--journal names no file")
	case f.mandate == "" && f.from == "":
		return cli.Usagef("--mandate none is missing: this version grants by --tools alone")
	case f.timeout < time.Millisecond || f.timeout > conversation.MostTime:
		return cli.Usagef("--timeout is 1ms to %s", conversation.MostTime)
	case f.work < 1 || f.attempts < 1:
		return cli.Usagef("--max-work and --provider-attempts count from 1")
	case len(f.text) > 1:
		return cli.Usagef("one TEXT is taken: put it in quotes")
	}
	return nil
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

func nonEmpty(words []string) []string {
	var kept []string
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// where finds the workspace and the journal, which lies outside it.
func (p *program) where(_ context.Context, o *orders, f *actFlags) error {
	if f.workspace == "" {
		return cli.Usagef("--workspace DIR is missing")
	}
	resolved, err := filepath.EvalSymlinks(f.workspace)
	if err == nil {
		resolved, err = filepath.Abs(resolved)
	}
	if err != nil {
		return cli.Usagef("--workspace %s: %s", cli.Quoted(f.workspace), input.Reason(err))
	}
	if info, err := os.Stat(resolved); err != nil || !info.IsDir() {
		return cli.Usagef("--workspace %s is not a folder", cli.Quoted(f.workspace))
	}
	o.workspace = resolved
	if f.journal == "memory" {
		return nil
	}
	if o.journal, err = p.journalPath(f.journal); err != nil {
		return err
	}
	if within(resolved, resolvedPath(o.journal)) {
		return cli.Usagef("the journal %s lies in the workspace: put it outside", cli.Quoted(o.journal))
	}
	return nil
}

// resolvedPath resolves the links of as much of a path as is there.
func resolvedPath(path string) string {
	rest := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if resolved, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(resolved, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// whose reads the SPEC of the provider.
func (p *program) whose(ctx context.Context, o *orders, f *actFlags) error {
	name, rest, _ := strings.Cut(f.provider, ":")
	for _, scheme := range p.parts.Providers {
		if scheme.Name == name {
			o.scheme = scheme
		}
	}
	switch {
	case f.provider == "":
		return cli.Usagef("--provider SPEC is missing: %s", p.providerSpecs())
	case o.scheme.New == nil:
		return cli.Usagef(
			"--provider %s is not known: there are %s",
			cli.Quoted(f.provider),
			p.providerSpecs(),
		)
	case rest == "":
		return cli.Usagef("--provider %s: what follows the colon is missing", cli.Quoted(f.provider))
	case o.scheme.File:
		text, err := configfile.ReadFile(ctx, rest, maxScript)
		if err != nil {
			return cli.Usagef("%s", err.Error())
		}
		o.provider.Script = text
		return nil
	}
	o.provider.Model = rest
	return nil
}

// which reads --tools.
func (p *program) which(_ context.Context, o *orders, f *actFlags) error {
	known := map[tool.Name]bool{}
	for _, name := range profile.Names() {
		known[name] = true
	}
	seen := map[tool.Name]bool{}
	for _, word := range f.tools {
		text, how, asks := strings.Cut(strings.TrimSpace(word), "=")
		name, err := tool.ParseName(text)
		switch {
		case err != nil || !known[name]:
			return cli.Usagef("--tools: there is no tool %s", cli.Quoted(text))
		case asks && how != "ask":
			return cli.Usagef("--tools: %s takes =ask or nothing", cli.Quoted(text))
		case seen[name]:
			return cli.Usagef("--tools: %s is there twice", cli.Quoted(text))
		}
		seen[name] = true
		o.wanted = append(o.wanted, wanted{name: name, ask: asks})
	}
	if f.given("tools") && len(o.wanted) == 0 {
		return cli.Usagef("--tools names no tool")
	}
	return nil
}

// asking finds out who answers: a file, the terminal, or nobody.
func (p *program) asking(ctx context.Context, o *orders, f *actFlags) error {
	o.approve = f.approve
	if f.answers != "" {
		text, err := configfile.ReadFile(ctx, f.answers, maxAnswers)
		if err != nil {
			return cli.Usagef("%s", err.Error())
		}
		if o.answers, err = readAnswers(text); err != nil {
			return cli.Usagef("--answers %s: %s", cli.Quoted(f.answers), err)
		}
	}
	switch {
	case o.approve != "":
	case o.answers != nil || p.term.InTerminal && p.term.Err.Terminal:
		o.approve = "ask"
	default:
		o.approve = "never"
	}
	return nil
}

func (p *program) format(_ context.Context, o *orders, f *actFlags) error {
	if f.envelope && f.given("output") {
		return cli.Usagef("-o and --envelope contradict each other: an envelope is JSON")
	}
	o.output = cli.UsualFormat(p.term.Out)
	if f.given("output") {
		o.output = f.output
	}
	return cli.OneOf(o.output, cli.FormatText, cli.FormatJSON)
}

// typed finds the prompt: TEXT, or stdin.
func (p *program) typed(ctx context.Context, o *orders, f *actFlags) error {
	switch {
	case len(f.text) == 1 && f.text[0] != "-":
		o.prompt = f.text[0]
	case len(f.text) == 1, f.from == "" && !p.term.InTerminal:
		text, err := readIn(ctx, p.term.In)
		if err != nil {
			return err
		}
		o.prompt = text
	}
	if strings.TrimSpace(o.prompt) == "" && (f.from == "" || len(f.text) > 0) {
		return cli.Usagef("there is nothing to do: give TEXT in quotes, or - to type it")
	}
	return nil
}

// readIn reads stdin whole, until ctx ends: a terminal's blocked read ends with the process.
func readIn(ctx context.Context, in io.Reader) (string, error) {
	type read struct {
		text []byte
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(in, maxText+1))
		done <- read{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", cli.Usagef("interrupted before there was a text")
	case r := <-done:
		switch {
		case r.err != nil:
			return "", cli.Usagef("stdin cannot be read: %s", input.Reason(r.err))
		case len(r.text) > maxText:
			return "", cli.Usagef("the text on stdin has more than %d bytes", maxText)
		}
		return string(r.text), nil
	}
}

func (p *program) tracing(o *orders, f *actFlags) error {
	if f.trace == "" {
		return nil
	}
	if f.trace == "-" {
		return cli.Usagef("--trace takes a file, not stdout")
	}
	journal := o.journal
	if journal != "" && strings.HasPrefix(journal, "-") {
		journal = "./" + journal
	}
	_, script, _ := strings.Cut(f.provider, ":")
	err := record.Distinct([]record.Role{
		{What: "--provider", Name: script}, {What: "--answers", Name: f.answers},
		{What: "--journal", Name: journal},
		{What: "--journal", Name: suffixed(journal, "-wal")}, {What: "--trace", Name: f.trace},
	})
	if err != nil {
		return cli.Usagef("%s", err)
	}
	file, err := record.Create(record.Disk{}, f.trace)
	if err != nil {
		return cli.Usagef("the trace cannot be written: %s", record.Reason(err))
	}
	o.trace = &trace{w: file, file: file}
	return nil
}

// settings opens what the run needs and puts its settings together. Its error comes before the run.
func (p *program) settings(ctx context.Context, o *orders) (conversation.Settings, []tool.Grant, error) {
	provider, err := p.newProvider(o)
	if err != nil {
		return conversation.Settings{}, nil, err
	}
	journal, err := p.openJournal(ctx, o)
	if err != nil {
		return conversation.Settings{}, nil, err
	}
	shows := p.newProgress(o)
	s := conversation.Settings{
		Journal: journal, Durable: o.journal != "", Provider: provider, Instructions: p.parts.Instructions,
		Prompt: o.prompt, Quota: o.flags.work, ProviderAttempts: o.flags.attempts, Contents: true,
		Times: conversation.Times{Run: o.flags.timeout}, Host: p.parts.Host(),
		Interactions: p.newDesk(o, shows), Observers: []ports.Observer{shows},
	}
	s.Authority.Workspace = o.workspace
	if o.trace != nil {
		s.Observers = append(s.Observers, o.trace)
	}
	if err := o.sameTools(ctx, journal); err != nil {
		return conversation.Settings{}, nil, err
	}
	grants, err := p.tools(o, &s, shows)
	if err == nil && o.flags.from != "" {
		if err := p.over(ctx, journal, o.flags.from); err != nil {
			return conversation.Settings{}, nil, err
		}
		s, err = conversation.Continue(ctx, s, o.flags.from, p.now())
	}
	return s, grants, err
}

func (p *program) newProvider(o *orders) (ports.Provider, error) {
	if err := p.parts.Protect(); err != nil {
		return nil, tool.Hide(tool.ExecutionFailure, "this process cannot be protected", err)
	}
	if o.scheme.KeyEnv != "" {
		key, _ := p.term.Lookup(o.scheme.KeyEnv)
		if key == "" {
			return nil, tool.Errorf(tool.Forbidden, "%s is not set: it holds the key of %s", o.scheme.KeyEnv,
				o.scheme.Name)
		}
		o.provider.APIKey = providerkit.NewKey(key)
	}
	return o.scheme.New(o.provider)
}

func (p *program) openJournal(ctx context.Context, o *orders) (ports.Journal, error) {
	if o.journal == "" {
		return p.parts.Memory(), nil
	}
	journal, err := p.parts.OpenJournal(ctx, o.journal, false)
	if err != nil {
		return nil, err
	}
	o.closers = append(o.closers, journal)
	return journal, nil
}

// sameTools has a run that goes on from another one get the tools that one had, each asking as it asked:
// going on never grants more. --tools overrides it.
func (o *orders) sameTools(ctx context.Context, journal ports.Journal) error {
	if o.flags.from == "" || o.flags.given("tools") {
		return nil
	}
	page, err := journal.Read(ctx, o.flags.from, 0, 1)
	if err != nil {
		return err
	}
	if len(page.Events) == 0 {
		return tool.Errorf(tool.ResourceConflict, "the run that is to go on has no events")
	}
	catalog, _ := page.Events[0].Event.Data.Lookup("catalog")
	tools, _ := catalog.Lookup("tools")
	for _, entry := range tools.Items() {
		text, _ := entry.Lookup("tool")
		approval, _ := entry.Lookup("approval")
		name, err := tool.ParseName(text.Text())
		if err != nil {
			return err
		}
		o.wanted = append(o.wanted, wanted{name: name, ask: approval.Text() != string(tool.ApproveNone)})
	}
	return nil
}

// suffixed is a file's name with a suffix; "" stays "".
func suffixed(name, suffix string) string {
	if name == "" {
		return ""
	}
	return name + suffix
}
