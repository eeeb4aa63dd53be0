package native_test

import (
	"context"
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// A validator judges a value by a projection of a schema and names every miss.
func ExampleNew() {
	orders, fault := schema.Read([]byte(`{"type": "object", "properties": {
		"number": {"type": "string", "pattern": "^[0-9]{6}$"},
		"parcels": {"type": "integer", "minimum": 1}}, "required": ["number"]}`), schema.Limits{})
	if fault != nil {
		fmt.Println(fault)
		return
	}
	compiled, err := native.New().Compile(context.Background(), orders.Project([]string{"parcels", "number"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := strictjson.Decode([]byte(`{"parcels": 0, "city": "Lisbon"}`), strictjson.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := compiled.Validate(context.Background(), value)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, miss := range verdict.Violations {
		fmt.Printf("%q %s: expected %s\n", miss.Pointer, miss.Keyword, miss.Expected)
	}
	// Output:
	// "" required: expected the property "number"
	// "/parcels" minimum: expected a number of at least 1
	// "/city" additionalProperties: expected no property of this name
}
