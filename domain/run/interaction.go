package run

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// InteractionKind tells what a person is asked for.
type InteractionKind string

// The kinds of interactions.
const (
	Approval   InteractionKind = "approval"   // of one call
	Question   InteractionKind = "question"   // one or more, with options
	Permission InteractionKind = "permission" // more places: roots, network
)

// Interaction is one wait for a person. It is plain data.
type Interaction struct {
	ID           string           `json:"id"` // unique within the run
	Kind         InteractionKind  `json:"kind"`
	InvocationID string           `json:"invocationId,omitempty"`
	ToolCallID   string           `json:"toolCallId,omitempty"`
	Tool         string           `json:"tool,omitempty"`
	Revision     int              `json:"revision,omitempty"`
	Approval     *ApprovalRequest `json:"approval,omitempty"` // of an approval
	Request      strictjson.Value `json:"request,omitzero"`   // of all others: what is asked
}

// ApprovalRequest is what a person is shown of an approval: one call, whole, with every reason to ask.
type ApprovalRequest struct {
	RunID        string           `json:"runId"`
	Incarnation  int              `json:"incarnation"`
	Contract     string           `json:"contract"`  // the contract's digest
	Arguments    strictjson.Value `json:"arguments"` // exactly as they will be used; text of a custom tool
	Digest       string           `json:"digest"`    // of the arguments
	Reasons      []string         `json:"reasons"`
	Needs        []tool.Need      `json:"needs,omitempty"`
	Workspace    string           `json:"workspace,omitempty"`
	Prohibitions []string         `json:"prohibitions,omitempty"` // word for word

	// Prohibited says that a prohibition is among the reasons: only a person may approve then.
	Prohibited bool `json:"prohibited,omitempty"`
}

// Answer is a person's answer to an interaction. Exactly the members of its kind are set.
type Answer struct {
	Approve     *bool             `json:"approve,omitempty"`
	Reason      string            `json:"reason,omitempty"`   // of a refusal
	Remember    string            `json:"remember,omitempty"` // of an approval
	Answers     map[string]string `json:"answers,omitempty"`  // question id → text
	Permissions strictjson.Value  `json:"permissions,omitzero"`
	Scope       string            `json:"scope,omitempty"` // of permissions: turn or session
}

// Accept returns why an answer is none for this interaction, as a Validation error; nil if it is one.
func (i Interaction) Accept(a Answer) error {
	switch i.Kind {
	case Approval:
		if a.Approve == nil || a.Answers != nil || !a.Permissions.IsNull() {
			return tool.Errorf(tool.Validation, "an approval is answered by approve")
		}
	case Question:
		if a.Approve != nil || a.Answers == nil || !a.Permissions.IsNull() {
			return tool.Errorf(tool.Validation, "a question is answered by answers")
		}
		return i.acceptAnswers(a)
	case Permission:
		if a.Approve != nil || a.Answers != nil || a.Permissions.Kind() != strictjson.KindObject ||
			a.Scope != "turn" && a.Scope != "session" {
			return tool.Errorf(tool.Validation, "a permission is answered by permissions and a scope, turn or session")
		}
	}
	return nil
}

// acceptAnswers wants one answer for each question that was asked, and no other.
func (i Interaction) acceptAnswers(a Answer) error {
	asked := i.questions()
	for _, id := range asked {
		if _, ok := a.Answers[id]; !ok {
			return tool.Errorf(tool.Validation, "question %q has no answer", strictjson.CutName(id))
		}
	}
	for id := range a.Answers {
		if !slices.Contains(asked, id) {
			return tool.Errorf(tool.Validation, "question %q was not asked", strictjson.CutName(id))
		}
	}
	return nil
}

func (i Interaction) questions() []string {
	var ids []string
	list, _ := i.Request.Lookup("questions")
	for _, question := range list.Items() {
		id, _ := question.Lookup("id")
		ids = append(ids, id.Text())
	}
	return ids
}
