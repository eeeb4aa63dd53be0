package schema_test

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// An evaluation judges a value by a projection of a schema and names every violation.
func ExampleEvaluate() {
	orders, reasons := schema.Read([]byte(`{"type": "object", "properties": {
		"number": {"type": "string", "pattern": "^[0-9]{6}$"},
		"parcels": {"type": "integer", "minimum": 1}}, "required": ["number"]}`), schema.Limits{})
	if len(reasons) > 0 {
		fmt.Println(reasons.Summary())
		return
	}
	value, err := strictjson.Decode([]byte(`{"parcels": 0, "city": "Lisbon"}`), strictjson.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, _ := schema.Evaluate(orders.Project([]string{"parcels", "number"}), value, nil)
	for _, violation := range verdict.Violations {
		fmt.Printf("%q %s: expected %s\n", violation.Pointer, violation.Keyword, violation.Expected)
	}
	// Output:
	// "" required: expected the property "number"
	// "/parcels" minimum: expected a number of at least 1
	// "/city" additionalProperties: expected no property of this name
}
