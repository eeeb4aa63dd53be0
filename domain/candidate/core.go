package candidate

import "github.com/devcodex/intent-runtime/domain/intent"

// Core is a core candidate that passed every check. It does not change.
type Core struct{ result intent.Result }

var (
	coreKeys = []key{
		{"normalizedInput", wantText},
		{"primaryIntent", wantTextNull},
		{"requirements", wantTexts},
		{"prohibitions", wantTexts},
		{"intents", wantIntents},
	}
	intentKeys = []key{
		{"action", wantAction},
		{"target", wantTextNull},
		{"requirements", wantTexts},
		{"blockers", "an object"},
	}
	blockerKeys = []key{
		{"clarificationReason", wantTextNull},
		{"questions", wantQuestions},
		{"confirmationReason", wantTextNull},
		{"conditionReason", wantTextNull},
	}
	questionKeys = []key{{"question", wantText}, {"options", wantTexts}}
)

const (
	wantIntents   = "an array of intents"
	wantAction    = "one of the actions or null"
	wantQuestions = "an array of questions"
)

// CheckCore judges a core candidate by contract section 4 and finds all its mistakes. A limit that
// was passed (bytes, depth, values, intents) is the only error; it wins over every mistake that was
// not found before it; [ErrStopped] is the other error, when stop (nil is never) said so. The Core is nil
// unless there is neither. Whether the text is blank, and so not
// worth a repair, is for the caller to ask first: here it is one mistake.
func CheckCore(text string, limits intent.Limits, stop func() bool) (*Core, Mistakes, error) {
	limits = limits.WithDefaults()
	root, unreadable, err := read(text, intent.StageCore, limits)
	if root == nil {
		return nil, unreadable, err
	}
	if intents := root.child("intents"); intents != nil && len(intents.children) > limits.MaxIntentCount {
		return nil, nil, intent.LimitError(intent.StageCore, "maxIntentCount",
			len(intents.children), limits.MaxIntentCount)
	}
	reader := coreReader{report{stop: stop}}
	result := reader.root(root)
	if reader.stopped {
		return nil, nil, ErrStopped
	}
	if mistakes := reader.mistakes(); len(mistakes) > 0 {
		return nil, mistakes, nil
	}
	return &Core{result: result}, nil, nil
}

type coreReader struct{ report }

func (r *coreReader) root(n *node) intent.Result {
	if !r.object(n, coreKeys) {
		return intent.Result{}
	}
	result := intent.Result{
		NormalizedInput: r.text(n.child("normalizedInput"), wantText),
		PrimaryIntent:   r.optional(n.child("primaryIntent")),
		Requirements:    r.texts(n.child("requirements")),
		Prohibitions:    r.texts(n.child("prohibitions")),
	}
	intents := r.array(n.child("intents"), wantIntents)
	result.Intents = make([]intent.Item, len(intents))
	for i := range intents {
		if !r.goOn() {
			break
		}
		result.Intents[i] = r.item(&intents[i])
		result.Intents[i].ID = id(i)
	}
	return result
}

func (r *coreReader) item(n *node) intent.Item {
	if !r.object(n, intentKeys) {
		return intent.Item{}
	}
	item := intent.Item{
		Action:       r.action(n.child("action")),
		Target:       r.optional(n.child("target")),
		Requirements: r.texts(n.child("requirements")),
	}
	open := r.blockers(n.child("blockers"))
	if action := n.child("action"); action != nil && action.value.IsNull() && open.unasked {
		r.add(action, RuleCoreAction,
			"is null without a clarificationReason, expected an action, or a reason and a question about it")
	}
	open.setStatus(&item)
	return item
}

func (r *coreReader) action(n *node) *intent.Action {
	if n == nil || n.value.IsNull() {
		return nil
	}
	action := word(&r.report, n, RuleWord, intent.Actions()...)
	return &action
}

// blockers is what keeps an intent from being ready.
type blockers struct {
	clarification, confirmation, condition *string
	questions                              []intent.Clarification

	unasked bool // clarificationReason is there and null
}

func (r *coreReader) blockers(n *node) blockers {
	if !r.object(n, blockerKeys) {
		return blockers{}
	}
	reason, questions := n.child("clarificationReason"), n.child("questions")
	open := blockers{clarification: r.optional(reason)}
	items := r.array(questions, wantQuestions)
	for i := range items {
		if !r.goOn() {
			break
		}
		open.questions = append(open.questions, r.question(&items[i]))
	}
	open.confirmation = r.optional(n.child("confirmationReason"))
	open.condition = r.optional(n.child("conditionReason"))
	open.unasked = reason != nil && reason.value.IsNull()
	r.checkPaired(reason, questions)
	return open
}

// checkPaired checks that a reason to ask and the questions stand both or neither.
func (r *coreReader) checkPaired(reason, questions *node) {
	if reason == nil || questions == nil || !isArray(questions) {
		return
	}
	switch asked := len(questions.children) > 0; {
	case asked && reason.value.IsNull():
		r.add(reason, RuleCoreQuestions, "is null beside questions, expected the reason for them, or no questions")
	case !asked && !reason.value.IsNull():
		r.add(questions, RuleCoreQuestions,
			"is empty beside a clarificationReason, expected at least one question, or a null reason")
	}
}

func (r *coreReader) question(n *node) intent.Clarification {
	if !r.object(n, questionKeys) {
		return intent.Clarification{}
	}
	return intent.Clarification{
		Question: r.text(n.child("question"), wantText),
		Options:  r.texts(n.child("options")),
	}
}
