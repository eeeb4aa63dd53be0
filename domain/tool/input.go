package tool

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// wrapped is the name under which an arguments' schema stands in the schema that judges it: below the
// root, because the rules of a root exist for projections, and arguments are judged whole.
const wrapped = "arguments"

// input judges arguments by a schema that was accepted. It is immutable.
type input struct{ whole *schema.Projection }

// readInput accepts an arguments' schema or lists why not. It is the one place that knows how.
func readInput(text string) (*input, []schema.Reason) {
	root, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		return nil, []schema.Reason{{Message: err.Error(), Limit: true}}
	}
	root = withoutDialect(root)
	if kind, ok := root.Lookup("type"); !ok || kind.Text() != "object" {
		return nil, []schema.Reason{{Keyword: "type", Message: `the root's type is not "object"`, Limit: true}}
	}
	outer := strictjson.Object(
		strictjson.Member{Name: "type", Value: strictjson.String("object")},
		strictjson.Member{Name: "properties", Value: strictjson.Object(
			strictjson.Member{Name: wrapped, Value: root})},
	)
	bytes := outer.AppendJSON(nil)
	read, reasons := schema.Read(bytes, schema.Limits{})
	if len(reasons) > 0 {
		for i := range reasons {
			reasons[i].Pointer = strings.TrimPrefix(reasons[i].Pointer, "/properties/"+wrapped)
		}
		return nil, reasons
	}
	return &input{whole: read.Project([]string{wrapped})}, nil
}

// withoutDialect takes off a $schema of a dialect in which the accepted subset means the same.
func withoutDialect(root strictjson.Value) strictjson.Value {
	dialect, _ := root.Lookup("$schema")
	switch strings.TrimSuffix(dialect.Text(), "#") {
	case "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
		"http://json-schema.org/draft-07/schema":
	default:
		return root
	}
	var members []strictjson.Member
	for name, value := range root.Members() {
		if name != "$schema" {
			members = append(members, strictjson.Member{Name: name, Value: value})
		}
	}
	return strictjson.Object(members...)
}

// maxMisses is how many misses of arguments an error's message names.
const maxMisses = 8

// judge returns why the value does not fit, as a Validation error; nil if it does.
func (in *input) judge(value strictjson.Value) error {
	doc := strictjson.Object(strictjson.Member{Name: wrapped, Value: value})
	verdict, _ := schema.Evaluate(in.whole, doc, nil)
	if verdict.Valid() {
		return nil
	}
	var misses []string
	for i, v := range verdict.Violations {
		if i == maxMisses {
			misses = append(misses, "and "+strconv.Itoa(len(verdict.Violations)-i)+" more")
			break
		}
		at := strings.TrimPrefix(v.Pointer, "/"+wrapped)
		if at == "" {
			at = "/"
		}
		misses = append(misses, at+": expected "+v.Expected)
	}
	return Errorf(Validation, "the arguments do not fit the tool's schema: %s", strings.Join(misses, "; "))
}
