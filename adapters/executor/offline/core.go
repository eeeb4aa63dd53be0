package offline

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// coreCandidate is the candidate of stage core (contract section 4).
type coreCandidate struct {
	NormalizedInput string       `json:"normalizedInput"`
	PrimaryIntent   *string      `json:"primaryIntent"`
	Requirements    []string     `json:"requirements"`
	Prohibitions    []string     `json:"prohibitions"`
	Intents         []coreIntent `json:"intents"`
}

type coreIntent struct {
	Action       *intent.Action `json:"action"`
	Target       *string        `json:"target"`
	Requirements []string       `json:"requirements"`
	Blockers     coreBlockers   `json:"blockers"`
}

type coreBlockers struct {
	ClarificationReason *string        `json:"clarificationReason"`
	Questions           []coreQuestion `json:"questions"`
	ConfirmationReason  *string        `json:"confirmationReason"`
	ConditionReason     *string        `json:"conditionReason"`
}

type coreQuestion struct {
	Question string   `json:"question"`
	Options  []string `json:"options"`
}

// candidate writes what was read in the form of the contract.
func (r *reading) candidate() coreCandidate {
	c := coreCandidate{
		Requirements: append([]string{}, r.requirements...),
		Prohibitions: []string{},
		Intents:      []coreIntent{},
	}
	said := []string{}
	for _, it := range r.items {
		said = append(said, it.said)
		if it.forbidden {
			c.Prohibitions = append(c.Prohibitions, it.said)
			continue
		}
		c.Intents = append(c.Intents, r.intentOf(it))
	}
	if len(c.Intents) == 1 && c.Intents[0].Action != nil && c.Intents[0].Blockers.ClarificationReason == nil {
		for _, it := range r.items {
			if !it.forbidden {
				c.PrimaryIntent = &it.said
			}
		}
	}
	c.NormalizedInput = strings.Join(strings.Fields(r.src), " ")
	if len(r.dropped) > 0 && len(said) > 0 {
		c.NormalizedInput = strings.Join(append(said, r.requirements...), r.w.comma)
	}
	return c
}

func (r *reading) intentOf(it item) coreIntent {
	out := coreIntent{Requirements: []string{}, Blockers: coreBlockers{Questions: []coreQuestion{}}}
	for _, q := range it.reqs {
		out.require(q)
	}
	var confirm, condition []string
	for _, g := range it.gates {
		out.require(g.text)
		if g.confirm {
			confirm = append(confirm, fill(r.w.confirmReason, g.text))
		} else {
			condition = append(condition, fill(r.w.conditionReason, g.text))
		}
	}
	out.Blockers.ConfirmationReason, out.Blockers.ConditionReason = joined(confirm), joined(condition)
	if it.target != "" {
		out.Target = &it.target
	}
	r.clarify(it, &out)
	return out
}

func (c *coreIntent) require(text string) {
	if text != "" && !slices.Contains(c.Requirements, text) {
		c.Requirements = append(c.Requirements, text)
	}
}

// clarify asks for the deed where only an object is known, and for the object where a pronoun or
// nothing stands for it.
func (r *reading) clarify(it item, out *coreIntent) {
	var reasons []string
	ask := func(reason, question, about string, options []string) {
		reasons = append(reasons, fill(reason, about))
		out.Blockers.Questions = append(out.Blockers.Questions, coreQuestion{fill(question, about),
			append([]string{}, options...)})
	}
	if it.verb.action == "" {
		about := it.target
		if about == "" {
			about = it.said
		}
		ask(r.w.actionReason, r.w.actionQuestion, about, nil)
	} else {
		action := it.verb.action
		out.Action = &action
	}
	switch {
	case it.vague == "":
	case it.target == "":
		ask(r.w.whatReason, r.w.whatQuestion, it.vague, it.options)
	default:
		ask(r.w.objectReason, r.w.objectQuestion, it.vague, it.options)
	}
	out.Blockers.ClarificationReason = joined(reasons)
}

func joined(texts []string) *string {
	if len(texts) == 0 {
		return nil
	}
	all := strings.Join(slices.Compact(texts), " ")
	return &all
}
