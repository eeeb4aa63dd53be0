package intent

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

// Error returns the code's wire name.
func (c Code) Error() string { return string(c) }

// Codes lists the codes of errors, in the order of docs/errors.md.
func Codes() []Code {
	return []Code{
		ConfigInvalid, SchemaUnsupported, InputInvalid, UnknownField, LimitExceeded, ExecutorNotConfigured,
		InstanceDisposed, ModelAuthFailed, ModelRateLimited, ModelRequestFailed, ModelTimeout, ModelAborted,
		ModelRefused, ModelOutputIncomplete, ModelOutputInvalid, DataExtractionFailed, HostCapabilityUnsupported,
		BridgeJobNotFound, BridgeJobExpired, BridgeStepConflict,
	}
}

// Kind says who can do something about an error, as far as a program needs to know. docs/errors.md has a
// table of HTTP statuses by kind and code.
type Kind string

// The kinds.
const (
	KindCaller   Kind = "caller"   // the request or configuration is wrong: the same call fails again
	KindData     Kind = "data"     // the request was understood, but the fields cannot be filled: ask the person
	KindBusy     Kind = "busy"     // too much at once: the same call may succeed later
	KindProvider Kind = "provider" // the model, its provider or the way to it failed
	KindGone     Kind = "gone"     // the instance, the job or the caller itself is no longer there
	KindBug      Kind = "bug"      // the program that embeds the runtime is put together wrongly
)

// Kind returns the kind of a code. Of LIMIT_EXCEEDED the code alone says that something is too large;
// [Error.Kind] also knows of those limits that are only taken for the moment.
func (c Code) Kind() Kind {
	switch c {
	case ConfigInvalid, SchemaUnsupported, InputInvalid, UnknownField, LimitExceeded, BridgeStepConflict:
		return KindCaller
	case DataExtractionFailed:
		return KindData
	case ModelRateLimited:
		return KindBusy
	case ModelAuthFailed,
		ModelRequestFailed,
		ModelTimeout,
		ModelRefused,
		ModelOutputIncomplete,
		ModelOutputInvalid:
		return KindProvider
	case InstanceDisposed, ModelAborted, BridgeJobNotFound, BridgeJobExpired:
		return KindGone
	case ExecutorNotConfigured, HostCapabilityUnsupported:
		return KindBug
	}
	if _, business := BusinessCategory(c); business {
		return KindData
	}
	return KindBug
}

// Kind returns the kind of the error: that of its code, and busy for a limit on how much is done at once.
func (e *Error) Kind() Kind {
	if e.Code == LimitExceeded && e.Limit != nil && e.Limit.busy() {
		return KindBusy
	}
	return e.Code.Kind()
}

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
