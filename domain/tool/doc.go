// Package tool holds what a tool is to a run before anybody calls it: its contract, the host's grant,
// the catalog that both are admitted to, the arguments of a call and the classes of its errors.
//
// A contract grants nothing and a grant runs nothing. [Admit] joins the two, or lists every fault at
// once. Nothing here knows a backend, a file or a clock; all values are plain data or immutable, and
// safe for concurrent use.
//
// Digests are SHA-256 over canonical JSON (RFC 8785), written `sha256:` and 64 lower-case hex digits.
package tool
