package schema_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// field is a document whose one field has the schema; more are members of the root.
func field(text string, more ...string) string {
	return `{"type":"object","properties":{"f":` + text + `}` + strings.Join(more, "") + `}`
}

func TestPrepareWritesTheSubset(t *testing.T) {
	t.Parallel()
	header := func(url string) string { return `,"$schema":"` + url + `"` }
	for name, tc := range map[string]struct{ text, want string }{
		"nothing":                    {``, `{}`},
		"a subset already":           {field(`{"type":"string"}`), field(`{"type":"string"}`)},
		"draft-7 stays":              {field(`{}`, header("http://json-schema.org/draft-07/schema#")), field(`{}`, header("http://json-schema.org/draft-07/schema#"))},
		"draft-4":                    {field(`{"id":"#x","minimum":1}`, header("http://json-schema.org/draft-04/schema#")), field(`{"minimum":1}`)},
		"draft-6":                    {field(`{"const":1}`, header("http://json-schema.org/draft-06/schema")), field(`{"const":1}`)},
		"2019-09":                    {field(`{}`, header("https://json-schema.org/draft/2019-09/schema")), field(`{}`)},
		"2020-12":                    {field(`{}`, header("https://json-schema.org/draft/2020-12/schema")), field(`{}`)},
		"exclusive as a flag":        {field(`{"minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum":false}`), field(`{"exclusiveMinimum":1,"maximum":5}`)},
		"a definition":               {field(`{"$ref":"#/$defs/a"}`, `,"$defs":{"a":{"type":"null"}}`), field(`{"type":"null"}`)},
		"a definition of another":    {field(`{"$ref":"#/definitions/a"}`, `,"definitions":{"a":{"items":{"$ref":"#/definitions/b"}},"b":{"type":"null"}}`), field(`{"items":{"type":"null"}}`)},
		"a chain of definitions":     {field(`{"$ref":"#/$defs/a"}`, `,"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"null"}}`), field(`{"type":"null"}`)},
		"an escaped pointer":         {field(`{"$ref":"#/$defs/a~1b%25c"}`, `,"$defs":{"a/b%c":{"type":"null"}}`), field(`{"type":"null"}`)},
		"a property referred to":     {`{"type":"object","properties":{"a":{"type":"null"},"b":{"$ref":"#/properties/a"}}}`, `{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}}}`},
		"a reference by own id":      {field(`{"$ref":"http://x/y#/$defs/a"}`, `,"$id":"http://x/y","$defs":{"a":{"type":"null"}}`), field(`{"type":"null"}`, `,"$id":"http://x/y"`)},
		"a boolean definition":       {field(`{"$ref":"#/$defs/a"}`, `,"$defs":{"a":true}`), field(`true`)},
		"described beside":           {field(`{"$ref":"#/$defs/a","description":"mine"}`, `,"$defs":{"a":{"description":"its","type":"null"}}`), field(`{"description":"mine","type":"null"}`)},
		"more asked for beside":      {field(`{"$ref":"#/$defs/a","maxLength":3,"title":"T"}`, `,"$defs":{"a":{"type":"string"}}`), field(`{"title":"T","allOf":[{"type":"string"},{"maxLength":3}]}`)},
		"ignored beside in draft-7":  {field(`{"$ref":"#/definitions/a","maxLength":3}`, header("http://json-schema.org/draft-07/schema#"), `,"definitions":{"a":{"type":"string"}}`), field(`{"type":"string"}`, header("http://json-schema.org/draft-07/schema#"))},
		"the root refers":            {`{"$ref":"#/$defs/a","$defs":{"a":` + field(`{}`) + `}}`, field(`{}`)},
		"other annotations":          {field(`{"deprecated":true,"x-order":1,"example":1,"markdownDescription":"m","tsType":"T","examples":{"a":1}}`), field(`{}`)},
		"content of 2020-12":         {field(`{"type":"string","contentEncoding":"base64"}`), field(`{"type":"string"}`)},
		"no type at the root":        {`{"properties":{"f":{}}}`, field(`{}`)},
		"a list of one type":         {`{"type":["object"],"properties":{"f":{}}}`, field(`{}`)},
		"open at the root":           {field(`{}`, `,"additionalProperties":{}`), field(`{}`, `,"additionalProperties":true`)},
		"no properties":              {`{"type":"object","properties":{},"additionalProperties":false,"description":"d"}`, `{}`},
		"only a type":                {`{"type":"object"}`, `{}`},
		"nullable":                   {field(`{"type":"string","nullable":true}`), field(`{"type":["string","null"]}`)},
		"not nullable":               {field(`{"type":"string","nullable":false}`), field(`{"type":"string"}`)},
		"nullable without a type":    {field(`{"enum":[1],"nullable":true}`), field(`{"enum":[1]}`)},
		"int32":                      {field(`{"type":"integer","format":"int32","maximum":9}`), field(`{"type":"integer","maximum":9,"minimum":-2147483648}`)},
		"int32 with a looser bound":  {field(`{"format":"int32","maximum":1e12,"exclusiveMinimum":-5}`), field(`{"maximum":2147483647,"exclusiveMinimum":-5}`)},
		"int64 of a text":            {field(`{"type":"string","format":"int64"}`), field(`{"type":"string"}`)},
		"another format of OpenAPI":  {field(`{"type":"string","format":"password"}`), field(`{"type":"string"}`)},
		"discriminator":              {field(`{"oneOf":[{}],"discriminator":{"propertyName":"k"}}`), field(`{"oneOf":[{}]}`)},
		"names that are strings":     {field(`{"propertyNames":{"type":"string"},"additionalProperties":{}}`), field(`{"additionalProperties":{}}`)},
		"a pattern of every name":    {field(`{"patternProperties":{".*":{"type":"null"}},"additionalProperties":false}`), field(`{"additionalProperties":{"type":"null"}}`)},
		"as many as are required":    {field(`{"required":["a"],"minProperties":1}`), field(`{"required":["a"]}`)},
		"unevaluated, nothing else":  {field(`{"properties":{},"unevaluatedProperties":false}`), field(`{"properties":{},"additionalProperties":false}`)},
		"further items of no list":   {field(`{"items":{},"additionalItems":false}`), field(`{"items":{}}`)},
		"branches without condition": {field(`{"then":{},"minContains":1}`), field(`{}`)},
		"a number in a default":      {field(`{"default":18446744073709551615}`), field(`{}`)},
		"a byte order mark":          {"\ufeff" + field(`{}`), field(`{}`)},
		"comments":                   {"{// one\n\"type\":\"object\",/* two */\"properties\":{\"f\":{\"title\":\"//no\"},},}", field(`{"title":"//no"}`)},
		"a tool of OpenAI":           {`{"type":"function","function":{"name":"t","parameters":` + field(`{}`) + `}}`, field(`{}`)},
		"a tool of MCP":              {`{"name":"t","inputSchema":` + field(`{"$ref":"#/$defs/a"}`, `,"$defs":{"a":{}}`) + `}`, field(`{}`)},
		"a field called $ref":        {`{"type":"object","properties":{"$ref":{},"definitions":{},"nullable":{}}}`, `{"type":"object","properties":{"$ref":{},"definitions":{},"nullable":{}}}`},
	} {
		got, err := schema.Prepare([]byte(tc.text), schema.Limits{})
		if err != nil || len(got.Reasons) > 0 || string(got.Text) != tc.want {
			t.Errorf("%s:\n got  %s\n want %s\n %v %+v", name, got.Text, tc.want, err, got.Reasons)
			continue
		}
		if changed := tc.want != tc.text && tc.text != ""; changed != (len(got.Changes) > 0) {
			t.Errorf("%s: changes %v", name, got.Changes)
		}
		if _, reasons := schema.Read(got.Text, schema.Limits{}); len(reasons) > 0 {
			t.Errorf("%s: not accepted: %s", name, reasons.Summary())
		}
		again, err := schema.Prepare(got.Text, schema.Limits{})
		if err != nil || len(again.Changes) > 0 || string(again.Text) != tc.want {
			t.Errorf("%s: prepared twice: %s %v", name, again.Text, again.Changes)
		}
	}
}

