package intent

import "github.com/devcodex/intent-runtime/domain/strictjson"

// requestNesting is deeper than any well-formed request, so that a fault is named where it lies.
const requestNesting = 32

// MaxRequestNodes is how many JSON values a request's wire form may hold, whatever the limits say.
const MaxRequestNodes = 200_000

// ReadRequest reads the wire form of a request, {input, fields?, context?}, strictly. Every fault of
// its shape is listed in the error, which is INPUT_INVALID with stage input. What depends on limits
// and schema is judged by [Request.Check].
func ReadRequest(text []byte) (Request, error) {
	options := strictjson.Options{MaxDepth: requestNesting, MaxNodes: MaxRequestNodes, AnyNumber: true}
	root, err := strictjson.Decode(text, options)
	if err != nil {
		var faults Faults
		faults.Read(err)
		return Request{}, requestInvalid(&faults)
	}
	return RequestFromValue(root)
}

// RequestFromValue reads a request from JSON that was read strictly already; see [ReadRequest].
func RequestFromValue(root strictjson.Value) (Request, error) {
	r := requestReader{}
	r.faults.Require("", root, "input")
	for key, value := range r.faults.Members("", root, "a request", "input", "fields", "context") {
		r.key(key, value)
	}
	if !r.faults.None() {
		return Request{}, requestInvalid(&r.faults)
	}
	return r.request, nil
}

// requestReader takes a request's wire form apart.
type requestReader struct {
	request Request
	faults  Faults
}

func (r *requestReader) key(key string, value strictjson.Value) {
	switch key {
	case "input":
		r.request.Input = r.faults.Text("/input", value)
		if value.Kind() == strictjson.KindString {
			checkInput(&r.faults, r.request.Input)
		}
	case "fields":
		r.fields(value)
	case "context":
		r.context(value)
	}
}

func (r *requestReader) fields(value strictjson.Value) {
	if value.Kind() != strictjson.KindArray {
		r.faults.Add("/fields", "is not an array of strings")
		return
	}
	names := make([]string, 0, value.Len())
	for i, item := range value.Items() {
		if r.faults.Full() {
			return
		}
		names = append(names, r.faults.Text(strictjson.AppendIndex("/fields", i), item))
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
			if r.faults.Full() {
				return
			}
			messages = append(messages, r.message(strictjson.AppendIndex("/context", i), item))
		}
		r.request.Context = Context{messages: messages}
	default:
		r.faults.Add("/context", "is not a string or an array of messages")
	}
}

func (r *requestReader) message(path string, value strictjson.Value) Message {
	r.faults.Require(path, value, "role", "content")
	var message Message
	for key, item := range r.faults.Members(path, value, "a message", "role", "content") {
		switch at := path + "/" + key; key {
		case "role":
			message.Role = Word(&r.faults, at, item, messageRoles...)
		case "content":
			message.Content = r.faults.Text(at, item)
		}
	}
	return message
}
