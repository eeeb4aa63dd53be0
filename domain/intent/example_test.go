package intent_test

import (
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// A request reads all declared fields unless it says otherwise; nil and empty never mean two things.
func ExampleFields() {
	declared := []string{"order", "day", "gift"}
	for _, selection := range []intent.Selection{{}, intent.Fields("day", "order", "day"), intent.NoFields()} {
		names, err := intent.Request{Input: "Move order 7 to Friday.", Fields: selection}.Check(intent.Limits{}, declared)
		fmt.Println(names, err == nil)
	}
	// Output:
	// [order day gift] true
	// [day order] true
	// [] true
}

// Every fault of a configuration comes back at once, each with its place.
func ExampleReadConfig() {
	_, err := intent.ReadConfig([]byte(`{"language":"en_US","timeoutMs":-1,"limits":{"maxInputBytes":0}}`))
	for _, issue := range intent.AsError(err).Issues {
		fmt.Println(*issue.Path)
	}
	// Output:
	// /language
	// /timeoutMs
	// /limits/maxInputBytes
}

// An error is asked for by its code.
func ExampleCode() {
	err := fmt.Errorf("reading the mail: %w", intent.NewError(intent.ModelRefused, intent.StageCore, "the model refused"))
	fmt.Println(errors.Is(err, intent.ModelRefused), intent.CodeOf(err))
	// Output: true MODEL_REFUSED
}

// Fields go into a Go type without losing a digit.
func ExampleData_Decode() {
	object, _ := strictjson.Decode([]byte(`{"order":"0042","parcels":3}`), strictjson.Options{})
	var order struct {
		Order   string
		Parcels int
	}
	if err := intent.NewData(object).Decode(&order); err != nil {
		fmt.Println(err)
	}
	fmt.Println(order.Order, order.Parcels)
	// Output: 0042 3
}
