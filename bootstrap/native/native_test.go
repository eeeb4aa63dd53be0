package native_test

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/bootstrap/native"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestNoNetworkIsLinked: neither the entry nor an executor that asks nobody brings net/http, TLS or
// gojsonschema. The packages are what a linker gets, so no size has to be pinned.
func TestNoNetworkIsLinked(t *testing.T) {
	const executors = "github.com/devcodex/intent-runtime/adapters/executor/"
	args := []string{"list", "-deps", ".", executors + "offline", executors + "script", "../../adapters/observe/slogobserver"}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	for _, heavy := range []string{
		"net/http", "net", "crypto/tls", "text/template", "os/exec", "github.com/xeipuuv/gojsonschema", "github.com/google/wire",
	} {
		if slices.Contains(linked, heavy) {
			t.Errorf("%s is linked", heavy)
		}
	}
	if !slices.Contains(linked, "github.com/devcodex/intent-runtime/bootstrap/native") {
		t.Error("the list is not of this package")
	}
}

const orderSchema = `{"type":"object","properties":{"orderId":{"type":"string","pattern":"^[0-9]{6}$"}},"required":["orderId"]}`

func Example() {
	executor := script.New(
		script.Text(`{"normalizedInput":"Cancel order 000771.","primaryIntent":"Cancel order 000771",
		  "requirements":[],"prohibitions":[],"intents":[{"action":"modify","target":"order 000771",
		  "requirements":["cancel it"],"blockers":{"clarificationReason":null,"questions":[],
		  "confirmationReason":null,"conditionReason":null}}]}`),
		script.Text(`{"data":{"orderId":"000771"},
		  "evidence":[{"path":"/data/orderId","mode":"exact","sources":[{"sourceId":"input","quote":"000771"}]}],
		  "descriptionChecks":[],"issues":[],
		  "fieldResults":[{"path":"/data/orderId","status":"extracted","explanation":"Stated."}]}`),
	)
	reader, err := native.NewIntent(intent.Config{Schema: []byte(orderSchema)}, executor)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Dispose()
	result, err := reader.Parse(context.Background(), intent.Request{Input: "Please cancel order 000771."})
	fmt.Println(result.Data.Value().JSON(), err)
	// Output: {"orderId":"000771"} <nil>
}

// TestTheSchemaIsJudged: without a second judge the runtime's own evaluation still refuses.
func TestTheSchemaIsJudged(t *testing.T) {
	reader, err := native.NewIntent(intent.Config{Schema: []byte(`{"type":"nothing"}`)}, nil)
	if reader != nil || intent.CodeOf(err) != intent.SchemaUnsupported {
		t.Errorf("got %v, %v", reader, err)
	}
}

func TestBridge(t *testing.T) {
	reader, err := native.NewIntent(intent.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Dispose()
	hub, err := native.NewBridge(native.Instances{"office": reader}, native.BridgeSettings{})
	if err != nil {
		t.Fatal(err)
	}
	defer hub.Close()
	session := hub.Connect()
	defer session.Close()
	reply := session.Prepare(t.Context(), bridge.PrepareCall{
		Instance: "office", Request: intent.Request{Input: "Book a room."},
	})
	if reply.Task == nil {
		t.Errorf("no task: %v", reply.Error)
	}
}
