package candidate_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestManyQuotes: however many quotes are looked up, and in whatever way, those that do not occur are
// found and no others.
func TestManyQuotes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		material := rapid.StringOfN(rapid.SampledFrom([]rune("abé四")), 20, 200, -1).Draw(rt, "material")
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abé四")), 1, 5, -1)
		most := rapid.SampledFrom([]int{20, 150}).Draw(rt, "most") // few are searched for, many are indexed
		quotes := rapid.SliceOfNDistinct(word, most/2, most, rapid.ID).Draw(rt, "quotes")
		var entries, values []string
		var want []string
		for i, quote := range quotes {
			values = append(values, "0")
			entries = append(entries, fmt.Sprintf(
				`{"path":"/data/n/%d","mode":"semantic","sources":[{"sourceId":"input","quote":%q}]}`, i, quote))
			if !strings.Contains(material, quote) {
				want = append(want, fmt.Sprintf("/evidence/%d/sources/0/quote source.quote", i))
			}
		}
		text := `{"data":{"n":[` + strings.Join(values, ",") + `]},"evidence":[` + strings.Join(entries, ",") +
			`],"descriptionChecks":[],"fieldResults":[{"path":"/data/n","status":"extracted","explanation":"e"}],"issues":[]}`
		task := taskOf(t, `{"type":"object","properties":{"n":{"type":"array"}}}`, material, intent.Limits{})
		got := judge(t, text, task)
		if len(got.mistakes) != len(want) {
			rt.Fatalf("got %d mistakes, want %d", len(got.mistakes), len(want))
		}
		for i, m := range got.mistakes {
			if m.Pointer+" "+m.Rule != want[i] {
				rt.Fatalf("got %s %s, want %s", m.Pointer, m.Rule, want[i])
			}
		}
	})
}

// TestOccurrencesAreThoseOfASlowSearch compares with the plainest search there is.
func TestOccurrencesAreThoseOfASlowSearch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		material := rapid.StringOfN(rapid.SampledFrom([]rune("aé😀")), 0, 40, -1).Draw(rt, "material")
		quote := rapid.StringOfN(rapid.SampledFrom([]rune("aé😀")), 1, 4, -1).Draw(rt, "quote")
		var want []intent.Occurrence
		points, units := 0, 0
		for at, r := range material {
			if strings.HasPrefix(material[at:], quote) {
				want = append(want, intent.Occurrence{ByteOffset: at, CodePointOffset: points, UTF16Offset: units})
			}
			points++
			units += utf16.RuneLen(r)
		}
		got, _ := candidate.Occurrences(material, quote)
		for i := range got {
			got[i].InsideWord = false // TestInsideWord looks at it
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			rt.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestWideObjects: names are found in objects of any width.
func TestWideObjects(t *testing.T) {
	var values, entries []string
	for i := range 40 {
		values = append(values, fmt.Sprintf(`"k%d":%d`, i, i))
		entries = append(entries, fmt.Sprintf(
			`{"path":"/data/n/k%d","mode":"semantic","sources":[{"sourceId":"input","quote":"x"}]}`, i+1))
	}
	text := `{"data":{"n":{` + strings.Join(values, ",") + `}},"evidence":[` + strings.Join(entries, ",") +
		`],"descriptionChecks":[],"fieldResults":[{"path":"/data/n","status":"extracted","explanation":"e"}],"issues":[]}`
	got := judge(t, text, taskOf(t, `{"type":"object","properties":{"n":{"type":"object"}}}`, "x", intent.Limits{}))
	compare(t, got.mistakes, []string{"/data/n/k0 evidence.missing", "/evidence/39/path evidence.path"})
}

// A hint says in what a quote differs, and never the text.
func TestQuoteHints(t *testing.T) {
	for _, tc := range []struct{ material, quote, want string }{
		{"Order  SECRET\n12", "Order SECRET 12", "(it does with other white space)"},
		{"the \u201cSECRET\u201d box", "the \\\"SECRET\\\" box", "(it does with other quotation marks or dashes)"},
		{"cafe\u0301 SECRET", "café SECRET", "(it does in another Unicode normalisation form)"},
		{"cafe\u0301  \u2013 SECRET", "café - SECRET", "(it does with other white space, quotation marks or normalisation)"},
		{"Order SECRET", "Order secret", "material, expected"},
	} {
		text := strings.Replace(goodOrder, `"quote":"Order"`, `"quote":"`+tc.quote+`"`, 1)
		got := judge(t, text, taskOf(t, orderSchema, orderInput+tc.material, intent.Limits{}))
		if len(got.mistakes) != 1 || !strings.Contains(got.mistakes[0].Message, tc.want) ||
			strings.Contains(got.mistakes[0].Message, "SECRET") {
			t.Errorf("%q: %+v", tc.quote, got.mistakes)
		}
	}
}
