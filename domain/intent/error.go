package intent

import (
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Code names what went wrong. It is an error itself, so that errors.Is(err, intent.ModelTimeout)
// asks for it.
type Code string

// Error codes; see docs/errors.md for what each means and what to do about it.
const (
	ConfigInvalid             Code = "CONFIG_INVALID"
	SchemaUnsupported         Code = "SCHEMA_UNSUPPORTED"
	InputInvalid              Code = "INPUT_INVALID"
	UnknownField              Code = "UNKNOWN_FIELD"
	LimitExceeded             Code = "LIMIT_EXCEEDED"
	ExecutorNotConfigured     Code = "EXECUTOR_NOT_CONFIGURED"
	InstanceDisposed          Code = "INSTANCE_DISPOSED"
	ModelAuthFailed           Code = "MODEL_AUTH_FAILED"
	ModelRateLimited          Code = "MODEL_RATE_LIMITED"
	ModelRequestFailed        Code = "MODEL_REQUEST_FAILED"
	ModelTimeout              Code = "MODEL_TIMEOUT"
	ModelAborted              Code = "MODEL_ABORTED"
	ModelRefused              Code = "MODEL_REFUSED"
	ModelOutputIncomplete     Code = "MODEL_OUTPUT_INCOMPLETE"
	ModelOutputInvalid        Code = "MODEL_OUTPUT_INVALID"
	DataExtractionFailed      Code = "DATA_EXTRACTION_FAILED"
	HostCapabilityUnsupported Code = "HOST_CAPABILITY_UNSUPPORTED"
	BridgeJobNotFound         Code = "BRIDGE_JOB_NOT_FOUND"
	BridgeJobExpired          Code = "BRIDGE_JOB_EXPIRED"
	BridgeStepConflict        Code = "BRIDGE_STEP_CONFLICT"
)

// Error gives the code's wire name.
func (c Code) Error() string { return string(c) }

// Stage says where an error happened.
type Stage string

// The stages. A model is asked in core and data only.
const (
	StageConfig Stage = "config"
	StageInput  Stage = "input"
	StageCore   Stage = "core"
	StageData   Stage = "data"
	StageBridge Stage = "bridge"
)

// Error is the one error type of the runtime. It holds no key, header or provider body, and no text
// of the material but in business issues, which the model wrote.
//
// errors.Is finds its [Code]; for [ModelTimeout] it finds context.DeadlineExceeded too, for
// [ModelAborted] context.Canceled.
type Error struct {
	Code    Code
	Stage   Stage
	Message string  // for people, not for programs
	Issues  []Issue // what each code lists: see docs/errors.md; else empty

	// PartialResult is the checked core result without data, where stage core had passed.
	PartialResult *Result

	// RetryAfter is how long the provider asked to wait; 0 where it did not say. It is not on the wire.
	RetryAfter time.Duration

	cause error
}

// NewError makes an error without issues.
func NewError(code Code, stage Stage, message string) *Error {
	return &Error{Code: code, Stage: stage, Message: message}
}

// Error gives code, stage and message in one line.
func (e *Error) Error() string {
	return string(e.Code) + " (" + string(e.Stage) + "): " + e.Message
}

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Unwrap gives the standard library's sentinel that was set with [Error.WithCause], else nil. It
// never gives a provider's error.
func (e *Error) Unwrap() error { return e.cause }

// WithCause returns a copy that unwraps to cause. It is meant for context.Canceled and
// context.DeadlineExceeded, not for errors whose text is not known.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
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

// Clone gives a copy that shares no memory with e.
func (e *Error) Clone() *Error {
	c := e.WithPartial(e.PartialResult)
	c.Issues = nil
	for _, issue := range e.Issues {
		issue.Path = cloneText(issue.Path)
		c.Issues = append(c.Issues, issue)
	}
	return c
}

// AsError finds the runtime's error in err; nil where there is none.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// CodeOf gives the code of the runtime's error in err; "" where there is none.
func CodeOf(err error) Code {
	if e := AsError(err); e != nil {
		return e.Code
	}
	return ""
}

// Value gives the error's wire form: all keys in order, `issues` never missing, `partialResult` only
// where there is one.
func (e *Error) Value() strictjson.Value {
	issues := make([]strictjson.Value, len(e.Issues))
	for i, issue := range e.Issues {
		issues[i] = issue.value()
	}
	members := []strictjson.Member{
		{Name: "code", Value: strictjson.String(string(e.Code))},
		{Name: "stage", Value: strictjson.String(string(e.Stage))},
		{Name: "message", Value: strictjson.String(e.Message)},
		{Name: "issues", Value: strictjson.Array(issues...)},
	}
	if e.PartialResult != nil {
		members = append(members, strictjson.Member{Name: "partialResult", Value: e.PartialResult.Value()})
	}
	return strictjson.Object(members...)
}

// MarshalJSON writes the wire form.
func (e *Error) MarshalJSON() ([]byte, error) { return e.Value().AppendJSON(nil), nil }

func cloneText(text *string) *string {
	if text == nil {
		return nil
	}
	c := *text
	return &c
}
