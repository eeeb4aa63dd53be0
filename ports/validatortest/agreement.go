package validatortest

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// evaluated returns what the runtime says of a value of the one field.
func evaluated(schemaText string, v strictjson.Value) (schema.Verdict, error) {
	p, err := project(wrapped(schemaText))
	if err != nil {
		return schema.Verdict{}, err
	}
	verdict, _ := schema.Evaluate(p, holder(v), nil)
	return verdict, nil
}

// valuesPerSchema is how many values the hunt judges by one schema.
const valuesPerSchema = 8

// checkAgreement hunts for pairs of a random schema and a random value that the validator judges
// otherwise than the runtime's evaluation.
func checkAgreement(b *bench) {
	pairs := b.features.Pairs
	if pairs <= 0 {
		pairs = DefaultPairs
	}
	for pair := range Pairs(b.features.Seed, pairs) {
		made, err := b.compiled(pair.Projection)
		if err != nil {
			b.fault("%s: %v", pair.Projection.Text(), err)
			return
		}
		for _, value := range pair.Values {
			want, _ := schema.Evaluate(pair.Projection, value, nil)
			inner, _ := value.Lookup(field)
			name := fmt.Sprintf("%s of %s", value.JSON(), pair.Projection.Text())
			if !b.check(name, made, inner, want.Valid()) {
				return
			}
		}
	}
}
