// Package provider is a double of a model provider for tests: an HTTP server that speaks the Responses
// API in OpenAI's or xAI's dialect, checks what it is sent to the letter, and answers as it was told,
// well or in any of the ways in which providers and networks fail.
//
// [Rows] is the table of all those ways with the code that each must lead to. A test plays it through
// an executor, an Intent or the built command.
package provider
