package ecma

import "errors"

// CheckSyntax reports whether a text is a regular expression of ECMA-262 with the
// u flag: the format "regex" of JSON Schema. Lookaround and back-references are
// fine, and there is no laxity. Nothing is compiled; time and memory are linear
// in the text, and no text makes the call stack grow. It asks stop from time to
// time and gives up once that says true; a nil stop never stops.
func CheckSyntax(pattern string, stop func() bool) (ok, stopped bool) {
	p := parser{src: pattern, out: discard{}, stop: stop}
	err := p.parse()
	return err == nil, errors.Is(err, errStopped)
}
