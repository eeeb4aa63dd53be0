package openai_test

import (
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/executor/openai"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

func ExampleNew() {
	executor, err := openai.New(openai.Options{APIKey: executorkit.NewKey("sk-0123"), Model: "gpt-5"})
	fmt.Println(executor.ID(), err)

	_, err = openai.New(openai.Options{})
	fmt.Println(errors.Is(err, intent.ConfigInvalid))
	for _, issue := range intent.AsError(err).Issues {
		fmt.Println(*issue.Path, issue.Message)
	}
	// Output:
	// openai:gpt-5 <nil>
	// true
	// /apiKey is missing
	// /model is missing
}
