package tool_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func contract(name, schema string) tool.Contract {
	return tool.Contract{
		Name: tool.Name{Name: name}, Description: "d", Kind: tool.Function, Input: schema,
		Revision: 1, Exposure: tool.Direct,
	}
}

func grant(name string) tool.Grant {
	return tool.Grant{Tool: tool.Name{Name: name}, Revision: 1, Approval: tool.ApproveNone}
}

const closed = `{"type":"object","properties":{},"additionalProperties":false}`

func TestAdmitTellsEveryFaultAtOnce(t *testing.T) {
	t.Parallel()
	bad := contract("refers", `{"type":"object","properties":{"a":{"$ref":"#/x"}}}`)
	twin := contract("a__b", closed)
	space := contract("b", closed)
	space.Name.Namespace = "a"
	_, err := tool.Admit(1,
		[]tool.Contract{contract("x", closed), contract("x", closed), bad, contract("bad name", "nonsense"), twin,
			space},
		[]tool.Grant{{Tool: tool.Name{Name: "x"}, Revision: 2, Approval: tool.ApproveNone}, grant("refers"),
			grant("ghost"),
			grant("a__b"), {Tool: space.Name, Revision: 1, Approval: "some"}})
	for _, want := range []string{
		`"x": two descriptors`, "names revision 2", `"refers": input schema`, `"bad name": name and namespace`,
		`"ghost": a grant without a descriptor`, `"bad name": a descriptor without a grant`,
		"one name on the wire", "unknown approval", `"bad name": input schema`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not told in:\n%v", want, err)
		}
	}
	for _, class := range []tool.Class{tool.ResourceConflict, tool.Forbidden, tool.UnsupportedCapability,
		tool.Validation} {
		if !errors.Is(err, class) {
			t.Errorf("no fault of class %s", class)
		}
	}
}

func TestArgumentsAreJudgedWithoutTheRulesOfARoot(t *testing.T) {
	t.Parallel()
	schemas := map[string][2]string{ // schema → fits, does not
		closed:              {`{}`, `{"zone":"CET"}`},
		`{"type":"object"}`: {`{"any":1}`, `[]`},
		`{"type":"object","additionalProperties":{"type":"integer"}}`:                                    {`{"a":1}`, `{"a":"1"}`},
		`{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{},"b":{}}}`: {`{"b":1}`, `{}`},
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"n":{"type":"number","minimum":1}}}`: {
			`{"n":1.5}`, `{"n":0}`},
	}
	for schema, texts := range schemas {
		c, err := tool.Admit(1, []tool.Contract{contract("x", schema)}, []tool.Grant{grant("x")})
		if err != nil {
			t.Errorf("%s: %v", schema, err)
			continue
		}
		entry, _ := c.Lookup("x")
		if _, err := entry.Judge(tool.Function, texts[0]); err != nil {
			t.Errorf("%s refuses %s: %v", schema, texts[0], err)
		}
		if _, err := entry.Judge(tool.Function, texts[1]); !errors.Is(err, tool.Validation) {
			t.Errorf("%s takes %s: %v", schema, texts[1], err)
		}
	}
}

func TestCanonicalIsRFC8785(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"numbers":[333333333.33333329,1E30,4.50,2e-3,1e-27,1e21,1e-7,-0,100],"literals":[null,true,false],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"}`: `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,1e+21,1e-7,0,100],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		"{\"\u20ac\":1,\"\\r\":2,\"\ufb33\":3,\"1\":4,\"\U0001F600\":5,\"\u0080\":6,\"\u00f6\":7}":                                                                     "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":1,\"\U0001F600\":5,\"\ufb33\":3}",
	} {
		v, err := strictjson.Decode([]byte(in), strictjson.Options{AnyNumber: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(tool.Canonical(v)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestOneDigestForTwoSpellings(t *testing.T) {
	t.Parallel()
	a, _ := tool.ReadArguments(tool.Function, `{"b":1.0, "a":"\u0041"}`)
	b, _ := tool.ReadArguments(tool.Function, `{"a":"A","b":1}`)
	c, _ := tool.ReadArguments(tool.Function, `{"a":"A","b":2}`)
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() {
		t.Error("the digest is not of the value")
	}
}

func TestErrorsAreClasses(t *testing.T) {
	t.Parallel()
	cause := errors.New("password is 1234")
	err := tool.WithDetails(tool.Hide(tool.Overloaded, "the provider is busy", cause),
		strictjson.Field("retryAfterMs", strictjson.Int(5)))
	if !errors.Is(err, tool.Overloaded) || errors.Is(err, tool.Timeout) || !errors.Is(err, cause) {
		t.Error("class or cause is lost")
	}
	if text := tool.From(err).Value().JSON(); strings.Contains(text+err.Error(), "1234") ||
		text != `{"class":"overloaded","message":"the provider is busy","details":{"retryAfterMs":5}}` {
		t.Error(text)
	}
	if e := tool.From(cause); e.Class != tool.ExecutionFailure || strings.Contains(e.Message, "1234") {
		t.Errorf("%+v", e)
	}
}

func TestViewShowsImagesUpToABound(t *testing.T) {
	t.Parallel()
	for size, shown := range map[int]string{10: "data:image/png;base64,", 300_000: "blob:sha256:"} {
		part := tool.NewImage("image/png", make([]byte, size))
		value := strictjson.Object(strictjson.Field("image_url",
			strictjson.String(part.Image.Reference())))
		r := tool.Result{Parts: append(tool.JSON(value).Parts, part)}
		if err := r.Err(); err != nil {
			t.Fatal(err)
		}
		if got, _ := r.View(nil).Lookup("image_url"); !strings.HasPrefix(got.Text(), shown) {
			t.Errorf("%d bytes are shown as %.40s", size, got.Text())
		}
		if strings.Contains(r.Output(), "base64") {
			t.Error("an image reaches the model as text")
		}
	}
	if err := tool.Text(strings.Repeat("x", tool.MaxResultBytes+1)).Err(); !errors.Is(err, tool.BudgetExceeded) {
		t.Error(err)
	}
}

func BenchmarkActCatalogOf1000(b *testing.B) {
	var contracts []tool.Contract
	var grants []tool.Grant
	for i := range 1000 {
		name := "tool_" + strings.Repeat("x",
			i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		contracts = append(contracts, contract(name, `{"type":"object","properties":{"path":{"type":"string","description":"a path"},
			"n":{"type":"integer","minimum":0},"mode":{"enum":["a","b"]}},"required":["path"],"additionalProperties":false}`))
		grants = append(grants, grant(name))
	}
	for b.Loop() {
		if _, err := tool.Admit(1, contracts, grants); err != nil {
			b.Fatal(err)
		}
	}
}
