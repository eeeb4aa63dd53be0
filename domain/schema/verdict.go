package schema

import "strconv"

// Violation is one assertion of a schema that a value does not satisfy.
type Violation struct {
	Pointer  string // where in the value, as a JSON Pointer; "" is the value itself
	Keyword  string // the schema keyword that is not met
	Expected string // what was expected, in words; holds no text of the value
}

// Disagreement is where a second judge differs from the evaluation over one value. It is the error that a
// validator returns.
type Disagreement struct {
	Pointer string // where in the value it sees a violation, as a JSON Pointer; "" if it cannot tell
	Keyword string // the keyword that it names; "" if it cannot tell
}

// Error returns the place and the keyword.
func (d *Disagreement) Error() string {
	return "the value at " + strconv.Quote(d.Pointer) + " does not satisfy " + strconv.Quote(d.Keyword)
}

// Verdict is what an evaluation, and a second judge after it, say of a value. Pointers are relative to
// the value.
type Verdict struct {
	Violations []Violation // in document order, bounded in number and bytes; empty where valid
	Described  []string    // pointers of nodes that a description applies to, each once, in document order
	Work       int64       // visits and failing checks that the evaluation counted

	Unconfirmed  bool          // valid, but the second judge was not asked, or had no opinion
	Disagreement *Disagreement // the evaluation found the value valid, the second judge did not
}

// Valid reports whether the value satisfies the schema.
func (v Verdict) Valid() bool { return len(v.Violations) == 0 && v.Disagreement == nil }
