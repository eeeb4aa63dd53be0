package script

import (
	"errors"
	"math"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// turn is one reply of a script, or the error that comes in its place. It is not changed once read.
type turn struct {
	items []run.Item
	usage *run.Usage
	end   run.End
	err   error
	delay time.Duration
}

// reader takes a script apart and gathers its faults.
type reader struct{ faults []error }

func (r *reader) fault(path, message string) {
	r.faults = append(r.faults, tool.Errorf(tool.Validation, "provider script: %s %s",
		strictjson.CutPointer(path), message))
}

// Read makes a provider of a script's text: strict JSON of the form {"turns":[…], "customTools":true}.
// A turn is either {"items":[…], "usage":{…}, "end":"complete|refusal|incomplete", "delayMs":0} or
// {"error":{"class":"…","message":"…","details":{…}}, "delayMs":0}.
//
// The keys of script, turn, usage and error are closed. Items are passed as they are, also malformed
// ones; a function call's arguments may be an object, which is written compactly, or a string. Every
// fault is listed, joined; each is a tool.Error of class Validation.
func Read(text []byte) (*Provider, error) {
	root, err := strictjson.Decode(text, strictjson.Options{AnyNumber: true})
	if err != nil {
		return nil, tool.Errorf(tool.Validation, "provider script: %s", err.Error())
	}
	var r reader
	p := &Provider{custom: true}
	if r.object("", root, "turns", "customTools") {
		if custom, ok := root.Lookup("customTools"); ok {
			p.custom = custom.Bool()
			if custom.Kind() != strictjson.KindBool {
				r.fault("/customTools", "is not a boolean")
			}
		}
		turns, ok := root.Lookup("turns")
		if !ok || turns.Kind() != strictjson.KindArray {
			r.fault("/turns", "is not an array of turns")
		}
		for i, item := range turns.Items() {
			p.turns = append(p.turns, r.turn(strictjson.AppendIndex("/turns", i), item))
		}
	}
	return p, errors.Join(r.faults...)
}

func (r *reader) object(path string, value strictjson.Value, keys ...string) bool {
	if value.Kind() != strictjson.KindObject {
		r.fault(path, "is not an object")
		return false
	}
	known := " " + strings.Join(keys, " ") + " "
	for name := range value.Members() {
		if !strings.Contains(known, " "+name+" ") {
			r.fault(strictjson.AppendName(path, name), "is not a key here")
		}
	}
	return true
}

func (r *reader) turn(path string, value strictjson.Value) turn {
	t := turn{end: run.Complete}
	if !r.object(path, value, "items", "usage", "end", "error", "delayMs") {
		return t
	}
	if delay, ok := value.Lookup("delayMs"); ok {
		ms, whole := delay.Integer()
		if !whole || ms < 0 || ms > math.MaxInt32 {
			r.fault(path+"/delayMs", "is not a whole number from 0 to 2147483647")
		}
		t.delay = time.Duration(ms) * time.Millisecond
	}
	if fault, ok := value.Lookup("error"); ok {
		t.err = r.failure(path+"/error", fault)
		if value.Has("items") || value.Has("end") || value.Has("usage") {
			r.fault(path, "has an error and a reply")
		}
		return t
	}
	r.reply(path, value, &t)
	return t
}

func (r *reader) failure(path string, value strictjson.Value) error {
	if !r.object(path, value, "class", "message", "details") {
		return nil
	}
	class, _ := value.Lookup("class")
	message, _ := value.Lookup("message")
	details, _ := value.Lookup("details")
	if !tool.Class(class.Text()).Known() {
		r.fault(path+"/class", "is not one of the error classes")
	}
	var members []strictjson.Member
	for name, member := range details.Members() {
		members = append(members, strictjson.Field(name, member))
	}
	err := tool.Errorf(tool.Class(class.Text()), "%s", message.Text())
	if len(members) > 0 {
		err = tool.WithDetails(err, members...)
	}
	return err
}

func (r *reader) reply(path string, value strictjson.Value, t *turn) {
	if end, ok := value.Lookup("end"); ok {
		t.end = run.End(end.Text())
		if t.end != run.Complete && t.end != run.Refusal && t.end != run.Incomplete {
			r.fault(path+"/end", "is none of complete, refusal, incomplete")
		}
	}
	items, ok := value.Lookup("items")
	if !ok || items.Kind() != strictjson.KindArray {
		r.fault(path+"/items", "is not an array of items")
	}
	for i, item := range items.Items() {
		if item.Kind() != strictjson.KindObject {
			r.fault(strictjson.AppendIndex(path+"/items", i), "is not an object")
		}
		t.items = append(t.items, readItem(item))
	}
	if usage, ok := value.Lookup("usage"); ok {
		t.usage = r.usage(path+"/usage", usage)
	}
}

// readItem takes an item as it is; what is not text there counts as none.
func readItem(value strictjson.Value) run.Item {
	text := func(name string) string {
		member, _ := value.Lookup(name)
		if member.Kind() != strictjson.KindString {
			return ""
		}
		return member.Text()
	}
	item := run.Item{
		Type: run.ItemType(text("type")), Text: text("text"), CallID: text("callId"), Name: text("name"),
		Input: text("input"), Arguments: text("arguments"),
	}
	if arguments, ok := value.Lookup("arguments"); ok && arguments.Kind() != strictjson.KindString {
		item.Arguments = arguments.JSON()
	}
	if item.Type == run.OpaqueItem {
		item.Payload, _ = value.Lookup("payload")
		item.Provider, item.Model = providerID, providerID
	}
	return item
}

func (r *reader) usage(path string, value strictjson.Value) *run.Usage {
	if !r.object(path, value, "inputTokens", "cachedInputTokens", "outputTokens", "reasoningTokens") {
		return nil
	}
	number := func(name string) *int64 {
		member, ok := value.Lookup(name)
		if !ok || member.IsNull() {
			return nil
		}
		n, whole := member.Integer()
		if !whole || n < 0 {
			r.fault(path+"/"+name, "is no count")
		}
		return &n
	}
	return &run.Usage{
		InputTokens: number("inputTokens"), CachedInputTokens: number("cachedInputTokens"),
		OutputTokens: number("outputTokens"), ReasoningTokens: number("reasoningTokens"),
	}
}
