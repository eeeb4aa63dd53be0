package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// valid reports whether a schema holds for a node, taken by itself. Its failures are no violations. They
// are all looked for while the count of work matters, since a second validator would find them all;
// beyond [MaxCountedWork] the first one ends it.
func (e *evaluator) valid(n *Node, v strictjson.Value, id int) bool {
	e.muted++
	ok := e.holds(n, v, id)
	e.muted--
	return ok
}

// decided reports whether a trial that already failed need go no further.
func (e *evaluator) decided(ok bool) bool {
	return e.stopped || !ok && e.work > MaxCountedWork
}

func (e *evaluator) holds(n *Node, v strictjson.Value, id int) bool {
	ok := e.assert(n, keywordFalse, v, id)
	if e.decided(ok) {
		return false
	}
	if n.not != nil && e.holds(n.not, v, id) {
		e.violate(n, keywordNot, 0)
		ok = false
	}
	for _, branch := range n.allOf {
		if ok = e.holds(branch, v, id) && ok; e.decided(ok) {
			return false
		}
	}
	if n.anyOf != nil && !e.someHold(n.anyOf, v, id) {
		e.violate(n, keywordAnyOf, 0)
		ok = false
	}
	if n.oneOf != nil && !e.oneHolds(n.oneOf, v, id) {
		e.violate(n, keywordOneOf, 0)
		ok = false
	}
	if v.Len() == 0 || e.decided(ok) {
		return ok && !e.stopped
	}
	return e.childrenHold(n, v, id) && ok
}

func (e *evaluator) someHold(branches []*Node, v strictjson.Value, id int) bool {
	for _, branch := range branches {
		if e.holds(branch, v, id) {
			return true
		}
		if e.stopped {
			return false
		}
	}
	return false
}

func (e *evaluator) oneHolds(branches []*Node, v strictjson.Value, id int) bool {
	holding := 0
	for _, branch := range branches {
		if e.holds(branch, v, id) {
			holding++
		}
		if e.decided(holding < 2) {
			return false
		}
	}
	return holding == 1
}

func (e *evaluator) childrenHold(n *Node, v strictjson.Value, id int) bool {
	if v.Kind() == strictjson.KindArray {
		if n.items == nil || n.items.alwaysTrue {
			e.work += int64(v.Len()) * visitWork
			return true
		}
		return e.itemsHold(n.items, v, id)
	}
	if n.properties == nil && n.additional == nil {
		return true
	}
	ok := true
	child := id + 1
	for i := range v.Len() {
		m := v.Member(i)
		sub := n.Property(m.Name)
		if sub == nil {
			sub = n.additional
		}
		e.work += visitWork
		if sub != nil && !sub.alwaysTrue {
			e.nameBytes += len(m.Name) + 1
			ok = e.holds(sub, m.Value, child) && ok
			e.nameBytes -= len(m.Name) + 1
		}
		if e.decided(ok) {
			return false
		}
		child = e.next(child)
	}
	return ok
}

func (e *evaluator) itemsHold(n *Node, v strictjson.Value, id int) bool {
	ok := true
	child := id + 1
	for i := range v.Len() {
		item := v.Index(i)
		if ok = e.holds(n, item, child) && ok; e.decided(ok) {
			return false
		}
		child = e.next(child)
	}
	return ok
}
