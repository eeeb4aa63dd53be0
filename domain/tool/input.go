package tool

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// input judges arguments by a schema that was accepted. It is immutable.
type input struct{ whole *schema.Projection }

// readInput prepares and accepts an arguments' schema, or lists why not. The model is given the original
// text; arguments are judged by the prepared one.
func readInput(text string) (*input, schema.Reasons) {
	whole, prepared := schema.Arguments([]byte(text), schema.Limits{})
	if whole == nil {
		return nil, prepared.Reasons
	}
	return &input{whole: whole}, nil
}

// maxMisses is how many misses of arguments an error's message names.
const maxMisses = 8

// judge returns why the value does not fit, as a Validation error; nil if it does.
func (in *input) judge(value strictjson.Value) error {
	verdict, _ := schema.Evaluate(in.whole, value, nil)
	if verdict.Valid() {
		return nil
	}
	var misses []string
	for i, v := range verdict.Violations {
		if i == maxMisses {
			misses = append(misses, "and "+strconv.Itoa(len(verdict.Violations)-i)+" more")
			break
		}
		at := v.Pointer
		if at == "" {
			at = "/"
		}
		misses = append(misses, at+": expected "+v.Expected)
	}
	return Errorf(Validation, "the arguments do not fit the tool's schema: %s", strings.Join(misses, "; "))
}
