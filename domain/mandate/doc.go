// Package mandate derives what a run may do from what a person was understood to ask. It is the one package
// that knows both halves: [intent.Result] comes in, grants for tools go out.
//
// A mandate is made from a checked result and a policy, and from nothing else: no free text, no answer of a
// model, no steering ever widens it. It is a plain value with a canonical JSON form and a digest over that
// form (SHA-256, RFC 8785), which a journal keeps beside every run.
//
// The way to a mandate has two questions to a person before it. [Questions] lists what is unclear: no run
// begins while one is open. [Confirmations] lists the items that the person wants to be asked about first;
// an item that was not confirmed leaves the mandate and is told to the model as not to be done.
package mandate