func TestPrepareKeepsReasons(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"a list":                   {`[]`, ` the root is an array`},
		"recursion":                {field(`{"$ref":"#/$defs/a"}`, `,"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}}`), `/$defs/a/items/$ref refers to itself`},
		"the root itself":          {field(`{"$ref":"#"}`), `/properties/f/$ref refers to itself`},
		"elsewhere":                {field(`{"$ref":"http://x/y#/a"}`), `/properties/f/$ref lies elsewhere`},
		"a file":                   {field(`{"$ref":"other.json"}`), `/properties/f/$ref lies elsewhere`},
		"nothing":                  {field(`{"$ref":"#/$defs/a"}`), `/properties/f/$ref refers to nothing`},
		"an anchor":                {field(`{"$ref":"#a"}`), `/properties/f/$ref refers to an anchor`},
		"inside a definition":      {field(`{"$ref":"#/$defs/a"}`, `,"$defs":{"a":{"if":{},"properties":{"n":{"format":"weight"}}}}`), `/$defs/a/if keyword;/$defs/a/properties/n/format is not a known format`},
		"said once":                {`{"type":"object","properties":{"f":{"$ref":"#/$defs/a"},"g":{"$ref":"#/$defs/a"}},"$defs":{"a":{"if":{}}}}`, `/$defs/a/if keyword`},
		"beside a reference":       {field(`{"$ref":"#/$defs/a","if":{}}`, `,"$defs":{"a":{"then":{},"if":{}}}`), `/properties/f/if keyword;/$defs/a/then keyword;/$defs/a/if keyword`},
		"behind a big number":      {field(`{"maximum":9223372036854775807}`, `,"$recursiveRef":"#"`), `/properties/f/maximum is a number;/$recursiveRef keyword`},
		"a big number in an enum":  {field(`{"enum":[1,{"a":1e400}]}`), `/properties/f/enum/1/a is a number`},
		"misspelt":                 {field(`{"minlength":1}`), `/properties/f/minlength keyword`},
		"misspelt by a letter":     {field(`{"requird":[]}`), `/properties/f/requird keyword`},
		"Draft-3":                  {field(`{"required":true,"divisibleBy":2}`), `/properties/f/required is a boolean;/properties/f/divisibleBy keyword`},
		"const in Draft-4":         {field(`{"const":1}`, `,"$schema":"http://json-schema.org/draft-04/schema#"`), `/properties/f/const is no keyword of Draft-4`},
		"an unknown dialect":       {field(`{}`, `,"$schema":"http://x"`), `/$schema is not Draft-7`},
		"content in Draft-7":       {field(`{"contentEncoding":"base64"}`, `,"$schema":"http://json-schema.org/draft-07/schema#"`), `/properties/f/contentEncoding keyword`},
		"unevaluated after allOf":  {field(`{"allOf":[{}],"unevaluatedProperties":false}`), `/properties/f/unevaluatedProperties keyword`},
		"a pattern of some names":  {field(`{"patternProperties":{"^x":{}}}`), `/properties/f/patternProperties keyword`},
		"every name and declared":  {field(`{"properties":{"a":{}},"patternProperties":{".*":{"type":"null"}}}`), `/properties/f/patternProperties keyword`},
		"at least one":             {field(`{"minProperties":1}`), `/properties/f/minProperties keyword`},
		"alternatives at the root": {`{"anyOf":[{"required":["f"]}],"properties":{"f":{}}}`, `/anyOf is refused at the root`},
		"inside a tool":            {`{"name":"t","parameters":` + field(`{"if":{}}`) + `}`, `/parameters/properties/f/if keyword`},
		"a limit among them":       {field(strings.Repeat(`{"items":`, 9) + `{"if":{}}` + strings.Repeat(`}`, 9)), `/properties/f/items/items/items/items/items/items/items/items 9 passes maxSchemaDepth;/properties/f/items/items/items/items/items/items/items/items/items/if keyword`},
	} {
		got, err := schema.Prepare([]byte(tc.text), schema.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := strings.Split(tc.want, ";")
		if len(got.Reasons) != len(want) {
			t.Errorf("%s: got %d reasons, want %d: %+v", name, len(got.Reasons), len(want), got.Reasons)
			continue
		}
		for i, reason := range got.Reasons {
			if !strings.HasPrefix(reason.Pointer+" "+reason.Message, want[i]) {
				t.Errorf("%s: got %q %q, want %q", name, reason.Pointer, reason.Message, want[i])
			}
		}
	}
}

func TestPrepareFailsOnWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{`, `{"a":1,"a":2}`, `yes`, "{\"a\":\"\xff\"}", `{} {}`, "/*", `"`, `"\`} {
		got, err := schema.Prepare([]byte(text), schema.Limits{})
		if err == nil || len(got.Reasons) != 1 || got.Text != nil {
			t.Errorf("%s: %+v %v", text, got, err)
		}
		if whole, prepared := schema.Arguments([]byte(text), schema.Limits{}); whole != nil || len(prepared.Reasons) != 1 {
			t.Errorf("%s: arguments %+v", text, prepared)
		}
	}
}

// TestPrepareBoundsWhatGrows: definitions that double at each step would be 2^40 schemas when inlined, a
// chain of them deeper than any stack.
func TestPrepareBoundsWhatGrows(t *testing.T) {
	t.Parallel()
	var doubled, chain []string
	for i := range 40 {
		doubled = append(doubled, fmt.Sprintf(`"d%d":{"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i, i+1, i+1))
	}
	for i := range 20_000 {
		chain = append(chain, fmt.Sprintf(`"d%d":{"items":{"$ref":"#/$defs/d%d"}}`, i, i+1))
	}
	for name, tc := range map[string]struct {
		definitions []string
		last, want  string
	}{
		"doubling": {doubled, `"d40":{"if":{}}`, "maxSchemaBytes"},
		"a chain":  {chain, `"d20000":{}`, "maxSchemaDepth"},
	} {
		text := field(`{"$ref":"#/$defs/d0"}`, `,"$defs":{`+strings.Join(append(tc.definitions, tc.last), ",")+`}`)
		got, err := schema.Prepare([]byte(text), schema.Limits{})
		if err != nil || !slices.ContainsFunc(got.Reasons, func(r schema.Reason) bool { return strings.Contains(r.Message, tc.want) }) {
			t.Errorf("%s: %v %.300v", name, err, got.Reasons)
		}
		if name == "doubling" && got.Reasons[len(got.Reasons)-1].Pointer != "/$defs/d40/if" {
			t.Errorf("%s: a reason in a definition is lost: %+v", name, got.Reasons)
		}
	}
}

