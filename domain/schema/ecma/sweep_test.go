package ecma_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"unicode"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

var sweepAll = flag.Bool("ecma.sweep", false, "compare every property with node, code point by code point")

// movedSince lists assigned code points whose property has changed between the
// Unicode version of Go's tables and that of the node compared with: corrections
// of Unicode's own, which no translation can know of.
var movedSince = map[string][]rune{
	`\p{gc=Ll}`: {0x0295}, `\p{gc=LC}`: {0x0295}, `\p{gc=Lo}`: {0x0295},
	`\p{gc=Mc}`: {0x1171E}, `\p{gc=Mn}`: {0x1171E},
}

// TestSetsAgainstNode compares whole sets, each code point that Go's tables
// know as assigned.
func TestSetsAgainstNode(t *testing.T) {
	engine := startNode(t)
	sets := []string{".", `\s`, `[\S]`, `\W`, `\p{Lu}`, `[\P{sc=Old_Italic}]`}
	if *sweepAll {
		sets = append(sets, `\S`, `\w`, `\d`, `\D`, `[^\s\d]`, `[^\W_]`, "[^]", "[]", `\P{L}`, `\P{sc=Linear_B}`)
		for name := range unicode.Scripts {
			sets = append(sets, `\p{Script=`+name+"}", `[^\P{sc=`+name+"}_]")
		}
		for name := range unicode.Categories {
			sets = append(sets, `\p{gc=`+name+"}")
		}
	}
	for _, set := range sets {
		compareSet(t, engine, set)
	}
}

func compareSet(t *testing.T, engine *node, set string) {
	t.Helper()
	answer := engine.ask(nodeQuestion{Pattern: "^(?:" + set + ")$", Sweep: true})
	compiled, err := ecma.Compile("^(?:" + set + ")$")
	if err != nil || !answer.Valid {
		t.Errorf("%s: %v, node says valid %v", set, err, answer.Valid)
		return
	}
	in := map[rune]bool{}
	for _, r := range answer.Ranges {
		for c := r[0]; c <= r[1]; c++ {
			in[c] = true
		}
	}
	var differ []string
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if unicode.Is(unicode.Cn, c) || unicode.Is(unicode.Cs, c) {
			continue
		}
		if compiled.MatchString(string(c)) != in[c] && !slices.Contains(movedSince[set], c) {
			differ = append(differ, fmt.Sprintf("%04X", c))
		}
	}
	if len(differ) > 0 {
		t.Errorf("%s differs at %d code points: %.200s", set, len(differ), fmt.Sprint(differ))
	}
}
