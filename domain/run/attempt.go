package run

import (
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// attempt commits a new attempt, with what was queued for it, or stops the run if its budget is used up.
func (r *Run) attempt(d *draft) {
	head := &r.rec.Head
	if head.Work.Used >= head.Work.Quota {
		r.stop(d, Failed, overBudget(head.Work))
		return
	}
	head.Work.Used++
	head.Attempts++
	items := r.queued()
	r.rec.Phase, r.rec.Pause = PhaseProvider, 0
	e := Effect{
		ID: providerEffectID(head.Attempts), Kind: ProviderEffect, Owner: head.Owner, State: EffectCommitted,
		Attempt: head.Attempts, ReadOnly: true, CommittedAt: head.Revision,
	}
	data := object("provider", r.rec.Settings.Provider, "model", r.rec.Settings.Model,
		"instructions", r.rec.Settings.Instructions, "catalog", r.rec.Catalog.Digest,
		"catalogRevision", r.rec.Catalog.Revision, "window", head.Window,
		"firstItem", r.from+1, "items", len(r.rec.Transcript)+len(items)-r.from)
	d.event(Event{
		Type: ProviderCommitted, Effect: e.ID, Kind: e.Kind, Attempt: e.Attempt, State: e.State,
		ReadOnly: e.ReadOnly, Items: items, Data: data,
	})
	d.effect(e)
}

// queued takes the message that the next attempt begins with: one of steering, or a follow-up if the
// last reply had no calls.
func (r *Run) queued() []Item {
	switch {
	case r.rec.Failures > 0:
		return nil
	case len(r.rec.Steering) > 0:
		return []Item{take(&r.rec.Steering, "steering")}
	case !r.rec.Called && r.rec.Head.Attempts > 1 && len(r.rec.FollowUps) > 0:
		return []Item{take(&r.rec.FollowUps, "follow_up")}
	default:
		return nil
	}
}

func overBudget(w Work) *tool.Error {
	e := tool.From(tool.WithDetails(tool.Errorf(tool.BudgetExceeded, "all %d units of work are used", w.Quota),
		strictjson.Field("used", strictjson.Int(int64(w.Used))),
		strictjson.Field("quota", strictjson.Int(int64(w.Quota)))))
	return &e
}

func (in Replied) apply(r *Run) (step, error) {
	effect, ok := r.openEffect(in.Effect)
	if !ok || effect.Kind != ProviderEffect {
		return nil, stale("a reply")
	}
	if r.rec.Phase == PhaseStopping {
		return ReplyFailed{Effect: in.Effect, Err: tool.Errorf(tool.Cancelled, "the run was stopped")}.apply(r)
	}
	return func(d *draft) {
		if err := r.malformed(in.Reply); err != nil {
			r.settleAttempt(d, effect, in.Reply, nil, err)
			r.stop(d, Failed, err)
			return
		}
		r.reply(d, effect, in.Reply)
	}, nil
}

// malformed returns why a reply cannot be taken, before anything of it is.
func (r *Run) malformed(reply Reply) *tool.Error {
	fault := func(format string, args ...any) *tool.Error {
		e := tool.From(tool.Errorf(tool.MalformedResult, "the provider's reply: "+format, args...))
		return &e
	}
	seen, calls := map[string]bool{}, 0
	for i, item := range reply.Items {
		switch item.Type {
		case MessageItem, OpaqueItem:
			continue
		case FunctionCallItem, CustomCallItem:
		default:
			return fault("item %d is of unknown type %q", i+1, cut(string(item.Type)))
		}
		calls++
		switch {
		case strings.TrimSpace(item.CallID) == "":
			return fault("item %d is a call with a blank callId", i+1)
		case seen[item.CallID] || r.used[item.CallID]:
			return fault("callId %q was used before", cut(item.CallID))
		case calls > MaxCalls:
			return fault("more than %d calls", MaxCalls)
		}
		seen[item.CallID] = true
	}
	switch reply.End {
	case Complete, Refusal:
		return nil
	case Incomplete:
		return fault("it is incomplete")
	default:
		return fault("it has no end")
	}
}

// reply takes a reply that is well formed.
func (r *Run) reply(d *draft, effect Effect, reply Reply) {
	r.rec.Failures = 0
	items := make([]Item, 0, len(reply.Items))
	for _, item := range reply.Items {
		item.Source = effect.ID
		if item.Type == MessageItem {
			item.Role = RoleAssistant
			text := item.Text
			r.rec.Head.Message = &text
		}
		items = append(items, item)
	}
	if reply.End == Refusal {
		e := tool.From(tool.Errorf(tool.Forbidden, "the model refused"))
		r.settleAttempt(d, effect, reply, messages(items), &e)
		r.stop(d, Failed, &e)
		return
	}
	r.settleAttempt(d, effect, reply, items, nil)
	r.rec.Batch, r.rec.Called = nil, false
	for _, item := range items {
		if item.call() {
			r.used[item.CallID] = true
			r.rec.Batch, r.rec.Called = append(r.rec.Batch, item.asCall()), true
		}
	}
	r.advance(d)
}

func messages(items []Item) []Item {
	var kept []Item
	for _, item := range items {
		if item.Type == MessageItem {
			kept = append(kept, item)
		}
	}
	return kept
}

func (r *Run) settleAttempt(d *draft, effect Effect, reply Reply, items []Item, err *tool.Error) {
	effect.State, effect.SettledAt, effect.Outcome = EffectSettled, r.rec.Head.Revision, OutcomeOK
	if err != nil {
		effect.Outcome = OutcomeError
	}
	d.event(Event{
		Type: ProviderSettled, Effect: effect.ID, Kind: effect.Kind, Attempt: effect.Attempt,
		State: effect.State, Outcome: effect.Outcome, Error: err, Items: items,
		Data: object("end", string(reply.End), "usage", usageValue(reply.Usage)),
	})
	d.effect(effect)
}

func usageValue(u *Usage) strictjson.Value {
	if u == nil {
		return strictjson.Null()
	}
	number := func(n *int64) strictjson.Value {
		if n == nil {
			return strictjson.Null()
		}
		return strictjson.Int(*n)
	}
	return strictjson.Object(
		strictjson.Field("inputTokens", number(u.InputTokens)),
		strictjson.Field("cachedInputTokens", number(u.CachedInputTokens)),
		strictjson.Field("outputTokens", number(u.OutputTokens)),
		strictjson.Field("reasoningTokens", number(u.ReasoningTokens)))
}

func (in ReplyFailed) apply(r *Run) (step, error) {
	effect, ok := r.openEffect(in.Effect)
	if !ok || effect.Kind != ProviderEffect {
		return nil, stale("a reply")
	}
	return func(d *draft) {
		e := tool.From(in.Err)
		r.settleAttempt(d, effect, Reply{}, nil, &e)
		switch {
		case r.rec.Phase == PhaseStopping:
			r.stopped(d)
		case r.again(e):
			r.rec.Failures++
			r.rec.Phase, r.rec.Pause = PhasePause, pause(e, r.rec.Failures)
		default:
			r.stop(d, Failed, &e)
		}
	}, nil
}

// again reports whether a failed attempt is followed by a new one.
func (r *Run) again(e tool.Error) bool {
	transient := e.Class == tool.TransientTransport || e.Class == tool.Overloaded
	return transient && r.rec.Failures+1 < r.rec.Settings.ProviderAttempts
}

// pause is how long to wait before a new attempt: as the provider says, or doubled from time to time.
func pause(e tool.Error, failures int) time.Duration {
	if told, ok := e.Details.Lookup("retryAfterMs"); ok {
		if ms, whole := told.Integer(); whole && ms >= 0 {
			return min(time.Duration(ms)*time.Millisecond, time.Hour)
		}
	}
	wait := FirstPause
	for range failures - 1 {
		wait = min(2*wait, MostPause)
	}
	return wait
}

func (PauseOver) apply(r *Run) (step, error) {
	if r.rec.Phase != PhasePause {
		return nil, stale("a pause")
	}
	return r.attempt, nil
}

// advance goes on after a reply or a call: to the next call of the batch, to a new attempt, or to the end.
func (r *Run) advance(d *draft) {
	r.rec.Current = nil
	if len(r.rec.Batch) > 0 {
		r.rec.Head.Invocations++
		r.rec.Current = &Current{Call: r.rec.Batch[0], InvocationID: r.invocationID(r.rec.Head.Invocations)}
		r.rec.Batch = r.rec.Batch[1:]
		r.rec.Phase = PhaseCall
		return
	}
	r.publish(d)
	if !r.rec.Called && len(r.rec.Steering) == 0 && len(r.rec.FollowUps) == 0 {
		r.stop(d, Completed, nil)
		return
	}
	r.attempt(d)
}

// take removes the first of a queue and returns it as an item; an event told of it when it came in.
func take(queue *[]string, source string) Item {
	text := (*queue)[0]
	*queue = (*queue)[1:]
	return Item{Type: MessageItem, Role: RoleUser, Text: text, Source: source}
}
