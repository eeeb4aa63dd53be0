package bootstrap

import (
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
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
)

// Instances are the Intents that a bridge reads with, by the names that its hosts ask for.
type Instances map[string]*Intent

// NewBridge makes a bridge over Intents, which it borrows: closing it disposes none of them. They need
// no executor. Its jobs live in memory. The error is an *intent.Error with stage config that lists every
// fault of the settings. Call Close when the bridge is no longer needed.
func NewBridge(instances Instances, settings BridgeSettings) (*Bridge, error) {
	return wireBridge(instances, settings)
}

// NewBridgeConfig gathers what a bridge is made of.
func NewBridgeConfig(instances Instances, settings BridgeSettings, store ports.SessionStore) bridge.Config {
	parts := make(map[string]*engine.Engine, len(instances))
	for name, reader := range instances {
		parts[name] = nil // which the bridge lists as a fault
		if reader != nil {
			parts[name] = reader.Engine()
		}
	}
	return bridge.Config{Instances: parts, Settings: settings, Store: store}
}

// NewCheckedBridge makes a bridge of its parts. The error is an *intent.Error.
func NewCheckedBridge(config bridge.Config) (*Bridge, error) {
	return bridge.New(config)
}
