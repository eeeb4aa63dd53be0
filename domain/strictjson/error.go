package strictjson

import "strconv"

// ErrorKind says in which way a document cannot be read. Programs switch on it; the text of an [Error]
// is for people and may change.
type ErrorKind uint8

// The kinds of an [Error]. The first three are limits of [Options] that are passed; see
// [ErrorKind.Limit].
const (
	TooLarge  ErrorKind = iota + 1 // more bytes than MaxBytes
	TooDeep                        // more containers inside one another than MaxDepth or [MaxNesting]
	TooMany                        // more values than MaxNodes
	Duplicate                      // an object has two members of one name
	Number                         // a number that an IEEE 754 double does not keep exactly
	Syntax                         // not JSON by RFC 8259, or not valid UTF-8
	Truncated                      // the document ends inside its value
	Empty                          // there is no value, only white space
	Trailing                       // something follows the value
)

// Limit reports whether the document passes a limit, and may be well-formed otherwise.
func (k ErrorKind) Limit() bool { return k == TooLarge || k == TooDeep || k == TooMany }

// Error is the first fault of a document in reading order. Its text quotes names of members only, each
// cut at [MaxNameBytes].
type Error struct {
	Kind    ErrorKind
	Most    int    // the limit that is passed, in the unit of its option; 0 if the kind is no limit
	Pointer string // where, as a JSON Pointer with whole names; "" is the document itself
	Reason  string // what is wrong, for people
}

// Error returns the pointer and the reason.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return e.Reason
	}
	return CutPointer(e.Pointer) + ": " + e.Reason
}

func passed(kind ErrorKind, pointer string, most int) *Error {
	unit := " values"
	if kind == TooDeep {
		unit = " levels of nesting"
	}
	return &Error{Kind: kind, Most: most, Pointer: pointer, Reason: "more than " + strconv.Itoa(most) + unit}
}
