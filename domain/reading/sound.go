package reading

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/text"
)

// ErrRecord says that a record is not one that a machine wrote under this definition.
var ErrRecord = errors.New("the record of the reading is not sound")

// sound reports whether what a record says of a reading fits together; its request was checked before,
// and fields is the selection that came of it.
func (r Record) sound(def Definition, fields []string) bool {
	if !slices.Equal(fields, r.Fields) { // in a record each name stands once
		return false
	}
	switch r.Stage {
	case intent.StageCore:
		if r.Core != nil {
			return false
		}
	case intent.StageData:
		if r.Core == nil || len(fields) == 0 || !soundCore(*r.Core, r.Input) {
			return false
		}
	default:
		return false
	}
	return r.soundRepair(def.Config.Repair.Attempts())
}

// soundRepair: a stage has asked for a repair exactly if there is something to correct.
func (r Record) soundRepair(most int) bool {
	if r.Repairs == 0 {
		return r.Candidate == "" && r.Diagnostic == "" && len(r.Mistakes) == 0
	}
	return r.Repairs > 0 && r.Repairs <= most && utf8.ValidString(r.Candidate) && !text.Blank(r.Candidate) &&
		len(r.Mistakes) > 0 && len(r.Mistakes) <= candidate.MaxMistakes &&
		r.Diagnostic == candidate.Mistakes(r.Mistakes).Diagnostic()
}

// soundCore: the checked result of stage core as the checks leave it (contract section 3).
func soundCore(core intent.Result, input string) bool {
	if core.Input != input || text.Blank(core.NormalizedInput) || blank(core.PrimaryIntent) ||
		core.Data.Len() > 0 ||
		slices.ContainsFunc(core.Requirements, text.Blank) ||
		slices.ContainsFunc(core.Prohibitions, text.Blank) {
		return false
	}
	for i, item := range core.Intents {
		if item.ID != "i"+strconv.Itoa(i+1) || !soundItem(item) {
			return false
		}
	}
	return true
}

func soundItem(item intent.Item) bool {
	if item.Action != nil && !slices.Contains(intent.Actions(), *item.Action) || blank(item.Target) ||
		slices.ContainsFunc(item.Requirements, text.Blank) {
		return false
	}
	asks := item.Status == intent.StatusNeedsClarification
	for _, c := range item.Clarification {
		if text.Blank(c.Question) || slices.ContainsFunc(c.Options, text.Blank) {
			return false
		}
	}
	return slices.Contains(intent.Statuses(), item.Status) && (item.Action != nil || asks) &&
		asks == (len(item.Clarification) > 0) && (item.Status == intent.StatusReady) == (item.Reason == "")
}

func blank(s *string) bool { return s != nil && text.Blank(*s) }
