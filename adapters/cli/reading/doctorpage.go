package reading

import (
	"fmt"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// text is the diagnosis on one screen.
func (d diagnosis) text(to cli.Stream) []byte {
	list := page.NewChecklist(to.Style())
	list.Heading("intent " + d.build.Version)
	d.fileText(list)
	for _, key := range d.keys {
		list.Note("key of "+key.scheme, key.variable+" is "+setOrNot(key.set))
	}
	for _, h := range d.instances {
		h.text(list)
	}
	if d.status() == cli.StatusResult {
		list.Conclude(true, "all is well")
	} else {
		list.Conclude(false, "fix what is marked ×")
	}
	return list.Bytes()
}

func (d diagnosis) fileText(list *page.Checklist) {
	switch {
	case d.file == "":
		list.Note("configuration", "none given; these are the defaults of `intent parse`")
	case len(d.faults) == 0:
		list.Good("configuration", d.file)
	}
	for _, fault := range d.faults {
		list.Bad("configuration", fault)
	}
}

func setOrNot(set bool) string {
	if set {
		return "set"
	}
	return "not set"
}

func (h health) text(list *page.Checklist) {
	list.Heading("instance " + h.name)
	if len(h.refused) == 0 && h.language != "" {
		list.Good("settings",
			fmt.Sprintf("language %s, validator %s, %s", h.language, h.validator, deadline(h.timeout)))
		list.Good("fields", fieldsText(h.fields))
	}
	for _, fault := range h.refused {
		list.Bad("settings", fault)
	}
	for _, fault := range h.missing {
		list.Bad("missing", fault)
	}
	if len(h.missing) == 0 {
		list.Good("executor", h.executorText())
	}
	for _, note := range h.notes {
		list.Note("note", note)
	}
	h.probeText(list)
}

func deadline(timeout time.Duration) string {
	if timeout == 0 {
		return "no deadline"
	}
	return "deadline " + timeout.String()
}

func fieldsText(fields []string) string {
	if len(fields) == 0 {
		return "none: there is no schema"
	}
	return strings.Join(fields, ", ")
}

func (h health) executorText() string {
	text := h.executor
	if h.baseURL != "" {
		text += " at " + h.baseURL
	}
	if h.variable != "" {
		text += ", key from " + h.variable + " (" + setOrNot(h.keySet) + ")"
	}
	return text
}

func (h health) probeText(list *page.Checklist) {
	switch {
	case !h.probe.asked:
		list.Note("probe", "the executor was not asked: --probe makes one small call")
	case h.probe.failure != nil:
		text := h.probe.failure.Error()
		if h.probe.detail != "" {
			text += ": " + h.probe.detail
		}
		list.Bad("probe", text)
	default:
		list.Good("probe", "answered in "+h.probe.took.Round(time.Millisecond).String())
	}
}

func (d diagnosis) value() strictjson.Value {
	keys := make([]strictjson.Value, len(d.keys))
	for i, key := range d.keys {
		keys[i] = object("executor", strictjson.String(key.scheme),
			"variable", strictjson.String(key.variable), "set", strictjson.Bool(key.set))
	}
	instances := make([]strictjson.Value, len(d.instances))
	for i, h := range d.instances {
		instances[i] = h.value()
	}
	return object(
		"ok", strictjson.Bool(d.status() == cli.StatusResult),
		"build", d.build.Value(),
		"config", optional(d.file),
		"faults", strictjson.Strings(d.faults),
		"keys", strictjson.Array(keys...),
		"instances", strictjson.Array(instances...),
	)
}

func (h health) value() strictjson.Value {
	return object(
		"name", strictjson.String(h.name),
		"ok", strictjson.Bool(h.well()),
		"language", optional(h.language),
		"fields", strictjson.Strings(h.fields),
		"validator", strictjson.String(h.validator),
		"timeoutMs", strictjson.Int(h.timeout.Milliseconds()),
		"executor", object(
			"spec", strictjson.String(h.executor),
			"baseURL", optional(h.baseURL),
			"keyVariable", optional(h.variable),
			"keySet", strictjson.Bool(h.keySet),
		),
		"notes", strictjson.Strings(h.notes),
		"missing", strictjson.Strings(h.missing),
		"refused", strictjson.Strings(h.refused),
		"probe", h.probe.value(),
	)
}

func (s probeState) value() strictjson.Value {
	failure := strictjson.Null()
	if s.failure != nil {
		failure = s.failure.Value()
	}
	return object(
		"asked", strictjson.Bool(s.asked),
		"ok", strictjson.Bool(s.asked && s.failure == nil),
		"milliseconds", strictjson.Int(s.took.Milliseconds()),
		"error", failure,
	)
}

// object makes an object of names and values in turn.
func object(pairs ...any) strictjson.Value {
	members := make([]strictjson.Member, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		members = append(members, strictjson.Field(pairs[i].(string), pairs[i+1].(strictjson.Value)))
	}
	return strictjson.Object(members...)
}
