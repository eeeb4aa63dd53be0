package offline_test

import (
	"context"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/offline"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

func TestConformance(t *testing.T) {
	executortest.Run(t, func(_ testing.TB, behaviour executortest.Behaviour) executortest.Subject {
		switch behaviour.Kind {
		case executortest.Refuses:
			return executortest.Subject{Executor: given{offline.New(), "fr", "Arrête."}}
		case executortest.Stops:
			return executortest.Subject{Executor: given{offline.New(), "en", strings.Repeat("Send the letter. ", 150)}}
		default:
			return executortest.Subject{Executor: offline.New()}
		}
	}, executortest.Features{
		OwnText: true,
		// There is no provider that could hang, fail or drop the line.
		Cannot: []executortest.Kind{executortest.Hangs, executortest.Fails, executortest.Drops,
			executortest.Redirects, executortest.Floods, executortest.Holds},
	})
}

// given has the reader read another request than the kit's: one that it refuses or breaks off.
type given struct {
	*offline.Executor
	language, input string
}

func (g given) Generate(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
	return g.Executor.Generate(ctx, prompt.Core(prompt.Basis{
		Language: g.language, Schema: "{}", Request: intent.Request{Input: g.input}, NativeJSONSchema: true,
	}))
}
