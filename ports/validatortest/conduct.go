package validatortest

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

var background = context.Background()

func checkEnded(b *bench) {
	ended, end := context.WithCancel(background)
	end()
	p, err := project(wrapped(`{"type":"string"}`))
	if err != nil {
		b.fault("the kit's own schema is refused: %v", err)
		return
	}
	if _, err := b.maker().Compile(ended, p); !errors.Is(err, context.Canceled) {
		b.fault("Compile with an ended context gives %v, must give the context's error", err)
	}
	compiled, err := b.maker().Compile(background, p)
	if err != nil {
		b.fault("does not compile: %v", err)
		return
	}
	if _, err := compiled.Validate(ended, holder(strictjson.String("x"))); !errors.Is(err, context.Canceled) {
		b.fault("Validate with an ended context gives %v, must give the context's error", err)
	}
}

// checkCancelled ends the context in the middle of work that takes long: many nodes, and one pattern.
func checkCancelled(b *bench) {
	branch := `{"type":"string"}`
	for range 3 {
		branch = `{"anyOf":[` + strings.Repeat(branch+",", 15) + branch + `]}`
	}
	b.cancelled("many nodes", `{"type":"array","items":`+branch+`}`, "["+strings.Repeat("1,", 19000)+"1]")
	b.cancelled("one pattern", `{"type":"string","pattern":"(x+x+){1,300}y"}`,
		`"`+strings.Repeat("x", 250_000)+`"`)
}

func (b *bench) cancelled(what, schemaText, valueText string) {
	compiled, err := b.compile(wrapped(schemaText))
	if err != nil {
		b.fault("%s: does not compile: %v", what, err)
		return
	}
	v, err := decode(valueText)
	if err != nil {
		b.fault("%s: the kit's own value is refused: %v", what, err)
		return
	}
	patience := b.features.patient()
	ctx, end := context.WithCancel(background)
	defer end()
	time.AfterFunc(20*time.Millisecond, end)
	begun := time.Now()
	done := make(chan error, 1)
	go func() {
		_, err := compiled.Validate(ctx, holder(v))
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) && time.Since(begun) > patience/4 {
			b.fault("%s: Validate gives %v, must give the context's error", what, err)
		}
	case <-time.After(patience):
		b.fault("%s: Validate goes on %v after its context ended", what, patience)
	}
}

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
	compiled, err := b.compile(wrapped(mixed))
	if err != nil {
		b.fault("does not compile: %v", err)
		return
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 20 {
				for _, text := range mixedValues {
					v, _ := decode(text)
					verdict, err := compiled.Validate(background, holder(v))
					want, _ := b.reference(mixed, v)
					if err != nil || !reflect.DeepEqual(verdict.Violations, want.Violations) {
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
		b.fault("does not compile: %v", err)
		return
	}
	for _, text := range []string{"a1", "b1", "2024-02-29", "P1D"} {
		v := strictjson.String(text)
		_, _ = two.Validate(background, holder(v))
		verdict, err := one.Validate(background, holder(v))
		want, _ := b.reference(first, v)
		if err != nil || verdict.Valid() != want.Valid() {
			b.fault("%s is judged otherwise beside %s (%v)", first, second, err)
		}
	}
}

// checkMemory changes what a validator returned and looks whether it shows.
func checkMemory(b *bench) {
	p, err := project(wrapped(mixed))
	if err != nil {
		b.fault("the kit's own schema is refused: %v", err)
		return
	}
	text := p.Text()
	compiled, err := b.maker().Compile(background, p)
	if err != nil {
		b.fault("does not compile: %v", err)
		return
	}
	for _, value := range mixedValues {
		if err := b.sharesNothing(compiled.Validate, value); err != nil {
			b.fault("%s: %v", value, err)
		}
	}
	if p.Text() != text || p.Root().Definition().JSON() != text {
		b.fault("the projection was changed")
	}
}
