// Package turns is what the providers of the Responses API share: one turn of a model, streamed, nothing
// stored by the provider, through openai-go. Executors of the reading half have packages of their own;
// the HTTP below both is package transport.
package turns
