package intent

import (
	"errors"
	"fmt"
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Bounds of a list of faults. Whoever sends a document of nothing but faults must not make the answer,
// or the memory it takes, larger than what was sent.
const (
	MaxFaults     = 1000    // faults that are kept; the first ones are
	MaxFaultBytes = 1 << 17 // bytes of their paths and messages together
)

// maxPathBytes bounds the path of one fault, which is as deep as the document.
const maxPathBytes = 512

// andMore is the last issue of a list that was cut.
const andMore = "and more"

// Faults gathers what is wrong with a document (a request, a configuration, a call, a script), each
// fault with its path. It is the one such list of the runtime: a reader adds as it goes on, and asks
// for the error at its end. The zero Faults is empty. It is not safe for concurrent use.
type Faults struct {
	found []found
	bytes int
	full  bool // a fault was dropped
}

type found struct{ path, message string }

// Add adds one fault; path is a JSON Pointer whose long names are cut. Past [MaxFaults] or
// [MaxFaultBytes] it only notes that there are more.
func (f *Faults) Add(path, message string) {
	if f.full {
		return
	}
	if len(f.found) == MaxFaults {
		f.full = true
		return
	}
	path = strictjson.CutText(strictjson.CutPointer(path), maxPathBytes)
	f.bytes += len(path) + len(message)
	if f.bytes > MaxFaultBytes && len(f.found) > 0 {
		f.full = true
		return
	}
	f.found = append(f.found, found{path: path, message: message})
}

// Read adds why the strict reader refused a document, at the place where it stopped. The text of any
// other error is not shown.
func (f *Faults) Read(err error) {
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		f.Add(fault.Pointer, "cannot be read: "+fault.Reason)
		return
	}
	f.Add("", "cannot be read")
}

// Join adds the issues of an error that another reader made of the same document. An error that is not
// an [*Error] adds nothing.
func (f *Faults) Join(err error) {
	e := AsError(err)
	if e == nil {
		return
	}
	for _, issue := range e.Issues {
		if issue.Path == nil {
			f.full = true
			return
		}
		f.Add(*issue.Path, issue.Message)
	}
}

// None reports whether nothing is wrong so far.
func (f *Faults) None() bool { return len(f.found) == 0 }

// Full reports whether no further fault is kept, so that a reader can stop looking.
func (f *Faults) Full() bool { return f.full }

// Err returns the faults as an [*Error] with an issue for each, nil if there are none. Its message is
// what is wrong, the first fault, and how many more there are.
func (f *Faults) Err(code Code, stage Stage, what string) error {
	if f.None() {
		return nil
	}
	issues := make([]Issue, 0, len(f.found)+1)
	for i := range f.found {
		issues = append(issues, Issue{
			Code: code, Category: code.category(), Path: &f.found[i].path, Message: f.found[i].message,
		})
	}
	if f.full {
		issues = append(issues, Issue{Code: code, Category: code.category(), Message: andMore})
	}
	return &Error{Code: code, Stage: stage, Message: f.summary(what), Issues: issues}
}

// category is that of the issues in a list of faults.
func (c Code) category() Category {
	if c == ConfigInvalid || c == SchemaUnsupported {
		return CategoryConfig
	}
	return CategoryInput
}

// summary is one line for people: the first fault, and how many more there are.
func (f *Faults) summary(what string) string {
	first := f.found[0]
	text := what + ": " + first.path + " " + first.message
	if first.path == "" {
		text = what + " " + first.message
	}
	switch more := len(f.found) - 1; {
	case f.full:
		text += fmt.Sprintf(" (and more than %d more)", more)
	case more > 0:
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// Members yields the members of a closed object that have one of the keys, in document order, each with
// its path. Any other key is a fault, and so is a value that is no object; what names the object in that
// fault ("is not a key of a request").
func (f *Faults) Members(
	path string, value strictjson.Value, what string, keys ...string,
) func(yield func(key string, item strictjson.Value) bool) {
	return func(yield func(string, strictjson.Value) bool) {
		if value.Kind() != strictjson.KindObject {
			f.Add(path, "is not an object")
			return
		}
		for key, item := range value.Members() {
			switch {
			case f.full:
				return
			case !slices.Contains(keys, key):
				f.Add(strictjson.AppendName(path, key), "is not a key of "+what)
			case !yield(key, item):
				return
			}
		}
	}
}

// Require adds a fault for each of the keys that an object lacks.
func (f *Faults) Require(path string, object strictjson.Value, keys ...string) {
	if object.Kind() != strictjson.KindObject {
		return
	}
	for _, key := range keys {
		if !object.Has(key) {
			f.Add(strictjson.AppendName(path, key), "is missing")
		}
	}
}

// Text returns a string; anything else is a fault.
func (f *Faults) Text(path string, value strictjson.Value) string {
	if value.Kind() != strictjson.KindString {
		f.Add(path, "is not a string")
		return ""
	}
	return value.Text()
}

// Integer returns an integer from least to most; anything else is a fault, told by rule, and false.
func (f *Faults) Integer(path string, value strictjson.Value, least, most int64, rule string) (int64, bool) {
	n, ok := value.Integer()
	if !ok || n < least || n > most {
		f.Add(path, rule)
		return 0, false
	}
	return n, true
}

// Word returns one of the words; anything else is a fault and "".
func Word[W ~string](f *Faults, path string, value strictjson.Value, words ...W) W {
	if value.Kind() == strictjson.KindString && slices.Contains(words, W(value.Text())) {
		return W(value.Text())
	}
	text := "is not "
	for i, word := range words {
		switch {
		case i > 0 && i == len(words)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += string(word)
	}
	f.Add(path, text)
	return ""
}

func quoteName(name string) string { return strictjson.String(strictjson.CutName(name)).JSON() }
