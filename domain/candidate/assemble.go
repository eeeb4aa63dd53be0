package candidate

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Assemble makes the result of a core candidate for the request's input: ids by position, status and
// reason from the blockers, no data. Every call gives a result of its own; none of its slices is nil.
func (c *Core) Assemble(input string) intent.Result {
	result := c.result.Clone()
	result.Input = input
	return result
}

func id(i int) string { return "i" + strconv.Itoa(i+1) }

// setStatus gives an item its status and reason (contract section 3): the status shows the most
// pressing blocker, the reason keeps all of them.
func (b blockers) setStatus(item *intent.Item) {
	var reasons []string
	item.Status = intent.StatusReady
	for _, open := range []struct {
		reason *string
		status intent.Status
		kind   intent.Reason
	}{
		{b.clarification, intent.StatusNeedsClarification, intent.ReasonClarification},
		{b.confirmation, intent.StatusAwaitingConfirmation, intent.ReasonConfirmation},
		{b.condition, intent.StatusConditional, intent.ReasonCondition},
	} {
		if open.reason == nil {
			continue
		}
		if len(reasons) == 0 {
			item.Status = open.status
		}
		reasons = append(reasons, *open.reason)
		item.Open = append(item.Open, open.kind)
	}
	item.Reason = strings.Join(reasons, "\n")
	item.Clarification = b.questions
}

func isArray(n *node) bool { return n.value.Kind() == strictjson.KindArray }
