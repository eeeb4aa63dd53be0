package parse_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

const (
	pathQuery = "Query order 000123."
	pathCore  = `{"normalizedInput":"Query order 000123.","primaryIntent":"Query order","requirements":[],` +
		`"prohibitions":[],"intents":[{"action":"query","target":"Order 000123","requirements":[],"blockers":` +
		`{"clarificationReason":null,"questions":[],"confirmationReason":null,"conditionReason":null}}]}`
)

// wide is a schema of n optional fields beside one that is described, and the data candidate for it, which
// fills them or says that they were not provided.
func wide(n int, filled bool) (schema, data string) {
	var properties, values, evidence, results strings.Builder
	for i := range n {
		fmt.Fprintf(&properties, `,"optional_%d":{"type":"string"}`, i)
		status := "not_provided"
		if filled {
			status = "extracted"
			fmt.Fprintf(&values, `,"optional_%d":"000123"`, i)
			fmt.Fprintf(&evidence, `,{"path":"/data/optional_%d","mode":"exact",`+
				`"sources":[{"sourceId":"input","quote":"000123"}]}`, i)
		}
		fmt.Fprintf(&results, `,{"path":"/data/optional_%d","status":"%s","explanation":"No corresponding fact."}`, i, status)
	}
	schema = `{"type":"object","properties":{"orderId":{"type":"string","description":"The order."}` + properties.String() +
		`},"required":["orderId"]}`
	data = `{"data":{"orderId":"000123"` + values.String() + `},"evidence":[{"path":"/data/orderId","mode":"exact",` +
		`"sources":[{"sourceId":"input","quote":"000123"}]}` + evidence.String() + `],"descriptionChecks":[{"path":` +
		`"/data/orderId","verdict":"satisfied","explanation":"Current order.","sources":[{"sourceId":"input","quote":"000123"}]}],` +
		`"fieldResults":[{"path":"/data/orderId","status":"extracted","explanation":"Current order."}` + results.String() +
		`],"issues":[]}`
	return schema, data
}

// BenchmarkPaths is the library path of docs/performance.md: two stages, an executor that answers at once.
func BenchmarkPaths(b *testing.B) {
	for _, tc := range []struct {
		name, input string
		fields      int
		filled      bool
	}{
		{"small", pathQuery, 0, false},
		{"54KB", pathQuery + "\n" + strings.Repeat("Background reference only. ", 2000), 0, false},
		{"256properties", pathQuery, 255, false},
		{"256filled", pathQuery, 255, true},
	} {
		b.Run(tc.name, func(b *testing.B) {
			schema, data := wide(tc.fields, tc.filled)
			reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(schema)}, instant{pathCore, data})
			if err != nil {
				b.Fatal(err)
			}
			defer reader.Dispose()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := reader.Parse(context.Background(), intent.Request{Input: tc.input}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
