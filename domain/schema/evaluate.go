package schema

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Bounds of what [Evaluate] lists of a value's violations: the first ones in document order, as many
// as the first of the two bounds allows and at least one. The evaluation goes on behind them.
const (
	MaxViolations     = 256
	MaxViolationBytes = 64 << 10 // pointers and expectations together
)

// stopEvery is the number of visits between two questions to the stop function: some ten
// microseconds.
const stopEvery = 256

// Evaluate judges a value in one walk and gives every violation in document order, up to
// [MaxViolations] and [MaxViolationBytes]; names in their pointers are cut at
// [strictjson.MaxNameBytes].
//
// Described pointers are whole and in document order. They end where a candidate within the limits
// that the schema was read with could no longer hold a check for each: behind more than
// MaxEvidenceEntries of them, or more than MaxOutputBytes bytes.
//
// stop is asked every so many visits and inside the match of a pattern or a format; once it says true
// the evaluation returns at once with stopped set, and the verdict is worth nothing. A nil stop never
// stops. Neither the projection nor the value is changed or kept.
func Evaluate(p *Projection, value strictjson.Value, stop func() bool) (verdict Verdict, stopped bool) {
	e := evaluator{stop: stop, left: stopEvery, limits: p.limits}
	e.nodes = e.nodesBuffer[:0]
	e.path = e.pathBuffer[:0]
	e.active = append(e.activeBuffer[:0], entry{node: p.root})
	if p.root.indexed {
		e.index(value)
	}
	e.walk(value, 0, 0)
	if e.stopped {
		return Verdict{}, true
	}
	return Verdict{Violations: e.violations, Described: e.described, Work: e.work}, false
}

// evaluator is the state of one walk; it lives for one call of [Evaluate], on one goroutine.
//
// There are two ways through a schema. walk collects violations and annotations: a subschema is active or
// not. valid answers whether one subschema holds, for anyOf, oneOf and not, whose failures are not told.
// Both apply the same applicators (properties, additionalProperties, items, allOf, anyOf, oneOf, not) and
// share assert for assertions; who adds an applicator adds it to both.
//
// Nodes of the value are numbered in document order, the value itself is 0; what is found out about
// one is kept under its number, however many schemas judge it. Where no node is judged twice or hashed
// there is nothing to keep, and the numbers mean nothing.
type evaluator struct {
	stop    func() bool
	left    int // visits until stop is asked again
	stopped bool
	limits  Limits
	work    int64

	nodes  []nodeInfo
	path   []step
	active []entry // schemas that judge the nodes on the path, those of the current node last
	muted  int     // above 0 within branches, whose failures are no violations of the value

	nameBytes      int // of the names on the way to the current node
	violations     []Violation
	violationBytes int
	described      []string
	describedBytes int
	order          []hashed // scratch space of uniqueItems

	nodesBuffer  [48]nodeInfo
	pathBuffer   [12]step
	activeBuffer [16]entry
	orderBuffer  [16]hashed
}

// nodeInfo is what is known about one node of the value.
type nodeInfo struct {
	hash  uint64 // of its canonical form; 0 while not computed
	size  int32  // nodes in it, itself included
	bytes int32  // of its JSON text, roughly; at most maxBytes
	runes int32  // a string's code points plus 1; 0 while not counted
	twin  int32  // an array's first item that equals an earlier one, plus 2; 1 without one; 0 while not known
}

// maxBytes is where counting a node's bytes ends: the work is beyond every bound long before.
const maxBytes = 1 << 30

// step is one name or index on the way to a node.
type step struct {
	name  string
	index int
	array bool
}

// entry is a schema that judges the current node.
type entry struct {
	node  *Node
	holds bool        // known to be satisfied: a branch that is walked for its descriptions only
	from  keywordCode // what led to it
}

// index numbers the nodes of a value and measures each.
func (e *evaluator) index(v strictjson.Value) {
	id := len(e.nodes)
	bytes := len(v.Text()) + 2
	e.nodes = append(e.nodes, nodeInfo{})
	switch v.Kind() {
	case strictjson.KindArray:
		for i := range v.Len() {
			bytes += e.indexChild(v.Index(i))
		}
	case strictjson.KindObject:
		for i := range v.Len() {
			m := v.Member(i)
			bytes += len(m.Name) + 4 + e.indexChild(m.Value)
		}
	}
	e.nodes[id].size = int32(len(e.nodes) - id)
	e.nodes[id].bytes = int32(min(bytes, maxBytes))
}

// indexChild numbers a child and gives its bytes.
func (e *evaluator) indexChild(v strictjson.Value) int {
	id := len(e.nodes)
	e.index(v)
	return int(e.nodes[id].bytes)
}

