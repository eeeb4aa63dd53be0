package tool

import "slices"

// Class is the class of an [Error]: a closed set. A Class is an error itself, so that
// errors.Is(err, tool.NotFound) asks for the class of an err.
type Class string

// The classes of errors.
const (
	Validation            Class = "validation"             // arguments, input or a command that does not fit
	Forbidden             Class = "forbidden"              // not granted, denied, outside the workspace
	ApprovalRequired      Class = "approval_required"      // a person had to be asked, and nobody was there
	NotFound              Class = "not_found"              // no such tool, file, session
	Timeout               Class = "timeout"                // a time passed
	Cancelled             Class = "cancelled"              // stopped on request
	TransientTransport    Class = "transient_transport"    // a connection or a server failed
	ResourceConflict      Class = "resource_conflict"      // the world is not as the call expects it
	ExecutionFailure      Class = "execution_failure"      // it ran and failed
	MalformedResult       Class = "malformed_result"       // a provider or backend answered nonsense
	BudgetExceeded        Class = "budget_exceeded"        // work, bytes or context used up
	UnsupportedCapability Class = "unsupported_capability" // this host or version cannot do it
	UnknownOutcome        Class = "unknown_outcome"        // nobody knows whether it happened
	Overloaded            Class = "overloaded"             // too much at once
)

var classes = []Class{
	Validation, Forbidden, ApprovalRequired, NotFound, Timeout, Cancelled, TransientTransport,
	ResourceConflict, ExecutionFailure, MalformedResult, BudgetExceeded, UnsupportedCapability,
	UnknownOutcome, Overloaded,
}

// Classes lists all classes. The slice is the caller's own.
func Classes() []Class { return slices.Clone(classes) }

// Known reports whether c is one of the classes.
func (c Class) Known() bool { return slices.Contains(classes, c) }

// Error returns the class's name.
func (c Class) Error() string { return string(c) }
