// Package providerkit has what every adapter that asks a model provider over HTTP needs, whichever half
// of the runtime it serves: a key that shows itself nowhere, how long a provider asks to wait, why a call
// failed, and which texts of a provider may be kept.
//
// It knows neither intents nor tools and imports no network package, so that a program links no more
// than it uses. Executors use it through package executorkit, which maps to the runtime's errors.
//
// The package is public and covered by the project's compatibility promise.
package providerkit
