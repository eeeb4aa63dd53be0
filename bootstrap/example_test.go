package bootstrap_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

const orderSchema = `{
  "type": "object",
  "properties": {"orderId": {"type": "string", "pattern": "^[0-9]{6}$"}},
  "required": ["orderId"]
}`

const coreCandidate = `{"normalizedInput":"Cancel order 000771.","primaryIntent":"Cancel order 000771",
  "requirements":[],"prohibitions":[],"intents":[{"action":"modify","target":"order 000771","requirements":["cancel it"],
  "blockers":{"clarificationReason":null,"questions":[],"confirmationReason":null,"conditionReason":null}}]}`

const dataCandidate = `{"data":{"orderId":"000771"},
  "evidence":[{"path":"/data/orderId","mode":"exact","sources":[{"sourceId":"input","quote":"000771"}]}],
  "descriptionChecks":[],
  "fieldResults":[{"path":"/data/orderId","status":"extracted","explanation":"Stated."}],
  "issues":[]}`

const missingCandidate = `{"data":{},"evidence":[],"descriptionChecks":[],
  "fieldResults":[{"path":"/data/orderId","status":"issue","explanation":"No number is given."}],
  "issues":[{"code":"DATA_REQUIRED_MISSING","category":"business_information","path":"/data/orderId",
    "message":"Which order shall be cancelled?"}]}`

// A whole program: a script stands for the model, so that it runs without one. Put openai.New, xai.New
// or an executor of your own in its place.
func Example() {
	executor := script.New(script.Text(coreCandidate), script.Text(dataCandidate))
	reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(orderSchema)}, executor)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Dispose()

	result, err := reader.Parse(context.Background(), intent.Request{
		Input:  "Please cancel order 000771.",
		Fields: intent.Fields("orderId"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range result.Intents {
		fmt.Println(item.ID, *item.Action, *item.Target, item.Status)
	}
	var order struct {
		OrderID string `json:"orderId"`
	}
	if err := result.Data.Decode(&order); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(order.OrderID)
	// Output:
	// i1 modify order 000771 ready
	// 000771
}

// Business issues are one error that keeps what was understood.
func ExampleNewIntent_businessIssues() {
	executor := script.New(script.Text(coreCandidate), script.Text(missingCandidate))
	reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(orderSchema)}, executor)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Dispose()

	_, err = reader.Parse(context.Background(), intent.Request{Input: "Please cancel my order."})
	if errors.Is(err, intent.DataExtractionFailed) {
		failed := intent.AsError(err)
		fmt.Println(failed.Issues[0].Code, failed.Issues[0].Message)
		fmt.Println("understood:", failed.PartialResult.NormalizedInput)
	}
	// Output:
	// DATA_REQUIRED_MISSING Which order shall be cancelled?
	// understood: Cancel order 000771.
}

// A configuration lists all its faults at once.
func ExampleNewIntent_faults() {
	_, err := bootstrap.NewIntent(intent.Config{
		Language: "English",
		Limits:   intent.Limits{MaxIntentCount: -1},
	}, nil)
	for _, issue := range intent.AsError(err).Issues {
		fmt.Println(*issue.Path)
	}
	// Output:
	// /language
	// /limits/maxIntentCount
}

// The audit tells what every value rests on.
func ExampleIntent_ParseAudited() {
	executor := script.New(script.Text(coreCandidate), script.Text(dataCandidate))
	reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(orderSchema)}, executor,
		bootstrap.WithValidator(native.New()))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Dispose()

	_, audit, err := reader.ParseAudited(context.Background(), intent.Request{Input: "Please cancel order 000771."})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, leaf := range audit.Leaves {
		source := leaf.Sources[0]
		fmt.Println(leaf.Path, leaf.Value.Text(), leaf.Mode, source.SourceID, source.Occurrences[0].ByteOffset)
	}
	// Output: /data/orderId 000771 exact input 20
}
