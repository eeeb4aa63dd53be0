package gojsonschema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	library "github.com/xeipuuv/gojsonschema"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/schema/format"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// twoJudges is the evaluation with this validator behind it, as an instance asks them.
type twoJudges struct {
	projection *schema.Projection
	second     func(valueJSON []byte) error
}

func project(t testing.TB, text string) *schema.Projection {
	t.Helper()
	s, reasons := schema.Read([]byte(`{"type":"object","properties":{"v":`+text+`}}`), schema.Limits{})
	if len(reasons) > 0 {
		t.Fatalf("%.200s: %s", text, reasons.Summary())
	}
	return s.Project(s.Fields())
}

// under compiles a schema under field v with the fenced validator.
func under(t testing.TB, text string) twoJudges {
	t.Helper()
	p := project(t, text)
	second, err := New().Compile(p.Assertions())
	if errors.Is(err, ports.ErrNoOpinion) {
		return twoJudges{p, func([]byte) error { return ports.ErrNoOpinion }}
	}
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return twoJudges{p, second}
}

func judged(t testing.TB, c twoJudges, value string) schema.Verdict {
	t.Helper()
	v, err := strictjson.Decode([]byte(`{"v":`+value+`}`), strictjson.Options{})
	if err != nil {
		t.Fatalf("%.200s: %v", value, err)
	}
	verdict, _ := schema.Evaluate(c.projection, v, nil)
	if !verdict.Valid() {
		return verdict
	}
	if verdict.Unconfirmed = verdict.Work > MaxWork; verdict.Unconfirmed {
		return verdict
	}
	err = c.second(v.AppendJSON(nil))
	if !errors.As(err, &verdict.Disagreement) && err != nil {
		verdict.Unconfirmed = errors.Is(err, ports.ErrNoOpinion)
		if !verdict.Unconfirmed {
			t.Fatalf("%.200s: %v", value, err)
		}
	}
	return verdict
}

