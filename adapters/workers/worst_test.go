package workers_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// worst is a schema and a value inside every limit of the contract that cost as much as we could find.
type worst struct{ name, schema, value string }

func list(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return strings.Join(items, ",")
}

func same(text string) func(int) string { return func(int) string { return text } }

// cubed nests a combination three times, 16 branches each.
func cubed(keyword, leaf string) string {
	for range 3 {
		leaf = `{"` + keyword + `":[` + list(16, same(leaf)) + `]}`
	}
	return leaf
}

func worsts() []worst {
	// 20,000 values at most, of which the root, the field and its container are three.
	const items = 19_990
	ones := "[" + list(items, same("1")) + "]"
	name := strings.Repeat("n", 200_000)
	fields := func(n int, of string) string {
		return list(n, func(i int) string { return fmt.Sprintf(`"p%d":%s`, i, of) })
	}
	field := func(text string) string { return `"v":` + text }
	return []worst{
		{"anyOf-16³-none-holds", field(`{"items":` + cubed("anyOf", `{"type":"null"}`) + `}`), ones},
		{"anyOf-16³-all-hold", field(`{"items":` + cubed("anyOf", `{"type":"integer"}`) + `}`), ones},
		{"anyOf-16³-described", field(`{"items":` + cubed("anyOf", `{"description":"d"}`) + `}`), ones},
		{"oneOf-16³-none-holds", field(`{"items":` + cubed("oneOf", `{"type":"null"}`) + `}`), ones},
		{"oneOf-16³-all-hold", field(`{"items":` + cubed("oneOf", `{"minimum":0}`) + `}`), ones},
		{"allOf-16³-hold", field(`{"items":` + cubed("allOf", `{"minimum":0}`) + `}`), ones},
		{"allOf-16³-fail", field(`{"items":` + cubed("allOf", `{"type":"null"}`) + `}`), ones},
		{"not-anyOf-16³", field(`{"not":{"items":` + cubed("anyOf", `{"type":"null"}`) + `}}`), ones},
		{"enum-of-1000-member", field(`{"items":{"enum":[` + list(1000, func(i int) string { return fmt.Sprint(i) }) + `]}}`), ones},
		{"enum-of-1000-none", field(`{"items":{"enum":[` + list(1000, func(i int) string { return fmt.Sprintf(`"%0100d"`, i) }) + `]}}`), ones},
		{"enum-of-1000-in-branches", field(`{"items":{"anyOf":[{"enum":[` + list(1000, func(i int) string { return fmt.Sprintf(`"%0100d"`, i) }) + `]},true]}}`), ones},
		{"unique-equal", field(`{"uniqueItems":true}`), ones},
		{"unique-distinct", field(`{"uniqueItems":true}`), "[" + list(items, func(i int) string { return fmt.Sprint(i) }) + "]"},
		{"unique-nested", field(`{"items":` + cubed("allOf", `{"uniqueItems":true}`) + `}`), "[" + list(2000, func(i int) string { return fmt.Sprintf("[[%d],2,3,4,5,6,7]", i) }) + "]"},
		{"required-256", field(`{"items":{"required":[` + list(256, func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + `]}}`), "[" + list(items, same("{}")) + "]"},
		{"required-in-branches", field(`{"items":{"anyOf":[` + list(15, same(`{"required":[`+list(256, func(i int) string { return fmt.Sprintf(`"p%d"`, i) })+`]}`)) + `,true]}}`), "[" + list(items, same("{}")) + "]"},
		{"name-of-200-KB", field(`{"additionalProperties":{"items":{"type":"string"}}}`), `{"` + name + `":` + "[" + list(20_000-10, same("1")) + "]}"},
		{"name-of-200-KB-described", field(`{"additionalProperties":{"items":{"description":"d"}}}`), `{"` + name + `":` + "[" + list(20_000-10, same("1")) + "]}"},
		{"name-of-200-KB-branches", field(`{"additionalProperties":{"items":{"anyOf":[{"type":"string"},true]}}}`), `{"` + name + `":` + "[" + list(20_000-10, same("1")) + "]}"},
		{"patterns-256", list(255, func(i int) string { return fmt.Sprintf(`"f%d":{"pattern":".{0,1000}x%d"}`, i, i) }) + "," +
			field(`{"allOf":[`+list(16, func(i int) string {
				return `{"allOf":[` + list(16, func(j int) string { return fmt.Sprintf(`{"pattern":".{0,1000}x%d"}`, 16*i+j) }) + `]}`
			})+`]}`), `"` + strings.Repeat("a", 250_000) + `"`},
		{"pattern-of-12-s", field(`{"pattern":"(x+x+){1,900}y"}`), `"` + strings.Repeat("x", 250_000) + `"`},
		{"format-regex", field(`{"items":{"format":"regex"}}`), "[" + list(11, same(`"`+strings.Repeat("(?:a|b)*", 2750)+`"`)) + "]"},
		{"format-regex-nested", field(`{"items":{"format":"regex"}}`), "[" + list(11, same(`"`+strings.Repeat("(", 11000)+strings.Repeat(")", 11000)+`"`)) + "]"},
		{"objects-10000", field(`{"items":{"properties":{` + fields(254, `{"type":"integer"}`) + `}}}`), "[" + list(9990, same(`{"p253":1}`)) + "]"},
		{"numbers-17-digits", field(`{"items":{"multipleOf":0.00000000000000001,"minimum":0.1}}`), "[" + list(12_000, same("0.12345678901234568")) + "]"},
		{"numbers-300-exponent", field(`{"items":{"anyOf":[` + list(15, same(`{"multipleOf":3e-300,"maximum":1e-301}`)) + `,true]}}`), "[" + list(items, same("1e-290")) + "]"},
	}
}

// instance makes an instance that validates on a pool, and the value that it is to judge.
func (w worst) instance(
	tb testing.TB, validator ports.SchemaValidator, pool *workers.Pool,
) (*engine.Engine, strictjson.Value) {
	tb.Helper()
	text := `{"type":"object","properties":{` + w.schema + `}}`
	e, err := engine.New(intent.Config{Schema: []byte(text)}, engine.Parts{
		Validator: validator, Workers: func(int) ports.Workers { return pool }})
	if err != nil {
		tb.Fatalf("%s: %v", w.name, err)
	}
	value, err := strictjson.Decode([]byte(`{"v":`+w.value+`}`), strictjson.Options{
		MaxBytes: intent.DefaultMaxOutputBytes, MaxDepth: intent.DefaultMaxCandidateDepth, MaxNodes: intent.DefaultMaxCandidateNodes,
	})
	if err != nil {
		tb.Fatalf("%s: %v", w.name, err)
	}
	return e, value
}

// heap samples the live heap until it is told to end, and gives the largest sample.
func heap(end <-chan struct{}) <-chan uint64 {
	most := make(chan uint64, 1)
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		peak := uint64(0)
		for {
			metrics.Read(sample)
			peak = max(peak, sample[0].Value.Uint64())
			select {
			case <-end:
				most <- peak
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return most
}

// BenchmarkWorst runs each worst case as an instance does: compiled and judged on a worker, within
// maxValidationMs. It reports when the caller was answered, when a small validation that was queued
// behind two of them was, and the largest heap; a leak fails it.
func BenchmarkWorst(b *testing.B) {
	for _, validator := range []ports.SchemaValidator{native.New(), gojsonschema.New()} {
		for _, w := range worsts() {
			b.Run(validator.Name()+"/"+w.name, func(b *testing.B) {
				for b.Loop() {
					w.run(b, validator)
				}
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func (w worst) run(b *testing.B, validator ports.SchemaValidator) {
	pool := workers.New(0)
	large, value := w.instance(b, validator, pool)
	small, smallValue := worst{"small", `"v":{"type":"integer"}`, "1"}.instance(b, validator, pool)
	debug.FreeOSMemory()
	before := runtime.NumGoroutine()
	end := make(chan struct{})
	peak := heap(end)

	answers := make(chan time.Duration, workers.MaxLive)
	outcomes := make(chan string, workers.MaxLive)
	begun := time.Now()
	for range workers.MaxLive {
		go func() {
			outcome := judged(large, value)
			answers <- time.Since(begun)
			outcomes <- outcome
		}()
	}
	time.Sleep(5 * time.Millisecond)
	for judged(small, smallValue) != "valid" { // over time: both workers are still busy
	}
	behind := time.Since(begun)
	answered := max(<-answers, <-answers)
	pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := pool.Wait(ctx); err != nil {
		b.Errorf("a worker lives on: %v", err)
	}
	idle := time.Since(begun)
	close(end)
	megabytes := float64(<-peak) / (1 << 20)
	for deadline := time.Now().Add(time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > before {
		b.Errorf("%d goroutines, before there were %d", now, before)
	}
	if megabytes > 256 {
		b.Errorf("%.0f MB", megabytes)
	}
	outcome := <-outcomes
	b.ReportMetric(float64(answered.Milliseconds()), "answered-ms/"+outcome)
	b.ReportMetric(float64(behind.Milliseconds()), "small-behind-ms")
	b.ReportMetric(float64(idle.Milliseconds()), "idle-ms")
	b.ReportMetric(megabytes, "peak-MB")
}

// judged validates as an instance does and says what came of it.
func judged(e *engine.Engine, value strictjson.Value) string {
	verdict, err := e.Validate(context.Background(), e.Definition().Schema.Project(e.Definition().Schema.Fields()), value)
	switch {
	case errors.Is(err, intent.LimitExceeded):
		return "stopped"
	case err != nil:
		return err.Error()
	case verdict.Disagreement != nil:
		return "disagreement"
	case verdict.Unconfirmed:
		return "unconfirmed"
	case verdict.Valid():
		return "valid"
	default:
		return "invalid"
	}
}
