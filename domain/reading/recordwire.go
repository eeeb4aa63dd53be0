package reading

import (
	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// AppendJSON appends the record as compact JSON in which `<`, `>` and `&` stay as they are, so that bytes
// count as the contract counts them.
func (r Record) AppendJSON(dst []byte) []byte { return r.value().AppendJSON(dst) }

// MarshalJSON writes the record; see [Record.AppendJSON].
func (r Record) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

func (r Record) value() strictjson.Value {
	context := make([]strictjson.Value, len(r.Context))
	for i, m := range r.Context {
		context[i] = strictjson.Object(
			strictjson.Field("role", strictjson.String(string(m.Role))),
			strictjson.Field("content", strictjson.String(m.Content)),
		)
	}
	members := []strictjson.Member{
		strictjson.Field("input", strictjson.String(r.Input)),
		strictjson.Field("context", strictjson.Array(context...)),
		strictjson.Field("fields", strictjson.Strings(r.Fields)),
		strictjson.Field("stage", strictjson.String(string(r.Stage))),
		strictjson.Field("repairs", strictjson.Int(int64(r.Repairs))),
	}
	if r.Core != nil {
		members = append(members, strictjson.Field("core", r.Core.Value()))
	}
	if r.Diagnostic != "" {
		members = append(members,
			strictjson.Field("candidate", strictjson.String(r.Candidate)),
			strictjson.Field("diagnostic", strictjson.String(r.Diagnostic)),
			strictjson.Field("mistakes", mistakesValue(r.Mistakes)),
		)
	}
	return strictjson.Object(members...)
}

func mistakesValue(list []candidate.Mistake) strictjson.Value {
	items := make([]strictjson.Value, len(list))
	for i, m := range list {
		items[i] = strictjson.Object(
			strictjson.Field("pointer", strictjson.String(m.Pointer)),
			strictjson.Field("rule", strictjson.String(m.Rule)),
			strictjson.Field("message", strictjson.String(m.Message)),
		)
	}
	return strictjson.Array(items...)
}

// UnmarshalJSON reads a record strictly: closed objects, the types above, nothing repeated. The error is
// [ErrRecord], whatever is wrong: what a store gives is not shown.
func (r *Record) UnmarshalJSON(text []byte) error {
	root, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return ErrRecord
	}
	var found intent.Faults
	read := Record{}
	found.Require("", root, "input", "context", "fields", "stage", "repairs")
	for key, item := range found.Members("", root, "a record", "input", "context", "fields", "stage", "repairs",
		"core", "candidate", "diagnostic", "mistakes") {
		read.key(&found, key, item)
	}
	if !found.None() {
		return ErrRecord
	}
	*r = read
	return nil
}

func (r *Record) key(found *intent.Faults, key string, item strictjson.Value) {
	at := "/" + key
	switch key {
	case "input":
		r.Input = found.Text(at, item)
	case "context":
		r.Context = list(found, at, item, readMessage)
	case "fields":
		r.Fields = list(found, at, item, func(f *intent.Faults, v strictjson.Value) string { return f.Text(at, v) })
	case "stage":
		r.Stage = intent.Stage(found.Text(at, item))
	case "repairs":
		n, _ := found.Integer(at, item, 0, 1, "is not 0 or 1")
		r.Repairs = int(n)
	case "core":
		core, err := intent.ResultFromValue(item)
		if err != nil {
			found.Add(at, "is not a result")
		}
		r.Core = &core
	case "candidate":
		r.Candidate = found.Text(at, item)
	case "diagnostic":
		r.Diagnostic = found.Text(at, item)
	case "mistakes":
		r.Mistakes = list(found, at, item, readMistake)
	}
}

func list[T any](
	found *intent.Faults, at string, v strictjson.Value, read func(*intent.Faults, strictjson.Value) T,
) []T {
	if v.Kind() != strictjson.KindArray {
		found.Add(at, "is not an array")
		return nil
	}
	items := make([]T, 0, v.Len())
	for _, item := range v.Items() {
		items = append(items, read(found, item))
	}
	return items
}

func readMessage(found *intent.Faults, v strictjson.Value) (m intent.Message) {
	found.Require("/context", v, "role", "content")
	for key, item := range found.Members("/context", v, "a message", "role", "content") {
		if key == "role" {
			m.Role = intent.Role(found.Text("/context", item))
		} else {
			m.Content = found.Text("/context", item)
		}
	}
	return m
}

func readMistake(found *intent.Faults, v strictjson.Value) (m candidate.Mistake) {
	found.Require("/mistakes", v, "pointer", "rule", "message")
	for key, item := range found.Members("/mistakes", v, "a mistake", "pointer", "rule", "message") {
		switch text := found.Text("/mistakes", item); key {
		case "pointer":
			m.Pointer = text
		case "rule":
			m.Rule = text
		case "message":
			m.Message = text
		}
	}
	return m
}
