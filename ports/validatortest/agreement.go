package validatortest

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// reference gives the runtime's own verdict of a value in the one field.
func (b *bench) reference(schemaText string, v strictjson.Value) (schema.Verdict, error) {
	return b.referenceRoot(wrapped(schemaText), holder(v))
}

func (b *bench) referenceRoot(rootText string, v strictjson.Value) (schema.Verdict, error) {
	p, err := project(rootText)
	if err != nil {
		return schema.Verdict{}, err
	}
	verdict, _ := schema.Evaluate(p, v, nil)
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
		compiled, err := b.maker().Compile(background, pair.Projection)
		if err != nil {
			b.fault("%s: does not compile: %v", pair.Projection.Text(), err)
			return
		}
		for _, value := range pair.Values {
			want, _ := schema.Evaluate(pair.Projection, value, nil)
			verdict, err := compiled.Validate(background, value)
			if err == nil {
				err = sound(verdict)
			}
			if err != nil || verdict.Valid() != want.Valid() {
				b.fault("%s of %s: valid is %v (%v), the evaluation says %v", value.JSON(), pair.Projection.Text(),
					verdict.Valid(), err, want.Valid())
				return
			}
		}
	}
}

func distinctItems(n int) string {
	var text strings.Builder
	for i := range n {
		text.WriteString(",")
		text.WriteString(strictjson.Int(int64(i)).JSON())
	}
	return "[" + text.String()[1:] + "]"
}
