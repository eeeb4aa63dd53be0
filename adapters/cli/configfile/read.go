package configfile

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Bounds of a configuration file and of a schema file, so that a device named by mistake ends and a file
// of nothing but brackets takes no more memory than the process has. YAML takes some 150 bytes a node.
const (
	MaxBytes     = 16 << 20
	maxYAMLBytes = 2 << 20
	maxNodes     = 1 << 20
)

// ReadFile reads a file of at most most bytes whole. It returns soon after ctx ends. The error is a
// [Fault].
func ReadFile(ctx context.Context, name string, most int64) ([]byte, error) {
	text, err := input.File(ctx, name, most)
	switch {
	case errors.Is(err, input.ErrTooLarge):
		return nil, Fault{File: name, Reason: err.Error()}
	case err != nil:
		return nil, Fault{File: name, Reason: "cannot be read: " + err.Error()}
	default:
		return text, nil
	}
}

// decode reads a file's text as the strict tree, with every number text that JSON has. A file is JSON
// by its name, or, under a name that says nothing, by its first character.
func decode(name string, text []byte) (strictjson.Value, error) {
	if !looksLikeJSON(name, text) {
		converted, err := fromYAML(name, text)
		if err != nil {
			return strictjson.Value{}, err
		}
		text = converted
	}
	root, err := strictjson.Decode(text, strictjson.Options{AnyNumber: true, MaxNodes: maxNodes})
	if err != nil {
		return strictjson.Value{}, unreadable(name, err)
	}
	return root, nil
}

func looksLikeJSON(name string, text []byte) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return true
	case ".yaml", ".yml":
		return false
	default:
		return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
	}
}

func unreadable(name string, err error) error {
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		return Fault{File: name, Path: fault.Pointer, Reason: "cannot be read: " + fault.Reason}
	}
	return Fault{File: name, Reason: "cannot be read"}
}
