package ports_test

import (
	"context"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// echo is an executor that needs no model: it understands nothing but thanks.
type echo struct{}

func (echo) ID() string { return "echo" }

func (echo) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }

func (echo) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	if err := ctx.Err(); err != nil {
		return intent.ModelReply{}, err // counts as MODEL_TIMEOUT or MODEL_ABORTED
	}
	return intent.ModelReply{
		Outcome: intent.OutcomeComplete,
		Text: `{"normalizedInput":"Thanks.","primaryIntent":null,"requirements":[],"prohibitions":[],` +
			`"intents":[]}`,
	}, nil
}

// An executor of one's own is three methods.
func ExampleExecutor() {
	var executor ports.Executor = echo{}
	reply, err := executor.Generate(context.Background(), intent.ModelRequest{Stage: intent.StageCore})
	fmt.Println(executor.ID(), reply.Outcome, err)
	// Output: echo complete <nil>
}

// ends prints how readings end, by the id that joins them to other logs.
type ends struct{}

func (ends) Observe(ctx context.Context, event ports.Event) {
	if end, ok := event.(ports.Finished); ok {
		fmt.Println(ports.ReadingID(ctx), end.Code, end.Stage)
	}
}

// An observer of one's own is one method.
func ExampleObserver() {
	var observer ports.Observer = ends{}
	ctx := ports.WithReadingID(context.Background(), "r1")
	observer.Observe(ctx, ports.Finished{Code: intent.ModelTimeout, Stage: intent.StageCore})
	// Output: r1 MODEL_TIMEOUT core
}
