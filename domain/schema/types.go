package schema

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// typeSet is a set of JSON Schema types; the empty set allows all of them.
type typeSet uint8

const (
	typeNull typeSet = 1 << iota
	typeBoolean
	typeInteger
	typeNumber
	typeString
	typeArray
	typeObject
)

// typeNames lists the types in the order in which they are told, with how they are told.
var typeNames = [...]struct {
	bit        typeSet
	name, told string
}{
	{typeString, "string", "a string"},
	{typeNumber, "number", "a number"},
	{typeInteger, "integer", "an integer"},
	{typeBoolean, "boolean", "a boolean"},
	{typeObject, "object", "an object"},
	{typeArray, "array", "an array"},
	{typeNull, "null", "null"},
}

func typeNamed(name string) typeSet {
	for _, t := range typeNames {
		if t.name == name {
			return t.bit
		}
	}
	return 0
}

// typesOf returns every type that a value has: an integer, however it is written, is a number too.
func typesOf(v strictjson.Value) typeSet {
	switch v.Kind() {
	case strictjson.KindNull:
		return typeNull
	case strictjson.KindBool:
		return typeBoolean
	case strictjson.KindNumber:
		if v.Decimal().IsInteger() {
			return typeInteger | typeNumber
		}
		return typeNumber
	case strictjson.KindString:
		return typeString
	case strictjson.KindArray:
		return typeArray
	default:
		return typeObject
	}
}

// String tells the types in words.
func (s typeSet) String() string {
	var told []string
	for _, t := range typeNames {
		if s&t.bit != 0 {
			told = append(told, t.told)
		}
	}
	return strings.Join(told, " or ")
}
