package parse_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// instant answers at once, so that what is measured is the runtime.
type instant struct{ core, data string }

func (instant) ID() string { return "instant" }

func (instant) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONSchema: true, NativeJSONObject: true, IsolatedTurn: true, SupportsAbort: true}
}

func (e instant) Generate(_ context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	text := e.core
	if r.Stage == intent.StageData {
		text = e.data
	}
	return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: text}, nil
}

// candidates of about 2 KB each.
func candidates() instant {
	core, data := world.Core(), world.Data()
	core["requirements"] = []any{strings.Repeat("keep the parcels dry and the papers with them; ", 32)}
	for _, result := range data["fieldResults"].([]any) {
		result.(map[string]any)["explanation"] = strings.Repeat("It is stated in the request. ", 12)
	}
	return instant{core: world.Text(core), data: world.Text(data)}
}

// compilations counts how often a projection is compiled.
type compilations struct {
	ports.SchemaValidator
	n atomic.Int64
}

func (c *compilations) Compile(schemaJSON []byte) (func([]byte) error, error) {
	c.n.Add(1)
	return c.SchemaValidator.Compile(schemaJSON)
}

func BenchmarkParse(b *testing.B) {
	executor := candidates()
	b.Run("encoding-json", func(b *testing.B) {
		b.SetBytes(int64(len(executor.core) + len(executor.data)))
		b.ReportAllocs()
		for b.Loop() {
			for _, text := range []string{executor.core, executor.data} {
				var v any
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	for name, validator := range map[string]ports.SchemaValidator{
		"gojsonschema": gojsonschema.New(), "native": native.New(),
	} {
		b.Run(name, func(b *testing.B) { benchmarkParse(b, executor, validator) })
	}
}

func benchmarkParse(b *testing.B, executor instant, validator ports.SchemaValidator) {
	counted := &compilations{SchemaValidator: validator}
	reader, err := bootstrap.NewIntent(
		intent.Config{Schema: []byte(world.OrderSchema)}, executor, bootstrap.WithValidator(counted))
	if err != nil {
		b.Fatal(err)
	}
	defer reader.Dispose()
	request := intent.Request{Input: world.OrderInput}
	b.SetBytes(int64(len(executor.core) + len(executor.data)))
	b.ReportAllocs()
	before := counted.n.Load()
	for b.Loop() {
		if _, err := reader.Parse(context.Background(), request); err != nil {
			b.Fatal(err)
		}
	}
	if counted.n.Load() != before {
		b.Fatal("the steady state compiles")
	}
}

// TestSteadyStateCompilesNothing: the whole schema is compiled when the instance is made. The candidate of the
// other selection is refused by the evaluation, so that the validator is never asked about it.
func TestSteadyStateCompilesNothing(t *testing.T) {
	counted := &compilations{SchemaValidator: gojsonschema.New()}
	reader, err := bootstrap.NewIntent(
		intent.Config{Schema: []byte(world.OrderSchema)}, candidates(), bootstrap.WithValidator(counted))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Dispose()
	for range 3 {
		if _, err := reader.Parse(t.Context(), intent.Request{Input: world.OrderInput}); err != nil {
			t.Fatal(err)
		}
		selection := intent.Fields("parcels", "city")
		_, _ = reader.Parse(t.Context(), intent.Request{Input: world.OrderInput, Fields: selection})
	}
	if n := counted.n.Load(); n != 1 {
		t.Errorf("compiled %d times", n)
	}
}
