package schema_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema"
)

// under puts a schema under a field.
func under(text string) string { return `{"type":"object","properties":{"f":` + text + `}}` }

func nested(depth int) string {
	if depth == 0 {
		return `{}`
	}
	return `{"items":` + nested(depth-1) + `}`
}

func many(n int, write func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = write(i)
	}
	return strings.Join(all, ",")
}

func TestReadAccepts(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "an empty object": ` {} `,
		"every dialect word": `{"$schema":"http://json-schema.org/draft-07/schema","$id":"http://x","$comment":"c",` +
			under(`{"$schema":"https://json-schema.org/draft-07/schema#","$id":"#a b","$comment":""}`)[1:],
		"annotations":             under(`{"title":"t","description":"d","default":{"$ref":1},"examples":[1],"readOnly":true,"writeOnly":false}`),
		"types":                   under(`{"type":["string","number","integer","boolean","object","array","null"]}`),
		"booleans":                under(`{"properties":{"a":true,"b":false},"items":true,"additionalProperties":false,"not":false,"anyOf":[true]}`),
		"counts as decimals":      under(`{"minLength":2.0,"maxLength":20e0,"minItems":0,"maxItems":-0,"multipleOf":1e-300}`),
		"the largest count":       under(`{"maxLength":9007199254740991}`),
		"never satisfiable":       under(`{"minLength":5,"maxLength":3,"minItems":2,"maxItems":1,"minimum":3,"maximum":1}`),
		"repeated enum members":   under(`{"enum":[1,1.0,"a","a",{"a":1,"b":2},{"b":2,"a":1}]}`),
		"odd names":               under(`{"properties":{"$ref":{},"__proto__":{},"":{},"a/b~c":{},"if":{},"definitions":{}},"required":["$ref","nowhere"]}`),
		"a field of any name":     `{"type":"object","properties":{"$ref":{},"properties":{"type":"string"},"":{}},"required":["","$ref"]}`,
		"const of any kind":       under(`{"const":{"$ref":"x","enum":[]},"enum":[{"$ref":"#"},null]}`),
		"empty required":          under(`{"required":[]}`),
		"16 branches":             under(`{"anyOf":[` + many(16, func(int) string { return "{}" }) + `]}`),
		"depth 8":                 under(nested(7)),
		"1,000 enum entries":      under(`{"enum":[` + many(1000, func(i int) string { return fmt.Sprint(i) }) + `]}`),
		"a pattern":               under(`{"pattern":"^\\p{L}[\\w\\-]+$"}`),
		"every format":            under(`{"allOf":[` + many(8, func(i int) string { return `{"format":"` + formats[i] + `"}` }) + `,{"anyOf":[` + many(7, func(i int) string { return `{"format":"` + formats[8+i] + `"}` }) + `]}]}`),
		"root constraints on all": `{"type":"object","properties":{"a":{}},"minLength":3,"items":{},"additionalProperties":true,"description":"d"}`,
	} {
		s, err := schema.Read([]byte(text), schema.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := schema.Read([]byte(s.Text()), schema.Limits{})
		if err != nil || again.Text() != s.Text() {
			t.Errorf("%s: what is kept does not read again: %v", name, err)
		}
	}
}

var formats = []string{"date", "time", "date-time", "duration", "uri", "uri-reference", "url", "email", "hostname", "ipv4",
	"ipv6", "regex", "uuid", "json-pointer", "relative-json-pointer"}

