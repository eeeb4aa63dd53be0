package responses

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/internal/secret"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/text"
)

// DefaultMaxOutputTokens bounds an answer where no other bound is set.
const DefaultMaxOutputTokens = 8192

// Options configures a client. The executors' own option structs have the same fields and say more.
type Options struct {
	APIKey             secret.Key
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
func (o Options) check(provider string) *intent.Error {
	var issues []intent.Issue
	fault := func(path, message string) {
		issues = append(issues, intent.Issue{
			Code: intent.ConfigInvalid, Category: intent.CategoryConfig, Path: &path, Message: message,
		})
	}
	switch key := o.APIKey.Reveal(); {
	case text.Blank(key):
		fault("/apiKey", "is missing")
	case strings.ContainsFunc(key, notVisible):
		fault("/apiKey", "holds white space or other characters that no API key has")
	}
	if text.Blank(o.Model) {
		fault("/model", "is missing")
	}
	if reason := urlFault(o.BaseURL); reason != "" {
		fault("/baseURL", reason)
	}
	if o.MaxOutputTokens < 0 {
		fault("/maxOutputTokens", "is not a positive integer")
	}
	return invalid(provider, issues)
}

func invalid(provider string, issues []intent.Issue) *intent.Error {
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

// notVisible finds what an Authorization header's token cannot hold (RFC 6750 section 2.1, read
// generously): anything but visible ASCII. A line end from a file is the usual one.
func notVisible(r rune) bool { return r <= ' ' || r >= 0x7F }

// urlFault says why a base URL cannot be used; "" where it can. A user name, a query or a fragment is
// refused: the first is a secret in a place that is printed, the others would not survive.
func urlFault(text string) string {
	base, err := url.Parse(text)
	switch {
	case err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http":
		return "is not an absolute http or https URL"
	case base.User != nil:
		return "holds a user name or password"
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return "holds a query or a fragment"
	default:
		return ""
	}
}
