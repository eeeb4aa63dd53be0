package intent

import (
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// The wire forms of results and errors, written and read in this one place. Keys are written in the
// contract's order. What is read was written by a runtime, of a newer version maybe: keys that are not
// known are passed over, a value of another type than expected is an error.

var errNotWire = errors.New("not the wire form of a result or an error")

// Value returns the result's wire form, all keys in the contract's order.
func (r Result) Value() strictjson.Value {
	return strictjson.Object(
		member("input", strictjson.String(r.Input)),
		member("normalizedInput", strictjson.String(r.NormalizedInput)),
		member("primaryIntent", optional(r.PrimaryIntent)),
		member("requirements", strictjson.Strings(r.Requirements)),
		member("intents", values(r.Intents, Item.value)),
		member("prohibitions", strictjson.Strings(r.Prohibitions)),
		member("data", r.Data.Value()),
	)
}

// MarshalJSON writes the wire form.
func (r Result) MarshalJSON() ([]byte, error) { return r.Value().AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form.
func (r *Result) UnmarshalJSON(text []byte) error {
	return unmarshal(text, func(d *wireReader, v strictjson.Value) { *r = d.result(v) })
}

// ResultFromValue reads the wire form of a result.
func ResultFromValue(v strictjson.Value) (Result, error) {
	d := wireReader{}
	r := d.result(v)
	return r, d.err
}

// MarshalJSON writes the wire form.
func (i Item) MarshalJSON() ([]byte, error) { return i.value().AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form.
func (i *Item) UnmarshalJSON(text []byte) error {
	return unmarshal(text, func(d *wireReader, v strictjson.Value) { *i = d.item(v) })
}

func (i Item) value() strictjson.Value {
	members := []strictjson.Member{
		member("id", strictjson.String(i.ID)),
		member("action", optional((*string)(i.Action))),
		member("target", optional(i.Target)),
		member("requirements", strictjson.Strings(i.Requirements)),
		member("status", strictjson.String(string(i.Status))),
	}
	if i.Reason != "" {
		members = append(members, member("reason", strictjson.String(i.Reason)))
	}
	if len(i.Clarification) > 0 {
		members = append(members, member("clarification", values(i.Clarification, Clarification.value)))
	}
	return strictjson.Object(members...)
}

func (c Clarification) value() strictjson.Value {
	return strictjson.Object(
		member("question", strictjson.String(c.Question)),
		member("options", strictjson.Strings(c.Options)),
	)
}

// MarshalJSON writes the wire form.
func (i Issue) MarshalJSON() ([]byte, error) { return i.value().AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form.
func (i *Issue) UnmarshalJSON(text []byte) error {
	return unmarshal(text, func(d *wireReader, v strictjson.Value) { *i = d.issue(v) })
}

func (i Issue) value() strictjson.Value {
	return strictjson.Object(
		member("code", strictjson.String(string(i.Code))),
		member("category", strictjson.String(string(i.Category))),
		member("path", optional(i.Path)),
		member("message", strictjson.String(i.Message)),
	)
}

// Value returns the error's wire form: `code`, `stage`, `message` and `issues` always, the other keys if
// they are known.
func (e *Error) Value() strictjson.Value {
	members := []strictjson.Member{
		member("code", strictjson.String(string(e.Code))),
		member("stage", strictjson.String(string(e.Stage))),
		member("message", strictjson.String(e.Message)),
		member("issues", values(e.Issues, Issue.value)),
	}
	if e.Limit != nil {
		members = append(members, member("limit", e.Limit.value()))
	}
	if e.Reason != "" {
		members = append(members, member("reason", strictjson.String(string(e.Reason))))
	}
	if e.Status != 0 {
		members = append(members, member("status", strictjson.Int(int64(e.Status))))
	}
	if e.ProviderCode != "" {
		members = append(members, member("providerCode", strictjson.String(e.ProviderCode)))
	}
	if e.RetryAfter > 0 {
		members = append(members, member("retryAfterMs", strictjson.Int(wireMilliseconds(e.RetryAfter))))
	}
	if e.PartialResult != nil {
		members = append(members, member("partialResult", e.PartialResult.Value()))
	}
	return strictjson.Object(members...)
}

// wireMilliseconds rounds up, so that who waits as long as it says does not come too early.
func wireMilliseconds(d time.Duration) int64 {
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}

func (l Limit) value() strictjson.Value {
	return strictjson.Object(
		member("name", strictjson.String(l.Name)),
		member("got", strictjson.Int(l.Got)),
		member("most", strictjson.Int(l.Most)),
	)
}

// MarshalJSON writes the wire form.
func (e *Error) MarshalJSON() ([]byte, error) { return e.Value().AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form. What the error unwraps to and the id of its reading do not travel.
func (e *Error) UnmarshalJSON(text []byte) error {
	return unmarshal(text, func(d *wireReader, v strictjson.Value) { *e = *d.error(v) })
}

func member(name string, v strictjson.Value) strictjson.Member {
	return strictjson.Member{Name: name, Value: v}
}

func optional(text *string) strictjson.Value {
	if text == nil {
		return strictjson.Null()
	}
	return strictjson.String(*text)
}

func values[T any](list []T, value func(T) strictjson.Value) strictjson.Value {
	items := make([]strictjson.Value, len(list))
	for i, item := range list {
		items[i] = value(item)
	}
	return strictjson.Array(items...)
}
