package mandate

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Policy says what one item of a reading grants. A host may give its own; [Default] is the usual one. It
// must be pure: the same item always gives the same grants. An item that it grants nothing still stands in
// the mandate.
type Policy func(item intent.Item) []Grant

// Grant is a tool that an item grants.
type Grant struct {
	Tool     tool.Name
	Revision int
	Approval tool.Approval

	// Mutating says that a call may change something outside the run. Only such a grant is narrowed by a
	// condition.
	Mutating bool
}

// Default is the policy for the local tools, over the contracts that the host offers: it grants none that is
// not among them. What looks is free; commands ask each time unless something is to be executed; patches ask
// for deletions and replacements; without an action nothing is granted.
func Default(offered []tool.Contract) Policy {
	offered = slices.Clone(offered)
	return func(item intent.Item) []Grant {
		if item.Action == nil {
			return nil
		}
		var grants []Grant
		for _, contract := range offered {
			if approval, ok := usual(*item.Action, contract.Name.String()); ok {
				grants = append(grants, Grant{
					Tool: contract.Name, Revision: contract.Revision, Approval: approval, Mutating: contract.Mutating(),
				})
			}
		}
		return grants
	}
}

// usual is the table of the default policy.
func usual(action intent.Action, name string) (tool.Approval, bool) {
	switch name {
	case "view_image", "update_plan", "clock::curr_time", "clock::sleep":
		return tool.ApproveNone, true
	case "exec_command", "write_stdin":
		if action == intent.ActionExecute {
			return tool.ApproveNone, true
		}
		return tool.ApproveEach, true
	case "apply_patch":
		switch action {
		case intent.ActionGenerate, intent.ActionModify, intent.ActionDelete, intent.ActionExecute:
			return tool.ApproveDeletions, true
		}
	}
	return "", false
}

// Cautious narrows a policy: a tool that would be free although it may change something asks for each call.
// It is for readings that are less sure than a model's.
func Cautious(policy Policy) Policy {
	return func(item intent.Item) []Grant {
		grants := slices.Clone(policy(item))
		for i, g := range grants {
			if g.Mutating && g.Approval == tool.ApproveNone {
				grants[i].Approval = tool.ApproveEach
			}
		}
		return grants
	}
}
