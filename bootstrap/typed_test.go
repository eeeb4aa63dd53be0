package bootstrap_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
)

type typedOrder struct {
	OrderID string `json:"orderId" intent:"title=order number,pattern=^[0-9]{6}$"`
	Boxes   *int   `json:"boxes" intent:"min=1"`
}

// The fields come as a struct; the schema is derived from it.
func ExampleNewTyped() {
	type Order struct {
		OrderID string `json:"orderId" intent:"title=order number,pattern=^[0-9]{6}$"`
	}
	executor := script.New(script.Text(coreCandidate), script.Text(dataCandidate))
	orders, err := bootstrap.NewTyped[Order](intent.Config{}, executor)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer orders.Dispose()
	reading, err := orders.Parse(context.Background(), intent.Request{Input: "Please cancel order 000771."})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reading.Data.OrderID)
	for _, source := range reading.Evidence("/orderId") {
		fmt.Println(source.SourceID, source.Quote, source.Occurrences[0].ByteOffset)
	}
	// Output:
	// 000771
	// input 000771 20
}

func TestTyped(t *testing.T) {
	t.Parallel()
	executor := script.New(script.Text(coreCandidate), script.Text(missingCandidate))
	orders, err := bootstrap.NewTyped[typedOrder](intent.Config{}, executor)
	if err != nil {
		t.Fatal(err)
	}
	if got := orders.Schema().Fields(); len(got) != 2 || got[1] != "boxes" {
		t.Errorf("got %v", got)
	}
	_, err = orders.Parse(t.Context(), intent.Request{Input: "Please cancel it.", Fields: intent.Fields("orderId")})
	if !errors.Is(err, intent.DataExtractionFailed) {
		t.Errorf("got %v", err)
	}
	orders.Dispose()
	if _, err := orders.Parse(t.Context(), intent.Request{Input: "x"}); !errors.Is(err, intent.InstanceDisposed) {
		t.Errorf("got %v", err)
	}
}

func TestTypedRefusals(t *testing.T) {
	t.Parallel()
	_, err := bootstrap.NewTyped[typedOrder](intent.Config{Schema: []byte(orderSchema)}, nil)
	if !errors.Is(err, intent.ConfigInvalid) {
		t.Errorf("a schema beside the type: %v", err)
	}
	_, err = bootstrap.NewTyped[struct{ A chan int }](intent.Config{}, nil)
	var typed *schema.TypeError
	if !errors.As(err, &typed) || typed.Path != "struct.A" {
		t.Errorf("got %v", err)
	}
	_, err = bootstrap.NewTyped[typedOrder](intent.Config{Language: "English"}, nil)
	if !errors.Is(err, intent.ConfigInvalid) {
		t.Errorf("got %v", err)
	}
}

func TestTypedEvidence(t *testing.T) {
	t.Parallel()
	orders, err := bootstrap.NewTyped[typedOrder](intent.Config{}, script.New(script.Text(coreCandidate), script.Text(dataCandidate)))
	if err != nil {
		t.Fatal(err)
	}
	defer orders.Dispose()
	reading, err := orders.Parse(t.Context(), intent.Request{Input: "Please cancel order 000771.", Fields: intent.Fields("orderId")})
	if err != nil || reading.Data.Boxes != nil || reading.Result.Input == "" {
		t.Fatalf("got %+v, %v", reading, err)
	}
	for pointer, want := range map[string]int{"/orderId": 1, "/boxes": 0, "": 0, "orderId": 0, "/data/orderId": 0} {
		if got := len(reading.Evidence(pointer)); got != want {
			t.Errorf("%q has %d quotations, want %d", pointer, got, want)
		}
	}
	orders.Intent()
}
