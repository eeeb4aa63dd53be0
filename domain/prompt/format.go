package prompt

import (
	"sync"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// CoreFormatName names the schema of the core candidate.
const CoreFormatName = "intent_core"

// coreSchemaText demands the core candidate of contract section 4 in the shape that strict modes accept:
// every object is closed, every key required, "may be null" is a list of types. What no such schema
// can say (non-blank strings, which keys go together) the instructions say and the checks enforce.
// It is the same for every request, and written once.
var coreSchemaText = sync.OnceValue(func() string { return coreSchema().JSON() })

func coreSchema() strictjson.Value {
	question := closed(
		property("question", typed("string")),
		property("options", list(typed("string"))),
	)
	blockers := closed(
		property("clarificationReason", typed("string", "null")),
		property("questions", list(question)),
		property("confirmationReason", typed("string", "null")),
		property("conditionReason", typed("string", "null")),
	)
	item := closed(
		property("action", actions()),
		property("target", typed("string", "null")),
		property("requirements", list(typed("string"))),
		property("blockers", blockers),
	)
	return closed(
		property("normalizedInput", typed("string")),
		property("primaryIntent", typed("string", "null")),
		property("requirements", list(typed("string"))),
		property("prohibitions", list(typed("string"))),
		property("intents", list(item)),
	)
}

func property(name string, v strictjson.Value) strictjson.Member {
	return strictjson.Field(name, v)
}

// closed is an object schema whose properties are all required and the only ones.
func closed(properties ...strictjson.Member) strictjson.Value {
	names := make([]string, len(properties))
	for i, p := range properties {
		names[i] = p.Name
	}
	return strictjson.Object(
		property("type", strictjson.String("object")),
		property("properties", strictjson.Object(properties...)),
		property("required", strictjson.Strings(names)),
		property("additionalProperties", strictjson.Bool(false)),
	)
}

func list(items strictjson.Value) strictjson.Value {
	return strictjson.Object(property("type", strictjson.String("array")), property("items", items))
}

// typed is a schema of one type, or of several.
func typed(types ...string) strictjson.Value {
	if len(types) == 1 {
		return strictjson.Object(property("type", strictjson.String(types[0])))
	}
	return strictjson.Object(property("type", strictjson.Strings(types)))
}

func actions() strictjson.Value {
	words := make([]strictjson.Value, 0, len(intent.Actions())+1)
	for _, action := range intent.Actions() {
		words = append(words, strictjson.String(string(action)))
	}
	words = append(words, strictjson.Null())
	return strictjson.Object(
		property("type", strictjson.Strings([]string{"string", "null"})),
		property("enum", strictjson.Array(words...)),
	)
}
