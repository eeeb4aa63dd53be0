package intent

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Action is what a request asks for, by its direct result.
type Action string

// The actions. An item without one (nil) awaits clarification.
const (
	ActionQuery    Action = "query"    // look up what exists
	ActionAnalyze  Action = "analyze"  // compare, judge, find causes
	ActionGenerate Action = "generate" // make new content
	ActionModify   Action = "modify"   // change content, configuration or state; cancel, rename, move, reassign
	ActionDelete   Action = "delete"   // remove
	ActionExecute  Action = "execute"  // run, send, publish
	ActionOther    Action = "other"    // clear, and none of these
)

// Actions lists all actions in the contract's order.
func Actions() []Action {
	return []Action{
		ActionQuery, ActionAnalyze, ActionGenerate, ActionModify, ActionDelete, ActionExecute, ActionOther,
	}
}

// Status says what stands between an understood item and the wish to have it done. It never says
// that anything is permitted.
type Status string

// The statuses, most pressing first. An item shows the first that is open; its reason keeps all.
const (
	StatusNeedsClarification   Status = "needs_clarification"
	StatusAwaitingConfirmation Status = "awaiting_confirmation"
	StatusConditional          Status = "conditional"
	StatusReady                Status = "ready" // understood, never "allowed"
)

// Result is what was understood of a request. All slices are non-nil; array order is the model's and
// says sequence only where the request does.
type Result struct {
	Input           string   `json:"input"` // the request's input, byte for byte
	NormalizedInput string   `json:"normalizedInput"`
	PrimaryIntent   *string  `json:"primaryIntent"`
	Requirements    []string `json:"requirements"` // of the whole request
	Intents         []Item   `json:"intents"`
	Prohibitions    []string `json:"prohibitions"`
	Data            Data     `json:"data"`
}

// Item is one thing that is asked for.
type Item struct {
	ID            string          `json:"id"` // i1, i2, … by position
	Action        *Action         `json:"action"`
	Target        *string         `json:"target"`
	Requirements  []string        `json:"requirements"`
	Status        Status          `json:"status"`
	Reason        string          `json:"reason,omitempty"` // every open reason, a line each; "" when ready
	Clarification []Clarification `json:"clarification,omitempty"`
}

// Clarification is a question to the person, with options only where the material has them.
type Clarification struct {
	Question string   `json:"question"`
	Options  []string `json:"options"`
}

// Clone gives a copy that shares no memory with r.
func (r Result) Clone() Result {
	r.PrimaryIntent = cloneText(r.PrimaryIntent)
	r.Requirements = cloneTexts(r.Requirements)
	r.Prohibitions = cloneTexts(r.Prohibitions)
	items := make([]Item, len(r.Intents))
	for i, item := range r.Intents {
		items[i] = item.clone()
	}
	r.Intents = items
	return r
}

func (i Item) clone() Item {
	if i.Action != nil {
		action := *i.Action
		i.Action = &action
	}
	i.Target = cloneText(i.Target)
	i.Requirements = cloneTexts(i.Requirements)
	i.Clarification = slices.Clone(i.Clarification)
	for k := range i.Clarification {
		i.Clarification[k].Options = cloneTexts(i.Clarification[k].Options)
	}
	return i
}

func cloneTexts(texts []string) []string { return append([]string{}, texts...) }

// Value gives the result's wire form, all keys in the contract's order.
func (r Result) Value() strictjson.Value {
	items := make([]strictjson.Value, len(r.Intents))
	for i, item := range r.Intents {
		items[i] = item.value()
	}
	return strictjson.Object(
		strictjson.Member{Name: "input", Value: strictjson.String(r.Input)},
		strictjson.Member{Name: "normalizedInput", Value: strictjson.String(r.NormalizedInput)},
		strictjson.Member{Name: "primaryIntent", Value: optional(r.PrimaryIntent)},
		strictjson.Member{Name: "requirements", Value: strictjson.Strings(r.Requirements)},
		strictjson.Member{Name: "intents", Value: strictjson.Array(items...)},
		strictjson.Member{Name: "prohibitions", Value: strictjson.Strings(r.Prohibitions)},
		strictjson.Member{Name: "data", Value: r.Data.Value()},
	)
}

// MarshalJSON writes the wire form.
func (r Result) MarshalJSON() ([]byte, error) { return r.Value().AppendJSON(nil), nil }

func (i Item) value() strictjson.Value {
	members := []strictjson.Member{
		{Name: "id", Value: strictjson.String(i.ID)},
		{Name: "action", Value: optional((*string)(i.Action))},
		{Name: "target", Value: optional(i.Target)},
		{Name: "requirements", Value: strictjson.Strings(i.Requirements)},
		{Name: "status", Value: strictjson.String(string(i.Status))},
	}
	if i.Reason != "" {
		members = append(members, strictjson.Member{Name: "reason", Value: strictjson.String(i.Reason)})
	}
	if len(i.Clarification) > 0 {
		questions := make([]strictjson.Value, len(i.Clarification))
		for k, c := range i.Clarification {
			questions[k] = strictjson.Object(
				strictjson.Member{Name: "question", Value: strictjson.String(c.Question)},
				strictjson.Member{Name: "options", Value: strictjson.Strings(c.Options)},
			)
		}
		members = append(members, strictjson.Member{Name: "clarification", Value: strictjson.Array(questions...)})
	}
	return strictjson.Object(members...)
}
