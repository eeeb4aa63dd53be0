package schema_test

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema"
)

// A refused schema comes with every reason, and how the same can be said.
func ExampleRead_refused() {
	text := []byte(`{"type": "object", "properties": {
		"size": {"type": "array", "items": [{"type": "number"}, {"type": "number"}]},
		"depot": {"$ref": "#/definitions/depot"}}}`)
	_, reasons := schema.Read(text, schema.Limits{})
	for _, reason := range reasons {
		fmt.Println(reason.Pointer, reason.Message)
		fmt.Println("  way out:", reason.WayOut)
	}
	// Output:
	// /properties/size/items is a list of schemas by position (a tuple), which is not supported
	//   way out: use an object with a property for each position
	// /properties/depot/$ref keyword "$ref" is not supported
	//   way out: write the schema itself wherever it is referred to
}
