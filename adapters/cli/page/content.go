package page

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// Content is what there is to show of one reading.
type Content struct {
	// Language is the tag of the structured language; headings are in Chinese for Chinese, else in English.
	Language  string
	Materials []intent.Material // what was read, the input first; empty where no request was read
	Result    *intent.Result    // the result, or what was understood before an error; nil where nothing was
	Err       *intent.Error     // nil for a result
	Detail    string            // why the model declined or broke off, in its own words; "" where it did not say
	Hint      string            // what was probably meant; "" for nothing
	Audit     *intent.Audit     // where the quotations are; nil where there is none
}

// Entry is one value of data with its evidence.
type Entry struct {
	intent.AuditLeaf
	Whole bool // evidence for a container as a whole, whose parts are entries of their own
}

// Entries lists the values of data with their evidence, in the audit's order. Without an audit there
// are none.
func (c Content) Entries() []Entry {
	if c.Audit == nil {
		return nil
	}
	entries := make([]Entry, 0, len(c.Audit.Leaves)+len(c.Audit.Containers))
	for _, leaf := range c.Audit.Leaves {
		entries = append(entries, Entry{AuditLeaf: leaf})
	}
	for _, container := range c.Audit.Containers {
		entries = append(entries, Entry{AuditLeaf: container, Whole: true})
	}
	return entries
}

// SourceName names a material in words: the request, the background, or which message of whom.
func (c Content) SourceName(id string) string {
	w := WordsFor(c.Language)
	if id == intent.InputID {
		return w.Request
	}
	for i, m := range c.Materials {
		if m.ID != id {
			continue
		}
		if m.Role == intent.RoleBackground {
			return w.Background
		}
		return fmt.Sprintf(w.Messages[m.Role], i)
	}
	return Plain(id)
}
