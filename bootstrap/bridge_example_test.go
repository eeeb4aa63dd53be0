package bootstrap_test

import (
	"context"
	"fmt"

	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// readWith drives a bridge with any function that writes candidates: a model in this process, a person,
// a test. It is the whole loop that a host needs.
func readWith(
	ctx context.Context, session *bootstrap.BridgeSession, call bootstrap.PrepareCall,
	write func(context.Context, bootstrap.BridgeTask) (string, error),
) bootstrap.BridgeReply {
	reply := session.Prepare(ctx, call)
	for reply.Task != nil {
		task := *reply.Task
		candidate, err := write(ctx, task)
		if err != nil {
			return session.Cancel(ctx, bootstrap.CancelCall{JobID: task.JobID, Outcome: bootstrap.OutcomeIncomplete})
		}
		reply = session.Accept(ctx, bootstrap.AcceptCall{
			JobID: task.JobID, StepToken: task.StepToken, CandidateText: candidate,
		})
	}
	return reply // with a result, or with an error
}

// A bridge for a host whose own model reads. The function that writes stands for that model: here it
// makes a mistake first, and mends it when it is asked to.
func ExampleNewBridge() {
	reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(orderSchema)}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Dispose()
	hub, err := bootstrap.NewBridge(bootstrap.Instances{"orders": reader}, bootstrap.BridgeSettings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer hub.Close()
	session := hub.Connect()
	defer session.Close()

	candidates := []string{"That order, please.", coreCandidate, dataCandidate}
	write := func(_ context.Context, task bootstrap.BridgeTask) (string, error) {
		fmt.Println("task of stage", task.Stage)
		candidate := candidates[0]
		candidates = candidates[1:]
		return candidate, nil
	}
	reply := readWith(context.Background(), session, bootstrap.PrepareCall{
		Instance: "orders", Request: intent.Request{Input: "Please cancel order 000771."},
	}, write)
	if reply.Error != nil {
		fmt.Println(reply.Error)
		return
	}
	fmt.Println(reply.Result.Intents[0].Status, reply.Result.Data.Value().JSON())

	// Output:
	// task of stage core
	// task of stage core
	// task of stage data
	// ready {"orderId":"000771"}
}

// What a host's model will not write, the host cancels; the reply tells so as any other error does.
func ExampleBridgeSession() {
	reader, err := bootstrap.NewIntent(intent.Config{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Dispose()
	hub, err := bootstrap.NewBridge(bootstrap.Instances{"office": reader}, bootstrap.BridgeSettings{MaxJobs: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer hub.Close()

	session := hub.Connect()
	reply := session.Prepare(context.Background(), bootstrap.PrepareCall{
		Instance: "office", Request: intent.Request{Input: "Book a room for noon."},
	})
	reply = session.Cancel(context.Background(), bootstrap.CancelCall{
		JobID: reply.Task.JobID, Outcome: bootstrap.OutcomeRefusal,
	})
	fmt.Println(reply.Error.Code, reply.Error.Stage)

	// Output:
	// MODEL_REFUSED core
}
