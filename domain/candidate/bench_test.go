package candidate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// large gives a candidate with as many leaves as evidence entries are allowed, each with a quote of
// its own that stands near the end of a long context, and what it is judged against.
func large(b testing.TB, wrong bool) (string, candidate.DataTask) {
	random := rand.New(rand.NewPCG(1, 2))
	var context, values, entries strings.Builder
	context.WriteString(strings.Repeat("aaaaaaab", 120_000/8))
	for i := range 3500 {
		word := fmt.Sprintf("%05x", random.IntN(1<<20))
		context.WriteString(word[:2])
		quote := "aab" + strings.Repeat("a", 4) + word[:1]
		if wrong {
			quote = "aabaaaaaz"
		}
		fmt.Fprintf(&values, ",%d", i)
		fmt.Fprintf(&entries, `,{"path":"/data/n/%d","mode":"semantic","sources":[{"sourceId":"context:0","quote":"%s%d"}]}`,
			i, quote, i)
	}
	text := `{"data":{"n":[` + values.String()[1:] + `]},"evidence":[` + entries.String()[1:] +
		`],"descriptionChecks":[],"fieldResults":[{"path":"/data/n","status":"extracted",` +
		`"explanation":"e"}],"issues":[]}`
	task := taskOf(b, `{"type":"object","properties":{"n":{"type":"array"}}}`, "x",
		intent.Limits{MaxOutputBytes: 1 << 20, MaxCandidateNodes: 1 << 20})
	task.Materials[1].Content = context.String()
	return text, task
}

func BenchmarkCheckDataManyQuotes(b *testing.B) {
	text, task := large(b, false)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := candidate.CheckData(text, task, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckDataMistaken(b *testing.B) {
	text, task := large(b, true)
	for b.Loop() {
		data, err := candidate.CheckData(text, task, nil)
		if err != nil {
			b.Fatal(err)
		}
		mistakes := data.Judge(noVerdict).Mistakes
		_ = mistakes.Diagnostic()
	}
}

func BenchmarkCheckDataSmall(b *testing.B) {
	task := orderTask(b, intent.Limits{})
	for b.Loop() {
		if _, err := candidate.CheckData(goodOrder, task, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckCore(b *testing.B) {
	for b.Loop() {
		if _, mistakes, _ := candidate.CheckCore(goodCore, intent.Limits{}, nil); mistakes != nil {
			b.Fatal(mistakes)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	text, task := large(b, false)
	data, err := candidate.CheckData(text, task, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		data.Findings()
	}
}
