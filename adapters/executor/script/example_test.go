package script_test

import (
	"context"
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func ExampleNew() {
	executor := script.New(script.JSON([]int{1, 2}), script.Refusal(""), script.Status(429))

	ctx := context.Background()
	for range 4 {
		reply, err := executor.Generate(ctx, intent.ModelRequest{Stage: intent.StageCore})
		fmt.Printf("outcome %q, text %q, code %q\n", reply.Outcome, reply.Text, intent.CodeOf(err))
	}
	// Output:
	// outcome "complete", text "[1,2]", code ""
	// outcome "refusal", text "", code ""
	// outcome "", text "", code "MODEL_RATE_LIMITED"
	// outcome "", text "", code "MODEL_REQUEST_FAILED"
}
