package zapobserver_test

import (
	"context"

	"go.uber.org/zap"

	"github.com/devcodex/intent-runtime/adapters/observe/zapobserver"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// An Intent gets it with bootstrap.WithObserver; here it is told an event by hand.
func ExampleNew() {
	zapobserver.New(zap.NewExample()).Observe(context.Background(), ports.RequestSent{
		Reading: ports.Reading{ID: "p1"}, Stage: intent.StageCore, Bytes: 4096,
	})
	// Output:
	// {"level":"debug","msg":"model asked","parse":"p1","stage":"core","repair":false,"bytes":4096}
}
