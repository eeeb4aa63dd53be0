package benchmarks

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	googleschema "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xeipuuv/gojsonschema"

	ours "github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports/validatortest"
)

// typicalSchema has 8 properties, two nested objects, an array of 11, 5 patterns, uuid, email, date and
// date-time, an enum and a multipleOf. It is closed at the root, as a projection is.
const typicalSchema = `{"type":"object","properties":{
"id":{"type":"string","format":"uuid"},
"placed":{"type":"string","format":"date-time"},
"status":{"enum":["draft","placed","paid","shipped","cancelled"]},
"total":{"type":"number","minimum":0,"multipleOf":0.01},
"code":{"type":"string","pattern":"^[A-Z]{2}-\\d{4}$","minLength":7,"maxLength":7},
"customer":{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":80},
 "email":{"type":"string","format":"email"},"phone":{"type":"string","pattern":"^\\+?[0-9 ]{6,20}$"},
 "born":{"type":"string","format":"date"}},"required":["name","email"],"additionalProperties":false},
"address":{"type":"object","properties":{"street":{"type":"string","minLength":1},
 "zip":{"type":"string","pattern":"^[0-9]{5}$"},"country":{"type":"string","pattern":"^[A-Z]{2}$"}},
 "required":["street","zip"]},
"items":{"type":"array","minItems":1,"maxItems":50,"items":{"type":"object","properties":{
 "sku":{"type":"string","pattern":"^[A-Z0-9-]{3,12}$"},"quantity":{"type":"integer","minimum":1}},
 "required":["sku","quantity"]}}},"required":["id","status","items"],"additionalProperties":false}`

// typicalDocument is 1 KB and valid.
const typicalDocument = `{"id":"3f2b8c1e-9d47-4c6a-8a51-0b7e6d5c4f3a","placed":"2024-05-17T09:30:00+02:00","status":"paid",
"total":1849.95,"code":"DE-4711","customer":{"name":"Johanna Weißmüller-Okonkwo","email":"johanna.weissmueller@mail.example",
"phone":"+49 30 1234567","born":"1984-02-29"},"address":{"street":"Am Alten Güterbahnhof 17, Hinterhaus links","zip":"10965",
"country":"DE"},"items":[{"sku":"LAMP-01","quantity":2},{"sku":"CABLE-2M","quantity":12},{"sku":"DESK-XL","quantity":1},
{"sku":"CHAIR-BL","quantity":4},{"sku":"SHELF-90","quantity":3},{"sku":"PLANT-7","quantity":2},{"sku":"RUG-200","quantity":1},
{"sku":"MUG-SET","quantity":6},{"sku":"PEN-BLUE","quantity":50},{"sku":"NOTE-A5","quantity":20},{"sku":"BIN-30L","quantity":2}]}`

// judge says whether a decoded document is valid.
type judge func() (bool, error)

func native(tb testing.TB) judge {
	p := project(tb, typicalSchema)
	value := strict(tb, typicalDocument)
	return func() (bool, error) {
		verdict, _ := schema.Evaluate(p, value, func() bool { return false })
		return verdict.Valid(), nil
	}
}

// twoJudges is the default validator: the evaluation, then gojsonschema behind its fence.
func twoJudges(tb testing.TB) judge {
	p := project(tb, typicalSchema)
	second, err := ours.New().Compile(p.Assertions())
	if err != nil {
		tb.Fatal(err)
	}
	value := strict(tb, typicalDocument)
	return func() (bool, error) {
		verdict, _ := schema.Evaluate(p, value, func() bool { return false })
		return verdict.Valid(), second(value.AppendJSON(nil))
	}
}

func bare(tb testing.TB) judge {
	compiled, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(typicalSchema))
	if err != nil {
		tb.Fatal(err)
	}
	loader := gojsonschema.NewRawLoader(numbered(tb, typicalDocument))
	return func() (bool, error) {
		result, err := compiled.Validate(loader)
		return err == nil && result.Valid(), err
	}
}

func santhoshs(tb testing.TB) judge {
	compiled, err := compileSanthosh(typicalSchema)
	if err != nil {
		tb.Fatal(err)
	}
	document, err := santhosh.UnmarshalJSON(strings.NewReader(typicalDocument))
	if err != nil {
		tb.Fatal(err)
	}
	return func() (bool, error) { return compiled.Validate(document) == nil, nil }
}

func compileSanthosh(text string) (*santhosh.Schema, error) {
	document, err := santhosh.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := santhosh.NewCompiler()
	compiler.DefaultDraft(santhosh.Draft7)
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("schema.json")
}

// googles does not judge formats; it is measured without them.
func googles(tb testing.TB) judge {
	var s googleschema.Schema
	if err := json.Unmarshal([]byte(typicalSchema), &s); err != nil {
		tb.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		tb.Fatal(err)
	}
	var document any
	if err := json.Unmarshal([]byte(typicalDocument), &document); err != nil {
		tb.Fatal(err)
	}
	return func() (bool, error) { return resolved.Validate(document) == nil, nil }
}

func project(tb testing.TB, text string) *schema.Projection {
	s, reasons := schema.Read([]byte(text), schema.Limits{})
	if len(reasons) > 0 {
		tb.Fatal(reasons.Summary())
	}
	return s.Project(s.Fields())
}

func strict(tb testing.TB, text string) strictjson.Value {
	value, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return value
}

func numbered(tb testing.TB, text string) any {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		tb.Fatal(err)
	}
	return document
}

var rivals = []struct {
	name string
	make func(testing.TB) judge
}{
	{"evaluation", native},
	{"evaluation-and-gojsonschema", twoJudges},
	{"gojsonschema", bare},
	{"santhosh-tekuri-v6", santhoshs},
	{"google-jsonschema-go", googles},
}

// BenchmarkTypical judges one decoded document of 1 KB with each library.
func BenchmarkTypical(b *testing.B) {
	for _, rival := range rivals {
		b.Run(rival.name, func(b *testing.B) {
			judge := rival.make(b)
			b.ReportAllocs()
			used := processorTime(b)
			for b.Loop() {
				if valid, err := judge(); err != nil || !valid {
					b.Fatal(valid, err)
				}
			}
			b.ReportMetric(float64(processorTime(b)-used)/float64(b.N), "cpu-ns/op")
		})
	}
}

// TestAgainstAThirdJudge holds the evaluation against santhosh-tekuri/jsonschema v6, which computes
// exactly, too. Formats are left out: its readings of some differ from the runtime's.
func TestAgainstAThirdJudge(t *testing.T) {
	total, differ := 0, 0
	for pair := range validatortest.Pairs(3, 20_000) {
		text := pair.Projection.Text()
		if strings.Contains(text, `"format"`) || strings.Contains(text, `"pattern"`) {
			continue
		}
		compiled, err := compileSanthosh(text)
		if err != nil {
			continue // it refuses repeated enum members, which Read takes
		}
		for _, value := range pair.Values {
			document, err := santhosh.UnmarshalJSON(strings.NewReader(value.JSON()))
			if err != nil {
				t.Fatal(err)
			}
			verdict, _ := schema.Evaluate(pair.Projection, value, nil)
			total++
			if got := compiled.Validate(document) == nil; got != verdict.Valid() {
				if differ++; differ <= 10 {
					t.Errorf("%s of %s: it says %v, the evaluation %v", value.JSON(), text, got, verdict.Violations)
				}
			}
		}
	}
	if total < 5000 {
		t.Errorf("only %d pairs were compared", total)
	}
	t.Logf("%d pairs, %d differences", total, differ)
}
