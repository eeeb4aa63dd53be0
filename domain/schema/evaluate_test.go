package schema_test

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func decode(t testing.TB, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return v
}

func projection(t testing.TB, text string, limits schema.Limits) *schema.Projection {
	t.Helper()
	s, err := schema.Read([]byte(text), limits)
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return s.Project(s.Fields())
}

// judge evaluates a value of field f by a schema of its own.
func judge(t testing.TB, schemaText, value string) schema.Verdict {
	t.Helper()
	verdict, stopped := schema.Evaluate(projection(t, under(schemaText), schema.Limits{}), decode(t, `{"f":`+value+`}`), nil)
	if stopped {
		t.Fatal("stopped without being asked")
	}
	return verdict
}

func TestRootOfAProjection(t *testing.T) {
	text := `{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["b","a"],"additionalProperties":true}`
	for value, want := range map[string]string{
		`{"a":"x","b":null}`:     ``,
		`{"z":1,"a":1,"":{}}`:    ` required; /z additionalProperties; /a type; / additionalProperties`,
		`{"b":1,"a":"x","a ":1}`: `/a  additionalProperties`,
		`[]`:                     ` type`,
	} {
		verdict, _ := schema.Evaluate(projection(t, text, schema.Limits{}), decode(t, value), nil)
		var got []string
		for _, v := range verdict.Violations {
			got = append(got, v.Pointer+" "+v.Keyword)
		}
		if told := strings.Join(got, "; "); told != want {
			t.Errorf("%s: got %q, want %q", value, told, want)
		}
	}
}

// TestExpectationsTellTheSchemaAndNotTheValue holds the words of every keyword.
func TestExpectationsTellTheSchemaAndNotTheValue(t *testing.T) {
	for _, tc := range []struct{ schema, value, expected string }{
		{`{"type":["string","null","integer"]}`, `true`, "a string or an integer or null"},
		{`{"enum":["a",1.50,{"k":[]}]}`, `"sesame"`, `one of "a", 1.50, {"k":[]}`},
		{`{"const":{"a":1}}`, `"sesame"`, `exactly {"a":1}`},
		{`{"const":"` + strings.Repeat("c", 300) + `"}`, `"sesame"`, "exactly (see the schema)"},
		{`{"minimum":1.50}`, `1`, "a number of at least 1.50"},
		{`{"maximum":1}`, `2`, "a number of at most 1"},
		{`{"exclusiveMinimum":1}`, `1`, "a number above 1"},
		{`{"exclusiveMaximum":1}`, `1`, "a number below 1"},
		{`{"multipleOf":0.01}`, `0.001`, "a number that is a multiple of 0.01"},
		{`{"minLength":9}`, `"sesame"`, "at least 9 code points, not 6"},
		{`{"maxLength":2}`, `"sesame"`, "at most 2 code points, not 6"},
		{`{"pattern":"^\\d"}`, `"sesame"`, `a match of the pattern "^\\d"`},
		{`{"format":"date"}`, `"sesame"`, "the format date"},
		{`{"minItems":2}`, `["sesame"]`, "at least 2 items, not 1"},
		{`{"maxItems":1}`, `["sesame",1]`, "at most 1 items, not 2"},
		{`{"uniqueItems":true}`, `[1,2,"sesame",2,1,"sesame"]`, "items that all differ; item 3 equals an earlier one"},
		{`{"required":["a/b"]}`, `{"sesame":1}`, `the property "a/b"`},
		{`{"additionalProperties":false}`, `{"x":"sesame"}`, "no property of this name"},
		{`{"properties":{"x":false}}`, `{"x":"sesame"}`, "no value here: the schema is false"},
		{`{"anyOf":[{"type":"null"},false]}`, `"sesame"`, "at least one of 2 alternatives to hold"},
		{`{"oneOf":[true,true,false]}`, `"sesame"`, "exactly one of 3 alternatives to hold, not 2"},
		{`{"not":true}`, `"sesame"`, `a value that the schema under "not" refuses`},
	} {
		verdict := judge(t, tc.schema, tc.value)
		if len(verdict.Violations) != 1 || verdict.Violations[0].Expected != tc.expected {
			t.Errorf("%s: got %+v, want %q", tc.schema, verdict.Violations, tc.expected)
		}
	}
	long := judge(t, `{"enum":[`+many(400, func(i int) string { return fmt.Sprint(i) })+`]}`, `"sesame"`)
	if text := long.Violations[0].Expected; len(text) > 300 || !strings.HasSuffix(text, "… (400 values, see the schema)") {
		t.Errorf("a long enum is told as %q", text)
	}
}

