// Package transport is the HTTP that every adapter of a model provider shares, whichever half of the
// runtime it serves: it knows neither intents nor tools.
//
// [New] makes a client that follows no redirect, bounds an answer's bytes and a provider's silence, keeps
// an SDK's telemetry headers back and lets through only an answer that can be read: status 200 of the
// media type that was asked for. Everything else is a [*Failure], which holds no text of the provider,
// no header and no key. [FailureOf] makes one of any error that comes back through an SDK.
package transport
