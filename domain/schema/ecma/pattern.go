// Package ecma reads the regular expressions of ECMA-262 as JSON Schema means
// them: with the u flag, unanchored. Compile translates a pattern to Go's
// linear-time regexp without a change of meaning, or refuses it with the
// construct named; CheckSyntax only judges the grammar.
//
// The grammar is that of ECMA-262, 15th edition (2024), section 22.2.1, without
// Annex B. Compile knows one laxity: behind a backslash, outside classes,
// punctuation that needs none ("\-", "\@") is taken as a literal.
//
// General categories and scripts go by the Unicode tables of the Go release,
// which may be some versions behind those of a JavaScript engine; code points
// assigned in between are judged differently.
//
// Everything here is pure; a *Pattern never changes and may be used by any
// number of goroutines.
package ecma

import (
	"errors"
	"regexp"
	"regexp/syntax"
)

// MaxInstructions is the largest compiled program that Compile takes.
const MaxInstructions = 5000

// Pattern is a compiled regular expression.
type Pattern struct {
	source       string
	translated   string
	instructions int
	lax          bool
	program      *regexp.Regexp
}

// Compile reads, translates and compiles a pattern. An error is always an
// *Error.
func Compile(pattern string) (*Pattern, error) {
	out := &translation{}
	p := parser{src: pattern, out: out, lax: true}
	if err := p.parse(); err != nil {
		return nil, err
	}
	if p.refused != nil {
		return nil, p.refused
	}
	translated := out.String()
	instructions, err := measure(translated)
	if err != nil {
		return nil, err
	}
	program, err := regexp.Compile(translated)
	if err != nil {
		return nil, refusedByGo(err)
	}
	return &Pattern{
		source: pattern, translated: translated,
		instructions: instructions, lax: p.usedLax, program: program,
	}, nil
}

// measure counts the instructions of the compiled program. Where they are far
// too many, it finds out without making them.
func measure(translated string) (int, error) {
	tooLarge := &Error{Construct: constructProgram, Reason: "it is over 5,000 instructions", Limit: true}
	tree, err := syntax.Parse(translated, syntax.Perl)
	if err != nil {
		return 0, refusedByGo(err)
	}
	if leastInstructions(tree) > MaxInstructions {
		return 0, tooLarge
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return 0, refusedByGo(err)
	}
	if len(program.Inst) > MaxInstructions {
		return 0, tooLarge
	}
	return len(program.Inst), nil
}

// leastInstructions is a lower bound of what the tree compiles to: one for each
// thing matched, as often as it is repeated. The parser bounds the depth.
func leastInstructions(tree *syntax.Regexp) int {
	own, copies := 0, 1
	switch tree.Op {
	case syntax.OpLiteral:
		own = len(tree.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		own = 1
	case syntax.OpRepeat:
		copies = max(tree.Min, tree.Max)
		if tree.Min == 0 && tree.Max == unbounded {
			copies = 1
		}
	}
	for _, sub := range tree.Sub {
		own = min(own+leastInstructions(sub), MaxInstructions+1)
	}
	return own * copies
}

// refusedByGo says what Go's regexp has against a translation. The grammar has
// been judged before, so only its bounds are left.
func refusedByGo(err error) *Error {
	var fault *syntax.Error
	code := syntax.ErrInternalError
	if errors.As(err, &fault) {
		code = fault.Code
	}
	switch code {
	case syntax.ErrInvalidRepeatSize:
		return &Error{Construct: constructNestedCounts, Reason: "multiplied they are over 1,000"}
	case syntax.ErrNestingDepth:
		return &Error{Construct: constructNesting, Reason: "repeated groups are nested too deep"}
	case syntax.ErrLarge:
		return &Error{Construct: constructProgram, Reason: "it is over 5,000 instructions", Limit: true}
	}
	return &Error{Construct: "translation", Reason: "the engine does not take it"}
}

// Instructions is the size of the compiled program. Times the bytes of a text
// it bounds the work of a match.
func (p *Pattern) Instructions() int { return p.instructions }

// String is the pattern as it was given to Compile.
func (p *Pattern) String() string { return p.source }

// Go is the translation, in the syntax of Go's regexp (RE2). It has no
// capturing groups.
func (p *Pattern) Go() string { return p.translated }

// Lax tells that the pattern has an identity escape that the u flag forbids
// and Compile takes as a literal.
func (p *Pattern) Lax() bool { return p.lax }
