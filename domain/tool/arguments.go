package tool

import (
	"errors"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// Bounds of one call's arguments.
const (
	MaxArgumentBytes = 262_144
	MaxArgumentDepth = 64
	MaxArgumentNodes = 100_000
)

// Arguments are the arguments of one call: a JSON object of a function, the text of a custom tool.
type Arguments struct {
	Kind  Kind
	Value strictjson.Value // of a function
	Text  string           // of a custom tool
}

// ReadArguments reads what a model wrote for a tool of that kind; the tool's schema is judged later.
// Its error is Validation.
func ReadArguments(kind Kind, raw string) (Arguments, error) {
	if len(raw) > MaxArgumentBytes {
		return Arguments{}, Errorf(Validation, "the arguments have more than %d bytes", MaxArgumentBytes)
	}
	if kind == Custom {
		return readText(raw)
	}
	options := strictjson.Options{MaxDepth: MaxArgumentDepth, MaxNodes: MaxArgumentNodes}
	value, err := strictjson.Decode([]byte(raw), options)
	var fault *strictjson.Error
	switch {
	case errors.As(err, &fault):
		return Arguments{}, Errorf(Validation, "the arguments are no strict JSON: %s", fault.Error())
	case err != nil:
		return Arguments{}, Errorf(Validation, "the arguments are no strict JSON")
	case value.Kind() != strictjson.KindObject:
		return Arguments{}, Errorf(Validation, "the arguments are a JSON object, not %s", value.Kind())
	}
	return Arguments{Kind: Function, Value: value}, nil
}

func readText(raw string) (Arguments, error) {
	switch {
	case !utf8.ValidString(raw):
		return Arguments{}, Errorf(Validation, "the input is not UTF-8")
	case text.Blank(raw):
		return Arguments{}, Errorf(Validation, "the input is blank")
	}
	return Arguments{Kind: Custom, Text: raw}, nil
}

// JSON returns the arguments as a JSON value; a custom tool's text is a string.
func (a Arguments) JSON() strictjson.Value {
	if a.Kind == Custom {
		return strictjson.String(a.Text)
	}
	return a.Value
}

// Digest returns the digest of the arguments: over canonical JSON, so that two spellings of the same
// arguments have one digest; of a custom tool's text as it is.
func (a Arguments) Digest() string { return Digest(a.JSON()) }
