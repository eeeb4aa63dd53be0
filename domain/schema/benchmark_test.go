package schema_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema"
)

// typicalSchema and typicalDocument are what most readings come to: 8 properties, two nested objects,
// an array of 11, 5 patterns, uuid, email, date and date-time, an enum, a multipleOf; 1 KB.
const typicalSchema = `{"type":"object","description":"An order.","properties":{
"id":{"type":"string","format":"uuid"},
"placed":{"type":"string","format":"date-time","description":"When it was placed."},
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
 "required":["sku","quantity"]}}},"required":["id","status","items"]}`

const typicalDocument = `{"id":"3f2b8c1e-9d47-4c6a-8a51-0b7e6d5c4f3a","placed":"2024-05-17T09:30:00+02:00","status":"paid",
"total":1849.95,"code":"DE-4711","customer":{"name":"Johanna Weißmüller-Okonkwo","email":"johanna.weissmueller@mail.example",
"phone":"+49 30 1234567","born":"1984-02-29"},"address":{"street":"Am Alten Güterbahnhof 17, Hinterhaus links","zip":"10965",
"country":"DE"},"items":[{"sku":"LAMP-01","quantity":2},{"sku":"CABLE-2M","quantity":12},{"sku":"DESK-XL","quantity":1},
{"sku":"CHAIR-BL","quantity":4},{"sku":"SHELF-90","quantity":3},{"sku":"PLANT-7","quantity":2},{"sku":"RUG-200","quantity":1},
{"sku":"MUG-SET","quantity":6},{"sku":"PEN-BLUE","quantity":50},{"sku":"NOTE-A5","quantity":20},{"sku":"BIN-30L","quantity":2}]}`

func BenchmarkEvaluateTypical(b *testing.B) {
	s, err := schema.Read([]byte(typicalSchema), schema.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	p := s.Project(s.Fields())
	value := decode(b, typicalDocument)
	b.ReportAllocs()
	for b.Loop() {
		if verdict, stopped := schema.Evaluate(p, value, func() bool { return false }); stopped || !verdict.Valid() {
			b.Fatal(verdict)
		}
	}
}

func BenchmarkReadTypical(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Read([]byte(typicalSchema), schema.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
