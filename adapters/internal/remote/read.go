package remote

import (
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Reader takes a provider's answer apart. A member of another type than it is asked for spoils the
// whole answer; a missing member and null are the same.
//
// Bodies are read by package strictjson: what is no Unicode, names that come twice and names in another
// case must not pass for what they are not.
type Reader struct {
	Root  strictjson.Value
	wrong bool
}

// Read begins with the object that an answer is.
func Read(body []byte) *Reader {
	root, err := strictjson.Decode(body, strictjson.Options{AnyNumber: true})
	return &Reader{Root: root, wrong: err != nil || root.Kind() != strictjson.KindObject}
}

// Spoiled reports whether something so far was not what it must be.
func (r *Reader) Spoiled() bool { return r.wrong }

// Unreadable is the error for a spoiled answer.
func Unreadable(stage intent.Stage) error {
	return failed(stage, intent.FailedDecode, "the provider's answer is not what its API describes")
}

// NoCandidate is the error for an answer that can be read but holds no one candidate. It is not repaired.
func NoCandidate(stage intent.Stage, reason string) error {
	return intent.NewError(intent.ModelOutputInvalid, stage, reason)
}

// Unfinished is the error for an answer that the provider itself did not finish.
func Unfinished(stage intent.Stage) error {
	return failed(stage, intent.FailedDecode, "the provider did not complete its answer")
}

func failed(stage intent.Stage, reason intent.FailureReason, message string) error {
	err := intent.RequestFailed(reason, message)
	err.Stage = stage
	return err
}

// member finds a member of a kind; ok is false if it is missing or null.
func (r *Reader) member(of strictjson.Value, name string, kind strictjson.Kind) (strictjson.Value, bool) {
	value, ok := of.Lookup(name)
	if !ok || value.IsNull() {
		return strictjson.Value{}, false
	}
	if value.Kind() != kind {
		r.wrong = true
		return strictjson.Value{}, false
	}
	return value, true
}

// Text returns a member that is a string, "" if it is missing.
func (r *Reader) Text(of strictjson.Value, name string) string {
	value, _ := r.member(of, name, strictjson.KindString)
	return value.Text()
}

// TextOf returns a member that is a string, and whether it is there.
func (r *Reader) TextOf(of strictjson.Value, name string) (string, bool) {
	value, ok := r.member(of, name, strictjson.KindString)
	return value.Text(), ok
}

// Flag returns a member that is true or false, false if it is missing.
func (r *Reader) Flag(of strictjson.Value, name string) bool {
	value, _ := r.member(of, name, strictjson.KindBool)
	return value.Bool()
}

// Object returns a member that is an object, an empty one if it is missing.
func (r *Reader) Object(of strictjson.Value, name string) strictjson.Value {
	value, ok := r.member(of, name, strictjson.KindObject)
	if !ok {
		return strictjson.Object()
	}
	return value
}

// Objects returns the items of a member that is an array of objects.
func (r *Reader) Objects(of strictjson.Value, name string) []strictjson.Value {
	array, ok := r.member(of, name, strictjson.KindArray)
	if !ok {
		return nil
	}
	items := make([]strictjson.Value, 0, array.Len())
	for _, item := range array.Items() {
		r.wrong = r.wrong || item.Kind() != strictjson.KindObject
		items = append(items, item)
	}
	return items
}

// Count returns a member that is a number of something: 0 if it is missing or no such number.
func (r *Reader) Count(of strictjson.Value, name string) int64 {
	value, _ := r.member(of, name, strictjson.KindNumber)
	n, ok := value.Integer()
	if !ok || n < 0 {
		return 0
	}
	return n
}

// Spoil makes the answer unreadable.
func (r *Reader) Spoil() { r.wrong = true }
