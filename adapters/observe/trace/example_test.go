package trace_test

import (
	"context"
	"os"

	"github.com/devcodex/intent-runtime/adapters/observe/trace"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// An Intent gets it with bootstrap.WithObserver; here it is told two events by hand.
func ExampleNew() {
	observer := trace.New(os.Stdout)
	reply := intent.ModelReply{Outcome: intent.OutcomeComplete, Text: `{"a":1}`}
	observer.Observe(context.Background(), ports.ReplyReceived{Stage: intent.StageCore, Outcome: reply.Outcome, Material: &reply})
	observer.Observe(context.Background(), ports.ReplyReceived{Stage: intent.StageData, Code: intent.ModelTimeout})
	// Output:
	// {"event":"reply","stage":"core","outcome":"complete","text":"{\"a\":1}"}
	// {"event":"error","stage":"data","code":"MODEL_TIMEOUT"}
}
