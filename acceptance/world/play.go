package world

import (
	"context"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Play is one reading with prepared replies. A zero field is what most specs want: the order's input,
// no context, all fields of the order's schema, one repair.
type Play struct {
	Input   string
	Context intent.Context
	Fields  intent.Selection
	Config  intent.Config
	Options []bootstrap.Option
	Replies []script.Reply
}

// Played is what came of a [Play].
type Played struct {
	Result intent.Result
	Err    *intent.Error // nil for a result
	Raw    error         // Err as it was returned
	Asked  []intent.ModelRequest
}

// Run makes an Intent, reads and disposes. The error is that of making the Intent.
func (p Play) Run(ctx context.Context) (Played, error) {
	if p.Config.Schema == nil {
		p.Config.Schema = []byte(OrderSchema)
	}
	if p.Input == "" {
		p.Input = OrderInput
	}
	executor := script.New(p.Replies...)
	reader, err := bootstrap.NewIntent(p.Config, executor, p.Options...)
	if err != nil {
		return Played{}, err
	}
	defer reader.Dispose()
	request := intent.Request{Input: p.Input, Fields: p.Fields, Context: p.Context}
	result, err := reader.Parse(ctx, request)
	return Played{Result: result, Err: intent.AsError(err), Raw: err, Asked: executor.Requests()}, nil
}

// Code is the error's code, "" for a result.
func (p Played) Code() intent.Code { return intent.CodeOf(p.Raw) }

// Paths lists the paths of the error's issues in order; a null path is shown as "null".
func (p Played) Paths() []string {
	if p.Err == nil {
		return nil
	}
	paths := make([]string, len(p.Err.Issues))
	for i, issue := range p.Err.Issues {
		paths[i] = "null"
		if issue.Path != nil {
			paths[i] = *issue.Path
		}
	}
	return paths
}
