package ecma_test

import (
	"errors"
	"flag"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

var (
	patternCount = flag.Int("ecma.patterns", 600, "random patterns to compare with node")
	patternSeed  = flag.Uint64("ecma.seed", 1, "seed of the random patterns")
)

// refusedKinds are the constructs that ECMA-262 has and a translation has not.
var refusedKinds = map[string]bool{
	"lookahead": true, "lookbehind": true, "back-reference": true, "named back-reference": true,
	"repetition count": true, "nested repetition counts": true, "nesting": true, "binary property": true,
	"script extensions": true, "script": true, "lone surrogate": true, "compiled program": true,
}

// laxEscape finds what may be an identity escape that the u flag forbids.
var laxEscape = regexp.MustCompile(`\\[^\pL\pN^$\\.*+?()\[\]{}|/]`)

// tally counts how the patterns of a run ended.
type tally struct {
	accepted, lax, matches, hits, slow, invalid int
	// foreign and differing are the accepted patterns that, handed to Go as they
	// are, do not compile or match something else.
	foreign, differing int
	refused            map[string]int
}

// TestAgainstNode compares random patterns with a JavaScript engine: what is
// accepted matches the same texts, what is refused is of a refused kind, and
// what is called invalid is.
func TestAgainstNode(t *testing.T) {
	engine := startNode(t)
	g := newGenerator(*patternSeed)
	count := tally{refused: map[string]int{}}
	for i := range *patternCount {
		pattern, strict := g.next()
		if i%4 == 3 {
			pattern = g.nasty()
			strict = pattern
		}
		compare(t, engine, &count, pattern, strict, g.texts(pattern))
	}
	t.Logf("%d patterns, seed %d: %d accepted (%d lax, %d too slow for node), %d invalid",
		*patternCount, *patternSeed, count.accepted, count.lax, count.slow, count.invalid)
	t.Logf("%d matches compared, %d of them true", count.matches, count.hits)
	t.Logf("handed to Go as they are, %d would not compile and %d match something else", count.foreign, count.differing)
	for _, kind := range slices.Sorted(maps.Keys(count.refused)) {
		t.Logf("refused %s: %d", kind, count.refused[kind])
	}
}

func compare(t *testing.T, engine *node, count *tally, pattern, strict string, texts []string) {
	t.Helper()
	want := engine.ask(nodeQuestion{Pattern: pattern})
	if ok, _ := ecma.CheckSyntax(pattern, nil); ok != want.Valid {
		t.Errorf("%q: syntax %v, node says %v", pattern, ok, want.Valid)
	}
	if pattern == strict && laxEscape.MatchString(pattern) {
		return // random tokens that made one: there is no strict spelling to compare with
	}
	compiled, err := ecma.Compile(pattern)
	if err != nil {
		compareRefusal(t, engine, count, pattern, strict, err)
		return
	}
	count.accepted++
	if compiled.Lax() {
		count.lax++
	}
	answer := engine.ask(nodeQuestion{Pattern: strict, Texts: texts})
	if answer.Slow {
		count.slow++
		return
	}
	if !answer.Valid {
		t.Errorf("%q: accepted, node refuses %q", pattern, strict)
		return
	}
	count.compareRaw(pattern, texts, answer.Matches)
	for i, text := range texts {
		count.matches++
		if answer.Matches[i] {
			count.hits++
		}
		if got := compiled.MatchString(text); got != answer.Matches[i] {
			t.Errorf("%q on %q: %v, node says %v (translated %q)",
				pattern, text, got, answer.Matches[i], compiled.Go())
		}
	}
}

// compareRaw counts what a translation saves from.
func (c *tally) compareRaw(pattern string, texts []string, want []bool) {
	raw, err := regexp.Compile(pattern)
	if err != nil {
		c.foreign++
		return
	}
	for i, text := range texts {
		if raw.MatchString(text) != want[i] {
			c.differing++
			return
		}
	}
}

func compareRefusal(t *testing.T, engine *node, count *tally, pattern, strict string, err error) {
	t.Helper()
	var refusal *ecma.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("%q: error of type %T", pattern, err)
	}
	valid := engine.ask(nodeQuestion{Pattern: strict}).Valid
	if refusal.Invalid {
		count.invalid++
	} else {
		count.refused[refusal.Construct]++
	}
	if refusal.Invalid == valid {
		t.Errorf("%q: %v (invalid %v), node says valid %v", pattern, refusal, refusal.Invalid, valid)
	}
	if !refusal.Invalid && !refusedKinds[refusal.Construct] {
		t.Errorf("%q: refused for %s, which is no refused kind", pattern, refusal.Construct)
	}
}
