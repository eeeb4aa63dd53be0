package tool

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Error is the one error type of this half: what went wrong with a call, an attempt or a run, as a
// model, a journal and an envelope are told it. Message and Details are shown; the cause is not.
//
// Use errors.Is with a [Class], or errors.As with *Error.
type Error struct {
	Class   Class
	Message string           // lower case, says what was being done; holds no secret
	Details strictjson.Value // an object, or null for none
	cause   error            // for errors.Is within this process; never written anywhere
}

// Errorf returns an *Error. A %w in the format keeps the cause for errors.Is; the cause's text is
// part of the message, so wrap only what may be shown.
func Errorf(class Class, format string, args ...any) error {
	wrapped := fmt.Errorf(format, args...)
	return &Error{Class: class, Message: wrapped.Error(), cause: errors.Unwrap(wrapped)}
}

// Hide returns an *Error with a message of its own, whose cause answers errors.Is and is shown nowhere.
func Hide(class Class, message string, cause error) error {
	return &Error{Class: class, Message: message, cause: cause}
}

// WithDetails returns err as an *Error that carries details, too; see [From] for an err without class.
func WithDetails(err error, members ...strictjson.Member) error {
	e := From(err)
	have := make([]strictjson.Member, 0, e.Details.Len()+len(members))
	for name, value := range e.Details.Members() {
		have = append(have, strictjson.Field(name, value))
	}
	e.Details = strictjson.Object(append(have, members...)...)
	return &e
}

// From returns err as an Error. One without a class is an ExecutionFailure whose text is kept back,
// because nobody has said that it may be shown.
func From(err error) Error {
	var e *Error
	if errors.As(err, &e) {
		return *e
	}
	var class Class
	if errors.As(err, &class) {
		return Error{Class: class, Message: class.Error(), cause: err}
	}
	return Error{Class: ExecutionFailure, Message: "an error without a class", cause: err}
}

// Error returns class and message.
func (e *Error) Error() string { return string(e.Class) + ": " + e.Message }

// Is reports whether target is the class of e.
func (e *Error) Is(target error) bool {
	class, ok := target.(Class)
	return ok && class == e.Class
}

// Unwrap returns the cause, nil if there is none.
func (e *Error) Unwrap() error { return e.cause }

// Value returns e as it is written: class, message and, if there are any, details.
func (e Error) Value() strictjson.Value {
	members := []strictjson.Member{
		{Name: "class", Value: strictjson.String(string(e.Class))},
		{Name: "message", Value: strictjson.String(e.Message)},
	}
	if !e.Details.IsNull() {
		members = append(members, strictjson.Field("details", e.Details))
	}
	return strictjson.Object(members...)
}

// MarshalJSON writes e as [Error.Value] does.
func (e Error) MarshalJSON() ([]byte, error) { return e.Value().AppendJSON(nil), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Error) UnmarshalJSON(text []byte) error {
	var plain struct {
		Class   Class
		Message string
		Details strictjson.Value
	}
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	*e = Error{Class: plain.Class, Message: plain.Message, Details: plain.Details}
	return nil
}
