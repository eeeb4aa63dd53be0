// Package stdio carries the Model Context Protocol over two streams, one JSON-RPC message a line. It
// knows nothing of what the tools behind it do.
//
// The SDK's own transport ends the connection on a line that is no JSON, on a batch and on deep
// nesting, and whatever lives with the connection is lost. A [Transport] answers such a line with a
// JSON-RPC error and reads on. It also keeps the large parts of a tool call away from the SDK: a line
// is scanned once, the arguments go to the tool as the bytes that came, and the tool's answer is
// written by the transport itself.
//
// What a peer can make the process hold is bounded: a line by [MaxLine], what the SDK reads of it by
// [MaxMessage], and calls without an answer by [MaxCalls] and [MaxCallBytes]. Past the last two the
// transport stops reading until one is answered, so the pipe holds the peer back.
package stdio
