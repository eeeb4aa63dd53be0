package intent

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// wireReader reads wire forms and remembers whether anything had another type than expected.
type wireReader struct{ err error }

func unmarshal(text []byte, read func(*wireReader, strictjson.Value)) error {
	v, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return err
	}
	d := wireReader{}
	read(&d, v)
	return d.err
}

func (d *wireReader) result(v strictjson.Value) Result {
	d.object(v)
	return Result{
		Input:           d.text(v, "input"),
		NormalizedInput: d.text(v, "normalizedInput"),
		PrimaryIntent:   d.optional(v, "primaryIntent"),
		Requirements:    d.texts(v, "requirements"),
		Intents:         items(d, v, "intents", d.item),
		Prohibitions:    d.texts(v, "prohibitions"),
		Data:            NewData(d.member(v, "data", strictjson.KindObject)),
	}
}

func (d *wireReader) item(v strictjson.Value) Item {
	item := Item{
		ID:           d.text(v, "id"),
		Action:       (*Action)(d.optional(v, "action")),
		Target:       d.optional(v, "target"),
		Requirements: d.texts(v, "requirements"),
		Status:       Status(d.text(v, "status")),
		Reason:       d.text(v, "reason"),
	}
	if v.Has("clarification") {
		item.Clarification = items(d, v, "clarification", d.clarification)
	}
	return item
}

func (d *wireReader) clarification(v strictjson.Value) Clarification {
	return Clarification{Question: d.text(v, "question"), Options: d.texts(v, "options")}
}

func (d *wireReader) error(v strictjson.Value) *Error {
	d.object(v)
	e := &Error{
		Code:         Code(d.text(v, "code")),
		Stage:        Stage(d.text(v, "stage")),
		Message:      d.text(v, "message"),
		Issues:       items(d, v, "issues", d.issue),
		Reason:       FailureReason(d.text(v, "reason")),
		Status:       int(d.integer(v, "status")),
		ProviderCode: d.text(v, "providerCode"),
		RetryAfter:   time.Duration(d.integer(v, "retryAfterMs")) * time.Millisecond,
	}
	if v.Has("limit") {
		limit := d.member(v, "limit", strictjson.KindObject)
		e.Limit = &Limit{Name: d.text(limit, "name"), Got: d.integer(limit, "got"), Most: d.integer(limit, "most")}
	}
	if v.Has("partialResult") {
		partial := d.result(d.member(v, "partialResult", strictjson.KindObject))
		e.PartialResult = &partial
	}
	return e
}

func (d *wireReader) issue(v strictjson.Value) Issue {
	return Issue{
		Code: Code(d.text(v, "code")), Category: Category(d.text(v, "category")),
		Path: d.optional(v, "path"), Message: d.text(v, "message"),
	}
}

func (d *wireReader) object(v strictjson.Value) {
	if v.Kind() != strictjson.KindObject {
		d.err = errNotWire
	}
}

// member returns a member of the kind, the zero Value if there is none.
func (d *wireReader) member(v strictjson.Value, name string, kind strictjson.Kind) strictjson.Value {
	item, there := v.Lookup(name)
	if there && item.Kind() != kind {
		d.err = errNotWire
		return strictjson.Value{}
	}
	return item
}

func (d *wireReader) text(v strictjson.Value, name string) string {
	return d.member(v, name, strictjson.KindString).Text()
}

func (d *wireReader) integer(v strictjson.Value, name string) int64 {
	n, _ := d.member(v, name, strictjson.KindNumber).Integer()
	return n
}

func (d *wireReader) optional(v strictjson.Value, name string) *string {
	if item, there := v.Lookup(name); !there || item.IsNull() {
		return nil
	}
	text := d.text(v, name)
	return &text
}

func (d *wireReader) texts(v strictjson.Value, name string) []string {
	return items(d, v, name, func(item strictjson.Value) string {
		if item.Kind() != strictjson.KindString {
			d.err = errNotWire
		}
		return item.Text()
	})
}

func items[T any](d *wireReader, v strictjson.Value, name string, read func(strictjson.Value) T) []T {
	array := d.member(v, name, strictjson.KindArray)
	list := make([]T, 0, array.Len())
	for _, item := range array.Items() {
		list = append(list, read(item))
	}
	return list
}
