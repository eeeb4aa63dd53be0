package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// flagError says what is wrong with a flag. Nothing typed is repeated at length.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &invalid):
		return Usagef("--%s cannot be %s: it is %s", invalid.GetFlag().Name, Quoted(invalid.GetValue()),
			kindOf(invalid.GetFlag()))
	case errors.As(err, &bare):
		return Usagef("--%s needs a value", bare.GetFlag().Name)
	default:
		return Usagef("%s\n%s", strictjson.CutText(err.Error(), 2*strictjson.MaxNameBytes), listsFlags(c))
	}
}

func listsFlags(c *cobra.Command) string { return "`" + c.CommandPath() + " --help` lists the flags" }

// unknownFlag names the flag that was probably meant, or, for a text that begins with a dash, how it is
// given as a text.
func unknownFlag(c *cobra.Command, err *pflag.NotExistError) error {
	name, shorthands := err.GetSpecifiedName(), err.GetSpecifiedShortnames()
	if shorthands != "" && c.Annotations[TakesText] != "" {
		return Usagef("unknown flag %s\n"+
			"to read a text that begins with a dash, put -- before it or give it on stdin: %s -- '-%s'",
			Quoted("-"+firstLetter(shorthands)), c.CommandPath(), "…")
	}
	if shorthands != "" {
		return Usagef("unknown flag %s\n%s", Quoted("-"+firstLetter(shorthands)), listsFlags(c))
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	hint := ""
	if nearest := Nearest(name, names); nearest != "" {
		hint = "; did you mean --" + nearest + "?"
	}
	return Usagef("unknown flag --%s%s\n%s", strictjson.CutName(name), hint, listsFlags(c))
}

// TakesText is the annotation of a command whose argument is a text of any kind.
const TakesText = "takes-text"

func firstLetter(text string) string {
	for _, r := range text {
		return string(r)
	}
	return text
}

// kindOf says what a flag takes.
func kindOf(f *pflag.Flag) string {
	switch kind := f.Value.Type(); kind {
	case "duration":
		return "a duration, such as 90s or 2m"
	case "bool":
		return "true or false"
	case "int", "int64", "uint", "uint64":
		return "a whole number"
	default:
		return "a " + strings.TrimSuffix(kind, "Array")
	}
}
