package offline

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/clause"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/wording"
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

// coreOf writes what was read in the form of the contract.
func coreOf(r *clause.Reading, w wording.Texts) coreCandidate {
	c := coreCandidate{
		Requirements: append([]string{}, r.Needs...),
		Prohibitions: []string{},
		Intents:      []coreIntent{},
	}
	said := []string{}
	for _, it := range r.Items {
		said = append(said, it.Said)
		if it.Forbidden {
			c.Prohibitions = append(c.Prohibitions, it.Said)
			continue
		}
		c.Intents = append(c.Intents, intentOf(it, w))
	}
	if len(c.Intents) == 1 && c.Intents[0].Action != nil && c.Intents[0].Blockers.ClarificationReason == nil {
		for _, it := range r.Items {
			if !it.Forbidden {
				c.PrimaryIntent = &it.Said
			}
		}
	}
	c.NormalizedInput = strings.Join(strings.Fields(r.Text.Source), " ")
	if len(r.Dropped) > 0 && len(said) > 0 {
		c.NormalizedInput = strings.Join(append(said, r.Needs...), w.Comma)
	}
	return c
}

func intentOf(it clause.Item, w wording.Texts) coreIntent {
	out := coreIntent{Requirements: []string{}, Blockers: coreBlockers{Questions: []coreQuestion{}}}
	for _, text := range it.Needs {
		out.require(text)
	}
	if it.After != "" {
		out.require(wording.Fill(w.After, it.After))
	}
	if it.OneOf != "" {
		out.require(wording.Fill(w.OneOf, it.OneOf))
	}
	var confirm, condition []string
	for _, g := range it.Gates {
		out.require(g.Text)
		if g.Confirm {
			confirm = append(confirm, wording.Fill(w.Confirm, g.Text))
		} else {
			condition = append(condition, wording.Fill(w.Condition, g.Text))
		}
	}
	if it.OneOf != "" {
		condition = append(condition, wording.Fill(w.Choice, it.OneOf))
	}
	out.Blockers.ConfirmationReason, out.Blockers.ConditionReason = joined(confirm), joined(condition)
	if it.Target != "" {
		out.Target = &it.Target
	}
	out.clarify(it, w)
	return out
}

func (c *coreIntent) require(text string) {
	if text != "" && !slices.Contains(c.Requirements, text) {
		c.Requirements = append(c.Requirements, text)
	}
}

// clarify asks about what was not understood: words, the deed, or what a pronoun stands for.
func (c *coreIntent) clarify(it clause.Item, w wording.Texts) {
	var reasons []string
	ask := func(reason, question, about string, options []string) {
		reasons = append(reasons, wording.Fill(reason, about))
		c.Blockers.Questions = append(c.Blockers.Questions,
			coreQuestion{wording.Fill(question, about), append([]string{}, options...)})
	}
	if it.Action != "" {
		c.Action = &it.Action
	}
	switch {
	case len(it.Unclear) > 0 && it.Action == "":
		ask(w.ActionReason, w.ActionQuestion, it.Unclear[0], nil)
	case len(it.Unclear) > 0:
		ask(w.UnclearReason, w.UnclearQuestion, strings.Join(it.Unclear, w.Comma), nil)
	case it.Action == "" && it.Target != "":
		ask(w.ActionReason, w.ActionQuestion, it.Target, nil)
	case it.Action == "":
		ask(w.ActionReason, w.ActionQuestion, it.Said, nil)
	case it.Vague != "" && it.Target == "":
		ask(w.WhatReason, w.WhatQuestion, it.Vague, it.Options)
	case it.Vague != "":
		ask(w.ObjectReason, w.ObjectQuestion, it.Vague, it.Options)
	}
	c.Blockers.ClarificationReason = joined(reasons)
}

func joined(texts []string) *string {
	if len(texts) == 0 {
		return nil
	}
	all := strings.Join(slices.Compact(texts), " ")
	return &all
}
