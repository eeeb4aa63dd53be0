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
		strictjson.Field("input", strictjson.String(r.Input)),
		strictjson.Field("normalizedInput", strictjson.String(r.NormalizedInput)),
		strictjson.Field("primaryIntent", optional(r.PrimaryIntent)),
		strictjson.Field("requirements", strictjson.Strings(r.Requirements)),
		strictjson.Field("intents", values(r.Intents, Item.value)),
		strictjson.Field("prohibitions", strictjson.Strings(r.Prohibitions)),
		strictjson.Field("data", r.Data.Value()),
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
		strictjson.Field("id", strictjson.String(i.ID)),
		strictjson.Field("action", optional((*string)(i.Action))),
		strictjson.Field("target", optional(i.Target)),
		strictjson.Field("requirements", strictjson.Strings(i.Requirements)),
		strictjson.Field("status", strictjson.String(string(i.Status))),
	}
	if i.Reason != "" {
		members = append(members, strictjson.Field("reason", strictjson.String(i.Reason)))
	}
	if len(i.Clarification) > 0 {
		members = append(members, strictjson.Field("clarification", values(i.Clarification, Clarification.value)))
	}
	return strictjson.Object(members...)
}

func (c Clarification) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("question", strictjson.String(c.Question)),
		strictjson.Field("options", strictjson.Strings(c.Options)),
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
		strictjson.Field("code", strictjson.String(string(i.Code))),
		strictjson.Field("category", strictjson.String(string(i.Category))),
		strictjson.Field("path", optional(i.Path)),
		strictjson.Field("message", strictjson.String(i.Message)),
	)
}

// Value returns the error's wire form: `code`, `stage`, `message` and `issues` always, the other keys if
// they are known.
func (e *Error) Value() strictjson.Value {
	members := []strictjson.Member{
		strictjson.Field("code", strictjson.String(string(e.Code))),
		strictjson.Field("stage", strictjson.String(string(e.Stage))),
		strictjson.Field("message", strictjson.String(e.Message)),
		strictjson.Field("issues", values(e.Issues, Issue.value)),
	}
	if e.Limit != nil {
		members = append(members, strictjson.Field("limit", e.Limit.value()))
	}
	if e.Reason != "" {
		members = append(members, strictjson.Field("reason", strictjson.String(string(e.Reason))))
	}
	if e.Status != 0 {
		members = append(members, strictjson.Field("status", strictjson.Int(int64(e.Status))))
	}
	if e.ProviderCode != "" {
		members = append(members, strictjson.Field("providerCode", strictjson.String(e.ProviderCode)))
	}
	if e.RetryAfter > 0 {
		members = append(members, strictjson.Field("retryAfterMs", strictjson.Int(wireMilliseconds(e.RetryAfter))))
	}
	if e.PartialResult != nil {
		members = append(members, strictjson.Field("partialResult", e.PartialResult.Value()))
	}
	return strictjson.Object(members...)
}

// wireMilliseconds rounds up, so that who waits as long as it says does not come too early.
func wireMilliseconds(d time.Duration) int64 {
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}

func (l Limit) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("name", strictjson.String(l.Name)),
		strictjson.Field("got", strictjson.Int(l.Got)),
		strictjson.Field("most", strictjson.Int(l.Most)),
	)
}

// MarshalJSON writes the wire form.
func (e *Error) MarshalJSON() ([]byte, error) { return e.Value().AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form. What the error unwraps to and the id of its reading do not travel.
func (e *Error) UnmarshalJSON(text []byte) error {
	return unmarshal(text, func(d *wireReader, v strictjson.Value) { *e = *d.error(v) })
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