// bare asks the library as it is; ok is false where it does not compile.
func bare(t testing.TB, text string, value any) (valid, ok bool) {
	t.Helper()
	compiled, err := library.NewSchema(library.NewStringLoader(text))
	if err != nil {
		return false, false
	}
	result, err := compiled.Validate(library.NewRawLoader(value))
	if err != nil {
		t.Fatal(err)
	}
	return result.Valid(), true
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

// TestPanics: the library panics on numbers that are not finite and on huge exponents; behind the fence
// it never sees one, and a panic would be an error.
func TestPanics(t *testing.T) {
	if !panics(func() { bare(t, `{"const":1}`, json.Number("1e400")) }) &&
		!panics(func() { bare(t, `{"minimum":1}`, json.Number("1e99999999999")) }) {
		t.Error("the library panics no more; the fence may have become needless")
	}
	c := under(t, `{"const":1}`)
	for _, text := range []string{`{"v":1e400}`, `{"v":[{"x":-1e400}]}`, `{"v":1e99999999999}`, `{`} {
		if err := c.second([]byte(text)); err == nil || errors.Is(err, errPanicked) {
			t.Errorf("%s reaches the library: %v", text, err)
		}
	}
	if err := (judge{nil}).judge([]byte(`{}`)); !errors.Is(err, errPanicked) {
		t.Errorf("a panic while it validates: got %v", err)
	}
	if _, err := compile(map[string]any{"minimum": json.Number("x"), "properties": map[string]any{"a": 1}}); err == nil {
		t.Error("compiled what is no schema")
	}
}

// TestHugeExponents: one 1e1000000 takes the library 50 ms; the strict reader takes none, and what it
// takes is handed on as the canonical text of a double.
func TestHugeExponents(t *testing.T) {
	for text, want := range map[string]string{
		"1.0": "1", "-0": "0", "-0.0e5": "0", "100e-2": "1", "9007199254740991": "9007199254740991", "0.10": "0.1",
		"5E-324": "5e-324", "0.000000100": "1e-07", "123456789.5": "1.234567895e+08",
	} {
		v, err := strictjson.Decode([]byte(text), strictjson.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := number(v); string(got) != want {
			t.Errorf("%s is handed on as %s, want %s", text, got, want)
		}
	}
	if _, err := strictjson.Decode([]byte("1e1000000"), strictjson.Options{}); err == nil {
		t.Error("the strict reader takes 1e1000000")
	}
}

// TestCountsAsDecimals: `minLength: 2.0` does not compile bare.
func TestCountsAsDecimals(t *testing.T) {
	if _, ok := bare(t, `{"minLength":2.0}`, "ab"); ok {
		t.Error("the library compiles 2.0 now")
	}
	c := under(t, `{"minLength":2.0,"maxLength":20e-1,"minItems":1e0,"maxItems":1.0}`)
	for value, want := range map[string]bool{`"ab"`: true, `"a"`: false, `"abc"`: false, `[1]`: true, `[]`: false, `[1,2]`: false} {
		if got := judged(t, c, value); got.Valid() != want || got.Unconfirmed {
			t.Errorf("%s: %+v", value, got)
		}
	}
}

// TestRepeatedEnumMembers do not compile bare, and members are compared as doubles.
func TestRepeatedEnumMembers(t *testing.T) {
	if _, ok := bare(t, `{"enum":[1,1.0]}`, json.Number("1")); ok {
		t.Error("the library compiles repeated members now")
	}
	c := under(t, `{"enum":[1,1.0,10e-1,"a","a",{"a":1,"b":-0},{"b":0.0,"a":1e0},null,null]}`)
	for value, want := range map[string]bool{`1`: true, `1.00`: true, `{"b":0,"a":1}`: true, `null`: true, `"a"`: true, `2`: false} {
		if got := judged(t, c, value); got.Valid() != want {
			t.Errorf("%s: %+v", value, got)
		}
	}
}

// TestFormats: bare, string formats fail on numbers, duration and url do not exist and pass, and many
// checkers are wrong.
func TestFormats(t *testing.T) {
	if valid, _ := bare(t, `{"format":"date"}`, json.Number("20")); valid {
		t.Error("the library's formats let numbers pass now")
	}
	if valid, _ := bare(t, `{"format":"duration"}`, "nonsense"); !valid {
		t.Error("the library knows duration now")
	}
	for _, name := range format.Names() {
		if got := judged(t, under(t, `{"format":"`+name+`"}`), "20"); !got.Valid() {
			t.Errorf("%s of a number: %+v", name, got)
		}
	}
	c := under(t, `{"format":"duration"}`)
	if got := judged(t, c, `"nonsense"`); got.Valid() {
		t.Error("nonsense is a duration")
	}
	if got := judged(t, c, `"P1D"`); !got.Valid() || got.Disagreement != nil {
		t.Errorf("P1D: %+v", got)
	}
}

// TestTheOneGlobal: the library's own formats, and those that an embedder registers, stay as they are.
func TestTheOneGlobal(t *testing.T) {
	library.FormatCheckers.Add("duration", odd{})
	defer library.FormatCheckers.Remove("duration")
	c := under(t, `{"format":"duration"}`)
	if got := judged(t, c, `"P1D"`); !got.Valid() {
		t.Errorf("an embedder's format reaches the validator: %+v", got)
	}
	if valid, ok := bare(t, `{"format":"duration"}`, "P1D"); !ok || valid {
		t.Error("the validator's formats reach an embedder")
	}
	if valid, _ := bare(t, `{"format":"ipv4"}`, "10.0.0.1"); !valid {
		t.Error("the library's own formats changed")
	}
}

// odd is an embedder's format that fits nothing.
type odd struct{}

func (odd) IsFormat(any) bool { return false }

// TestReferencesInAnnotations: bare, `$ref` strings inside `default` are rewritten in the caller's tree
// and `$id` changes what is looked for; the private copy has neither.
func TestReferencesInAnnotations(t *testing.T) {
	text := `{"$id":"http://a b/%zz","$comment":"c","default":{"$ref":"other.json#/x","$id":"q"},"examples":[{"$ref":"#"}],"title":"t",` +
		`"readOnly":true,"properties":{"$ref":{"type":"string"},"$id":{},"default":{"const":{"$ref":"#/a"}}},"enum":[{"$ref":"x"},{"default":{"$ref":"#/a"}}]}`
	s, fault := schema.Read([]byte(`{"type":"object","properties":{"v":`+text+`}}`), schema.Limits{})
	if fault != nil {
		t.Fatal(fault)
	}
	written, err := json.Marshal(privateSchema(s.Root().Property("v")))
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"$comment", "title", "examples", "readOnly", "a b", "other.json"} {
		if strings.Contains(string(written), gone) {
			t.Errorf("the private copy holds %s: %s", gone, written)
		}
	}
	c := under(t, text)
	for value, want := range map[string]bool{`{"$ref":"x"}`: true, `{"default":{"$ref":"#/a"}}`: true, `{"$ref":"y"}`: false} {
		if got := judged(t, c, value); got.Valid() != want || got.Disagreement != nil {
			t.Errorf("%s: %+v", value, got)
		}
	}
	if s.Root().Property("v").Definition().JSON() != text {
		t.Error("the schema was changed")
	}
}

// TestContradictoryLengths do not compile bare; they say that no string is valid, and nothing about
// other values.
func TestContradictoryLengths(t *testing.T) {
	if _, ok := bare(t, `{"minLength":5,"maxLength":3}`, "abcd"); ok {
		t.Error("the library compiles contradictory lengths now")
	}
	c := under(t, `{"minLength":5,"maxLength":3,"not":{"const":7},"allOf":[{"minLength":2,"maxLength":1}]}`)
	for value, want := range map[string]bool{`"abcd"`: false, `""`: false, `6`: true, `7`: false, `[]`: true} {
		if got := judged(t, c, value); got.Valid() != want || got.Disagreement != nil {
			t.Errorf("%s: %+v", value, got)
		}
	}
}

// TestManyRequiredNames take the library quadratic time to compile; here they are spread.
func TestManyRequiredNames(t *testing.T) {
	var names, members []string
	for i := range 2300 {
		names = append(names, fmt.Sprintf(`"%d"`, i))
		members = append(members, fmt.Sprintf(`"%d":1`, i))
	}
	c := under(t, `{"required":[`+strings.Join(names, ",")+`],"allOf":[true]}`)
	if got := judged(t, c, "{"+strings.Join(members, ",")+"}"); !got.Valid() || got.Disagreement != nil {
		t.Errorf("got %+v", got)
	}
	second, err := compile(privateSchema(c.projection.Root()))
	if err != nil {
		t.Fatal(err)
	}
	private := plain(strictjson.Object(strictjson.Field("v", strictjson.Object())))
	result, err := second.Validate(library.NewRawLoader(private))
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, fault := range result.Errors() {
		if fault.Type() == "required" {
			missing++
		}
	}
	if missing != len(names) {
		t.Errorf("%d names are missed, there are %d", missing, len(names))
	}
}

// TestNothingIsLoaded: a reference that got through would lead nowhere.
func TestNothingIsLoaded(t *testing.T) {
	for _, ref := range []string{"http://127.0.0.1:1/x.json", "file:///etc/hostname", "http://json-schema.org/draft-07/schema"} {
		if _, err := compile(map[string]any{"properties": map[string]any{"v": map[string]any{"$ref": ref}}}); err == nil {
			t.Errorf("%s was loaded", ref)
		}
	}
	if _, err := (refusingFactory{}).New("x").LoadJSON(); !errors.Is(err, errNothingLoaded) {
		t.Errorf("got %v", err)
	}
}

// TestDisagreements: a second judge that sees something else is reported, the same place every time.
func TestDisagreements(t *testing.T) {
	p := project(t, `{}`)
	for text, want := range map[string]schema.Disagreement{
		`{"properties":{"v":{"properties":{"a/b.c":{"type":"string"},"z":false},"required":["y"]}}}`: {Pointer: "/v/a~1b.c", Keyword: "type"},
		`{"properties":{"v":{"additionalProperties":false}}}`:                                        {Pointer: "/v", Keyword: "additionalProperties"},
		`{"properties":{"v":{"anyOf":[{"type":"null"},{"enum":[1]}]}}}`:                              {Pointer: "/v", Keyword: "anyOf"},
		`{"properties":{"v":{"required":["q"]}}}`:                                                    {Pointer: "/v", Keyword: "required"},
	} {
		second, err := library.NewSchema(library.NewStringLoader(text))
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			got := judged(t, twoJudges{p, judge{second}.judge}, `{"a/b.c":1,"z":2}`)
			if got.Disagreement == nil || *got.Disagreement != want || got.Valid() || len(got.Violations) != 0 {
				t.Fatalf("%s: got %+v, want %+v", text, got.Disagreement, want)
			}
		}
	}
}

