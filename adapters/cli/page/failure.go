package page

import (
	"fmt"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// failure is the page of an error: what went wrong, what was understood all the same, what to do next.
func (s *sheet) failure(c Content) {
	w := WordsFor(c.Language)
	advice := w.Codes[c.Err.Code]
	s.heading(w.Failed)
	s.text(2, "× ", red, advice.Means)
	s.said(4, string(c.Err.Code)+w.Open+w.Stages[c.Err.Stage]+w.Close, faint, "")
	if len(c.Err.Issues) == 0 {
		s.text(4, "", "", c.Err.Message)
	}
	for _, fact := range Facts(w, c.Err) {
		s.text(4, "", "", fact)
	}
	if c.Detail != "" {
		s.said(4, w.Reason+w.Colon, bold, c.Detail)
	}
	s.issues(w, c.Err.Issues)
	if c.Hint != "" {
		s.said(2, w.Hint+w.Colon, bold, c.Hint)
	}
	if c.Result != nil {
		s.heading("— " + w.Understood + " —")
		s.understood(c)
	}
	if len(c.Entries()) > 0 {
		s.heading(w.Unconfirmed)
		s.table(c)
	}
	if advice.Next != "" {
		s.heading(w.Next)
		s.text(2, "> ", cyan, advice.Next)
	}
	if after := RetryAfter(w, c.Err); after != "" {
		s.text(2, "> ", cyan, after)
	}
}

// mostIssues bounds a list that a person is to read; --envelope and -o json have all.
const mostIssues = 32

func (s *sheet) issues(w *Words, issues []intent.Issue) {
	if len(issues) == 0 {
		return
	}
	s.heading(w.Issues)
	for i, issue := range issues {
		if i == mostIssues {
			s.text(2, "", "", fmt.Sprintf("… (+%d)", len(issues)-mostIssues))
			return
		}
		s.text(2, "- ", red, IssueText(issue))
	}
}

// IssueText is an issue in words: its place, and what is wrong. A business issue's code is told, since
// its words are the model's.
func IssueText(issue intent.Issue) string {
	text := issue.Message
	if issue.Path != nil && *issue.Path != "" {
		text = *issue.Path + ": " + text
	}
	if _, business := intent.BusinessCategory(issue.Code); business {
		text += " [" + string(issue.Code) + "]"
	}
	return text
}

// Facts are what is known of a failure beside its message, each with what to do about it.
func Facts(w *Words, err *intent.Error) []string {
	var facts []string
	if err.Limit != nil {
		facts = append(facts, fmt.Sprintf(w.LimitOf, err.Limit.Name, err.Limit.Got, err.Limit.Most))
	}
	if text := w.Reasons[err.Reason]; text != "" {
		if err.Status != 0 {
			text += w.Open + "HTTP " + strconv.Itoa(err.Status) + w.Close
		}
		facts = append(facts, text)
	}
	if err.ProviderCode != "" {
		text := w.Provider + err.ProviderCode
		if advice := w.Providers[err.ProviderCode]; advice != "" {
			text += ". " + advice
		}
		facts = append(facts, text)
	}
	return facts
}

// RetryAfter tells how long the provider asked to wait; "" if it did not.
func RetryAfter(w *Words, err *intent.Error) string {
	if err.RetryAfter <= 0 {
		return ""
	}
	return fmt.Sprintf(w.Wait, err.RetryAfter)
}
