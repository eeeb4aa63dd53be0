package schema

// Violation is one miss of a value against a schema.
type Violation struct {
	Pointer  string // where in the value, as a JSON Pointer; "" is the value itself
	Keyword  string // the schema keyword that is not met
	Expected string // what was expected, in words; holds no text of the value
}

// Disagreement tells where two judges differ over one value.
type Disagreement struct {
	Pointer string // where in the value the second judge sees a miss, as a JSON Pointer
	Keyword string // the keyword it names
}

// Verdict is what a validator says of a value. Pointers are relative to the value.
type Verdict struct {
	Violations []Violation // in document order, bounded in number and bytes; empty where valid
	Described  []string    // pointers of nodes that a description applies to, each once, in document order
	Work       int64       // visits and failing checks that the evaluation counted

	Unconfirmed  bool          // valid, but too much work for the second judge to be asked
	Disagreement *Disagreement // the evaluation found the value valid, the second judge did not
}

// Valid reports whether the value satisfies the schema.
func (v Verdict) Valid() bool { return len(v.Violations) == 0 && v.Disagreement == nil }
