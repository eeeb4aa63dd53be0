// Package mcpserver puts a bridge behind the Model Context Protocol, for hosts whose own model does
// the reading: three tools, a prompt and instructions, on the official Go SDK.
//
// [Serve] speaks over a pair of streams, one JSON-RPC message a line: one MCP session is one bridge
// session. In front of the SDK stands a filter that answers what the SDK would end the connection for
// (a line that is no JSON, a batch, arguments nested too deep) and goes on: the jobs live with the
// connection.
//
// A wrong argument is an error reply like any other; only an unknown tool is a protocol error. No
// argument can name a configuration, a file, code or a credential.
package mcpserver
