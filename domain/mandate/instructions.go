package mandate

import (
	_ "embed" // the instructions are prose and live in a file of their own

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// InstructionVersion is raised whenever the instructions ask for something else than before.
const InstructionVersion = "1"

//go:embed instructions/acting.md
var actingInstructions string

// InstructionDigest returns the digest of the fixed part of the instructions.
func InstructionDigest() string { return tool.DigestText(actingInstructions) }

// Instructions returns what the acting model is told of its mandate: fixed prose, then the reading as one
// line of JSON, so that no text of a request can pass for the prose around it.
func (m Mandate) Instructions() string { return actingInstructions + "\n" + m.told().JSON() + "\n" }

func (m Mandate) told() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("request", strictjson.String(m.result.NormalizedInput)),
		strictjson.Field("requirements", strictjson.Strings(m.result.Requirements)),
		strictjson.Field("items", told(m.items)),
		strictjson.Field("notToBeDone", told(m.declined)),
		strictjson.Field("prohibitions", strictjson.Strings(m.result.Prohibitions)),
		strictjson.Field("data", m.result.Data.Value()),
	)
}

func told(items []Item) strictjson.Value {
	values := make([]strictjson.Value, len(items))
	for i, item := range items {
		members := []strictjson.Member{
			strictjson.Field("id", strictjson.String(item.ID)),
			strictjson.Field("action", action(item.Action)),
			strictjson.Field("target", target(item.Target)),
			strictjson.Field("requirements", strictjson.Strings(item.Requirements)),
		}
		if item.Condition {
			members = append(members, strictjson.Field("condition", strictjson.String(item.Reason)))
		}
		values[i] = strictjson.Object(members...)
	}
	return strictjson.Array(values...)
}

func action(a *intent.Action) strictjson.Value {
	if a == nil {
		return strictjson.Null()
	}
	return strictjson.String(string(*a))
}

func target(t *string) strictjson.Value {
	if t == nil {
		return strictjson.Null()
	}
	return strictjson.String(*t)
}
