package reading

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// completeParse tells the shell what the flags take.
func (p *program) completeParse(c *cobra.Command, f *parseFlags) {
	// The only error of a registration is a flag that does not exist.
	words := func(flag string, words ...string) {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	words("context")
	_ = c.RegisterFlagCompletionFunc("field", p.completeField(f))
	_ = c.MarkFlagFilename("request", "json")
	p.completeReader(c)
}

// completeReader tells the shell what the flags of [parseFlags.instanceFlags] take, and -o.
func (p *program) completeReader(c *cobra.Command) {
	words := func(flag string, words ...string) {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	words("output", cli.FormatText, cli.FormatJSON, cli.FormatHTML)
	words("language")
	words("timeout")
	_ = c.RegisterFlagCompletionFunc("executor", p.completeExecutor)
	_ = c.RegisterFlagCompletionFunc("instance", p.completeInstance)
	_ = c.MarkFlagFilename("config", "yaml", "yml", "json")
	_ = c.MarkFlagFilename("schema", "json")
}

// completeExecutor offers the schemes, and files behind one that takes a file.
func (p *program) completeExecutor(
	_ *cobra.Command, _ []string, begun string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if name, file, has := strings.Cut(begun, ":"); has {
		if scheme, ok := p.scheme(name); ok && scheme.Takes == File {
			return offer(filesBehind(name+":", file))
		} else if ok {
			return offer(serversBehind(name+":", file, scheme.Servers))
		}
		return offer(nil)
	}
	var specs []string
	for _, scheme := range p.parts.Schemes {
		spec := scheme.Name
		if scheme.Takes != Nothing {
			spec += ":"
		}
		if strings.HasPrefix(spec, begun) {
			specs = append(specs, spec)
		}
	}
	return offer(specs)
}

// serversBehind lists the servers of a scheme that have the beginning; the model is the user's to write.
func serversBehind(spec, begun string, servers []string) []string {
	var words []string
	for _, server := range servers {
		if word := server + "/"; strings.HasPrefix(word, begun) && word != begun {
			words = append(words, spec+word)
		}
	}
	return words
}

// offer has the shell put no space behind what is not whole yet.
func offer(words []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp
	if slices.ContainsFunc(words, goesOn) {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return words, directive
}

func goesOn(word string) bool {
	return strings.HasSuffix(word, ":") || strings.HasSuffix(word, "/") ||
		strings.HasSuffix(word, string(filepath.Separator))
}

// filesBehind lists the files that a path may go on to, each behind the lead: the shell's own list knows
// nothing of one.
func filesBehind(lead, begun string) []string {
	folder, base := filepath.Split(begun)
	entries, err := os.ReadDir(filepath.Clean(folder))
	if err != nil {
		return nil
	}
	var files []string
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, ".") || !onOneLine(name) {
			continue
		}
		if entry.IsDir() {
			name += string(filepath.Separator)
		}
		files = append(files, lead+folder+name)
	}
	return files
}

// onOneLine refuses what the shell's protocol, a line for each word, would take apart.
// It also refuses what a terminal would obey.
func onOneLine(name string) bool { return page.Plain(name) == name }

// completeInstance offers the instances of the configuration that stands on the line already.
func (p *program) completeInstance(
	c *cobra.Command, _ []string, _ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	file, err := p.readConfig(c.Context(), c.Flag("config").Value.String(), p.known())
	if err != nil {
		return offer(nil)
	}
	return slices.DeleteFunc(file.Names(), func(name string) bool { return !onOneLine(name) }),
		cobra.ShellCompDirectiveNoFileComp
}

// completeField offers the fields of the schema that stands on the line already, by itself or in a
// configuration, but for those that have been named.
func (p *program) completeField(f *parseFlags) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		f.given = c.Flags().Changed
		var left []string
		for _, name := range p.fieldNames(c.Context(), f) {
			if onOneLine(name) && !slices.Contains(f.fields, name) {
				left = append(left, name)
			}
		}
		return left, cobra.ShellCompDirectiveNoFileComp
	}
}

// fieldNames are the fields of the instance that the flags make; none if they make none.
func (p *program) fieldNames(ctx context.Context, f *parseFlags) []string {
	instance, err := p.chosen(ctx, f.config, f.instance)
	if err != nil {
		return nil
	}
	s := p.newSetup(instance)
	s.override(f)
	if err := s.readSchema(ctx, f, instance); err != nil {
		return nil
	}
	return s.fields()
}

// fields are the fields of the schema; none if the runtime refuses it.
func (s *setup) fields() []string {
	config, err := s.config()
	if err != nil {
		return nil
	}
	accepted, err := config.ReadSchema()
	if err != nil {
		return nil
	}
	return accepted.Fields()
}

// fieldHint names the fields that were probably meant by those that the schema does not declare, and those
// that it does; "" if that is not what failed.
func (s *setup) fieldHint(named []string, failure *intent.Error) string {
	declared := s.fields()
	if failure == nil || failure.Code != intent.UnknownField || len(declared) == 0 {
		return ""
	}
	hint := "the schema declares " + cli.Quoted(declared[:min(len(declared), mostHinted)]...)
	if len(declared) > mostHinted {
		hint += ", …"
	}
	for _, name := range named {
		if !slices.Contains(declared, name) {
			hint += cli.DidYouMean(name, declared)
		}
	}
	return hint
}

// mostHinted bounds the fields that a hint lists.
const mostHinted = 16
