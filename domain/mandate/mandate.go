package mandate

import (
	"errors"
	"slices"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// ErrUnclear says that a question is open: nothing may be done before it is answered.
var ErrUnclear = errors.New("the request is not clear yet")

// ErrNothing says that no item is left that something could be done for.
var ErrNothing = errors.New("nothing is left to be done")

// Item is an item of the reading that is in a mandate, or was declined.
type Item struct {
	intent.Item
	Condition bool // what it waits for must be shown first
}

// Mandate is what a run may do for a request. It is immutable; [Derive] makes one.
type Mandate struct {
	result    intent.Result
	items     []Item
	declined  []Item
	grants    []tool.Grant
	confirmed []string
}

// Derive makes the mandate of a result. confirmed holds the digests of the items that the person confirmed
// (see [Confirmations]); one that belongs to no item counts for nothing.
//
// It fails with [ErrUnclear] while a question is open, and with [ErrNothing] if no item is left. The mandate
// shares no memory with the result.
func Derive(result intent.Result, policy Policy, confirmed ...string) (Mandate, error) {
	result = result.Clone()
	m := Mandate{result: result}
	for _, item := range result.Intents {
		if open(item, intent.ReasonClarification) {
			return Mandate{}, ErrUnclear
		}
		digest := ItemDigest(item)
		switch {
		case !open(item, intent.ReasonConfirmation):
		case slices.Contains(confirmed, digest):
			m.confirmed = append(m.confirmed, digest)
		default:
			m.declined = append(m.declined, Item{Item: item})
			continue
		}
		m.items = append(m.items, Item{Item: item, Condition: open(item, intent.ReasonCondition)})
	}
	if len(m.items) == 0 {
		return Mandate{}, ErrNothing
	}
	m.grants = union(m.items, policy)
	return m, nil
}

// union joins what the items grant: the wider grant of a tool wins. An item with a condition grants what
// may change something only with approval of each call, and never narrows what another item grants.
func union(items []Item, policy Policy) []tool.Grant {
	var grants []tool.Grant
	for _, item := range items {
		for _, g := range policy(item.Item) {
			given := tool.Grant{
				Tool:           g.Tool,
				Revision:       g.Revision,
				Approval:       g.Approval,
				ExceptReadOnly: true,
			}
			if item.Condition && g.Mutating {
				given.Approval = tool.ApproveEach
				given.Reason = "only a part of the request with a condition grants this tool"
			}
			grants = widen(grants, given)
		}
	}
	return grants
}

func widen(grants []tool.Grant, given tool.Grant) []tool.Grant {
	at := slices.IndexFunc(grants, func(g tool.Grant) bool { return g.Tool == given.Tool })
	switch {
	case at < 0:
		return append(grants, given)
	case grants[at].Revision != given.Revision: // a policy of the host's own; the narrower wins
		grants[at].Approval = grants[at].Approval.Narrower(given.Approval)
	case given.Approval == grants[at].Approval && given.Reason == "":
		grants[at].Reason = ""
	case given.Approval != grants[at].Approval && grants[at].Approval.Wider(given.Approval) == given.Approval:
		grants[at] = given
	}
	return grants
}

// Meet returns what a mandate and a host's grants have in common, in the host's order: a tool that both
// grant at the same revision, under the narrower approval.
func Meet(mandated, host []tool.Grant) []tool.Grant {
	met := []tool.Grant{}
	for _, h := range host {
		at := slices.IndexFunc(
			mandated,
			func(g tool.Grant) bool { return g.Tool == h.Tool && g.Revision == h.Revision },
		)
		if at < 0 {
			continue
		}
		met = append(met, meet(mandated[at], h))
	}
	return met
}

func meet(m, h tool.Grant) tool.Grant {
	g := h
	switch narrower := m.Approval.Narrower(h.Approval); {
	case m.Approval == h.Approval:
		g.ExceptReadOnly = m.ExceptReadOnly && h.ExceptReadOnly
		if g.Reason == "" {
			g.Reason = m.Reason
		}
	case narrower == m.Approval:
		g.Approval, g.ExceptReadOnly, g.Reason = m.Approval, m.ExceptReadOnly, m.Reason
	}
	return g
}

// Items returns the items that the run is for, in order. The slice is the caller's own.
func (m Mandate) Items() []Item { return slices.Clone(m.items) }

// Declined returns the items that the person did not confirm, in order.
func (m Mandate) Declined() []Item { return slices.Clone(m.declined) }

// Grants returns the tools that the mandate grants, before a host's grants are met.
func (m Mandate) Grants() []tool.Grant { return slices.Clone(m.grants) }

// Prohibitions returns what the request forbids, word for word.
func (m Mandate) Prohibitions() []string { return slices.Clone(m.result.Prohibitions) }

// Result returns the reading that the mandate was made from.
func (m Mandate) Result() intent.Result { return m.result.Clone() }
