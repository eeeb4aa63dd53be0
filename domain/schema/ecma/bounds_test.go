package ecma_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

// long are texts that a careless reader would spend its stack or the square of
// their length on.
func long(size int) map[string]string {
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	half := size / 2
	return map[string]string{
		"open":        repeat("("),
		"closed":      strings.Repeat("(", half) + strings.Repeat(")", half),
		"captures":    repeat("()"),
		"lookbehind":  repeat("(?<="),
		"names":       repeat("(?<"),
		"escapes":     repeat(`\`),
		"references":  repeat(`\1`),
		"named":       "(?<a>)" + repeat(`\k<a>`),
		"classes":     repeat("[]"),
		"class":       "[" + repeat("a") + "]",
		"brackets":    repeat("["),
		"ranges":      "[" + repeat("a-b") + "]",
		"sets":        "[" + repeat(`\P{L}`) + "]",
		"digits":      "a{" + repeat("0") + "1}",
		"code point":  `\u{` + repeat("0") + "61}",
		"property":    `\p{` + repeat("a") + "}",
		"properties":  repeat(`\p{`),
		"alternates":  repeat("|"),
		"quantifiers": repeat("a*?"),
		"braces":      repeat("a{"),
		"surrogates":  repeat(`\ud83d`),
	}
}

func TestLongTexts(t *testing.T) {
	valid := map[string]bool{
		"closed": true, "captures": true, "named": true, "classes": true, "class": true, "ranges": true,
		"escapes": true, "sets": true, "digits": true, "code point": true, "alternates": true,
		"quantifiers": true, "surrogates": true,
	}
	for name, text := range long(1 << 20) {
		ok, stopped := ecma.CheckSyntax(text, func() bool { return false })
		if ok != valid[name] || stopped {
			t.Errorf("%s: %v, stopped %v", name, ok, stopped)
		}
	}
	for name, text := range long(1 << 15) {
		if p, err := ecma.Compile(text); err == nil && p.Instructions() > ecma.MaxInstructions {
			t.Errorf("%s: %d instructions", name, p.Instructions())
		}
	}
}

func TestSyntaxCheckStops(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 1<<20), "[" + strings.Repeat("a", 1<<20) + "]"} {
		asked := 0
		ok, stopped := ecma.CheckSyntax(text, func() bool { asked++; return asked == 3 })
		if ok || !stopped || asked != 3 {
			t.Errorf("ok %v, stopped %v, asked %d times", ok, stopped, asked)
		}
	}
}

func TestMatchStops(t *testing.T) {
	p, err := ecma.Compile(`^.{0,1000}x$`)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("é", 125_000) + "x"
	for _, patience := range []int{1, 2, 50} {
		asked := 0
		matched, stopped := p.Match(text, func() bool { asked++; return asked >= patience })
		if matched || !stopped || asked != patience {
			t.Errorf("patience %d: matched %v, stopped %v, asked %d times", patience, matched, stopped, asked)
		}
	}
}

// A stop must not make a match of an end that is none.
func TestStoppedEndIsNoMatch(t *testing.T) {
	p, err := ecma.Compile(`^a*$`)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	stop := func() bool { asked++; return asked > 1 }
	if matched, stopped := p.Match(strings.Repeat("a", 1<<20), stop); matched || !stopped {
		t.Errorf("matched %v, stopped %v", matched, stopped)
	}
}

func TestShortMatchAsksNothing(t *testing.T) {
	p, err := ecma.Compile(`^[a-z]+$`)
	if err != nil {
		t.Fatal(err)
	}
	matched, stopped := p.Match("abc", func() bool { t.Error("asked"); return true })
	if !matched || stopped {
		t.Errorf("matched %v, stopped %v", matched, stopped)
	}
	if matched, stopped = p.Match(strings.Repeat("a", 1<<20), nil); !matched || stopped {
		t.Errorf("matched %v, stopped %v without a stop function", matched, stopped)
	}
}

// TestStoppableMatchIsTheSame compares the two ways of matching.
func TestStoppableMatchIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(rapid.Uint64().Draw(t, "seed"))
		pattern, _ := g.next()
		p, err := ecma.Compile(pattern)
		if err != nil {
			return
		}
		for _, text := range g.texts(pattern) {
			text = strings.Repeat(text, (1<<18)/p.Instructions()/(len(text)+1)+2)
			matched, stopped := p.Match(text, func() bool { return false })
			if stopped || matched != p.MatchString(text) {
				t.Fatalf("%q on %.50q: %v, stopped %v", pattern, text, matched, stopped)
			}
		}
	})
}
