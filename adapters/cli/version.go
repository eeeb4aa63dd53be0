package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/domain/language"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// unknown is said of what a build does not tell.
const unknown = "unknown"

// build is what a binary can tell of itself.
type build struct {
	version, commit, golang string
	modified                bool
}

func thisBuild() build {
	b := build{version: unknown, commit: unknown, golang: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.commit = setting.Value
		case "vcs.modified":
			b.modified = setting.Value == "true"
		}
	}
	return b
}

func (p *program) versionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Tell version, commit, Go, instructions and language registry",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			output, err := p.shortFormat(c)
			if err != nil {
				return err
			}
			return p.tellVersion(output)
		},
	}
	outputFlag(c)
	return c
}

func (p *program) tellVersion(output string) error {
	if output == formatJSON {
		return p.out(line(thisBuild().value()))
	}
	return p.out([]byte(thisBuild().text()))
}

// outputFlag is -o of the commands that have no page in HTML.
func outputFlag(c *cobra.Command) {
	c.Flags().StringP("output", "o", "",
		"`FORMAT` of the output: text (usual on a terminal) or json (usual elsewhere)")
	_ = c.RegisterFlagCompletionFunc("output",
		cobra.FixedCompletions([]string{formatText, formatJSON}, cobra.ShellCompDirectiveNoFileComp))
}

// shortFormat reads the flag of [outputFlag].
func (p *program) shortFormat(c *cobra.Command) (string, error) {
	flag := c.Flag("output")
	if !flag.Changed {
		return usualFormat(p.term.Out), nil
	}
	output := flag.Value.String()
	return output, oneOf(output, formatText, formatJSON)
}

func (b build) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Member{Name: "version", Value: strictjson.String(b.version)},
		strictjson.Member{Name: "commit", Value: strictjson.String(b.commit)},
		strictjson.Member{Name: "modified", Value: strictjson.Bool(b.modified)},
		strictjson.Member{Name: "go", Value: strictjson.String(b.golang)},
		strictjson.Member{Name: "platform", Value: strictjson.String(runtime.GOOS + "/" + runtime.GOARCH)},
		strictjson.Member{Name: "instructionVersion", Value: strictjson.String(prompt.InstructionVersion)},
		strictjson.Member{Name: "instructionDigest", Value: strictjson.String(prompt.InstructionDigest())},
		strictjson.Member{Name: "registryDate", Value: strictjson.String(language.RegistryDate())},
	)
}

func (b build) text() string {
	commit := b.commit
	if b.modified {
		commit += " (modified)"
	}
	var text strings.Builder
	for _, row := range [][2]string{
		{"intent", b.version},
		{"commit", commit},
		{"go", b.golang + " " + runtime.GOOS + "/" + runtime.GOARCH},
		{"instructions", "version " + prompt.InstructionVersion + ", sha256 " + prompt.InstructionDigest()},
		{"registry", "IANA language subtags of " + language.RegistryDate()},
	} {
		fmt.Fprintf(&text, "%-13s %s\n", row[0], row[1])
	}
	return text.String()
}
