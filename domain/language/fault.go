package language

import "fmt"

// The texts of errors. [Parse] puts what they are about in front of them.

// maxEcho bounds what an error repeats of a tag, in bytes.
const maxEcho = 64

// quoted returns a tag or subtag for an error's text. Tags reach it only after [checkText]: letters, digits
// and hyphens.
func quoted(subtag string) string {
	if len(subtag) > maxEcho {
		return `"` + subtag[:maxEcho] + `…"`
	}
	return `"` + subtag + `"`
}

func tooLong(what string) error {
	return fmt.Errorf("%s is longer than %d bytes", what, maxBytes)
}

func badCharacter(at int, what string) error {
	return fmt.Errorf("%s at offset %d: subtags are letters and digits, joined by hyphens", what, at)
}

func unregistered(subtag, kind string) error {
	return fmt.Errorf("%s is not a registered %s", quoted(subtag), kind)
}

func wrongPrefix(extlang, primary string) error {
	return fmt.Errorf("extended language %s is not registered for use after %s",
		quoted(extlang), quoted(primary))
}

func misplaced(subtag, after string) error {
	return fmt.Errorf("subtag %s has no place after the %s", quoted(subtag), after)
}

func repeated(subtag, kind string) error {
	return fmt.Errorf("%s %s comes twice", kind, quoted(subtag))
}

func notOneLanguage(subtag, why string) error {
	return fmt.Errorf("%s %s", quoted(subtag), why)
}

func badExtension(singleton, why string) error {
	return fmt.Errorf("extension %s: %s", quoted(singleton), why)
}
