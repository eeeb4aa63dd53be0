// Command withopenai embeds the runtime with the OpenAI executor and so asks for its SDK.
package main

import (
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/executor/openai"
)

func main() {
	_, err := openai.New(openai.Options{})
	fmt.Println(err)
}
