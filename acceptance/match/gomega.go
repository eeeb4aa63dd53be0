package match

import (
	"fmt"

	"github.com/onsi/gomega/types"
)

// MatchPattern is a Gomega matcher over [Pattern]: it succeeds where the actual value, written as JSON,
// matches the pattern, and tells the first place where it does not.
//
//nolint:revive // it reads as Gomega's own matchers do where it is imported by its name
func MatchPattern(pattern any) types.GomegaMatcher { return &matcher{pattern: pattern} }

type matcher struct {
	pattern any
	why     error
}

// Match reports whether actual matches; it never fails by itself.
func (m *matcher) Match(actual any) (bool, error) {
	m.why = Pattern(m.pattern, actual)
	return m.why == nil, nil
}

// FailureMessage names the first place that does not match.
func (m *matcher) FailureMessage(any) string { return m.why.Error() }

// NegatedFailureMessage tells what matched though it should not.
func (m *matcher) NegatedFailureMessage(any) string {
	return fmt.Sprintf("expected no match with %v", m.pattern)
}
