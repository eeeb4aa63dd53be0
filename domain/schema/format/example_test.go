package format_test

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema/format"
)

func ExampleCheck() {
	for _, text := range []string{"2024-02-29", "2023-02-29"} {
		ok, _ := format.Check("date", text, nil)
		fmt.Println(text, ok)
	}
	// Output:
	// 2024-02-29 true
	// 2023-02-29 false
}
