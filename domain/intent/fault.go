package intent

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// faultList gathers every fault of a configuration or request with its path.
type faultList []Issue

func (f *faultList) add(code Code, category Category, path, message string) {
	path = strictjson.CutPointer(path)
	*f = append(*f, Issue{Code: code, Category: category, Path: &path, Message: message})
}

func (f *faultList) input(path, message string) { f.add(InputInvalid, CategoryInput, path, message) }

func (f *faultList) config(path, message string) { f.add(ConfigInvalid, CategoryConfig, path, message) }

// summary is one line for people: the first fault, and how many more there are.
func (f faultList) summary(what string) string {
	first := f[0]
	text := what + ": " + *first.Path + " " + first.Message
	if *first.Path == "" {
		text = what + " " + first.Message
	}
	if more := len(f) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

func inputInvalid(faults faultList) *Error {
	return &Error{Code: InputInvalid, Stage: StageInput, Message: faults.summary("request"), Issues: faults}
}

func quoteName(name string) string { return strictjson.String(strictjson.CutName(name)).JSON() }

// LimitError says that a limit was passed: its wire name, what there was and what is allowed.
func LimitError(stage Stage, limit string, got, most int) *Error {
	return NewError(LimitExceeded, stage, fmt.Sprintf("%d passes %s, which is %d", got, limit, most))
}