// TestReadRefuses names all reasons of each schema: their pointers, in order.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		` `: "", `nul`: "", `{"type":"object","type":"object"}`: "/type", `true`: "", `false`: "", `null`: "", `[]`: "", `"x"`: "",
		`{"title":"x"}`:                             " ",
		`{"type":"object"}`:                         "",
		`{"type":"object","properties":{}}`:         "/properties",
		`{"type":"object","properties":[]}`:         "/properties",
		`{"type":["object"],"properties":{"a":{}}}`: "/type",
		`{"properties":{"a":{}}}`:                   "",
		`{"type":"object","properties":{"a":{}},"anyOf":[{"$ref":"#"}],"oneOf":[true],"allOf":[true],"not":{},"enum":[1],"const":1}`:        "/anyOf /anyOf/0/$ref /oneOf /allOf /not /enum /const",
		`{"type":"object","properties":{"a":{}},"required":["a","b",1,"a"]}`:                                                                "/required/2 /required/3 /required/1",
		`{"required":["b"],"type":"object","properties":{"a":{}}}`:                                                                          "/required/0",
		`{"type":"object","properties":{"a":{}},"required":"a"}`:                                                                            "/required",
		`{"type":"object","properties":{"a":{}},"additionalProperties":{"if":{}}}`:                                                          "/additionalProperties /additionalProperties/if",
		`{"type":"object","properties":{"a":{}},"additionalProperties":null}`:                                                               "/additionalProperties",
		`{"type":"object","properties":{"a":{}},"$schema":"https://json-schema.org/draft/2020-12/schema"}`:                                  "/$schema",
		`{"type":"object","properties":{"a":{"$schema":7,"$id":1,"$comment":2,"title":3,"description":4,"readOnly":"no","examples":"no"}}}`: "/properties/a/$schema /properties/a/$id /properties/a/$comment /properties/a/title /properties/a/description /properties/a/readOnly /properties/a/examples",

		under(`1`): "/properties/f", under(`null`): "/properties/f", under(`[{}]`): "/properties/f",
		under(`{"type":[]}`): "/properties/f/type", under(`{"type":"text"}`): "/properties/f/type", under(`{"type":1}`): "/properties/f/type",
		under(`{"type":["string","string","x",1]}`): "/properties/f/type/1 /properties/f/type/2 /properties/f/type/3",
		under(`{"enum":[]}`):                        "/properties/f/enum", under(`{"enum":"a"}`): "/properties/f/enum",
		under(`{"minLength":-1,"maxLength":1.5,"minItems":"2","maxItems":null}`): "/properties/f/minLength /properties/f/maxLength /properties/f/minItems /properties/f/maxItems",
		under(`{"minLength":1e20}`): "/properties/f/minLength",
		under(`{"minimum":"1","maximum":true,"exclusiveMinimum":true,"exclusiveMaximum":false,"multipleOf":0}`): "/properties/f/minimum /properties/f/maximum /properties/f/exclusiveMinimum /properties/f/exclusiveMaximum /properties/f/multipleOf",
		under(`{"multipleOf":-1}`): "/properties/f/multipleOf", under(`{"multipleOf":"1"}`): "/properties/f/multipleOf",
		under(`{"minimum":0.12345678901234567890}`):                                    "/properties/f/minimum",
		under(`{"uniqueItems":1,"pattern":1,"format":1,"required":{},"properties":1}`): "/properties/f/uniqueItems /properties/f/pattern /properties/f/format /properties/f/required /properties/f/properties",
		under(`{"items":[{"$ref":"#"},{}]}`):                                           "/properties/f/items /properties/f/items/0/$ref",
		under(`{"anyOf":[],"oneOf":{},"allOf":[1],"not":[]}`):                          "/properties/f/anyOf /properties/f/oneOf /properties/f/allOf/0 /properties/f/not",
		under(`{"anyOf":[` + many(17, func(int) string { return "{}" }) + `]}`):        "/properties/f/anyOf",
		under(`{"pattern":"(?=a)"}`):                                                   "/properties/f/pattern", under(`{"pattern":"[a"}`): "/properties/f/pattern",
		under(`{"format":"iri"}`):                                                   "/properties/f/format",
		under(`{"not":{"properties":{"a/b":{"x~y":1}}}}`):                           "/properties/f/not/properties/a~1b/x~0y",
		under(`{"properties":{"` + strings.Repeat("é", 100) + `":{"contains":1}}}`): "/properties/f/properties/" + strings.Repeat("é", 30) + "…/contains",
	} {
		s, reasons := schema.Read([]byte(text), schema.Limits{})
		if s != nil || len(reasons.Unsupported()) == 0 {
			t.Errorf("%s: got %v", text, reasons)
			continue
		}
		var got []string
		for _, reason := range reasons.Unsupported() {
			got = append(got, reason.Pointer)
			if reason.Message == "" {
				t.Errorf("%s: reason %+v", text, reason)
			}
		}
		if told := strings.Join(got, " "); told != want && told != strings.TrimSpace(want) {
			t.Errorf("%s:\n got  %q\n want %q", text, told, want)
		}
	}
}

