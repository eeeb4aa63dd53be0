package intent

import (
	"errors"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// requestNesting is deeper than any well-formed request, so that a fault is named where it lies.
const requestNesting = 32

// ReadRequest reads the wire form of a request, {input, fields?, context?}, strictly. Every fault of
// its shape is listed in the error, which is INPUT_INVALID with stage input. What depends on limits
// and schema is judged by [Request.Check].
func ReadRequest(text []byte) (Request, error) {
	root, err := strictjson.Decode(text, strictjson.Options{MaxDepth: requestNesting, AnyNumber: true})
	if err != nil {
		return Request{}, badRequestText(err)
	}
	request, failed := RequestFromValue(root)
	if failed != nil {
		return Request{}, failed
	}
	return request, nil
}

func badRequestText(err error) *Error {
	pointer, reason := "", err.Error()
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		pointer, reason = fault.Pointer, fault.Reason
	}
	var faults faultList
	faults.input(pointer, "cannot be read: "+reason)
	return inputInvalid(faults)
}

// RequestFromValue reads a request from JSON that was read strictly already; see [ReadRequest].
func RequestFromValue(root strictjson.Value) (Request, *Error) {
	r := requestReader{}
	if root.Kind() != strictjson.KindObject {
		r.faults.input("", "is not an object")
		return Request{}, inputInvalid(r.faults)
	}
	if !root.Has("input") {
		r.faults.input("/input", "is missing")
	}
	for key, value := range root.Members() {
		r.key(key, value)
	}
	if len(r.faults) > 0 {
		return Request{}, inputInvalid(r.faults)
	}
	return r.request, nil
}

type requestReader struct {
	request Request
	faults  faultList
}

func (r *requestReader) key(key string, value strictjson.Value) {
	switch key {
	case "input":
		r.request.Input = r.text("/input", value)
		if value.Kind() == strictjson.KindString && text.Blank(value.Text()) {
			r.faults.input("/input", "is blank")
		}
	case "fields":
		r.fields(value)
	case "context":
		r.context(value)
	default:
		r.faults.input(strictjson.AppendName("", key), "is not a key of a request")
	}
}

func (r *requestReader) text(path string, value strictjson.Value) string {
	if value.Kind() != strictjson.KindString {
		r.faults.input(path, "is not a string")
	}
	return value.Text()
}

func (r *requestReader) fields(value strictjson.Value) {
	if value.Kind() != strictjson.KindArray {
		r.faults.input("/fields", "is not an array of strings")
		return
	}
	names := make([]string, 0, value.Len())
	for i, item := range value.Items() {
		names = append(names, r.text(strictjson.AppendIndex("/fields", i), item))
	}
	r.request.Fields = Fields(names...)
}

func (r *requestReader) context(value strictjson.Value) {
	switch value.Kind() {
	case strictjson.KindString:
		r.request.Context = ContextText(value.Text())
	case strictjson.KindArray:
		messages := make([]Message, 0, value.Len())
		for i, item := range value.Items() {
			messages = append(messages, r.message(strictjson.AppendIndex("/context", i), item))
		}
		r.request.Context = Context{messages: messages}
	default:
		r.faults.input("/context", "is not a string or an array of messages")
	}
}

func (r *requestReader) message(path string, value strictjson.Value) Message {
	if value.Kind() != strictjson.KindObject {
		r.faults.input(path, "is not an object")
		return Message{}
	}
	for _, key := range []string{"role", "content"} {
		if !value.Has(key) {
			r.faults.input(path+"/"+key, "is missing")
		}
	}
	var message Message
	for key, item := range value.Members() {
		at := strictjson.AppendName(path, key)
		switch key {
		case "role":
			message.Role = r.role(at, item)
		case "content":
			message.Content = r.text(at, item)
		default:
			r.faults.input(at, "is not a key of a message")
		}
	}
	return message
}

func (r *requestReader) role(path string, value strictjson.Value) Role {
	role := Role(value.Text())
	if value.Kind() != strictjson.KindString || role != RoleUser && role != RoleAssistant && role != RoleTool {
		r.faults.input(path, "is not user, assistant or tool")
	}
	return role
}
