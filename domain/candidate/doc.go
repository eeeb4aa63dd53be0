// Package candidate judges what a model wrote. [CheckCore] reads a core candidate (contract section
// 4), [CheckData] a data candidate (section 5); both read strictly, find every mistake rather than
// the first, and name each by pointer and rule, so that one repair can fix all of them.
//
// Three things may be wrong with a candidate and are kept apart: a limit was passed (an
// [intent.Error] with LIMIT_EXCEEDED), the candidate is mistaken ([Mistakes]), or the material itself
// has a problem (business issues). A mistake is never excused by an issue, an issue never hidden by
// the schema miss it causes.
//
// No message quotes the material or a value of the candidate; names of keys may appear, cut.
// Everything here is pure. A [Core] or [Data] does not change once it is made and may be read by
// several goroutines.
package candidate
