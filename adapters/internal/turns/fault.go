package turns

import (
	"github.com/devcodex/intent-runtime/adapters/internal/transport"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// coded is the error of a provider's own code in a stream. Its message is not kept: it is a stranger's.
func coded(code string) error {
	switch code {
	case "rate_limit_exceeded":
		return tool.Errorf(tool.Overloaded, "the provider is busy")
	case "context_length_exceeded":
		return fullContext()
	case "server_error", "":
		return tool.Errorf(tool.TransientTransport, "the provider failed")
	default:
		return withCode(tool.Errorf(tool.ExecutionFailure, "the provider could not answer"), code)
	}
}

// fullContext is the error of a request that the model has no room for.
func fullContext() error {
	return tool.WithDetails(tool.Errorf(tool.BudgetExceeded, "the model's context is full"),
		text("reason", "context_window"))
}

func withCode(err error, code string) error {
	if code = providerkit.ErrorCode(code, providerkit.Key{}); code == "" {
		return err
	}
	return tool.WithDetails(err, text("code", code))
}

// classify gives a failure of the wire its class.
func classify(f *transport.Failure) error {
	message := f.Error()
	switch {
	case f.Aborted || f.Deadline:
		return tool.Errorf(tool.Cancelled, "%s", message)
	case f.ProviderCode == "context_length_exceeded":
		return fullContext()
	case f.Status == 401 || f.Status == 403:
		return withCode(tool.Errorf(tool.Forbidden, "%s", message), f.ProviderCode)
	case f.Status == 429:
		err := withCode(tool.Errorf(tool.Overloaded, "%s", message), f.ProviderCode)
		if f.RetryAfter > 0 {
			err = tool.WithDetails(err, member("retryAfterMs", strictjson.Int(f.RetryAfter.Milliseconds())))
		}
		return err
	case f.Status == 408 || f.Status == 409 || f.Status >= 500:
		return withCode(tool.Errorf(tool.TransientTransport, "%s", message), f.ProviderCode)
	case f.Status >= 300:
		return withCode(tool.Errorf(tool.Validation, "%s", message), f.ProviderCode)
	case f.Reason == providerkit.ReasonDecode || f.Reason == providerkit.ReasonOversize:
		return tool.Errorf(tool.MalformedResult, "%s", message)
	default:
		return tool.Errorf(tool.TransientTransport, "%s", message)
	}
}
