package validatortest

// kase is a schema, a value, and all that the runtime says about it. A second judge says only whether
// there is anything.
type kase struct {
	schema, value string
	violations    string // "pointer keyword" of each violation in document order, parted by ", "
}

// cases are the kit's own: what the official suite leaves out, or says only that it is wrong.
var cases = []kase{
	// Numbers by their exact decimal value.
	{`{"const":1}`, `1.0`, ""},
	{`{"enum":[1.50]}`, `15e-1`, ""},
	{`{"const":0}`, `-0`, ""},
	{`{"multipleOf":0.01}`, `19.99`, ""},
	{`{"multipleOf":0.01}`, `19.995`, " multipleOf"},
	{`{"multipleOf":1e-300}`, `1`, ""},
	{`{"multipleOf":3e-300}`, `1e-299`, " multipleOf"},
	{`{"type":"integer"}`, `5e0`, ""},
	{`{"type":"integer"}`, `0.5`, " type"},
	{`{"minimum":0.1,"maximum":0.3}`, `0.30000000000000004`, " maximum"},
	{`{"exclusiveMinimum":1,"exclusiveMaximum":2}`, `1.0`, " exclusiveMinimum"},
	{`{"exclusiveMinimum":1,"exclusiveMaximum":2}`, `2`, " exclusiveMaximum"},
	{`{"minimum":9007199254740991}`, `9007199254740990`, " minimum"},
	{`{"const":5e-324}`, `5e-324`, ""},
	// Strings by code points.
	{`{"minLength":2,"maxLength":2}`, `"😀é"`, ""},
	{`{"maxLength":1}`, `"e\u0301"`, " maxLength"},
	{`{"minLength":3.0}`, `"ab"`, " minLength"},
	{`{"const":"é"}`, `"e\u0301"`, " const"},
	{`{"minLength":5,"maxLength":3}`, `7`, ""},
	{`{"minLength":5,"maxLength":3}`, `"abcd"`, " minLength,  maxLength"},
	{`{"minLength":5,"maxLength":3,"not":{"const":1},"allOf":[true]}`, `1`, " not"},
	{`{"pattern":"b"}`, `"abc"`, ""},
	{`{"pattern":"^b"}`, `"abc"`, " pattern"},
	{`{"pattern":"a.c"}`, `"a\u2028c"`, " pattern"},
	{`{"pattern":"^a$"}`, `"a\n"`, " pattern"},
	{`{"format":"date","pattern":"^x"}`, `20`, ""},
	{`{"format":"duration"}`, `"P1Y1W"`, " format"},
	{`{"format":"url"}`, `"mailto:a@b.example"`, " format"},
	{`{"format":"regex"}`, `"(?<=a)\\1b"`, " format"},
	{`{"format":"regex"}`, `"(?<=(a))\\1b"`, ""},
	// Equality of containers.
	{`{"const":{"a":1,"b":[2.0]}}`, `{"b":[2],"a":1.0}`, ""},
	{`{"const":{"a":1}}`, `{"a":1,"b":2}`, " const"},
	{`{"enum":[[1,2]]}`, `[2,1]`, " enum"},
	{`{"enum":["a","a",1,1.0]}`, `1`, ""},
	{`{"enum":[null,false,0,""]}`, `false`, ""},
	{`{"enum":[false]}`, `0`, " enum"},
	{`{"const":null}`, `null`, ""},
	{`{"const":null}`, `"null"`, " const"},
	{`{"uniqueItems":true}`, `[{"a":1,"b":2},{"b":2.0,"a":1}]`, " uniqueItems"},
	{`{"uniqueItems":true}`, `[1,true,"1",[1],{"1":1},null,0,false,"",[],{}]`, ""},
	{`{"uniqueItems":true}`, `[[1,2],[2,1],[1,2]]`, " uniqueItems"},
	{`{"uniqueItems":false}`, `[1,1]`, ""},
	// Objects.
	{`{"required":["b","a"]}`, `{}`, " required,  required"},
	{`{"required":["a"]}`, `[]`, ""},
	{`{"properties":{"$ref":{"type":"string"},"__proto__":false}}`, `{"$ref":1,"__proto__":1}`,
		"/$ref type, /__proto__ properties"},
	{`{"properties":{"a":{}},"additionalProperties":false}`, `{"z":1,"a":2,"":3}`,
		"/z additionalProperties, / additionalProperties"},
	{`{"additionalProperties":{"type":"null"}}`, `{"a/b":1,"m~n":null}`, "/a~1b type"},
	{`{"properties":{"constructor":{"const":1}}}`, `{"constructor":2}`, "/constructor const"},
	// Arrays.
	{`{"items":{"type":"string"}}`, `["a",1,"b",null]`, "/1 type, /3 type"},
	{`{"items":false}`, `[]`, ""},
	{`{"items":false}`, `[1]`, "/0 items"},
	{`{"items":true,"minItems":1,"maxItems":1}`, `[1,2]`, " maxItems"},
	{`{"minItems":2.0}`, `[1]`, " minItems"},
	// Combinations.
	{`{"anyOf":[{"type":"string"},{"minimum":5}]}`, `3`, " anyOf"},
	{`{"oneOf":[{"type":"integer"},{"minimum":5}]}`, `7`, " oneOf"},
	{`{"oneOf":[{"type":"string"},{"minimum":5}]}`, `3`, " oneOf"},
	{`{"allOf":[{"minimum":5},{"multipleOf":2},false]}`, `3`, " minimum,  multipleOf,  allOf"},
	{`{"not":{"not":{"type":"string"}}}`, `1`, " not"},
	{`{"not":{}}`, `1`, " not"},
	{`{"anyOf":[false,true]}`, `null`, ""},
	{`{"type":["string","null"],"enum":["a",null]}`, `1`, " type,  enum"},
	{`false`, `1`, " properties"},
	// Everything that is wrong, in document order, whatever the order in the schema.
	{`{"properties":{"b":{"type":"string"},"a":{"items":{"minimum":2}}},
		"allOf":[{"properties":{"a":{"maxItems":1}}}]}`,
		`{"a":[1,1],"b":1}`, "/a maxItems, /a/0 minimum, /a/1 minimum, /b type"},
}

func checkCases(b *bench) {
	for _, c := range cases {
		name := c.value + " of " + c.schema
		made, err := b.compile(wrapped(c.schema))
		if err != nil {
			b.fault("%s: %v", name, err)
			continue
		}
		v, err := decode(c.value)
		if err != nil {
			b.fault("%s: the kit's own value is refused: %v", name, err)
			continue
		}
		b.check(name, made, v, c.violations == "")
	}
}
