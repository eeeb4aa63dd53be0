package mandate

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Version is the version of a mandate's JSON form.
const Version = 1

// Value returns the mandate as JSON: version, the whole reading, the items by id with what was confirmed or
// declined, grants, prohibitions. Its digest covers all of it.
func (m Mandate) Value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("version", strictjson.Int(Version)),
		strictjson.Field("reading", m.result.Value()),
		strictjson.Field("items", ids(m.items)),
		strictjson.Field("conditional", ids(conditional(m.items))),
		strictjson.Field("declined", ids(m.declined)),
		strictjson.Field("confirmed", strictjson.Strings(m.confirmed)),
		strictjson.Field("grants", grants(m.grants)),
		strictjson.Field("prohibitions", strictjson.Strings(m.result.Prohibitions)),
	)
}

// Digest returns the digest of the canonical form of [Mandate.Value].
func (m Mandate) Digest() string { return tool.Digest(m.Value()) }

// Summary returns what an envelope shows of a mandate: digest, grants, prohibitions and the ids of the items.
func (m Mandate) Summary() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("digest", strictjson.String(m.Digest())),
		strictjson.Field("grants", grants(m.grants)),
		strictjson.Field("prohibitions", strictjson.Strings(m.result.Prohibitions)),
		strictjson.Field("items", ids(m.items)),
	)
}

func conditional(items []Item) []Item {
	var waiting []Item
	for _, item := range items {
		if item.Condition {
			waiting = append(waiting, item)
		}
	}
	return waiting
}

func ids(items []Item) strictjson.Value {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = item.ID
	}
	return strictjson.Strings(names)
}

func grants(list []tool.Grant) strictjson.Value {
	values := make([]strictjson.Value, len(list))
	for i, g := range list {
		values[i] = strictjson.Object(
			strictjson.Field("tool", strictjson.String(g.Tool.String())),
			strictjson.Field("revision", strictjson.Int(int64(g.Revision))),
			strictjson.Field("approval", strictjson.String(string(g.Approval))),
		)
	}
	return strictjson.Array(values...)
}
