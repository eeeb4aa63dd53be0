package ecma

// Error says why Compile refused a pattern. Its text names the construct and
// never quotes the pattern.
type Error struct {
	// Construct names what was refused, such as "lookahead" or "lone brace".
	Construct string
	// Reason says what is wrong with it.
	Reason string
	// Offset is where the construct begins in the pattern, in bytes. It is the
	// length of the pattern for what only shows at the end.
	Offset int
	// Invalid tells that the pattern is no regular expression of ECMA-262 with
	// the u flag at all. Otherwise it is one, but cannot be translated.
	Invalid bool
	// Limit tells that the pattern is fine but its compiled program is over
	// MaxInstructions.
	Limit bool
}

// Error is the construct and the reason.
func (e *Error) Error() string { return e.Construct + ": " + e.Reason }

// What is valid ECMA-262 but has no translation to a linear-time engine, and so
// is refused by Compile and let pass by CheckSyntax.
const (
	constructLookahead    = "lookahead"
	constructLookbehind   = "lookbehind"
	constructReference    = "back-reference"
	constructNamed        = "named back-reference"
	constructCount        = "repetition count"
	constructNestedCounts = "nested repetition counts"
	constructNesting      = "nesting"
	constructBinary       = "binary property"
	constructExtensions   = "script extensions"
	constructScript       = "script"
	constructSurrogate    = "lone surrogate"
	constructProgram      = "compiled program"
)

// invalid makes the error of a pattern that ECMA-262 itself refuses.
func invalid(construct, reason string, offset int) *Error {
	return &Error{Construct: construct, Reason: reason, Offset: offset, Invalid: true}
}