func TestEveryUnsupportedKeywordIsRefusedWithAWayOut(t *testing.T) {
	keywords := "$ref $recursiveRef $dynamicRef definitions $defs if then else dependencies dependentRequired " +
		"dependentSchemas patternProperties propertyNames contains minProperties maxProperties additionalItems prefixItems " +
		"unevaluatedItems unevaluatedProperties contentEncoding contentMediaType nullable example id enumNames discriminator foo"
	for keyword := range strings.FieldsSeq(keywords) {
		for _, value := range []string{"{}", "true", "1", `"#"`, "[]"} {
			text := under(`{"allOf":[{"` + keyword + `":` + value + `}]}`)
			_, reasons := schema.Read([]byte(text), schema.Limits{})
			if len(reasons) != 1 || reasons[0].Pointer != "/properties/f/allOf/0/"+keyword || reasons[0].Keyword != keyword ||
				reasons[0].WayOut == "" || reasons[0].Limit || !strings.Contains(reasons[0].Message, keyword) {
				t.Errorf("%s: %+v", text, reasons)
			}
		}
	}
}

func TestReadLimits(t *testing.T) {
	entries := func(n int) string { return `{"enum":[` + many(n, func(i int) string { return fmt.Sprint(i) }) + `]}` }
	for name, tc := range map[string]struct {
		text    string
		limits  schema.Limits
		verdict string
	}{
		"depth 9":                        {under(nested(8)), schema.Limits{}, "limit"},
		"depth under not":                {under(`{"not":{"anyOf":[true]}}`), schema.Limits{MaxDepth: 2}, "limit"},
		"depth allowed":                  {under(`{"not":{"anyOf":[true]}}`), schema.Limits{MaxDepth: 3}, ""},
		"properties":                     {under(`{"not":{"properties":{"a":{},"b":{}}},"anyOf":[{"properties":{"c":{}}}]}`), schema.Limits{MaxProperties: 3}, "limit"},
		"properties allowed":             {under(`{"not":{"properties":{"a":{},"b":{}}},"anyOf":[{"properties":{"c":{}}}]}`), schema.Limits{MaxProperties: 4}, ""},
		"const is no property":           {under(`{"const":{"properties":{"a":1,"b":2}}}`), schema.Limits{MaxProperties: 1}, ""},
		"enum entries":                   {under(entries(1001)), schema.Limits{}, "limit"},
		"enum entries in all":            {under(`{"anyOf":[` + many(11, func(int) string { return entries(950) }) + `]}`), schema.Limits{MaxBytes: 1 << 20}, "limit"},
		"enum entries, all right":        {under(`{"anyOf":[` + many(10, func(int) string { return entries(1000) }) + `]}`), schema.Limits{MaxBytes: 1 << 20}, ""},
		"a large pattern":                {under(`{"pattern":"(a{0,100}){0,10}(b{0,100}){0,10}(c{0,100}){0,10}(d{0,100}){0,10}(e{0,100}){0,10}(f{0,100}){0,10}"}`), schema.Limits{}, "limit"},
		"bytes":                          {under(`{"default":"` + strings.Repeat("x", 100) + `"}`), schema.Limits{MaxBytes: 100}, "limit"},
		"bytes as kept":                  {strings.Repeat(" ", 200) + under(`{}`) + "\n", schema.Limits{MaxBytes: 43}, ""},
		"bytes before support":           {under(`{"$ref":"` + strings.Repeat("x", 100) + `"}`), schema.Limits{MaxBytes: 100}, "limit"},
		"bytes before form":              {`{"a":"` + strings.Repeat("x", 100) + `",,}`, schema.Limits{MaxBytes: 100}, "limit"},
		"white space of what is no JSON": {strings.Repeat(" \t\n", 100) + `{"a": "\" ",,}`, schema.Limits{MaxBytes: 100}, "limit"},
		"support before depth":           {under(`{"items":{"items":{"$ref":"#"}}}`), schema.Limits{MaxDepth: 1}, "unsupported"},
		"support before entries":         {under(entries(1001)[:len(entries(1001))-1] + `,"if":{}}`), schema.Limits{}, "unsupported"},
	} {
		_, reasons := schema.Read([]byte(tc.text), tc.limits)
		if got := verdictOf(reasons); got != tc.verdict {
			t.Errorf("%s: got %v, want %q", name, reasons, tc.verdict)
		}
		if strings.Contains(name, "before support") && len(reasons) != 1 {
			t.Errorf("%s: bytes are judged alone, got %+v", name, reasons)
		}
	}
}

