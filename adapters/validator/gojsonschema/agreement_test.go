package gojsonschema

import (
	"errors"
	"flag"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports/validatortest"
)

var (
	pairs = flag.Int("pairs", 3000, "random pairs of schema and value that both judges judge")
	seed  = flag.Uint64("seed", 1, "seed of the random pairs")
)

// TestJudgesAgree asks both judges about every pair, also where the evaluation says no, which the
// adapter never does: `go test ./adapters/validator/gojsonschema -run JudgesAgree -pairs 200000`.
func TestJudgesAgree(t *testing.T) {
	valid, total := 0, 0
	for pair := range validatortest.Pairs(*seed, *pairs) {
		second, err := compile(privateSchema(pair.Projection.Root()))
		if err != nil {
			t.Fatalf("%s: %v", pair.Projection.Text(), err)
		}
		for _, value := range pair.Values {
			verdict, _ := schema.Evaluate(pair.Projection, value, nil)
			err := judge{second}.judge(value.AppendJSON(nil))
			var disagreement *schema.Disagreement
			if err != nil && !errors.As(err, &disagreement) || verdict.Valid() != (err == nil) {
				t.Errorf("%s of %s: evaluation %v, gojsonschema %v", value.JSON(), pair.Projection.Text(),
					verdict.Violations, err)
			}
			total++
			if verdict.Valid() {
				valid++
			}
		}
	}
	t.Logf("%d pairs, %d of them valid", total, valid)
	if valid < total/4 || valid > total*3/4 {
		t.Errorf("%d of %d pairs are valid: the generator says little", valid, total)
	}
}
