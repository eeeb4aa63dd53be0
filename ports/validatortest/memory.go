package validatortest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

type validate func(ctx context.Context, value strictjson.Value) (schema.Verdict, error)

func (b *bench) sharesNothing(judge validate, text string) error {
	v, err := decode(text)
	if err != nil {
		return err
	}
	value := holder(v)
	before := value.JSON()
	first, err := judge(background, value)
	if err != nil {
		return err
	}
	kept := first
	kept.Violations, kept.Described = slices.Clone(first.Violations), slices.Clone(first.Described)
	clear(first.Violations)
	clear(first.Described)
	second, err := judge(background, value)
	switch {
	case err != nil:
		return err
	case value.JSON() != before:
		return errors.New("the value was changed")
	case !reflect.DeepEqual(kept.Violations, second.Violations),
		!reflect.DeepEqual(kept.Described, second.Described):
		return errors.New("a changed verdict shows in the next one")
	}
	return nil
}

// checkNoLimit judges values that are large and valid: whatever a validator does not want to do twice,
// it must not refuse.
func checkNoLimit(b *bench) {
	failing := strings.Repeat(`{"enum":["a","b"]},`, 15)
	for _, one := range []struct{ what, schema, value string }{
		{"failing branches", `{"items":{"anyOf":[` + failing + `{"type":"integer"}]}}`,
			"[" + strings.Repeat("1,", 19000) + "1]"},
		{"distinct items", `{"uniqueItems":true}`, distinctItems(19000)},
		{"a pattern", `{"pattern":"^(a|b|ab){0,200}$|x$"}`, `"` + strings.Repeat("ab", 100_000) + `x"`},
		{"a long text", `{"minLength":200000,"maxLength":200000}`, `"` + strings.Repeat("é", 200_000) + `"`},
	} {
		verdict, err := b.judge(one.schema, one.value)
		if err == nil {
			err = sound(verdict)
		}
		if err != nil || !verdict.Valid() {
			b.fault("%s: valid is %v (%v), must be true", one.what, verdict.Valid(), err)
		}
	}
}
