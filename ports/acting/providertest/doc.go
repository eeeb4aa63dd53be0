// Package providertest is the kit for providers: one call of [Run] in a test of an adapter holds it to what
// acting.Provider says, against a double of the provider's wire that plays what the kit asks for.
//
// [Responses] is the double of the Responses API; an adapter of another API gives its own.
package providertest
