package validatortest

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// mixed is a schema with a bit of everything, and values that it judges differently.
const mixed = `{"type":"object","description":"d","properties":{"a":{"type":"array","uniqueItems":true,
"items":{"enum":["x",1,{"k":[1.0]}],"description":"i"}},"b":{"oneOf":[{"type":"integer","multipleOf":3},
{"type":"integer","minimum":5,"description":"o"},{"type":"string","pattern":"^p","format":"date"}]}},
"required":["a"],"additionalProperties":{"not":{"const":null}}}`

var mixedValues = []string{
	`{"a":["x",1,{"k":[1]}],"b":3}`, `{"a":["x","x"]}`, `{"a":[1,1.0],"b":6}`, `{"a":[],"b":7,"c":null}`,
	`{}`, `[]`, `{"a":["y",2,{"k":[2]}],"b":"p","c":1}`,
}

func checkConcurrent(b *bench) {
	made, err := b.compile(wrapped(mixed))
	if err != nil {
		b.fault("%v", err)
		return
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 20 {
				for _, text := range mixedValues {
					v, _ := decode(text)
					got, err := made.agrees(holder(v))
					want, _ := evaluated(mixed, v)
					if err != nil || got != want.Valid() {
						mu.Lock()
						b.fault("%s: judged otherwise under concurrent use (%v)", text, err)
						mu.Unlock()
					}
				}
			}
		})
	}
	wg.Wait()
}

// checkApart has two compiled schemas in turn, which must not see each other.
func checkApart(b *bench) {
	schemas := []string{
		`{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^b"}`,
		`{"type":"string","format":"date"}`, `{"type":"string","format":"duration"}`,
		`{"const":"a1"}`, `{"enum":["b1"]}`,
	}
	for _, first := range schemas {
		for _, second := range schemas {
			b.apart(first, second)
		}
	}
}

func (b *bench) apart(first, second string) {
	one, errOne := b.compile(wrapped(first))
	two, errTwo := b.compile(wrapped(second))
	if err := errors.Join(errOne, errTwo); err != nil {
		b.fault("%v", err)
		return
	}
	for _, text := range []string{"a1", "b1", "2024-02-29", "P1D"} {
		v := strictjson.String(text)
		_, _ = two.agrees(holder(v))
		want, _ := evaluated(first, v)
		b.check(first+" beside "+second, one, v, want.Valid())
	}
}

// large is a kind of valid value that takes long, by size.
type large struct {
	what, schema string
	value        func(n int) string
}

func larges() []large {
	failing := strings.Repeat(`{"enum":["a","b"]},`, 15)
	return []large{
		{"failing branches", `{"items":{"anyOf":[` + failing + `{"type":"integer"}]}}`,
			func(n int) string { return "[" + strings.Repeat("1,", n) + "1]" }},
		{"distinct items", `{"uniqueItems":true}`, distinctItems},
		{"a pattern", `{"pattern":"^(a|b|ab){0,200}$|x$"}`,
			func(n int) string { return `"` + strings.Repeat("ab", 5*n) + `x"` }},
		{"a long text", `{"minLength":1,"maxLength":400000}`,
			func(n int) string { return `"` + strings.Repeat("é", 10*n) + `"` }},
	}
}

// checkWithinWork judges values that are large and valid, each as large as the validator says that it can do:
// it must not refuse them and must end soon, since it cannot be stopped.
func checkWithinWork(b *bench) {
	for _, one := range larges() {
		v, ok := b.largest(one)
		if !ok {
			continue
		}
		made, err := b.compile(wrapped(one.schema))
		if err != nil {
			b.fault("%s: %v", one.what, err)
			continue
		}
		begun := time.Now()
		err = made(holder(v).AppendJSON(nil))
		if took := time.Since(begun); took > b.features.patient() {
			b.fault("%s: takes %v, must end within %v: say less by MaxWork", one.what, took, b.features.patient())
		}
		if err != nil && !errors.Is(err, ports.ErrNoOpinion) {
			b.fault("%s: a valid value is refused: %v", one.what, err)
		}
	}
}

// largest finds the largest value of a kind that the validator would be asked about.
func (b *bench) largest(one large) (strictjson.Value, bool) {
	p, err := project(wrapped(one.schema))
	if err != nil {
		b.fault("the kit's own schema is refused: %v", err)
		return strictjson.Value{}, false
	}
	for n := 19_000; n > 0; n /= 2 {
		v, err := decode(one.value(n))
		if err != nil {
			b.fault("the kit's own value is refused: %v", err)
			return strictjson.Value{}, false
		}
		if verdict, _ := schema.Evaluate(p, holder(v), nil); verdict.Work <= b.maker().MaxWork() {
			return v, verdict.Valid()
		}
	}
	return strictjson.Value{}, false
}

func distinctItems(n int) string {
	var text strings.Builder
	text.WriteString("[0")
	for i := 1; i <= n; i++ {
		text.WriteString("," + strconv.Itoa(i))
	}
	return text.String() + "]"
}
