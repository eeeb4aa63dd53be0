package token

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
)

func cut(t testing.TB, source string) string {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tok := range Cut(source, words).Tokens {
		out = append(out, source[tok.Start:tok.End])
	}
	return strings.Join(out, "|")
}

func TestCut(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"Turn off the lamp, please.":                 "Turn off|the|lamp|,|please|.",
		"Ship order #A-12 to a.b@example.org now":    "Ship|order|#A-12|to|a.b@example.org|now",
		"The text 'Bo's train is late'.":             "The|text|'Bo's train is late'|.",
		"把门锁上，再关掉水泵。":                                "把|门|锁上|，|再|关掉|水泵|。",
		"請取消訂單 B-1042":                               "請|取消|訂單|B-1042",
		"1. buy milk\n2. pay 1,200.50 €":             "1. |buy|milk|\n|2. |pay|1,200.50|€",
		"预算３２０元":                                     "预算|３２０|元",
		"a 529(b) plan":                              "a|529(b)|plan",
		"> Delete it\n> now":                         "> Delete it|\n|> now",
		"Change {'a': 1} to `x=2` in config/app.ini": "Change|{'a': 1}|to|`x=2`|in|config/app.ini",
		"files in src/ and /dev/sdc":                 "files|in|src/|and|/dev/sdc",
	} {
		if got := cut(t, source); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}
