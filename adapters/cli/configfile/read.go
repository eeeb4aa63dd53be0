package configfile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// MaxBytes bounds a configuration file and a schema file, so that a device named by mistake ends.
const MaxBytes = 16 << 20

// ReadFile reads a file of at most most bytes whole. The error is a [Fault].
func ReadFile(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, Fault{File: name, Reason: "cannot be read: " + Reason(err)}
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return nil, Fault{File: name, Reason: "cannot be read: " + Reason(err)}
	case int64(len(text)) > most:
		return nil, Fault{File: name, Reason: "is too large to be read"}
	default:
		return text, nil
	}
}

// Reason is a file error without the name, which stands before it already.
func Reason(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
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
	root, err := strictjson.Decode(text, strictjson.Options{AnyNumber: true})
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
