package intent

import (
	"errors"
	"time"
)

// Error is the one error type of the runtime. It holds no key, header or provider body, and no text
// of the material but in business issues, which the model wrote. What is printed or written of it, with
// any verb, holds no text of a provider either.
//
// errors.Is finds its [Code]; for [ModelTimeout] it finds context.DeadlineExceeded too, for
// [ModelAborted] context.Canceled. errors.Is and errors.As also reach the executor's own error, if it
// was an executor that failed.
type Error struct {
	Code    Code
	Stage   Stage
	Message string  // for people, not for programs
	Issues  []Issue // what each code lists: see docs/errors.md; else empty

	// PartialResult is the checked core result without data, if stage core had passed.
	PartialResult *Result

	// Limit says which limit was passed; it is set on every LIMIT_EXCEEDED and on nothing else.
	Limit *Limit

	// Reason says what went wrong on the way to a model or a store; it is set on every
	// MODEL_REQUEST_FAILED.
	Reason FailureReason
	// Status is the provider's HTTP status; 0 if there was none.
	Status int
	// ProviderCode is the provider's own code of the error, such as model_not_found: 1 to 64 of
	// [a-z0-9_.-]; "" if it gave none.
	ProviderCode string
	// RetryAfter is how long the provider asked to wait; 0 if it did not say.
	RetryAfter time.Duration

	// ReadingID is the id of the reading that failed, as in its events and its audit; "" if the error is
	// of no reading. It is not on the wire.
	ReadingID string

	sentinel error
	foreign  func() error // a function, so that no verb prints what it holds
}

// FailureReason says what failed on the way to a model or a store.
type FailureReason string

// The reasons.
const (
	FailedDNS       FailureReason = "dns"       // the provider's name was not resolved
	FailedConnect   FailureReason = "connect"   // no connection to the provider
	FailedTLS       FailureReason = "tls"       // no secure connection to the provider
	FailedStatus    FailureReason = "status"    // the provider answered with an HTTP status that is an error
	FailedDecode    FailureReason = "decode"    // the provider's answer cannot be read
	FailedOversize  FailureReason = "oversize"  // the provider's answer is too large
	FailedDropped   FailureReason = "dropped"   // the connection ended before the answer did
	FailedProxy     FailureReason = "proxy"     // the proxy before the provider refused
	FailedExecutor  FailureReason = "executor"  // the executor itself failed, or says no more
	FailedValidator FailureReason = "validator" // the schema validator failed
	FailedStore     FailureReason = "store"     // the session store failed
)

// FailureReasons lists the reasons.
func FailureReasons() []FailureReason {
	return []FailureReason{
		FailedDNS, FailedConnect, FailedTLS, FailedStatus, FailedDecode, FailedOversize, FailedDropped,
		FailedProxy, FailedExecutor, FailedValidator, FailedStore,
	}
}

// IsProviderCode reports whether a text may stand as a provider's code: 1 to 64 of [a-z0-9_.-].
func IsProviderCode(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_', c == '.', c == '-':
		default:
			return false
		}
	}
	return len(text) > 0 && len(text) <= 64
}

// NewError makes an error without issues.
func NewError(code Code, stage Stage, message string) *Error {
	return &Error{Code: code, Stage: stage, Message: message}
}

// RequestFailed makes a MODEL_REQUEST_FAILED without a stage.
func RequestFailed(reason FailureReason, message string) *Error {
	return &Error{Code: ModelRequestFailed, Message: message, Reason: reason}
}

// Error returns code, stage and message in one line.
func (e *Error) Error() string {
	return string(e.Code) + " (" + string(e.Stage) + "): " + e.Message
}

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Unwrap returns the standard library's sentinel that was set with [Error.WithCause] and the error that
// was set with [Error.WithForeign], as far as there are any.
func (e *Error) Unwrap() []error {
	var list []error
	if e.sentinel != nil {
		list = append(list, e.sentinel)
	}
	if e.foreign != nil {
		list = append(list, e.foreign())
	}
	return list
}

// WithCause returns a copy that unwraps to cause. It is meant for context.Canceled and
// context.DeadlineExceeded; see [Error.WithForeign] for errors whose text is not known.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.sentinel = cause
	return &c
}

// WithForeign returns a copy that also unwraps to an executor's own error. Nothing that prints or writes
// the copy shows that error.
func (e *Error) WithForeign(err error) *Error {
	c := *e
	c.foreign = nil
	if err != nil {
		c.foreign = func() error { return err }
	}
	return &c
}

// Foreign returns the executor's own error; nil if there is none.
func (e *Error) Foreign() error {
	if e.foreign == nil {
		return nil
	}
	return e.foreign()
}

// WithPartial returns a copy that carries the checked core result; the result is copied.
func (e *Error) WithPartial(core *Result) *Error {
	c := *e
	c.PartialResult = nil
	if core != nil {
		partial := core.Clone()
		partial.Data = Data{}
		c.PartialResult = &partial
	}
	return &c
}

// Clone returns a copy that shares no memory with e.
func (e *Error) Clone() *Error {
	c := e.WithPartial(e.PartialResult)
	c.Issues = nil
	for _, issue := range e.Issues {
		issue.Path = cloneText(issue.Path)
		c.Issues = append(c.Issues, issue)
	}
	if e.Limit != nil {
		limit := *e.Limit
		c.Limit = &limit
	}
	return c
}

// AsError finds the runtime's error in err; nil if there is none.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// CodeOf returns the code of the runtime's error in err; "" if there is none.
func CodeOf(err error) Code {
	if e := AsError(err); e != nil {
		return e.Code
	}
	return ""
}

func cloneText(text *string) *string {
	if text == nil {
		return nil
	}
	c := *text
	return &c
}
