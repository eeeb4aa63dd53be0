package script_test

import (
	"context"
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

func TestConformance(t *testing.T) {
	executortest.Run(t, func(_ testing.TB, behaviour executortest.Behaviour) executortest.Subject {
		gone := make(chan struct{}, 300)
		replies := make([]script.Reply, 300) // more than any rule asks for
		for i := range replies {
			replies[i] = behave(behaviour, gone)
			if behaviour.Kind == executortest.Holds && i == 0 {
				replies[i] = hang(gone)
			}
		}
		executor := script.New(replies...)
		return executortest.Subject{Executor: executor, Gone: gone, Sent: func() []string {
			var sent []string
			for _, r := range executor.Requests() {
				sent = append(sent, r.Instructions+"\n"+r.Payload+"\n"+r.Format.Schema)
			}
			return sent
		}}
	}, executortest.Features{
		NoTimeout: true, NoRetryAfter: true, // Status says none, and a script has no client
		Cannot: []executortest.Kind{executortest.Redirects, executortest.Floods},
	})
}

func behave(behaviour executortest.Behaviour, gone chan<- struct{}) script.Reply {
	switch behaviour.Kind {
	case executortest.Completes, executortest.Holds:
		return script.Text(behaviour.Text).WithUsage(behaviour.Usage)
	case executortest.Echoes:
		return script.Func(func(_ context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: r.Payload}, nil
		})
	case executortest.Refuses:
		return script.Refusal("no")
	case executortest.Stops:
		return script.Incomplete("length")
	case executortest.Hangs:
		return hang(gone)
	case executortest.Fails:
		return script.Status(behaviour.Status)
	default:
		return script.Fail(errors.New("connection lost"))
	}
}

func hang(gone chan<- struct{}) script.Reply {
	return script.Func(func(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
		<-ctx.Done()
		gone <- struct{}{}
		return intent.ModelReply{}, ctx.Err()
	})
}
