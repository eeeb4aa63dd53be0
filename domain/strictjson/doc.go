// Package strictjson reads JSON so that a document means the same to every reader of it, and keeps
// what it read: member order and the text of every number.
//
// It refuses what RFC 8259 leaves open and I-JSON (RFC 7493) closes: repeated names, lone surrogates,
// invalid UTF-8, byte order marks, numbers that lose digits as IEEE 754 doubles, integers beyond
// ±(2^53−1). Limits on bytes, depth and values are judged while reading.
//
// Values are immutable and safe for concurrent use. No error text of this package quotes the document,
// except names of members inside pointers, each cut at [MaxNameBytes].
package strictjson
