package strictjson

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// builder builds the value of a document that jsontext has found valid, by a single pass over its text
// that allocates little. It judges the limits, the numbers and whether names are repeated, and gives up
// at the first fault: which one that is, and where, the reader finds out, which goes token by token. Both
// must agree on what they accept.
//
// It lives as long as one Decode. Strings without an escape share the memory of the text.
type builder struct {
	text    string
	at      int
	options Options
	depth   int
	nodes   int
	items   []Value  // of the arrays that are open, the innermost last
	members []Member // of the objects that are open
}

// build returns the document's value, false if there is a fault.
func (s *builder) build() (Value, bool) {
	s.space()
	v, ok := s.value()
	return v, ok
}

func (s *builder) space() {
	for s.at < len(s.text) && s.text[s.at] <= ' ' {
		s.at++
	}
}

func (s *builder) value() (Value, bool) {
	s.nodes++
	if s.options.MaxNodes > 0 && s.nodes > s.options.MaxNodes {
		return Value{}, false
	}
	switch s.text[s.at] {
	case '{', '[':
		s.depth++
		if s.options.MaxDepth > 0 && s.depth > s.options.MaxDepth {
			return Value{}, false
		}
		v, ok := s.container()
		s.depth--
		return v, ok
	case '"':
		text, ok := s.string()
		return Value{kind: KindString, text: text}, ok
	case 't':
		s.at += len("true")
		return Bool(true), true
	case 'f':
		s.at += len("false")
		return Bool(false), true
	case 'n':
		s.at += len("null")
		return Value{}, true
	default:
		return s.number()
	}
}

func (s *builder) container() (Value, bool) {
	if s.text[s.at] == '{' {
		return s.object()
	}
	return s.array()
}

func (s *builder) array() (Value, bool) {
	first := len(s.items)
	for s.more(']') {
		item, ok := s.value()
		if !ok {
			return Value{}, false
		}
		s.items = append(s.items, item)
	}
	own := append([]Value(nil), s.items[first:]...)
	s.items = s.items[:first]
	return Value{kind: KindArray, kids: &children{items: own}}, true
}

func (s *builder) object() (Value, bool) {
	first := len(s.members)
	for s.more('}') {
		name, ok := s.string()
		if !ok {
			return Value{}, false
		}
		s.space()
		s.at++ // the colon
		s.space()
		item, ok := s.value()
		if !ok {
			return Value{}, false
		}
		s.members = append(s.members, Member{Name: name, Value: item})
	}
	own := append([]Member(nil), s.members[first:]...)
	s.members = s.members[:first]
	object := newObject(own)
	return object, distinct(object)
}

// distinct reports whether no name stands twice in an object. Few names are compared, many have an index,
// which holds each once.
func distinct(object Value) bool {
	members := object.kids.members
	if object.kids.index != nil {
		return len(object.kids.index) == len(members)
	}
	for i := range members {
		for k := range i {
			if members[k].Name == members[i].Name {
				return false
			}
		}
	}
	return true
}

// more passes over the bracket or comma before the next element, or over the bracket that ends the
// container, and reports whether there is an element.
func (s *builder) more(end byte) bool {
	s.space()
	if s.text[s.at] == end {
		s.at++
		return false
	}
	s.at++
	s.space()
	if s.text[s.at] == end { // of an empty container
		s.at++
		return false
	}
	return true
}

func (s *builder) string() (string, bool) {
	start := s.at
	s.at++
	length := strings.IndexByte(s.text[s.at:], '"')
	plain := s.text[s.at : s.at+length]
	if strings.IndexByte(plain, '\\') < 0 {
		s.at += length + 1
		return plain, true
	}
	for s.text[s.at] != '"' {
		if s.text[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at++
	decoded, err := jsontext.AppendUnquote(nil, s.text[start:s.at])
	return string(decoded), err == nil
}

func (s *builder) number() (Value, bool) {
	start := s.at
	for s.at < len(s.text) && strings.IndexByte("+-.0123456789Ee", s.text[s.at]) >= 0 {
		s.at++
	}
	text := s.text[start:s.at]
	dec, err := ParseDecimal(text)
	if err != nil {
		if !s.options.AnyNumber {
			return Value{}, false
		}
		dec = Decimal{}
	}
	return number(text, dec), true
}
