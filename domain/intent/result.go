package intent

import "slices"

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

// Statuses lists all statuses, most pressing first.
func Statuses() []Status {
	return []Status{StatusNeedsClarification, StatusAwaitingConfirmation, StatusConditional, StatusReady}
}

// Result is what was understood of a request. All slices are non-nil; array order is the model's and
// says sequence only where the request does.
type Result struct {
	Input           string // the request's input, byte for byte
	NormalizedInput string
	PrimaryIntent   *string
	Requirements    []string // of the whole request
	Intents         []Item
	Prohibitions    []string
	Data            Data
}

// Item is one thing that is asked for.
type Item struct {
	ID            string // i1, i2, … by position
	Action        *Action
	Target        *string
	Requirements  []string
	Status        Status
	Reason        string // every open reason, a line each; "" when ready
	Clarification []Clarification

	// Open lists the kinds of what Reason tells, most pressing first; none when ready. It is for programs
	// that act on a result, and not on the wire: a result that was read from JSON has none.
	Open []Reason
}

// Reason is a kind of what can stand between an item and ready.
type Reason string

// The reasons, most pressing first.
const (
	ReasonClarification Reason = "clarification" // a question has to be answered
	ReasonConfirmation  Reason = "confirmation"  // the person wants to be asked first
	ReasonCondition     Reason = "condition"     // something has to hold first
)

// Clarification is a question to the person, with options only where the material has them.
type Clarification struct {
	Question string
	Options  []string
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
	i.Open = slices.Clone(i.Open)
	i.Clarification = slices.Clone(i.Clarification)
	for k := range i.Clarification {
		i.Clarification[k].Options = cloneTexts(i.Clarification[k].Options)
	}
	return i
}

func cloneTexts(texts []string) []string { return append([]string{}, texts...) }
