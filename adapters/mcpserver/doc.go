// Package mcpserver serves tools over the Model Context Protocol on the official Go SDK. What the tools
// do comes from outside: a [Tool] is a description and a function from JSON to JSON. Package tools has
// those of a bridge, package stdio the transport.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package mcpserver
