package mandate

import (
	"slices"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Question is one thing that a reading left open. Its id is the item's with the question's number from 1.
type Question struct {
	ID      string // i1.1
	Text    string
	Options []string // never nil
}

// Questions lists what must be answered before a mandate can be made, in order; none if all is clear.
func Questions(result intent.Result) []Question {
	var questions []Question
	for _, item := range result.Intents {
		if !open(item, intent.ReasonClarification) {
			continue
		}
		for n, c := range item.Clarification {
			questions = append(questions, Question{
				ID: item.ID + "." + strconv.Itoa(n+1), Text: c.Question, Options: append([]string{}, c.Options...),
			})
		}
	}
	return questions
}

// Confirmation is an item that waits for the person's word. The answer is bound to Digest: it counts for
// exactly this item.
type Confirmation struct {
	Item   intent.Item
	Digest string
}

// Confirmations lists the items that wait for the person's word, in order.
func Confirmations(result intent.Result) []Confirmation {
	var waiting []Confirmation
	for _, item := range result.Intents {
		if open(item, intent.ReasonConfirmation) {
			waiting = append(waiting, Confirmation{Item: item, Digest: ItemDigest(item)})
		}
	}
	return waiting
}

// ItemDigest returns the digest of an item as it is on the wire.
func ItemDigest(item intent.Item) string { return tool.Digest(itemValue(item)) }

// itemValue is the item's part of a result on the wire.
func itemValue(item intent.Item) strictjson.Value {
	whole := intent.Result{Intents: []intent.Item{item}}.Value()
	items, _ := whole.Lookup("intents")
	for _, value := range items.Items() {
		return value
	}
	return strictjson.Null()
}

// open reports whether a reason of that kind is open. A result that was read from JSON tells only the most
// pressing one, by its status.
func open(item intent.Item, reason intent.Reason) bool {
	if len(item.Open) > 0 {
		return slices.Contains(item.Open, reason)
	}
	switch item.Status {
	case intent.StatusNeedsClarification:
		return reason == intent.ReasonClarification
	case intent.StatusAwaitingConfirmation:
		return reason == intent.ReasonConfirmation
	case intent.StatusConditional:
		return reason == intent.ReasonCondition
	default:
		return false
	}
}
