package ecma_test

import (
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

func ExampleCompile() {
	p, err := ecma.Compile(`^(?<area>\p{Lu}{2})\s\d+$`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.MatchString("ÄB\u00a042"))

	_, err = ecma.Compile(`(?=.*\d).{8,}`)
	var refusal *ecma.Error
	if errors.As(err, &refusal) {
		fmt.Println(refusal, refusal.Invalid)
	}
	// Output:
	// true
	// lookahead: a linear-time engine cannot look ahead false
}
