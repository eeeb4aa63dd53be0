package configfile

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	yaml "go.yaml.in/yaml/v4"
)

// fromYAML turns one YAML document into JSON text, in order. Plain scalars are resolved by the core
// schema of YAML 1.2 (section 10.3); what JSON has no word for is a fault with its line.
func fromYAML(name string, text []byte) ([]byte, error) {
	if len(text) > maxYAMLBytes {
		return nil, Fault{File: name, Reason: "is too large to be read as YAML: write it as JSON"}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, Fault{File: name, Reason: "cannot be read: there is nothing in it"}
	} else if err != nil {
		return nil, Fault{File: name, Reason: "cannot be read: " + strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		return nil, Fault{File: name, Line: second.Line, Reason: "a second document begins here"}
	} else if !errors.Is(err, io.EOF) {
		return nil, Fault{File: name, Reason: "cannot be read: " + strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	c := converter{file: name}
	for _, node := range document.Content {
		c.node("", node)
	}
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	return c.json, nil
}

// converter writes nodes as JSON and gathers what JSON lacks.
type converter struct {
	file   string
	json   []byte
	faults Faults
}

func (c *converter) fault(path string, node *yaml.Node, reason string) {
	c.faults.add(Fault{File: c.file, Line: node.Line, Path: path, Reason: reason})
}

func (c *converter) node(path string, node *yaml.Node) {
	c.decorations(path, node)
	switch node.Kind {
	case yaml.MappingNode:
		c.mapping(path, node)
	case yaml.SequenceNode:
		c.sequence(path, node)
	case yaml.ScalarNode:
		c.scalar(path, node)
	case yaml.AliasNode:
		c.fault(path, node, "is an alias, which JSON lacks: write the value out")
	default:
		c.fault(path, node, "is nothing that JSON has")
	}
}

// decorations refuses what may stand before any node.
func (c *converter) decorations(path string, node *yaml.Node) {
	if node.Anchor != "" {
		c.fault(path, node, "has an anchor, which JSON lacks")
	}
	if node.Style&yaml.TaggedStyle != 0 || node.Tag == "!" {
		c.fault(path, node, "has a tag, which JSON lacks")
	}
}

func (c *converter) mapping(path string, node *yaml.Node) {
	c.json = append(c.json, '{')
	seen := make(map[string]bool, len(node.Content)/2)
	for i := 0; i+1 < len(node.Content); i += 2 {
		if i > 0 {
			c.json = append(c.json, ',')
		}
		key := node.Content[i]
		at := strictjson.AppendName(path, key.Value)
		c.decorations(at, key)
		c.key(at, key)
		if seen[key.Value] {
			c.fault(at, key, "is there twice")
		}
		seen[key.Value] = true
		c.json = append(strictjson.AppendString(c.json, key.Value), ':')
		c.node(at, node.Content[i+1])
	}
	c.json = append(c.json, '}')
}

func (c *converter) key(path string, key *yaml.Node) {
	switch {
	case key.Kind != yaml.ScalarNode:
		c.fault(path, key, "has a key that is not a string")
	case !plain(key):
	case key.Value == "<<":
		c.fault(path, key, "is a merge key, which JSON lacks: write the keys out, or quote it if it is a name")
	case resolve(key.Value) != isString:
		c.fault(path, key, "is a key that is not a string: quote it")
	}
}

func (c *converter) sequence(path string, node *yaml.Node) {
	c.json = append(c.json, '[')
	for i, item := range node.Content {
		if i > 0 {
			c.json = append(c.json, ',')
		}
		c.node(strictjson.AppendIndex(path, i), item)
	}
	c.json = append(c.json, ']')
}

func (c *converter) scalar(path string, node *yaml.Node) {
	if !plain(node) {
		c.json = strictjson.AppendString(c.json, node.Value)
		return
	}
	switch resolve(node.Value) {
	case isString:
		c.json = strictjson.AppendString(c.json, node.Value)
	case isNull:
		c.json = append(c.json, "null"...)
	case isTrue:
		c.json = append(c.json, "true"...)
	case isFalse:
		c.json = append(c.json, "false"...)
	case isNumber:
		c.json = append(c.json, node.Value...)
	case isForeign:
		c.fault(path, node, "is a number that JSON cannot write: quote it, or write it as JSON does")
	}
}

// plain tells a scalar without quotes, the only kind that is resolved.
func plain(node *yaml.Node) bool {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return node.Kind == yaml.ScalarNode && node.Style&quoted == 0
}

type resolved uint8

const (
	isString resolved = iota
	isNull
	isTrue
	isFalse
	isNumber
	isForeign // a number by the core schema, in a spelling that JSON has not
)

// The numbers of JSON and those of the core schema, compiled where a file is YAML.
var (
	jsonNumber = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	})
	coreNumber = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+` +
			`|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?` +
			`|[-+]?(\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN)$`)
	})
)

// resolve applies the core schema's table, and nothing of YAML 1.1: `yes`, dates and base 60 are strings.
func resolve(text string) resolved {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return isNull
	case "true", "True", "TRUE":
		return isTrue
	case "false", "False", "FALSE":
		return isFalse
	}
	switch {
	case jsonNumber().MatchString(text):
		return isNumber
	case coreNumber().MatchString(text):
		return isForeign
	default:
		return isString
	}
}
