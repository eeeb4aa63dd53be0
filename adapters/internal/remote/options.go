package remote

import (
	"fmt"
	"net/http"

	"github.com/devcodex/intent-runtime/adapters/internal/transport"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// DefaultMaxOutputTokens bounds an answer if the options do not.
const DefaultMaxOutputTokens = 8192

// Options configures an executor. The executors' own option structs have the same fields and say more.
type Options struct {
	APIKey             executorkit.Key
	Model              string
	BaseURL            string
	NoNativeJSONSchema bool
	MaxOutputTokens    int
	HTTPClient         *http.Client `json:"-"`
}

// withDefaults fills in what may be left out.
func (o Options) withDefaults(baseURL string) Options {
	if o.BaseURL == "" {
		o.BaseURL = baseURL
	}
	if o.MaxOutputTokens == 0 {
		o.MaxOutputTokens = DefaultMaxOutputTokens
	}
	return o
}

// check lists every fault; the error is CONFIG_INVALID.
func (o Options) check(provider string) error {
	var issues []intent.Issue
	fault := func(path, message string) {
		if message != "" {
			issues = append(issues, intent.Issue{
				Code: intent.ConfigInvalid, Category: intent.CategoryConfig, Path: &path, Message: message,
			})
		}
	}
	fault("/apiKey", transport.KeyFault(o.APIKey))
	if text.Blank(o.Model) {
		fault("/model", "is missing")
	}
	fault("/baseURL", transport.URLFault(o.BaseURL))
	if o.MaxOutputTokens < 0 {
		fault("/maxOutputTokens", "is not a positive integer")
	}
	return invalid(provider, issues)
}

func invalid(provider string, issues []intent.Issue) error {
	if len(issues) == 0 {
		return nil
	}
	message := fmt.Sprintf("executor %s: %s %s", provider, *issues[0].Path, issues[0].Message)
	if more := len(issues) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	err := intent.NewError(intent.ConfigInvalid, intent.StageConfig, message)
	err.Issues = issues
	return err
}
