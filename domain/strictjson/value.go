package strictjson

import (
	"iter"
	"math"
	"strconv"
)

// Kind says which of JSON's six types a [Value] has.
type Kind uint8

// The kinds. The zero Kind is null, so that the zero [Value] is JSON's null.
const (
	KindNull Kind = iota
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// String returns the JSON Schema name of the kind.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// WithArticle returns the name of the kind as a sentence has it: "a string", "an object", "null".
func (k Kind) WithArticle() string {
	switch k {
	case KindNull:
		return k.String()
	case KindArray, KindObject:
		return "an " + k.String()
	default:
		return "a " + k.String()
	}
}

// indexFrom is the number of members from which an object carries an index: below it a linear
// search is faster than hashing.
const indexFrom = 12

// Value is one JSON value. It is immutable, cheap to copy and safe for concurrent use; the zero
// Value is null. Strings are decoded, numbers keep their text, objects keep their member order.
type Value struct {
	text string // a string's content or a number's source text
	kids *children
	coef uint64 // of a number, as exp and neg: a Decimal without its padding
	exp  int16
	neg  bool
	flag bool // the boolean's value
	kind Kind
}

type children struct {
	items   []Value
	members []Member
	index   map[string]int
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Field returns a member of that name and value.
func Field(name string, value Value) Member { return Member{Name: name, Value: value} }

// Null returns JSON's null.
func Null() Value { return Value{} }

// Bool returns a JSON boolean.
func Bool(b bool) Value { return Value{kind: KindBool, flag: b} }

// String returns a JSON string. Invalid UTF-8 is written as U+FFFD.
func String(s string) Value { return Value{kind: KindString, text: s} }

// Int returns a JSON number. It is for counts and sizes, well within ±(2^53−1).
func Int(n int64) Value {
	text := strconv.FormatInt(n, 10)
	dec, _ := ParseDecimal(text)
	return number(text, dec)
}

// Array returns a JSON array of the items; the slice is copied.
func Array(items ...Value) Value {
	return Value{kind: KindArray, kids: &children{items: append([]Value(nil), items...)}}
}

// Strings returns a JSON array of strings.
func Strings(texts []string) Value {
	items := make([]Value, len(texts))
	for i, text := range texts {
		items[i] = String(text)
	}
	return Value{kind: KindArray, kids: &children{items: items}}
}

// Object returns a JSON object of the members in their order; the slice is copied. Names must differ.
func Object(members ...Member) Value {
	return newObject(append([]Member(nil), members...))
}

func newObject(members []Member) Value {
	kids := &children{members: members}
	if len(members) >= indexFrom {
		kids.index = make(map[string]int, len(members))
		for i, m := range members {
			kids.index[m.Name] = i
		}
	}
	return Value{kind: KindObject, kids: kids}
}

// Kind returns the value's type.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.kind == KindNull }

// Bool returns a boolean's value, false for every other kind.
func (v Value) Bool() bool { return v.flag }

// Text returns a string's decoded content or a number's source text, "" for every other kind.
func (v Value) Text() string { return v.text }

// Decimal returns a number's exact decimal value, zero for every other kind.
func (v Value) Decimal() Decimal { return Decimal{neg: v.neg, exp: v.exp, coef: v.coef} }

func number(text string, dec Decimal) Value {
	return Value{kind: KindNumber, text: text, coef: dec.coef, exp: dec.exp, neg: dec.neg}
}

// Float returns a number as the double it is equal to, 0 for every other kind.
func (v Value) Float() float64 {
	if v.kind != KindNumber {
		return 0
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil {
		return math.NaN() // only a document read with AnyNumber holds such a number
	}
	return f
}

// Integer returns a number that is an integer which every JSON reader keeps, however it is written, and
// whether it is one; see [MaxInteger]. It judges the text, so that it is right also for documents read with
// AnyNumber.
func (v Value) Integer() (int64, bool) {
	if v.kind != KindNumber {
		return 0, false
	}
	dec, err := ParseDecimal(v.text)
	if err != nil {
		return 0, false
	}
	return dec.Int64()
}

// Len counts an array's items or an object's members, 0 for every other kind.
func (v Value) Len() int {
	switch v.kind {
	case KindArray:
		return len(v.kids.items)
	case KindObject:
		return len(v.kids.members)
	default:
		return 0
	}
}

// Index returns an array's item; i must be within 0 and Len()−1 of an array.
func (v Value) Index(i int) Value { return v.kids.items[i] }

// Member returns an object's member by position; i must be within 0 and Len()−1 of an object.
func (v Value) Member(i int) Member { return v.kids.members[i] }

// Items yields an array's items in order, nothing for every other kind.
func (v Value) Items() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.kind != KindArray {
			return
		}
		for i, item := range v.kids.items {
			if !yield(i, item) {
				return
			}
		}
	}
}

// Members yields an object's names and values in document order, nothing for every other kind.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.kind != KindObject {
			return
		}
		for _, m := range v.kids.members {
			if !yield(m.Name, m.Value) {
				return
			}
		}
	}
}

// Lookup finds an object's member by name, byte for byte. It finds nothing in any other kind.
func (v Value) Lookup(name string) (Value, bool) {
	i, ok := v.Position(name)
	if !ok {
		return Value{}, false
	}
	return v.kids.members[i].Value, true
}

// Position finds an object's member by name, as [Value.Lookup] does, and returns where among the members it
// stands: the argument of [Value.Member]. Whoever keeps something for each member of an object needs no
// index of its own.
func (v Value) Position(name string) (int, bool) {
	if v.kind != KindObject {
		return 0, false
	}
	if v.kids.index != nil {
		i, ok := v.kids.index[name]
		return i, ok
	}
	for i := range v.kids.members {
		if v.kids.members[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// Has reports whether an object has a member of that name.
func (v Value) Has(name string) bool {
	_, ok := v.Position(name)
	return ok
}
