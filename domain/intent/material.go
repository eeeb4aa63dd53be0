package intent

import (
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// InputID is the material id of the request's input.
const InputID = "input"

// Material is one text that evidence may quote.
type Material struct {
	ID      string // input, or context:0, context:1, … in order
	Role    Role   // user for the input
	Content string
}

// Materials lists what evidence may quote: the input, then the context in order.
func (r Request) Materials() []Material {
	input := Material{ID: InputID, Role: RoleUser, Content: r.Input}
	return append([]Material{input}, r.Context.materials()...)
}

func (c Context) materials() []Material {
	materials := make([]Material, len(c.messages))
	for i, m := range c.messages {
		materials[i] = Material{ID: "context:" + strconv.Itoa(i), Role: m.Role, Content: m.Content}
	}
	return materials
}

// ContextValue gives the context as a payload shows it: an array of {sourceId, role, content}. Of
// materials it takes all but the input.
func ContextValue(materials []Material) strictjson.Value {
	items := make([]strictjson.Value, 0, len(materials))
	for _, m := range materials {
		if m.ID == InputID {
			continue
		}
		items = append(items, m.value())
	}
	return strictjson.Array(items...)
}

// value gives the material as payloads and audits show it.
func (m Material) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("sourceId", strictjson.String(m.ID)),
		strictjson.Field("role", strictjson.String(string(m.Role))),
		strictjson.Field("content", strictjson.String(m.Content)),
	)
}

func contextBytes(materials []Material) int {
	if len(materials) == 0 {
		return 0
	}
	return len(ContextValue(materials).AppendJSON(nil))
}