// TestUnconfirmed: beyond the work bound, or with more patterns than are compiled, the evaluation's
// verdict stands and says so.
func TestUnconfirmed(t *testing.T) {
	failing := strings.Repeat(`{"type":"string"},`, 15)
	c := under(t, `{"items":{"anyOf":[`+failing+`true]}}`)
	if got := judged(t, c, "["+strings.Repeat("1,", 5000)+"1]"); !got.Valid() || !got.Unconfirmed {
		t.Errorf("much work: %+v", got)
	}
	if got := judged(t, c, "[1]"); !got.Valid() || got.Unconfirmed {
		t.Errorf("little work: %+v", got)
	}
	many := make([]string, 60)
	for i := range many {
		many[i] = fmt.Sprintf(`"p%d":{"pattern":".{0,1000}%d"}`, i, i)
	}
	c = under(t, `{"properties":{`+strings.Join(many, ",")+`}}`)
	if got := judged(t, c, `{"p1":"1"}`); !got.Valid() || !got.Unconfirmed {
		t.Errorf("many patterns: %+v", got)
	}
	if got := judged(t, c, `{"p1":"x"}`); got.Valid() || got.Unconfirmed {
		t.Errorf("many patterns, not valid: %+v", got)
	}
}

// TestDeepValues: an embedder may allow them; encoding/json, with which the library compares, does not.
func TestDeepValues(t *testing.T) {
	c := under(t, `{"uniqueItems":true}`)
	for depth, unconfirmed := range map[int]bool{1000: false, 9000: true} {
		got := judged(t, c, strings.Repeat("[", depth)+strings.Repeat("]", depth))
		if !got.Valid() || got.Unconfirmed != unconfirmed {
			t.Errorf("depth %d: %+v", depth, got)
		}
	}
}

// TestSixteenInstances judge at once, each with formats and patterns of its own.
func TestSixteenInstances(t *testing.T) {
	names := format.Names()
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			text := fmt.Sprintf(`{"properties":{"a":{"pattern":"^%d-"},"b":{"format":%q},"c":{"const":%d}}}`, i, names[i%len(names)], i)
			c := under(t, text)
			for range 50 {
				if got := judged(t, c, fmt.Sprintf(`{"a":"%d-x","c":%d.0}`, i, i)); !got.Valid() || got.Disagreement != nil {
					t.Errorf("instance %d: %+v", i, got)
				}
				if got := judged(t, c, fmt.Sprintf(`{"a":"%d-x","c":%d}`, i+1, i+1)); len(got.Violations) != 2 {
					t.Errorf("instance %d: %+v", i, got)
				}
			}
		})
	}
	wg.Wait()
}
