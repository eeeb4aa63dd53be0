package world

import (
	"encoding/json"
	"time"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// OrderInput is the request that the good candidates of this package read.
const OrderInput = "Ship order 000771 to Lisbon, two parcels; don't call the customer."

// OrderSchema has one required and two optional fields, one of them described.
const OrderSchema = `{
  "type": "object",
  "properties": {
    "orderId": {"type": "string", "pattern": "^[0-9]{6}$", "description": "The order's number"},
    "city": {"type": "string"},
    "parcels": {"type": "integer", "minimum": 1}
  },
  "required": ["orderId"]
}`

// Tree is a JSON object that a spec takes apart before it is handed in.
type Tree = map[string]any

// Core gives a good core candidate for [OrderInput], anew at each call.
func Core() Tree {
	return tree(`{"normalizedInput":"Ship order 000771 to Lisbon in two parcels without calling the customer.",
	  "primaryIntent":"Ship order 000771","requirements":["two parcels"],
	  "prohibitions":["don't call the customer"],
	  "intents":[{"action":"execute","target":"order 000771","requirements":["to Lisbon"],
	    "blockers":{"clarificationReason":null,"questions":[],
	      "confirmationReason":null,"conditionReason":null}}]}`)
}

// Data gives a good data candidate for [OrderInput] and all fields of [OrderSchema], anew at each call.
func Data() Tree {
	return tree(`{"data":{"orderId":"000771","city":"Lisbon","parcels":2},
	  "evidence":[
	    {"path":"/data/orderId","mode":"exact","sources":[{"sourceId":"input","quote":"000771"}]},
	    {"path":"/data/city","mode":"exact","sources":[{"sourceId":"input","quote":"Lisbon"}]},
	    {"path":"/data/parcels","mode":"semantic","sources":[{"sourceId":"input","quote":"two parcels"}]}],
	  "descriptionChecks":[{"path":"/data/orderId","verdict":"satisfied","explanation":"It is called the order.",
	    "sources":[{"sourceId":"input","quote":"order 000771"}]}],
	  "fieldResults":[
	    {"path":"/data/orderId","status":"extracted","explanation":"Stated."},
	    {"path":"/data/city","status":"extracted","explanation":"Stated."},
	    {"path":"/data/parcels","status":"extracted","explanation":"Stated in words."}],
	  "issues":[]}`)
}

// Text writes a candidate as JSON text.
func Text(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func tree(text string) Tree {
	var value Tree
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err)
	}
	return value
}

// Good gives an executor that answers both stages well, n times over.
func Good(n int) *script.Executor {
	var replies []script.Reply
	for range n {
		replies = append(replies, script.JSON(Core()), script.JSON(Data()))
	}
	return script.New(replies...)
}

// Orders makes an Intent over [OrderSchema] with an executor.
func Orders(executor ports.Executor, change ...func(*intent.Config)) (*bootstrap.Intent, error) {
	config := intent.Config{Schema: []byte(OrderSchema)}
	for _, c := range change {
		c(&config)
	}
	return bootstrap.NewIntent(config, executor)
}

// Promptly is how long a spec waits for what should happen at once: long enough for a busy machine.
const Promptly = 10 * time.Second