func TestViolationsAreBounded(t *testing.T) {
	items := "[" + many(5000, func(int) string { return "1" }) + "]"
	verdict := judge(t, `{"items":{"type":"string"}}`, items)
	if len(verdict.Violations) != schema.MaxViolations || verdict.Violations[255].Pointer != "/f/255" {
		t.Errorf("%d violations", len(verdict.Violations))
	}
	name := strings.Repeat("n", 100_000)
	verdict = judge(t, `{"additionalProperties":{"items":{"not":{}}}}`, `{"`+name+`":`+items+`}`)
	bytes := 0
	for _, v := range verdict.Violations {
		bytes += len(v.Pointer) + len(v.Expected)
		if len(v.Pointer) > 100 {
			t.Fatalf("a pointer of %d bytes", len(v.Pointer))
		}
	}
	if len(verdict.Violations) == 0 || bytes > schema.MaxViolationBytes+200 {
		t.Errorf("%d violations of %d bytes", len(verdict.Violations), bytes)
	}
	verdict = judge(t, `{"required":[`+many(1900, func(i int) string { return fmt.Sprintf(`"%060d"`, i) })+`]}`, `{}`)
	if n := len(verdict.Violations); n < 100 || n > schema.MaxViolations {
		t.Errorf("%d violations", n)
	}
}

// TestDescribedEndsBehindWhatACandidateCanHold: more nodes than checks are allowed, or more bytes of
// paths than a candidate may have.
func TestDescribedEndsBehindWhatACandidateCanHold(t *testing.T) {
	items := `{"f":[` + many(3000, func(int) string { return "1" }) + `]}`
	p := projection(t, under(`{"items":{"description":"d"}}`), schema.Limits{MaxDescribed: 100})
	verdict, _ := schema.Evaluate(p, decode(t, items), nil)
	if len(verdict.Described) != 101 || verdict.Described[100] != "/f/100" {
		t.Errorf("%d described", len(verdict.Described))
	}
	name := strings.Repeat("n", 10_000)
	p = projection(t, under(`{"additionalProperties":{"items":{"description":"d"}}}`), schema.Limits{MaxDescribedBytes: 50_000})
	verdict, _ = schema.Evaluate(p, decode(t, `{"f":{"`+name+`":[1,2,3,4,5,6,7,8,9]}}`), nil)
	if len(verdict.Described) != 5 || len(verdict.Described[0]) < 10_000 {
		t.Errorf("%d described", len(verdict.Described))
	}
}

func TestDescribedPathsAreInDocumentOrderAndOnce(t *testing.T) {
	verdict := judge(t, `{"description":"1","allOf":[{"description":"2","properties":{"b":{"description":"3"}}}],
		"anyOf":[{"properties":{"a":{"description":"4","oneOf":[{"description":"5"}]}}},{"description":"6"},{"type":"null","description":"no"}],
		"properties":{"b":{"anyOf":[{"items":{"description":"7"}},{"items":{"description":"8"}}]}}}`, `{"a":1,"b":[0,0]}`)
	if got := strings.Join(verdict.Described, " "); got != "/f /f/a /f/b /f/b/0 /f/b/1" || !verdict.Valid() {
		t.Errorf("got %s %v", got, verdict.Violations)
	}
}

func TestStops(t *testing.T) {
	branch := `{"type":"string"}`
	for range 3 {
		branch = `{"anyOf":[` + strings.Repeat(branch+",", 15) + branch + `]}`
	}
	for name, tc := range map[string]struct{ schema, value string }{
		"visits":      {`{"items":` + branch + `}`, "[" + many(200, func(int) string { return "1" }) + "]"},
		"plain walk":  {`{"items":{"type":"integer"}}`, "[" + many(2000, func(int) string { return "1" }) + "]"},
		"one of":      {`{"items":{"oneOf":[` + branch + `,true]}}`, "[" + many(200, func(int) string { return "1" }) + "]"},
		"all of":      {`{"items":{"allOf":[` + branch + `,true]}}`, "[" + many(200, func(int) string { return "1" }) + "]"},
		"not":         {`{"items":{"not":{"properties":{"a":` + branch + `}}}}`, "[" + many(200, func(int) string { return `{"a":1}` }) + "]"},
		"pattern":     {`{"pattern":"(x+x+){1,300}y"}`, `"` + strings.Repeat("x", 20_000) + `"`},
		"regex":       {`{"format":"regex"}`, `"` + strings.Repeat("(a)", 50_000) + `"`},
		"hashing":     {`{"const":[0]}`, "[" + many(2000, strconv.Itoa) + "]"},
		"many fields": {`{"additionalProperties":{"type":"integer"}}`, "{" + many(2000, func(i int) string { return fmt.Sprintf(`"%d":1`, i) }) + "}"},
	} {
		p := projection(t, under(tc.schema), schema.Limits{})
		value := decode(t, `{"f":`+tc.value+`}`)
		for _, after := range []int{0, 1, 3} {
			asked := 0
			verdict, stopped := schema.Evaluate(p, value, func() bool { asked++; return asked > after })
			if !stopped || len(verdict.Violations) > 0 || verdict.Work != 0 {
				t.Errorf("%s: not stopped after %d: %+v", name, after, verdict)
			}
			if asked > after+3 {
				t.Errorf("%s: asked %d times more after it said so", name, asked-after-1)
			}
		}
		if _, stopped := schema.Evaluate(p, value, func() bool { return false }); stopped && name != "visits" {
			t.Errorf("%s: stopped without being asked", name)
		}
	}
}

