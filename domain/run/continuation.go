package run

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Continuation returns the transcript that a run begins with that goes on from this one: the present
// window, with an output for each call that has none. It fails with UnknownOutcome, naming them, while
// effects of tools are uncertain, and with Validation while the run has not ended.
func (r *Run) Continuation() ([]Item, error) {
	var unsure []string
	for _, e := range r.Uncertain() {
		if e.Kind == ToolEffect {
			unsure = append(unsure, e.ID)
		}
	}
	if len(unsure) > 0 {
		return nil, tool.WithDetails(
			tool.Errorf(tool.UnknownOutcome,
				"the run cannot be gone on from before its uncertain effects are reconciled"),
			strictjson.Field("uncertain", strictjson.Strings(unsure)))
	}
	if !r.Ended() {
		return nil, r.refuse("go on from it")
	}
	return complete(r.lastWindow()), nil
}

func (r *Run) lastWindow() []Item {
	var items []Item
	for _, item := range r.rec.Transcript {
		if item.Window == r.rec.Head.Window {
			items = append(items, item)
		}
	}
	return items
}

// complete gives calls without an output one: the run stopped before they ran. A call that was reconciled
// has an output already, which says that nobody knew.
func complete(items []Item) []Item {
	answered := map[string]bool{}
	for _, item := range items {
		if item.Type == ToolOutputItem {
			answered[item.CallID] = true
		}
	}
	var whole []Item
	for i, item := range items {
		item.Source = "continued"
		whole = append(whole, item)
		if next := i + 1; item.call() && next < len(items) && (items[next].call() ||
			items[next].Type == ToolOutputItem) {
			continue // outputs come behind the last call of a batch
		}
		for _, earlier := range items[:i+1] {
			if earlier.call() && !answered[earlier.CallID] {
				answered[earlier.CallID] = true
				output := tool.ErrorResult(tool.From(tool.Errorf(tool.Cancelled, "the run stopped before this call ran")))
				whole = append(whole, Item{Type: ToolOutputItem, CallID: earlier.CallID, Source: "continued",
					Output: &output})
			}
		}
	}
	return whole
}
