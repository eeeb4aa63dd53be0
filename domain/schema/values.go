package schema

import (
	"hash/maphash"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// valueSet holds the values of an `enum` or a `const` so that asking for one takes the same time
// whatever their number: scalars as keys, containers by a hash of their canonical form.
type valueSet struct {
	listed     []strictjson.Value // as written
	bytes      int                // of their JSON text
	null       bool
	yes, no    bool
	numbers    map[strictjson.Decimal]struct{}
	texts      map[string]struct{}
	longest    int // bytes of the longest of texts
	containers map[uint64][]strictjson.Value
}

func newValueSet(listed []strictjson.Value) *valueSet {
	s := &valueSet{listed: listed}
	for _, v := range listed {
		s.bytes += len(v.JSON())
		s.add(v)
	}
	return s
}

func (s *valueSet) add(v strictjson.Value) {
	switch v.Kind() {
	case strictjson.KindNull:
		s.null = true
	case strictjson.KindBool:
		s.yes, s.no = s.yes || v.Bool(), s.no || !v.Bool()
	case strictjson.KindNumber:
		if s.numbers == nil {
			s.numbers = map[strictjson.Decimal]struct{}{}
		}
		s.numbers[v.Decimal()] = struct{}{}
	case strictjson.KindString:
		if s.texts == nil {
			s.texts = map[string]struct{}{}
		}
		s.texts[v.Text()] = struct{}{}
		s.longest = max(s.longest, len(v.Text()))
	default:
		if s.containers == nil {
			s.containers = map[uint64][]strictjson.Value{}
		}
		h := hashOf(v)
		s.containers[h] = append(s.containers[h], v)
	}
}

// hashes reports whether containers have to be hashed to be looked up.
func (s *valueSet) hashes() bool { return s != nil && s.containers != nil }

func (e *evaluator) inSet(s *valueSet, v strictjson.Value, id int) bool {
	switch v.Kind() {
	case strictjson.KindNull:
		return s.null
	case strictjson.KindBool:
		return v.Bool() && s.yes || !v.Bool() && s.no
	case strictjson.KindNumber:
		_, ok := s.numbers[v.Decimal()]
		return ok
	case strictjson.KindString:
		if len(v.Text()) > s.longest {
			return false
		}
		_, ok := s.texts[v.Text()]
		return ok
	default:
		return s.containers != nil && e.inContainers(s, v, id)
	}
}

func (e *evaluator) inContainers(s *valueSet, v strictjson.Value, id int) bool {
	for _, same := range s.containers[e.hash(v, id)] {
		if equal(v, same) {
			return true
		}
	}
	return false
}

// seed keys the hashes of one process. Verdicts do not depend on it: equal hashes are followed by a
// comparison.
var seed = maphash.MakeSeed()

// Odd constants that keep the kinds and the positions apart.
const (
	mixArray  = 0x9e3779b97f4a7c15
	mixObject = 0xc2b2ae3d27d4eb4f
	mixName   = 0xff51afd7ed558ccd
)

// hashOf hashes a value of a schema, where nothing is kept for later.
func hashOf(v strictjson.Value) uint64 {
	e := evaluator{left: stopEvery}
	e.index(v)
	return e.hash(v, 0)
}

// hash returns the hash of a value's canonical form, computed once for each node: numbers by value,
// objects regardless of the order of their members.
func (e *evaluator) hash(v strictjson.Value, id int) uint64 {
	if known := e.nodes[id].hash; known != 0 {
		return known
	}
	e.tick(1)
	var h uint64
	switch v.Kind() {
	case strictjson.KindNumber:
		h = maphash.Comparable(seed, v.Decimal())
	case strictjson.KindString:
		h = maphash.String(seed, v.Text())
	case strictjson.KindArray:
		h = e.hashItems(v, id)
	case strictjson.KindObject:
		h = e.hashMembers(v, id)
	default:
		h = maphash.Comparable(seed, [2]bool{v.IsNull(), v.Bool()})
	}
	e.nodes[id].hash = h | 1
	return h | 1
}

func (e *evaluator) hashItems(v strictjson.Value, id int) uint64 {
	h := uint64(mixArray)
	child := id + 1
	for i := range v.Len() {
		item := v.Index(i)
		h = scramble(h ^ e.hash(item, child))
		child = e.next(child)
	}
	return h
}

func (e *evaluator) hashMembers(v strictjson.Value, id int) uint64 {
	h := uint64(mixObject)
	child := id + 1
	for i := range v.Len() {
		m := v.Member(i)
		h += scramble(maphash.String(seed, m.Name)*mixName ^ e.hash(m.Value, child))
		child = e.next(child)
	}
	return scramble(h)
}

// scramble spreads every bit over the whole word (the finalizer of MurmurHash3, by Austin Appleby,
// in the public domain).
func scramble(h uint64) uint64 {
	h ^= h >> 33
	h *= mixName
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// equal compares two values as JSON Schema does: numbers by value, strings by code points, objects
// regardless of order.
func equal(a, b strictjson.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case strictjson.KindNumber:
		return a.Decimal() == b.Decimal()
	case strictjson.KindString:
		return a.Text() == b.Text()
	case strictjson.KindArray:
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case strictjson.KindObject:
		for i := range a.Len() {
			m := a.Member(i)
			if other, ok := b.Lookup(m.Name); !ok || !equal(m.Value, other) {
				return false
			}
		}
		return true
	default:
		return a.Bool() == b.Bool()
	}
}