// verdictOf says how a schema with these reasons is refused: unsupported wins over a limit.
func verdictOf(reasons schema.Reasons) string {
	switch {
	case len(reasons) == 0:
		return ""
	case len(reasons.Unsupported()) == 0:
		return "limit"
	default:
		return "unsupported"
	}
}

func TestSummary(t *testing.T) {
	_, reasons := schema.Read([]byte(under(`{"if":{},"then":{},"else":{}}`)), schema.Limits{})
	if got := reasons.Summary(); !strings.HasPrefix(got, "/properties/f/if ") || !strings.HasSuffix(got, "(and 2 more)") {
		t.Errorf("got %q", got)
	}
	if got := reasons[:1].Summary(); got != reasons[0].Place() {
		t.Errorf("got %q", got)
	}
	if got := (schema.Reasons{}).Summary(); got != "" {
		t.Errorf("got %q", got)
	}
}

func reasonsOf(text string) schema.Reasons {
	_, reasons := schema.Read([]byte(text), schema.Limits{})
	return reasons
}

func TestReasonsQuoteNoValues(t *testing.T) {
	for _, text := range []string{
		under(`{"type":"sesame","enum":"sesame","format":"sesame","pattern":"sesame(","minimum":"sesame","$ref":"sesame"}`),
		`{"sesame":sesame}`, `"sesame"`,
	} {
		for _, r := range reasonsOf(text) {
			if strings.Contains(r.Message, "sesame") {
				t.Errorf("%s: %+v", text, r)
			}
		}
	}
}

func TestTextKeepsOrderNumbersAndDescriptions(t *testing.T) {
	text := `{"properties":{"z":{"maximum":1.50,"description":"<&>","default":1e2},"a":{}},"type":"object","title":"t"}`
	s, err := schema.Read([]byte("\n"+strings.ReplaceAll(text, ":", " : ")), schema.Limits{})
	if err != nil || s.Text() != text {
		t.Fatalf("%v\n got  %s\n want %s", err, s.Text(), text)
	}
	if got := s.Fields(); !slices.Equal(got, []string{"z", "a"}) {
		t.Errorf("fields %v", got)
	}
	empty, err := schema.Read([]byte(" { } "), schema.Limits{})
	if err != nil || empty.Text() != "{}" || len(empty.Fields()) != 0 || empty.Has("a") || !s.Has("a") {
		t.Errorf("without fields: %v %s", err, empty.Text())
	}
}

