package script

import (
	"errors"
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Read makes an executor of a script's text: strict JSON of the form {"replies":[…]}, where an item is
//
//	{"outcome":"complete","json":{…}}     the value, compact, member order and number text kept
//	{"outcome":"complete","text":"…"}     the text, byte for byte
//	{"outcome":"refusal"}
//	{"outcome":"incomplete"}
//	{"error":{"status":429}}              the provider's HTTP status, 100 to 599
//
// and any of them may carry "delayMs", an integer from 0 to 2^31−1. Objects are closed. Every fault is
// listed with its path in the error, an [*intent.Error] with code CONFIG_INVALID.
func Read(text []byte) (*Executor, error) {
	root, err := strictjson.Decode(text, strictjson.Options{AnyNumber: true})
	if err != nil {
		return nil, unreadable(err)
	}
	var r reader
	replies := r.script(root)
	if len(r.faults) > 0 {
		return nil, invalid(r.faults)
	}
	return &Executor{replies: replies}, nil
}

// reader takes a script apart and gathers its faults.
type reader struct{ faults []intent.Issue }

func (r *reader) fault(path, message string) {
	r.faults = append(r.faults, intent.Issue{
		Code: intent.ConfigInvalid, Category: intent.CategoryConfig, Path: &path, Message: message,
	})
}

// object checks that a value is an object with no keys but those.
func (r *reader) object(path string, value strictjson.Value, keys ...string) bool {
	if value.Kind() != strictjson.KindObject {
		r.fault(path, "is not an object")
		return false
	}
	known := make(map[string]bool, len(keys))
	for _, key := range keys {
		known[key] = true
	}
	for name := range value.Members() {
		if !known[name] {
			r.fault(strictjson.AppendName(path, name), "is not a key here")
		}
	}
	return true
}

func (r *reader) script(root strictjson.Value) []Reply {
	if !r.object("", root, "replies") {
		return nil
	}
	items, ok := root.Lookup("replies")
	if !ok || items.Kind() != strictjson.KindArray {
		r.fault("/replies", "is not an array of replies")
		return nil
	}
	replies := make([]Reply, 0, items.Len())
	for i, item := range items.Items() {
		replies = append(replies, r.reply(strictjson.AppendIndex("/replies", i), item))
	}
	return replies
}

func (r *reader) reply(path string, item strictjson.Value) Reply {
	if !r.object(path, item, "outcome", "json", "text", "error", "delayMs") {
		return Reply{}
	}
	var reply Reply
	if failure, ok := item.Lookup("error"); ok {
		reply = r.failure(path, item, failure)
	} else {
		reply = r.outcome(path, item)
	}
	return reply.After(r.delay(path, item))
}

func (r *reader) failure(path string, item, failure strictjson.Value) Reply {
	for _, key := range []string{"outcome", "json", "text"} {
		if item.Has(key) {
			r.fault(path+"/"+key, "stands beside an error")
		}
	}
	path += "/error"
	if !r.object(path, failure, "status") {
		return Reply{}
	}
	status, ok := integer(failure, "status")
	if !ok || status < 100 || status > 599 {
		r.fault(path+"/status", "is not an HTTP status, an integer from 100 to 599")
	}
	return Status(int(status))
}

func (r *reader) outcome(path string, item strictjson.Value) Reply {
	word, _ := item.Lookup("outcome")
	outcome := intent.Outcome(word.Text())
	if word.Kind() == strictjson.KindString && outcome == intent.OutcomeComplete {
		return r.complete(path, item)
	}
	for _, key := range []string{"json", "text"} {
		if item.Has(key) {
			r.fault(path+"/"+key, "belongs to the outcome complete only")
		}
	}
	switch {
	case word.Kind() == strictjson.KindString && outcome == intent.OutcomeRefusal:
		return Refusal("")
	case word.Kind() == strictjson.KindString && outcome == intent.OutcomeIncomplete:
		return Incomplete("")
	default:
		r.fault(path+"/outcome", "is not complete, refusal or incomplete, and there is no error either")
		return Reply{}
	}
}

func (r *reader) complete(path string, item strictjson.Value) Reply {
	value, asJSON := item.Lookup("json")
	text, asText := item.Lookup("text")
	switch {
	case asJSON == asText:
		r.fault(path, "needs one of json and text")
	case asJSON:
		return Text(value.JSON())
	case text.Kind() != strictjson.KindString:
		r.fault(path+"/text", "is not a string")
	}
	return Text(text.Text())
}

func (r *reader) delay(path string, item strictjson.Value) time.Duration {
	if !item.Has("delayMs") {
		return 0
	}
	ms, ok := integer(item, "delayMs")
	if !ok || ms < 0 || ms > intent.MaxMilliseconds {
		r.fault(path+"/delayMs",
			fmt.Sprintf("is not an integer from 0 to %d (milliseconds)", intent.MaxMilliseconds))
		return 0
	}
	return time.Duration(ms) * time.Millisecond
}

func integer(object strictjson.Value, name string) (int64, bool) {
	value, _ := object.Lookup(name)
	return value.Integer()
}

func unreadable(err error) *intent.Error {
	r := reader{}
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		r.fault(fault.Pointer, "cannot be read: "+fault.Reason)
	} else {
		r.fault("", "cannot be read")
	}
	return invalid(r.faults)
}

// invalid makes the error of a script: its message is the first fault and how many more there are.
func invalid(faults []intent.Issue) *intent.Error {
	message := "script"
	if path := *faults[0].Path; path != "" {
		message += ": " + strictjson.CutPointer(path)
	}
	message += " " + faults[0].Message
	if more := len(faults) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	err := intent.NewError(intent.ConfigInvalid, intent.StageConfig, message)
	err.Issues = faults
	return err
}
