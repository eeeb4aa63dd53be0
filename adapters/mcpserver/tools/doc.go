// Package tools has the MCP tools of a bridge: what hosts are told of them, and the step from a call's
// arguments to a reply. A wrong argument is an error reply like any other. No argument can name a
// configuration, a file, code or a credential.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package tools