// TestWorkIsCounted: what the second judge would have to do is counted in branches that fail too, and
// beyond the bound the walk takes shortcuts without a change of the verdict.
func TestWorkIsCounted(t *testing.T) {
	light := judge(t, `{"items":{"type":"integer"}}`, "["+many(100, func(int) string { return "1" })+"]")
	heavy := judge(t, `{"items":{"anyOf":[{"type":"string"},{"type":"null"},true]}}`, "["+many(100, func(int) string { return "1" })+"]")
	if light.Work < 100 || light.Work > 1000 || heavy.Work < 40*light.Work/2 {
		t.Errorf("light %d, heavy %d", light.Work, heavy.Work)
	}
	object := `{"a":1,"b":[1,2,3]}`
	for _, schemaText := range []string{
		`{"items":{"oneOf":[{"properties":{"a":{"type":"null"},"b":{"items":{"type":"null"}}}},{"required":["a"]},{"required":["c"]}]}}`,
		`{"items":{"anyOf":[{"allOf":[{"not":{"required":["a"]}},{"required":["z"]}]},{"oneOf":[true,true]},{"type":"object"}]}}`,
		`{"items":{"not":{"anyOf":[{"type":"null"},{"oneOf":[{"type":"object"},{"required":["a"]}]}]}}}`,
	} {
		verdict := judge(t, schemaText, "["+many(4000, func(int) string { return object })+"]")
		if !verdict.Valid() || verdict.Work <= schema.MaxCountedWork {
			t.Errorf("%s: %v %d", schemaText, verdict.Violations, verdict.Work)
		}
	}
}

var numbers = flag.Int("numbers", 2000, "random pairs of numbers that are compared with exact arithmetic")

// TestNumbersAgainstRationals compares every keyword about numbers with exact rational arithmetic.
func TestNumbersAgainstRationals(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range *numbers {
		bound, value := number(random), number(random)
		if random.IntN(3) == 0 {
			value = bound
		}
		b, _ := new(big.Rat).SetString(bound)
		v, _ := new(big.Rat).SetString(value)
		cmp := v.Cmp(b)
		want := map[string]bool{
			"minimum": cmp >= 0, "maximum": cmp <= 0, "exclusiveMinimum": cmp > 0, "exclusiveMaximum": cmp < 0, "const": cmp == 0,
		}
		if b.Sign() > 0 {
			want["multipleOf"] = new(big.Rat).Quo(v, b).IsInt()
		}
		for keyword, ok := range want {
			if got := judge(t, `{"`+keyword+`":`+bound+`}`, value).Valid(); got != ok {
				t.Fatalf("%s %s of %s: got %v", value, keyword, bound, got)
			}
		}
		if got := judge(t, `{"uniqueItems":true}`, "["+bound+","+value+"]").Valid(); got != (cmp != 0) {
			t.Fatalf("%s and %s differ: %v", bound, value, got)
		}
		if got := judge(t, `{"type":"integer"}`, value).Valid(); got != v.IsInt() {
			t.Fatalf("%s is an integer: %v", value, got)
		}
	}
}

// number writes a random number that the strict reader takes.
func number(random *rand.Rand) string {
	for {
		var text string
		switch random.IntN(5) {
		case 0:
			text = strconv.Itoa(random.IntN(2000) - 1000)
		case 1:
			text = strconv.FormatFloat(random.NormFloat64(), 'g', 1+random.IntN(17), 64)
		case 2:
			text = fmt.Sprintf("%d.%de%d", random.IntN(100), random.IntN(100), random.IntN(8)-5)
		case 3:
			text = fmt.Sprintf("%de-%d", 1+random.IntN(30), 280+random.IntN(30))
		default:
			text = fmt.Sprintf("%d.%02d", random.IntN(1000), random.IntN(100))
		}
		if _, err := strictjson.ParseDecimal(text); err == nil {
			return text
		}
	}
}

