package schema

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/schema/format"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// assert judges a node by a schema's own keywords: neither by branches nor through children.
func (e *evaluator) assert(n *Node, from keywordCode, v strictjson.Value, id int) bool {
	e.tick(visitWork)
	if n.never {
		e.violate(n, from, 0)
		return false
	}
	ok := true
	if n.types != 0 && n.types&typesOf(v) == 0 {
		ok = e.violate(n, keywordType, 0)
	}
	if n.enum != nil {
		ok = e.member(n, n.enum, keywordEnum, v, id) && ok
	}
	if n.constant != nil {
		ok = e.member(n, n.constant, keywordConst, v, id) && ok
	}
	switch v.Kind() {
	case strictjson.KindNumber:
		return e.number(n, v) && ok
	case strictjson.KindString:
		return e.text(n, v, id) && ok
	case strictjson.KindArray:
		return e.array(n, v, id) && ok
	case strictjson.KindObject:
		return e.object(n, v) && ok
	default:
		return ok
	}
}

func (e *evaluator) member(n *Node, s *valueSet, code keywordCode, v strictjson.Value, id int) bool {
	e.tick(compareWork(e.bytes(v, id), s))
	if e.inSet(s, v, id) {
		return true
	}
	return e.violate(n, code, 0)
}

// bytes measures a node's JSON text. Without numbers that is for scalars only: a container is then
// compared with scalars, and never equal.
func (e *evaluator) bytes(v strictjson.Value, id int) int {
	if len(e.nodes) == 0 {
		return len(v.Text()) + 2
	}
	return int(e.nodes[id].bytes)
}

func (e *evaluator) number(n *Node, v strictjson.Value) bool {
	if n.bounds == 0 {
		return true
	}
	ok, d := true, v.Decimal()
	e.work += n.numberWork(v)
	if n.minimum != nil && d.Cmp(*n.minimum) < 0 {
		ok = e.violate(n, keywordMinimum, 0)
	}
	if n.maximum != nil && d.Cmp(*n.maximum) > 0 {
		ok = e.violate(n, keywordMaximum, 0)
	}
	if n.exclusiveMinimum != nil && d.Cmp(*n.exclusiveMinimum) <= 0 {
		ok = e.violate(n, keywordExclusiveMinimum, 0)
	}
	if n.exclusiveMaximum != nil && d.Cmp(*n.exclusiveMaximum) >= 0 {
		ok = e.violate(n, keywordExclusiveMaximum, 0)
	}
	if n.multipleOf != nil && !d.MultipleOf(*n.multipleOf) {
		ok = e.violate(n, keywordMultipleOf, 0)
	}
	return ok
}

func (e *evaluator) text(n *Node, v strictjson.Value, id int) bool {
	if !n.judgesStrings() {
		return true
	}
	ok := true
	if n.minLength >= 0 || n.maxLength >= 0 {
		ok = e.length(n, v.Text(), id)
	}
	if n.pattern != nil && !e.matches(n, v.Text()) {
		ok = e.violate(n, keywordPattern, 0)
	}
	if n.format != "" && !e.formatted(n, v.Text()) {
		ok = e.violate(n, keywordFormat, 0)
	}
	return ok
}

// length counts a string's code points once, and only where its bytes do not decide: n bytes are
// n/4 to n code points.
func (e *evaluator) length(n *Node, s string, id int) bool {
	e.work += int64(len(s)) / textBytesPerWork
	least, most := n.minLength, n.maxLength
	if most < 0 {
		most = math.MaxInt64
	}
	if size := int64(len(s)); (size+3)/4 >= least && size <= most {
		return true
	}
	count := e.runes(s, id)
	ok := true
	if count < least {
		ok = e.violate(n, keywordMinLength, int(count))
	}
	if count > most {
		ok = e.violate(n, keywordMaxLength, int(count))
	}
	return ok
}

func (e *evaluator) runes(s string, id int) int64 {
	if len(e.nodes) == 0 || len(s) > maxBytes {
		return int64(utf8.RuneCountInString(s))
	}
	f := &e.nodes[id]
	if f.runes == 0 {
		f.runes = int32(utf8.RuneCountInString(s)) + 1
	}
	return int64(f.runes - 1)
}

func (e *evaluator) matches(n *Node, s string) bool {
	e.work += patternWork(n.pattern.Instructions(), len(s))
	matched, stopped := n.pattern.Match(s, e.stop)
	e.stopped = e.stopped || stopped
	return matched
}

func (e *evaluator) formatted(n *Node, s string) bool {
	e.work += formatWork(len(s))
	ok, stopped := format.Check(n.format, s, e.stop)
	e.stopped = e.stopped || stopped
	return ok
}

func (e *evaluator) array(n *Node, v strictjson.Value, id int) bool {
	if !n.judgesArrays() {
		return true
	}
	ok, size := true, v.Len()
	if n.minItems >= 0 && int64(size) < n.minItems {
		ok = e.violate(n, keywordMinItems, size)
	}
	if n.maxItems >= 0 && int64(size) > n.maxItems {
		ok = e.violate(n, keywordMaxItems, size)
	}
	if n.unique && size > 1 {
		e.work += uniqueWork(size, e.bytes(v, id))
		if twin := e.twin(v, id); twin >= 0 {
			e.work += int64(size-1) * e.violationWork(n, keywordUniqueItems) // a message for each twin there can be
			ok = e.violate(n, keywordUniqueItems, twin)
		}
	}
	return ok
}

// hashed is an item of an array by its hash.
type hashed struct {
	hash     uint64
	position int
}

// twin finds the first item of an array that equals an earlier one; −1 where all differ.
func (e *evaluator) twin(v strictjson.Value, id int) int {
	if e.nodes[id].twin == 0 {
		e.nodes[id].twin = int32(2 + e.findTwin(v, id))
	}
	return int(e.nodes[id].twin) - 2
}

func (e *evaluator) findTwin(v strictjson.Value, id int) int {
	if e.order == nil {
		e.order = e.orderBuffer[:0]
	}
	e.order = e.order[:0]
	child := id + 1
	for i := range v.Len() {
		item := v.Index(i)
		e.order = append(e.order, hashed{e.hash(item, child), i})
		child = e.next(child)
	}
	slices.SortFunc(e.order, func(a, b hashed) int {
		if a.hash != b.hash {
			return compare(a.hash < b.hash)
		}
		return a.position - b.position
	})
	first := -1
	for i := 1; i < len(e.order); i++ {
		a, b := e.order[i-1], e.order[i]
		earlier := a.hash == b.hash && (first < 0 || b.position < first)
		if earlier && equal(v.Index(a.position), v.Index(b.position)) {
			first = b.position
		}
	}
	return first
}

func compare(less bool) int {
	if less {
		return -1
	}
	return 1
}

func (e *evaluator) object(n *Node, v strictjson.Value) bool {
	e.work += objectWork(v.Len(), len(n.properties), len(n.required))
	missing := len(n.required)
	for i := 0; i < v.Len() && missing > 0; i++ {
		if n.requires(v.Member(i).Name) {
			missing--
		}
	}
	if missing == 0 {
		return true
	}
	e.missing(n, v, missing)
	return false
}

// missing notes the required names that an object lacks.
func (e *evaluator) missing(n *Node, v strictjson.Value, count int) {
	if e.muted > 0 || e.full() {
		e.work += int64(count) * e.violationWork(n, keywordRequired)
		return
	}
	for i, name := range n.required {
		if !v.Has(name) {
			e.violate(n, keywordRequired, i)
		}
		if e.full() {
			return
		}
	}
}
