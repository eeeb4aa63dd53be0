package ecma_test

import (
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

// FuzzCompile looks for panics and for judgements that contradict each other.
func FuzzCompile(f *testing.F) {
	for _, test := range meanings {
		f.Add(test.pattern, "a")
	}
	for _, test := range refusals {
		if len(test.pattern) < 100 {
			f.Add(test.pattern, "")
		}
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		valid, stopped := ecma.CheckSyntax(pattern, nil)
		if stopped {
			t.Error("stopped without a stop function")
		}
		p, err := ecma.Compile(pattern)
		if err == nil {
			if !valid && !p.Lax() || valid && p.Lax() {
				t.Errorf("syntax %v, lax %v", valid, p.Lax())
			}
			if p.Instructions() < 1 || p.Instructions() > ecma.MaxInstructions {
				t.Errorf("%d instructions", p.Instructions())
			}
			if matched, _ := p.Match(text, func() bool { return false }); matched != p.MatchString(text) {
				t.Errorf("two verdicts on %q", text)
			}
			return
		}
		var refusal *ecma.Error
		if !errors.As(err, &refusal) {
			t.Fatalf("error of type %T", err)
		}
		if refusal.Invalid && valid {
			t.Errorf("%v, but the syntax is fine", refusal)
		}
		if refusal.Construct == "translation" {
			t.Errorf("%v", refusal)
		}
	})
}