func TestReadKeepsNothingOfTheCaller(t *testing.T) {
	text := []byte(under(`{"const":"abc"}`))
	s, err := schema.Read(text, schema.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	kept := s.Text()
	clear(text)
	s.Fields()[0] = "changed"
	p := s.Project([]string{"f"})
	p.Fields()[0] = "changed"
	if s.Text() != kept || s.Fields()[0] != "f" || p.Fields()[0] != "f" {
		t.Error("the schema changed")
	}
}

func TestProject(t *testing.T) {
	s, err := schema.Read([]byte(`{"$id":"x","required":["b","a"],"description":"whole","title":"t","type":"object",
		"properties":{"a":{"required":["x"],"title":"A"},"b":{},"a.b":{"type":"null"}}}`), schema.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		names []string
		text  string
	}{
		{[]string{"a.b", "a"}, `{"type":"object","description":"whole","properties":{"a.b":{"type":"null"},"a":{"required":["x"],"title":"A"}},"required":["a"],"additionalProperties":false}`},
		{[]string{"a.b", "zz", "a.b"}, `{"type":"object","description":"whole","properties":{"a.b":{"type":"null"}},"additionalProperties":false}`},
		{[]string{"a", "b"}, `{"type":"object","description":"whole","properties":{"a":{"required":["x"],"title":"A"},"b":{}},"required":["b","a"],"additionalProperties":false}`},
		{nil, `{"type":"object","description":"whole","properties":{},"additionalProperties":false}`},
	} {
		p := s.Project(tc.names)
		if p.Text() != tc.text || p.Root().Definition().JSON() != tc.text {
			t.Errorf("%v:\n got  %s\n want %s", tc.names, p.Text(), tc.text)
		}
		if len(p.Fields()) > 0 {
			if _, err := schema.Read([]byte(p.Text()), schema.Limits{}); err != nil {
				t.Errorf("%v: the projection is no accepted schema: %v", tc.names, err)
			}
		}
	}
	if one, two := s.Project([]string{"a", "b"}), s.Project([]string{"b", "a"}); one.Key() != two.Key() || one.Text() == two.Text() {
		t.Error("the key must name the set, the text its order")
	}
	if !s.Project([]string{"a"}).Required("a") || s.Project([]string{"a"}).Required("b") || s.Project([]string{"a.b"}).Required("a.b") {
		t.Error("required names are wrong")
	}
}

func TestKeysOfDifferentSetsDiffer(t *testing.T) {
	s, err := schema.Read([]byte(`{"type":"object","properties":{"a":{},"b":{},"a\"\"b":{},"a,b":{},"":{}}}`), schema.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for set := range 1 << 5 {
		var names []string
		for i, name := range s.Fields() {
			if set&(1<<i) != 0 {
				names = append(names, name)
			}
		}
		key := s.Project(names).Key()
		if other, ok := seen[key]; ok {
			t.Errorf("%q and %s share a key", names, other)
		}
		seen[key] = fmt.Sprintf("%q", names)
	}
}

// FuzzRead: nothing panics, what is accepted reads again to the same text and projects, and a refusal
// has a reason.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `true`, under(`{"type":"string","minLength":2}`), under(`{"$ref":"#"}`), under(`{"anyOf":[true,{"enum":[1,"a"]}],"not":{}}`),
		under(`{"properties":{"__proto__":{"pattern":"^a"}},"required":["x"],"additionalProperties":{"format":"date"}}`),
		under(`{"items":{"const":{"a":[1.0]}},"uniqueItems":true,"multipleOf":0.01,"description":" "}`), `{"type":"object","properties":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, reasons := schema.Read(text, schema.Limits{})
		if (len(reasons) == 0) == (s == nil) {
			t.Fatalf("%v with %d reasons", s, len(reasons))
		}
		if s == nil {
			return
		}
		again, err := schema.Read([]byte(s.Text()), schema.Limits{})
		if err != nil || again.Text() != s.Text() {
			t.Fatalf("the kept text does not read again: %v", err)
		}
		p := s.Project(s.Fields())
		if len(p.Fields()) == 0 {
			return
		}
		projected, err := schema.Read([]byte(p.Text()), schema.Limits{MaxBytes: 1 << 30})
		if err != nil || projected.Text() != p.Text() {
			t.Fatalf("the projection does not read: %v", err)
		}
	})
}

// TestProjectionsAreKept: what was asked for last comes again as the same value, in its own order only, and
// selections beyond those that are kept are made anew and are right.
func TestProjectionsAreKept(t *testing.T) {
	t.Parallel()
	const fields = 20
	s, reasons := schema.Read([]byte(wide(fields)), schema.Limits{})
	if len(reasons) > 0 {
		t.Fatal(reasons.Summary())
	}
	names := s.Fields()
	first := s.Project(names)
	if s.Project(s.Fields()) != first {
		t.Error("the same selection is made twice")
	}
	turned := slices.Clone(names)
	slices.Reverse(turned)
	if other := s.Project(turned); other == first || !slices.Equal(other.Fields(), turned) {
		t.Error("another order is taken for the same selection")
	}
	for round := range 2 {
		for i := range fields {
			if got := s.Project(names[i:]).Fields(); !slices.Equal(got, names[i:]) {
				t.Errorf("round %d: %v for %v", round, got, names[i:])
			}
		}
	}
}

// wide is a schema of so many fields, of which every third is required.
func wide(fields int) string {
	var properties, required []string
	for i := range fields {
		name := fmt.Sprintf("%q", "field-"+strconv.Itoa(i))
		properties = append(properties, name+`:{"type":"string"}`)
		if i%3 == 0 {
			required = append(required, name)
		}
	}
	return `{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":[` + strings.Join(required, ",") + `]}`
}

func BenchmarkProject(b *testing.B) {
	for _, fields := range []int{64, 4096, 8192} {
		limits := schema.Limits{MaxBytes: 1 << 30, MaxProperties: fields}
		s, reasons := schema.Read([]byte(wide(fields)), limits)
		if len(reasons) > 0 {
			b.Fatal(reasons.Summary())
		}
		names := s.Fields()
		b.Run(strconv.Itoa(fields)+"/kept", func(b *testing.B) {
			for b.Loop() {
				s.Project(names)
			}
		})
		b.Run(strconv.Itoa(fields)+"/made", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				s.Project(append(names[:0:0], names[i%16:]...))
			}
		})
	}
}
