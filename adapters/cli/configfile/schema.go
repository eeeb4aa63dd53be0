package configfile

import (
	"bytes"
	"path/filepath"
	"strings"
)

// SchemaText returns the JSON text of a schema file, which is YAML by its name or, under a name that says
// nothing, by its first character. JSON is returned as it is, with comments and a byte order mark:
// schema.Prepare reads them. The error is a [Fault] of YAML.
func SchemaText(name string, text []byte) ([]byte, error) {
	bare := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if len(bare) == 0 {
		return text, nil
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml":
		return fromYAML(name, text)
	case ".json", ".jsonc", ".json5":
		return text, nil
	}
	if bytes.HasPrefix(bare, []byte("---")) || bytes.HasPrefix(bare, []byte("#")) || yamlKey(bare) {
		return fromYAML(name, text)
	}
	return text, nil
}

// yamlKey reports whether a text begins with a key as only YAML has one: a word, or a quoted one, and a
// colon.
func yamlKey(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	key, _, found := bytes.Cut(line, []byte(":"))
	return found && !bytes.ContainsAny(key, "{[/,")
}
