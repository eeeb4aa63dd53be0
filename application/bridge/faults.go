package bridge

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// faults gathers every fault of the settings or of a call with its path.
type faults []intent.Issue

func (f *faults) add(code intent.Code, category intent.Category, path, message string) {
	path = strictjson.CutPointer(path)
	*f = append(*f, intent.Issue{Code: code, Category: category, Path: &path, Message: message})
}

func (f *faults) config(path, message string) {
	f.add(intent.ConfigInvalid, intent.CategoryConfig, path, message)
}

func (f *faults) input(path, message string) {
	f.add(intent.InputInvalid, intent.CategoryInput, path, message)
}

func (f faults) configInvalid() *intent.Error {
	return f.invalid(intent.ConfigInvalid, intent.StageConfig, "bridge settings")
}

// invalid makes an error of the faults; nil where there is none.
func (f faults) invalid(code intent.Code, stage intent.Stage, what string) *intent.Error {
	if len(f) == 0 {
		return nil
	}
	text := what + ": " + *f[0].Path + " " + f[0].Message
	if *f[0].Path == "" {
		text = what + " " + f[0].Message
	}
	if more := len(f) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return &intent.Error{Code: code, Stage: stage, Message: text, Issues: f}
}