func TestPrepareBoundsItsLists(t *testing.T) {
	t.Parallel()
	var members []string
	for i := range 5000 {
		members = append(members, fmt.Sprintf(`"f%d":{"if":{},"x-%d":1}`, i, i))
	}
	got, _ := schema.Prepare([]byte(`{"properties":{`+strings.Join(members, ",")+`}}`), schema.Limits{})
	if len(got.Reasons) != schema.MaxReasons+1 || len(got.Changes) > schema.MaxReasons+1 {
		t.Errorf("%d reasons, %d changes", len(got.Reasons), len(got.Changes))
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for text, values := range map[string]struct{ fits, fitsNot string }{
		`{"type":"object","properties":{}}`: {`{"a":1}`, `[]`},
		`{}`:                                {`{}`, `1`},
		`{"type":"object","additionalProperties":{"type":"integer"}}`:                    {`{"a":1}`, `{"a":"x"}`},
		`{"type":"object","properties":{"a":{}},"additionalProperties":false}`:           {`{"a":1}`, `{"b":1}`},
		`{"type":"object","properties":{"a":{}},"anyOf":[{"required":["a"]}]}`:           {`{"a":1}`, `{}`},
		`{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"n":{"type":"integer"}}}}}`:     {`{"n":1,"m":2}`, `{"n":"x"}`},
		`{"type":["object"],"required":["undeclared"]}`:                                  {`{"undeclared":1}`, `{}`},
		`{"properties":{"n":{"type":"number","format":"int32","exclusiveMinimum":0}}}`:   {`{"n":1}`, `{"n":2147483648}`},
		`{"type":"object","allOf":[{"required":["a"]}],"oneOf":[{"required":["b"]},{}]}`: {`{"a":1}`, `{"a":1,"b":1}`},
	} {
		whole, prepared := schema.Arguments([]byte(text), schema.Limits{})
		if whole == nil {
			t.Errorf("%s: %s", text, prepared.Reasons.Summary())
			continue
		}
		for value, want := range map[string]bool{values.fits: true, values.fitsNot: false} {
			v, err := strictjson.Decode([]byte(value), strictjson.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if verdict, _ := schema.Evaluate(whole, v, nil); verdict.Valid() != want {
				t.Errorf("%s: %s: %v", text, value, verdict.Violations)
			}
		}
	}
	for _, text := range []string{`[]`, `true`, `{"type":"string"}`, `{"type":["object","null"]}`, `{"if":{}}`} {
		if whole, prepared := schema.Arguments([]byte(text), schema.Limits{}); whole != nil || len(prepared.Reasons) == 0 {
			t.Errorf("%s is accepted", text)
		}
	}
}

// FuzzPrepare: nothing panics, what is left without a reason is accepted and stays as it is when prepared
// again.
func FuzzPrepare(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `true`, field(`{"$ref":"#/$defs/a","title":"x","maxLength":1}`, `,"$defs":{"a":{"type":["string"],"nullable":true}}`),
		`{"name":"t","parameters":{"properties":{"a":{"format":"int32","minimum":1e3}}}}`, "\ufeff{// c\n}",
		field(`{"patternProperties":{"":{}},"unevaluatedProperties":false,"propertyNames":{}}`, `,"$schema":"http://json-schema.org/draft-04/schema#"`),
		field(`{"minimum":1,"exclusiveMinimum":true,"default":1e400,"examples":1,"discriminator":1,"anyOf":[{"$ref":"#/properties/f"}]}`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := schema.Prepare(text, schema.Limits{})
		if (err != nil) && len(got.Reasons) != 1 {
			t.Fatalf("%v with %d reasons", err, len(got.Reasons))
		}
		if whole, prepared := schema.Arguments(text, schema.Limits{}); (whole == nil) == (len(prepared.Reasons) == 0) {
			t.Fatalf("arguments: %v with %d reasons", whole, len(prepared.Reasons))
		}
		if len(got.Reasons) > 0 {
			return
		}
		if _, reasons := schema.Read(got.Text, schema.Limits{}); len(reasons) > 0 {
			t.Fatalf("%s is not accepted: %s", got.Text, reasons.Summary())
		}
		again, err := schema.Prepare(got.Text, schema.Limits{})
		if err != nil || !bytes.Equal(again.Text, got.Text) || len(again.Changes) > 0 {
			t.Fatalf("%s becomes %s: %v %v", got.Text, again.Text, again.Changes, err)
		}
	})
}

// TestDocumentsThatHoldNoSchema: what says nothing of a schema must not pass for one without fields.
func TestDocumentsThatHoldNoSchema(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		`{"openapi":"3.0.0","info":{"title":"x"},"paths":{},"components":{"schemas":{"A":{"type":"object"}}}}`: false,
		`{"swagger":"2.0","definitions":{"A":{"type":"object"}}}`:                                              false,
		`{"tools":[{"name":"x","inputSchema":{"type":"object"}}]}`:                                             false,
		`{"orderId":{"type":"string"}}`:                                                                        false,
		`{}`:                                                                                                   true, `{"type":"object"}`: true, `{"type":"object","properties":{}}`: true, `{"title":"nothing"}`: false,
	} {
		prepared, _ := schema.Prepare([]byte(text), schema.Limits{})
		if got := len(prepared.Reasons) == 0; got != ok {
			t.Errorf("%s: accepted %v, %v", text, got, prepared.Reasons)
		}
	}
}
