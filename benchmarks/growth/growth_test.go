package growth_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/benchmarks/growth"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

var unlimited = schema.Limits{MaxBytes: 1 << 30, MaxProperties: 1 << 30, MaxDescribed: 1 << 30, MaxDescribedBytes: 1 << 30}

// rows are what may not grow faster than its input. Whoever makes something that a stranger can make
// large adds a row.
var rows = []growth.Row{
	{Name: "strictjson.Decode, values", Sizes: doubled(1024, 4), Make: func(n int) (func(), error) {
		text := []byte(`[` + strings.Repeat(`{"a":1,"b":["x"]},`, n) + `{}]`)
		return func() { _, _ = strictjson.Decode(text, strictjson.Options{}) }, nil
	}},
	{Name: "schema.Read, properties", Sizes: doubled(1024, 4), Make: func(n int) (func(), error) {
		text := []byte(wide(n))
		return func() { schema.Read(text, unlimited) }, nil
	}},
	{Name: "schema.Project, properties", Sizes: doubled(1024, 4), Make: func(n int) (func(), error) {
		s, names, err := read(n)
		i := 0
		return func() {
			i++ // another selection each time: none of them is kept
			s.Project(append(names[i%16:len(names):len(names)], names[:i%16]...))
		}, err
	}},
	{Name: "schema.Prepare, references", Sizes: doubled(512, 4), Make: func(n int) (func(), error) {
		text := []byte(referring(n))
		return func() { _, _ = schema.Prepare(text, unlimited) }, nil
	}},
	{Name: "schema.Prepare, unknown keywords", Sizes: doubled(1024, 4), Make: func(n int) (func(), error) {
		text := []byte(`{"type":"object","properties":{"a":` + object(n, `{"if":1}`) + `}}`)
		return func() { _, _ = schema.Prepare(text, unlimited) }, nil
	}},
	{Name: "schema.Evaluate, properties", Sizes: doubled(1024, 4), Make: func(n int) (func(), error) {
		s, names, err := read(n)
		if err != nil {
			return nil, err
		}
		p := s.Project(names)
		value, err := strictjson.Decode([]byte(object(n, `"x"`)), strictjson.Options{})
		return func() { schema.Evaluate(p, value, nil) }, err
	}},
	{Name: "schema.Evaluate, unique items", Sizes: doubled(1024, 4), Make: func(n int) (func(), error) {
		s, reasons := schema.Read([]byte(`{"type":"object","properties":{"a":{"uniqueItems":true}}}`), unlimited)
		if len(reasons) > 0 {
			return nil, fmt.Errorf("%s", reasons.Summary())
		}
		p := s.Project([]string{"a"})
		value, err := strictjson.Decode([]byte(`{"a":[`+strings.Repeat(`"x",`, n)+`{}]}`), strictjson.Options{})
		return func() { schema.Evaluate(p, value, nil) }, err
	}},
	{Name: "Intent.Parse, bytes of input", Sizes: doubled(16<<10, 4), Make: reading},
}

var measure = flag.Bool("growth", false, "measure how costs grow")

// TestGrowth prints the table and fails if a row grows faster than its input.
func TestGrowth(t *testing.T) {
	if !*measure {
		t.Skip("it measures time, which a busy machine spoils: make bench-growth")
	}
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			result, err := growth.Measure(row)
			if err != nil {
				t.Fatal(err)
			}
			var costs []string
			for i, size := range row.Sizes {
				costs = append(costs, fmt.Sprintf("%d: %v", size, result.Costs[i].Round(time.Microsecond)))
			}
			t.Logf("exponent %.2f  (%s)", result.Exponent, strings.Join(costs, ", "))
			if result.Exponent > growth.MaxExponent {
				t.Errorf("grows with exponent %.2f, at most %.1f is allowed", result.Exponent, growth.MaxExponent)
			}
		})
	}
}

func doubled(first, times int) []int {
	sizes := []int{first}
	for range times - 1 {
		sizes = append(sizes, 2*sizes[len(sizes)-1])
	}
	return sizes
}

func name(i int) string { return fmt.Sprintf("field-%06d", i) }

// object is an object of n members.
func object(n int, value string) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf("%q:%s", name(i), value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func wide(n int) string {
	return `{"type":"object","properties":` + object(n, `{"type":"string"}`) + `}`
}

func read(n int) (*schema.Schema, []string, error) {
	s, reasons := schema.Read([]byte(wide(n)), unlimited)
	if len(reasons) > 0 {
		return nil, nil, fmt.Errorf("%s", reasons.Summary())
	}
	return s, s.Fields(), nil
}

// referring is a schema of n properties that refer to n definitions.
func referring(n int) string {
	properties, definitions := make([]string, n), make([]string, n)
	for i := range n {
		properties[i] = fmt.Sprintf(`"f%d":{"$ref":"#/$defs/d%d"}`, i, i)
		definitions[i] = fmt.Sprintf(`"d%d":{"type":"string","x-order":%d}`, i, i)
	}
	return `{"type":"object","properties":{` + strings.Join(properties, ",") + `},"$defs":{` + strings.Join(definitions, ",") + `}}`
}

// instant is an executor that answers at once.
type instant struct{ candidate string }

func (instant) ID() string { return "instant" }

func (instant) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }

func (e instant) Generate(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
	return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: e.candidate}, nil
}

// reading is a whole reading of an input of so many bytes.
func reading(n int) (func(), error) {
	core := world.Core()
	core["normalizedInput"] = strings.Repeat("The weather is fine and the road is dry. ", n/41)
	limits := intent.Limits{MaxInputBytes: 1 << 30, MaxRequestBytes: 1 << 30, MaxOutputBytes: 1 << 30}
	reader, err := bootstrap.NewIntent(intent.Config{Limits: limits}, instant{world.Text(core)},
		bootstrap.WithValidator(native.New()))
	if err != nil {
		return nil, err
	}
	request := intent.Request{Input: world.OrderInput + core["normalizedInput"].(string)}
	_, err = reader.Parse(context.Background(), request)
	return func() { _, _ = reader.Parse(context.Background(), request) }, err
}