// TestEqualityIsCanonical: a value and its rewriting are the same to const, enum and uniqueItems.
func TestEqualityIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, two := drawTwins(t, 3)
		p := projectionOf(t, under(`{"const":`+one+`}`))
		verdict, _ := schema.Evaluate(p, valueOf(t, `{"f":`+two+`}`), nil)
		if !verdict.Valid() {
			t.Fatalf("%s is not %s", two, one)
		}
		p = projectionOf(t, under(`{"uniqueItems":true}`))
		verdict, _ = schema.Evaluate(p, valueOf(t, `{"f":[0.5,`+one+`,"other",`+two+`]}`), nil)
		if verdict.Valid() {
			t.Fatalf("%s and %s count as different", one, two)
		}
		p = projectionOf(t, under(`{"enum":["other",[`+one+`],`+one+`]}`))
		verdict, _ = schema.Evaluate(p, valueOf(t, `{"f":[`+two+`]}`), nil)
		if !verdict.Valid() {
			t.Fatalf("[%s] is not among [%s]", two, one)
		}
		verdict, _ = schema.Evaluate(p, valueOf(t, `{"f":[[`+two+`]]}`), nil)
		if verdict.Valid() {
			t.Fatalf("[[%s]] is among [%s]", two, one)
		}
	})
}

func projectionOf(t *rapid.T, text string) *schema.Projection {
	s, err := schema.Read([]byte(text), schema.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Project(s.Fields())
}

func valueOf(t *rapid.T, text string) strictjson.Value {
	v, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// drawTwins draws a value in two spellings.
func drawTwins(t *rapid.T, depth int) (one, two string) {
	kinds := 4
	if depth == 0 {
		kinds = 2
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		n := rapid.Int64Range(-1000, 1000).Draw(t, "n")
		return fmt.Sprintf("%d", n), fmt.Sprintf("%d.0e-1", n*10)
	case 1:
		pair := rapid.SampledFrom([][2]string{
			{`"a"`, `"\u0061"`}, {`"😀"`, `"\ud83d\ude00"`}, {`null`, `null`}, {`true`, `true`}, {`false`, `false`}, {`0`, `-0.0`}, {`0.5`, `5e-1`},
		}).Draw(t, "scalar")
		return pair[0], pair[1]
	case 2:
		n := rapid.IntRange(0, 3).Draw(t, "items")
		var a, b []string
		for range n {
			x, y := drawTwins(t, depth-1)
			a, b = append(a, x), append(b, y)
		}
		return "[" + strings.Join(a, ",") + "]", "[" + strings.Join(b, ",") + "]"
	default:
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{`"a"`, `"b"`, `""`, `"$ref"`, `"é"`}), 0, 3, rapid.ID).Draw(t, "names")
		var a, b []string
		for _, name := range names {
			x, y := drawTwins(t, depth-1)
			a, b = append(a, name+":"+x), append([]string{name + ":" + y}, b...)
		}
		return "{" + strings.Join(a, ",") + "}", "{" + strings.Join(b, ",") + "}"
	}
}

// FuzzEvaluate: nothing panics, a schema within anyOf judges as by itself, and one under not the other
// way round.
func FuzzEvaluate(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"type":"string","minLength":2}`, `"é"`}, {`{"anyOf":[{"enum":[1,"a",{"b":1}]},{"not":{"type":"null"}}]}`, `{"b":1.0}`},
		{`{"uniqueItems":true,"items":{"multipleOf":0.1}}`, `[0.1,0.2,1e-1]`}, {`{"properties":{"a":{"format":"date"}},"required":["a"]}`, `{"a":"x"}`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, schemaText, valueText string) {
		limits := schema.Limits{MaxDepth: 40}
		value, err := strictjson.Decode([]byte(`{"f":`+valueText+`}`), strictjson.Options{MaxDepth: 40, MaxNodes: 2000})
		if err != nil {
			return
		}
		var valid []bool
		for _, text := range []string{schemaText, `{"anyOf":[` + schemaText + `]}`, `{"allOf":[` + schemaText + `]}`, `{"not":` + schemaText + `}`} {
			s, err := schema.Read([]byte(under(text)), limits)
			if err != nil {
				return
			}
			verdict, stopped := schema.Evaluate(s.Project([]string{"f"}), value, nil)
			if stopped {
				t.Fatal("stopped without being asked")
			}
			valid = append(valid, verdict.Valid())
		}
		if valid[0] != valid[1] || valid[0] != valid[2] || valid[0] == valid[3] {
			t.Fatalf("by itself %v, in anyOf %v, in allOf %v, under not %v", valid[0], valid[1], valid[2], valid[3])
		}
	})
}
