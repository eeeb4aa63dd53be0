package gojsonschema

import (
	"encoding/json"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// maxRequired is how many required names one schema keeps: the library compares each with all the
// others while it compiles, so more are spread over branches of allOf.
const maxRequired = 500

// privateSchema writes a schema anew, as the library can take it: without annotations, $id, $schema
// and $comment, in which it looks for references; counts as plain integers; bounds and listed values
// with canonical numbers, no listed value twice; patterns in Go's syntax; formats by their private
// names.
func privateSchema(n *schema.Node) any { return (&copier{}).schema(n) }

// copier writes a private copy and counts what compiling it will cost.
type copier struct {
	instructions int // of the patterns' programs, each as often as it is written
}

func (c *copier) schema(n *schema.Node) any {
	source := n.Definition()
	if source.Kind() != strictjson.KindObject {
		return source.Bool()
	}
	private := map[string]any{}
	for keyword, v := range source.Members() {
		if written := c.keyword(n, keyword, v); written != nil {
			private[keyword] = written
		}
	}
	spreadRequired(private)
	splitLengths(private)
	return private
}

// keyword writes one keyword's value; nil where it is left out.
func (c *copier) keyword(n *schema.Node, keyword string, v strictjson.Value) any {
	switch keyword {
	case "type", "required", "uniqueItems":
		return plain(v)
	case "enum":
		return distinct(v)
	case "const":
		return constant(v)
	case "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
		"exclusiveMaximum", "multipleOf":
		return number(v)
	case "pattern":
		c.instructions += n.Pattern().Instructions()
		return n.Pattern().Go()
	case "format":
		return privateFormat(v.Text())
	case "properties":
		properties := make(map[string]any, v.Len())
		for name := range v.Members() {
			properties[name] = c.schema(n.Property(name))
		}
		return properties
	case "anyOf", "oneOf", "allOf":
		branches := make([]any, 0, v.Len())
		for _, branch := range n.Under(keyword) {
			branches = append(branches, c.schema(branch))
		}
		return branches
	case "not", "items", "additionalProperties":
		return c.schema(n.Under(keyword)[0])
	default:
		return nil
	}
}

// nothing stands for JSON's null where an untyped nil would mean that a keyword is left out.
type nothing struct{}

// MarshalJSON writes null.
func (nothing) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func constant(v strictjson.Value) any {
	if v.IsNull() {
		return nothing{}
	}
	return plain(v)
}

// distinct lists the members of an enum once each: the library refuses repeats, and compares by the
// text that it would write.
func distinct(v strictjson.Value) []any {
	listed := make([]any, 0, v.Len())
	seen := make(map[string]bool, v.Len())
	for _, member := range v.Items() {
		one := plain(member)
		text, err := json.Marshal(one)
		if err != nil || seen[string(text)] {
			continue
		}
		seen[string(text)] = true
		listed = append(listed, one)
	}
	return listed
}

// spreadRequired moves required names beyond the first ones into branches of allOf.
func spreadRequired(private map[string]any) {
	names, _ := private["required"].([]any)
	if len(names) <= maxRequired {
		return
	}
	private["required"] = names[:maxRequired]
	for rest := names[maxRequired:]; len(rest) > 0; rest = rest[min(maxRequired, len(rest)):] {
		require(private, map[string]any{"required": rest[:min(maxRequired, len(rest))]})
	}
}

// splitLengths replaces a minLength above the maxLength, which the library does not compile, by what
// the two say together: no string.
func splitLengths(private map[string]any) {
	least, ok := private["minLength"].(json.Number)
	most, also := private["maxLength"].(json.Number)
	if !ok || !also || count(least) <= count(most) {
		return
	}
	delete(private, "minLength")
	delete(private, "maxLength")
	require(private, map[string]any{"not": map[string]any{"type": "string"}})
}

func count(n json.Number) int64 {
	i, _ := n.Int64()
	return i
}

func require(private, also map[string]any) {
	branches, _ := private["allOf"].([]any)
	private["allOf"] = append(branches, also)
}

// plain returns a value in the library's types. It shares nothing that the library could change.
// Numbers are finite: the strict reader has refused others, on which the library would panic.
func plain(v strictjson.Value) any {
	switch v.Kind() {
	case strictjson.KindBool:
		return v.Bool()
	case strictjson.KindNumber:
		return number(v)
	case strictjson.KindString:
		return v.Text()
	case strictjson.KindArray:
		items := make([]any, v.Len())
		for i := range items {
			items[i] = plain(v.Index(i))
		}
		return items
	case strictjson.KindObject:
		members := make(map[string]any, v.Len())
		for i := range v.Len() {
			members[v.Member(i).Name] = plain(v.Member(i).Value)
		}
		return members
	default:
		return nil
	}
}

// number writes a number canonically: an integer plainly, 0 without a sign, all else as the shortest
// text of its double.
func number(v strictjson.Value) json.Number {
	if n, ok := v.Decimal().Int64(); ok {
		return json.Number(strconv.FormatInt(n, 10))
	}
	return json.Number(strconv.FormatFloat(v.Float(), 'g', -1, 64))
}
