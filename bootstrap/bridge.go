package bootstrap

import (
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/bootstrap/internal/build"
	"github.com/devcodex/intent-runtime/ports"
)

// Bridge hands out reading tasks to a host's own model and judges what it writes: Connect, Close. It is
// safe for concurrent use; see package application/bridge for its sessions, calls and replies.
type Bridge = bridge.Bridge

// These are what a bridge takes and gives, so that an embedder needs no other import.
type (
	// BridgeSettings bounds what a bridge keeps; see [bridge.Settings].
	BridgeSettings = bridge.Settings
	// BridgeSession owns the jobs that it prepares; see [bridge.Session].
	BridgeSession = bridge.Session
	// BridgeReply answers a call with a task, a result or an error; see [bridge.Reply].
	BridgeReply = bridge.Reply
	// BridgeTask is what the host's model has to answer; see [bridge.Task].
	BridgeTask = bridge.Task
	// PrepareCall asks for a job; see [bridge.PrepareCall].
	PrepareCall = bridge.PrepareCall
	// AcceptCall hands in a candidate; see [bridge.AcceptCall].
	AcceptCall = bridge.AcceptCall
	// CancelCall ends a job; see [bridge.CancelCall].
	CancelCall = bridge.CancelCall
	// BridgeKind says what a reply holds; see [bridge.Kind].
	BridgeKind = bridge.Kind
	// CancelOutcome says why a host ends a job; see [bridge.Outcome].
	CancelOutcome = bridge.Outcome
)

// What a reply holds, and why a host ends a job.
const (
	KindTask   = bridge.KindTask
	KindResult = bridge.KindResult
	KindError  = bridge.KindError

	OutcomeCancelled  = bridge.OutcomeCancelled
	OutcomeRefusal    = bridge.OutcomeRefusal
	OutcomeIncomplete = bridge.OutcomeIncomplete
)

// Instances are the Intents that a bridge reads with, by the names that its hosts ask for.
type Instances map[string]*Intent

// BridgeOption changes one part of a bridge from what it usually is.
type BridgeOption = build.BridgeOption

// WithSessionStore keeps the jobs in a store of yours instead of memory. It is borrowed: closing the bridge
// does not close it. It should be made with settings.Limits().
func WithSessionStore(store ports.SessionStore) BridgeOption { return build.WithSessionStore(store) }

// NewBridge makes a bridge over Intents, which it borrows: closing it disposes none of them. They need
// no executor. Its jobs live in memory, unless an option says another store. The error is an *intent.Error
// with stage config that lists every fault of the settings. Call Close when the bridge is no longer needed,
// before its Intents are disposed or after.
func NewBridge(instances Instances, settings BridgeSettings, options ...BridgeOption) (*Bridge, error) {
	return build.NewBridge(instances, settings, options...)
}
