package intent

import (
	"encoding/json"
	"errors"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Data holds checked business fields by name, in the order and with the number text that the model
// wrote. It is immutable; the zero Data is empty and is written as {}.
type Data struct{ root strictjson.Value }

// NewData wraps a checked object; every other kind gives empty Data.
func NewData(object strictjson.Value) Data {
	if object.Kind() != strictjson.KindObject {
		return Data{}
	}
	return Data{root: object}
}

// Value gives the fields as one JSON object.
func (d Data) Value() strictjson.Value {
	if d.root.Kind() != strictjson.KindObject {
		return strictjson.Object()
	}
	return d.root
}

// Len counts the fields.
func (d Data) Len() int { return d.root.Len() }

// Names lists the fields in order.
func (d Data) Names() []string {
	names := make([]string, 0, d.root.Len())
	for name := range d.root.Members() {
		names = append(names, name)
	}
	return names
}

// Lookup finds a field's value by its exact name.
func (d Data) Lookup(name string) (strictjson.Value, bool) { return d.root.Lookup(name) }

// Decode stores the fields in what v points to, by the rules of encoding/json (which matches struct
// fields to names without regard to case if none matches exactly). Every number fits a float64
// without loss, every integer an int64, however the model wrote it: 3.0 and 1e3 are integers.
func (d Data) Decode(v any) error { return json.Unmarshal(plain(d.Value()).AppendJSON(nil), v) }

// plain writes the integers of a value as digits alone, as encoding/json wants them for an integer type.
func plain(v strictjson.Value) strictjson.Value {
	switch v.Kind() {
	case strictjson.KindNumber:
		if n, ok := v.Integer(); ok {
			return strictjson.Int(n)
		}
	case strictjson.KindArray:
		items := make([]strictjson.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, plain(item))
		}
		return strictjson.Array(items...)
	case strictjson.KindObject:
		members := make([]strictjson.Member, 0, v.Len())
		for name, item := range v.Members() {
			members = append(members, strictjson.Field(name, plain(item)))
		}
		return strictjson.Object(members...)
	}
	return v
}

// MarshalJSON writes the fields as one JSON object.
func (d Data) MarshalJSON() ([]byte, error) { return d.Value().AppendJSON(nil), nil }

// UnmarshalJSON reads fields that a runtime wrote. It reads strictly and accepts an object only.
func (d *Data) UnmarshalJSON(text []byte) error {
	v, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return err
	}
	if v.Kind() != strictjson.KindObject {
		return errors.New("data is not a JSON object")
	}
	d.root = v
	return nil
}
