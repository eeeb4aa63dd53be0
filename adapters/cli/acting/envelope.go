package acting

import (
	"bytes"
	"encoding/json"

	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// jsonOf gives plain data as a JSON value. Plain data can always be written.
func jsonOf(v any) strictjson.Value {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return strictjson.Null()
	}
	value, err := strictjson.Decode(b.Bytes(), strictjson.Options{AnyNumber: true})
	if err != nil {
		return strictjson.Null()
	}
	return value
}

func errorEnvelope(e tool.Error) strictjson.Value {
	return strictjson.Object(member("kind", strictjson.String("error")), member("error", e.Value()))
}

// runEnvelope is the reply of a run.
func runEnvelope(o conversation.Outcome, grants []tool.Grant) strictjson.Value {
	h := o.Head
	message := strictjson.Null()
	if h.Message != nil {
		message = strictjson.String(*h.Message)
	}
	calls := make([]strictjson.Value, len(o.Invocations))
	for i, call := range o.Invocations {
		calls[i] = invocationValue(call)
	}
	members := []strictjson.Member{
		member("runId", strictjson.String(h.ID)), member("incarnation", strictjson.Int(int64(h.Incarnation))),
		member("state", strictjson.String(string(h.State))), member("message", message),
		member("authority", authorityValue(grants)), member("attempts", strictjson.Int(int64(h.Attempts))),
		member("work", strictjson.Object(member("used", strictjson.Int(int64(h.Work.Used))),
			member("quota", strictjson.Int(int64(h.Work.Quota))))),
		member("invocations", strictjson.Array(calls...)), member("notices", strictjson.Array()),
	}
	if h.Continues != nil {
		members = append(members, member("continues", jsonOf(h.Continues)))
	}
	if h.Error != nil {
		members = append(members, member("error", h.Error.Value()))
	}
	return strictjson.Object(member("kind", strictjson.String("run")),
		member("run", strictjson.Object(members...)))
}

func authorityValue(grants []tool.Grant) strictjson.Value {
	items := make([]strictjson.Value, len(grants))
	for i, g := range grants {
		items[i] = strictjson.Object(member("tool", strictjson.String(g.Tool.String())),
			member("revision", strictjson.Int(int64(g.Revision))),
			member("approval", strictjson.String(string(g.Approval))))
	}
	return strictjson.Array(items...)
}

func invocationValue(call run.Invocation) strictjson.Value {
	members := []strictjson.Member{
		member("invocationId", strictjson.String(call.InvocationID)),
		member("toolCallId", strictjson.String(call.ToolCallID)), member("tool", strictjson.String(call.Tool)),
	}
	if call.Revision > 0 {
		members = append(members, member("revision", strictjson.Int(int64(call.Revision))))
	}
	members = append(members, member("attempt", strictjson.Int(int64(call.Attempt))),
		member("outcome", strictjson.String(string(call.Outcome))))
	switch {
	case call.Error != nil:
		members = append(members, member("error", call.Error.Value()))
	case call.Outcome == run.OutcomeOK:
		members = append(members, member("value", call.Value))
	}
	return strictjson.Object(members...)
}
