// Command plain embeds the runtime with an executor of its own.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// silent is an executor that knows one answer: nothing is asked.
type silent struct{}

func (silent) ID() string { return "silent" }

func (silent) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }

func (silent) Generate(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
	const nothing = `{"normalizedInput":"Thanks.","primaryIntent":null,"requirements":[],"prohibitions":[],"intents":[]}`
	return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: nothing}, ctx.Err()
}

func main() {
	reader, err := bootstrap.NewIntent(intent.Config{}, silent{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer reader.Dispose()
	result, err := reader.Parse(context.Background(), intent.Request{Input: "Thanks!"})
	fmt.Println(result.NormalizedInput, len(result.Intents), err)
}
