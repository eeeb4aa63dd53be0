//go:build unix

package offline

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// vocabulary is what requests are made of, marks and half quotations included.
var vocabulary = strings.Fields(`please delete the order 000771 and if then before after you approve don't never it not no wait
	actually instead , . ; : ? ! " “ ” ' ( ) 《 》 because i we my me ask confirm once unless until first run tests check with for to
	from of is are was been already has could would should what why how many 请 帮 我 把 删除 订单 如果 就 再 然后 后 之前 不要 别 确认 同意 先
	了 的 ， 。 、 ； ？ “ ” 并 和 或 改 发 查 给 对 在 从 到 三 个 元 2026-03-05 march 5, 2026 a.b@example.org A-12 €500 5kg 1,200 express
	urgent: true quantity true false 是 否 加急 except all but 除了 以外 不超过 at most by friday`)

const wideSchema = `{"type":"object","description":"A request.","properties":{"orderId":{"type":"string","title":"order","pattern":"^[0-9]{6}$","description":"The order number"},
	"urgent":{"type":"boolean","title":"加急"},"service":{"enum":["economy","express","overnight"]},"quantity":{"type":"integer","minimum":1},
	"start":{"type":"string","format":"date"},"mail":{"type":"string","format":"email"},"budget":{"type":"number","description":"in euros"},
	"ids":{"type":"array","items":{"type":"string","pattern":"^A-\\d+$"}},"to":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}},"required":["city"]}}}`

func payloadFor(language, input string) string {
	text, _ := json.Marshal(map[string]any{"structuredLanguage": language, "currentInput": input,
		"context":        []any{},
		"selectedSchema": json.RawMessage(wideSchema),
		"selectedFields": []string{"orderId", "urgent", "service", "quantity", "start", "mail", "budget", "ids",
			"to"}})
	return string(text)
}

// longTexts are texts of a size: words in random order, and single words repeated, which finds what is not
// linear.
func longTexts(size int) map[string]string {
	out := map[string]string{}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, glue := range []string{" ", ""} {
		var b strings.Builder
		for b.Len() < size {
			b.WriteString(vocabulary[rng.IntN(len(vocabulary))] + glue)
		}
		out["random"+glue] = strings.ToValidUTF8(b.String()[:size], "")
		for _, w := range vocabulary {
			out[w+glue] = strings.ToValidUTF8(strings.Repeat(w+glue, size/len(w+glue)), "")
		}
	}
	return out
}

// BenchmarkLongTexts tells the slowest of many 64 KB texts, both stages, as processor time.
func BenchmarkLongTexts(b *testing.B) {
	texts := longTexts(64 << 10)
	reader := New()
	worst, name := time.Duration(0), ""
	for b.Loop() {
		for unit, text := range texts {
			for _, stage := range []intent.Stage{intent.StageCore, intent.StageData} {
				if d := quickest(reader, stage, payloadFor("en", text)); d > worst {
					worst, name = d, string(stage)+" of "+unit
				}
			}
		}
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
	b.Logf("slowest: stage %s", name)
}

// TestLinear: a text twice as long takes about twice as long, whatever it is made of.
func TestLinear(t *testing.T) {
	reader := New()
	short, long := longTexts(1<<10), longTexts(8<<10)
	for unit := range short {
		for _, stage := range []intent.Stage{intent.StageCore, intent.StageData} {
			a := quickest(reader, stage, payloadFor("en", short[unit]))
			z := quickest(reader, stage, payloadFor("en", long[unit]))
			if z > 24*max(a, time.Millisecond) {
				t.Errorf("%s of %q: %v, and %v for eight times as much", stage, unit, a, z)
			}
		}
	}
}

// quickest is the processor time of one answer, the least of up to three.
func quickest(reader *Executor, stage intent.Stage, payload string) time.Duration {
	least := time.Hour
	for range 3 {
		start := cpu()
		_, _ = reader.Generate(context.Background(), intent.ModelRequest{Stage: stage, Payload: payload})
		if least = min(least, cpu()-start); least < 10*time.Millisecond {
			break
		}
	}
	return least
}

func BenchmarkShortRequest(b *testing.B) {
	request := intent.ModelRequest{Stage: intent.StageCore, Payload: payloadFor("en",
		"Check the delivery of order 000771 to Lisbon, urgent: true.")}
	b.ReportAllocs()
	reader := New()
	for b.Loop() {
		_, _ = reader.Generate(context.Background(), request)
	}
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
