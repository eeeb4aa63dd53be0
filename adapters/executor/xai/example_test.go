package xai_test

import (
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/executor/xai"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

func ExampleNew() {
	executor, err := xai.New(xai.Options{APIKey: executorkit.NewKey("sk-0123"), Model: "grok-4"})
	fmt.Println(executor.ID(), err)

	_, err = xai.New(xai.Options{})
	fmt.Println(errors.Is(err, intent.ConfigInvalid))
	for _, issue := range intent.AsError(err).Issues {
		fmt.Println(*issue.Path, issue.Message)
	}
	// Output:
	// xai:grok-4 <nil>
	// true
	// /apiKey is missing
	// /model is missing
}
