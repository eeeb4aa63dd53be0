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

// Build is what a binary can tell of itself.
type Build struct {
	Version, Commit, Go string
	Modified            bool // the working tree was changed
}

// ThisBuild returns what this binary tells of itself.
func ThisBuild() Build {
	b := Build{Version: unknown, Commit: unknown, Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}

func versionCommand(term *Terminal) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Tell version, commit, Go, instructions and language registry",
		Args:  NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			output, err := term.Output(c)
			if err != nil {
				return err
			}
			return tellVersion(term, output)
		},
	}
	OutputFlag(c)
	return c
}

func tellVersion(term *Terminal, output string) error {
	if output == FormatJSON {
		return term.Print(term.Out.JSON(ThisBuild().Value()))
	}
	return term.Print([]byte(ThisBuild().text()))
}

// Value returns the wire form.
func (b Build) Value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("version", strictjson.String(b.Version)),
		strictjson.Field("commit", strictjson.String(b.Commit)),
		strictjson.Field("modified", strictjson.Bool(b.Modified)),
		strictjson.Field("go", strictjson.String(b.Go)),
		strictjson.Field("platform", strictjson.String(runtime.GOOS+"/"+runtime.GOARCH)),
		strictjson.Field("instructionVersion", strictjson.String(prompt.InstructionVersion)),
		strictjson.Field("instructionDigest", strictjson.String(prompt.InstructionDigest())),
		strictjson.Field("registryDate", strictjson.String(language.RegistryDate())),
	)
}

func (b Build) text() string {
	commit := b.Commit
	if b.Modified {
		commit += " (modified)"
	}
	var text strings.Builder
	for _, row := range [][2]string{
		{"intent", b.Version},
		{"commit", commit},
		{"go", b.Go + " " + runtime.GOOS + "/" + runtime.GOARCH},
		{"instructions", "version " + prompt.InstructionVersion + ", sha256 " + prompt.InstructionDigest()},
		{"registry", "IANA language subtags of " + language.RegistryDate()},
	} {
		fmt.Fprintf(&text, "%-13s %s\n", row[0], row[1])
	}
	return text.String()
}