// next returns the number of the node behind a child.
func (e *evaluator) next(child int) int {
	if len(e.nodes) == 0 {
		return 0
	}
	return child + int(e.nodes[child].size)
}

// tick counts work and asks from time to time whether to stop.
func (e *evaluator) tick(work int64) {
	e.work += work
	e.left--
	if e.left > 0 {
		return
	}
	e.left = stopEvery
	if e.stop != nil && !e.stopped {
		e.stopped = e.stop()
	}
}

// walk judges one node by every subschema that is active for it, which are those of `active` from
// position `from` on, and then its children. Others become active on the way: branches of allOf, and
// those of anyOf and oneOf that hold and have something to describe.
func (e *evaluator) walk(v strictjson.Value, id, from int) {
	described := false
	for i := from; i < len(e.active) && !e.stopped; i++ {
		current := e.active[i]
		described = described || current.node.described
		e.apply(current, v, id)
	}
	if described {
		e.describe()
	}
	if until := len(e.active); v.Len() > 0 && !e.stopped {
		if v.Kind() == strictjson.KindObject {
			e.members(v, id, from, until)
		} else {
			e.items(v, id, from, until)
		}
	}
	e.active = e.active[:from]
}

// apply judges a node by one schema, its children aside.
func (e *evaluator) apply(current entry, v strictjson.Value, id int) {
	n := current.node
	if !current.holds {
		e.assert(n, current.from, v, id)
		if n.not != nil && e.valid(n.not, v, id) {
			e.violate(n, keywordNot, 0)
		}
	}
	for _, branch := range n.allOf {
		e.activate(entry{node: branch, holds: current.holds, from: keywordAllOf})
	}
	if n.anyOf != nil && e.branches(n.anyOf, v, id) == 0 {
		e.violate(n, keywordAnyOf, 0)
	}
	if n.oneOf != nil {
		if holding := e.branches(n.oneOf, v, id); holding != 1 {
			e.violate(n, keywordOneOf, holding)
		}
	}
}

// branches counts the branches that hold for a node; those that describe something become active.
func (e *evaluator) branches(branches []*Node, v strictjson.Value, id int) int {
	holding := 0
	for _, branch := range branches {
		if e.stopped {
			return 1
		}
		if !e.valid(branch, v, id) {
			continue
		}
		holding++
		if branch.describes {
			e.activate(entry{node: branch, holds: true})
		}
	}
	return holding
}

func (e *evaluator) activate(next entry) {
	if next.node.alwaysTrue {
		e.work += visitWork
		return
	}
	if next.holds && !next.node.describes {
		return
	}
	e.active = append(e.active, next)
}

func (e *evaluator) members(v strictjson.Value, id, from, until int) {
	child := id + 1
	for i := range v.Len() {
		m := v.Member(i)
		for _, current := range e.active[from:until] {
			if sub := current.node.Property(m.Name); sub != nil {
				e.activate(entry{node: sub, holds: current.holds, from: keywordProperties})
			} else if sub = current.node.additional; sub != nil {
				e.activate(entry{node: sub, holds: current.holds, from: keywordAdditionalProperties})
			}
		}
		if len(e.active) > until {
			e.enter(step{name: m.Name})
			e.walk(m.Value, child, until)
			e.leave(step{name: m.Name})
		}
		if e.stopped {
			return
		}
		child = e.next(child)
	}
}

func (e *evaluator) items(v strictjson.Value, id, from, until int) {
	child := id + 1
	for i := range v.Len() {
		for _, current := range e.active[from:until] {
			if sub := current.node.items; sub != nil {
				e.activate(entry{node: sub, holds: current.holds, from: keywordItems})
			}
		}
		if len(e.active) == until {
			return // no schema is about items
		}
		item := v.Index(i)
		e.enter(step{index: i, array: true})
		e.walk(item, child, until)
		e.leave(step{index: i, array: true})
		if e.stopped {
			return
		}
		child = e.next(child)
	}
}

func (e *evaluator) enter(s step) {
	e.path = append(e.path, s)
	e.nameBytes += len(s.name) + 1
}

func (e *evaluator) leave(s step) {
	e.path = e.path[:len(e.path)-1]
	e.nameBytes -= len(s.name) + 1
}

// describe notes that a description applies to the current node.
func (e *evaluator) describe() {
	if len(e.described) > e.limits.MaxDescribed || e.describedBytes > e.limits.MaxDescribedBytes {
		return
	}
	pointer := e.pointer(false)
	e.described = append(e.described, pointer)
	e.describedBytes += len(pointer)
}

// pointer returns the current node's JSON Pointer; cut says whether names are cut to be shown.
func (e *evaluator) pointer(cut bool) string {
	var buffer [96]byte
	text := buffer[:0]
	for _, s := range e.path {
		text = appendStep(text, s, cut)
	}
	return string(text)
}
