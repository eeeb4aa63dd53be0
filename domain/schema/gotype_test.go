package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

type speed string

func (speed) Values() []speed { return []speed{"normal", "express"} }

type line struct {
	SKU   string `json:"sku" intent:"pattern=^[A-Z]{1,3}-[0-9]+$,title=article"`
	Count uint8  `json:"count,omitzero" intent:"min=1,max=40"`
}

type base struct {
	Note string `json:"note,omitempty" intent:"desc=a note, as the customer wrote it,max=80"`
	ID   string `json:"base"`
}

type order struct {
	base
	OrderID string            `json:"orderId" intent:"title=order number"`
	Lines   []line            `json:"lines" intent:"min=1"`
	Speed   speed             `json:"speed,omitempty"`
	Due     *time.Time        `json:"due"`
	Labels  map[string]string `json:"labels,omitempty"`
	Weight  float64           `json:"weight" intent:"min=0.5"`
	Gift    bool
	secret  string
	Skipped string      `json:"-"`
	Dash    string      `json:"-,"` //nolint:staticcheck // a field that is named "-"
	Total   json.Number `json:"total,omitempty"`
	Level   int16       `json:"level" intent:"max=99999"`
}

func TestForStruct(t *testing.T) {
	t.Parallel()
	_ = order{secret: ""}
	s, err := schema.For[order]()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{` +
		`"note":{"type":"string","description":"a note, as the customer wrote it","maxLength":80},` +
		`"base":{"type":"string"},` +
		`"orderId":{"type":"string","title":"order number"},` +
		`"lines":{"type":"array","items":{"type":"object","properties":{` +
		`"sku":{"type":"string","pattern":"^[A-Z]{1,3}-[0-9]+$","title":"article"},` +
		`"count":{"type":"integer","minimum":1,"maximum":40}},"required":["sku"],"additionalProperties":false},"minItems":1},` +
		`"speed":{"type":"string","enum":["normal","express"]},` +
		`"due":{"type":"string","format":"date-time","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$"},` +
		`"labels":{"type":"object","additionalProperties":{"type":"string"}},` +
		`"weight":{"type":"number","minimum":0.5},` +
		`"Gift":{"type":"boolean"},` +
		`"-":{"type":"string"},` +
		`"total":{"type":"number"},` +
		`"level":{"type":"integer","minimum":-32768,"maximum":32767}},` +
		`"required":["base","orderId","lines","weight","Gift","-","level"],"additionalProperties":false}`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	again, _ := schema.For[order]()
	if again.Text() != s.Text() {
		t.Error("two derivations differ")
	}
}

type tree struct{ Children []tree }
type loop struct{ Next *loop }
type nest []nest
type selfMade struct{ X int }

func (*selfMade) UnmarshalJSON([]byte) error { return nil }

type twice string

func (twice) Values() []twice { return []twice{"a", "a"} }

type none string

func (none) Values() []none { return nil }

type panics string

func (panics) Values() []panics { panic("x") }

func TestForRefusesWithThePath(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		derive func() (*schema.Schema, error)
		paths  string
	}{
		"recursive":    {schema.For[tree], "tree.Children[]"},
		"pointer loop": {schema.For[loop], "loop.Next"},
		"kinds": {schema.For[struct {
			A any
			B chan int
			C func()
			D [2]int
			E []byte
			F uint64
			G float32
			H map[int]string
			I uint
			J complex128
		}], "struct.A struct.B struct.C struct.D struct.E struct.F struct.G struct.H struct.I struct.J"},
		"deep": {schema.For[struct {
			A []struct {
				B map[string][]struct{ C uint64 }
			}
		}], "struct.A[].B[][].C"},
		"own decoding": {schema.For[struct{ A selfMade }], "struct.A"},
		"no struct":    {schema.For[int], "int"},
		"a time":       {schema.For[time.Time], "time.Time"},
		"a slice":      {schema.For[nest], "schema_test.nest"},
		"named slice":  {schema.For[struct{ A nest }], "struct.A[]"},
		"a duration":   {schema.For[struct{ A time.Duration }], "struct.A"},
		"no fields":    {schema.For[struct{ a int }], "struct"},
		"string option": {schema.For[struct {
			A int `json:",string"`
		}], "struct.A"},
		"values twice": {schema.For[struct{ A twice }], "struct.A"},
		"no values":    {schema.For[struct{ A none }], "struct.A"},
		"values panic": {schema.For[struct{ A panics }], "struct.A"},
		"unknown key": {schema.For[struct {
			A int `intent:"minimum=1"`
		}], "struct.A"},
		"no such bound": {schema.For[struct {
			A bool `intent:"min=1"`
		}], "struct.A"},
		"no number": {schema.For[struct {
			A int `intent:"min=x"`
		}], "struct.A"},
		"pattern on int": {schema.For[struct {
			A int `intent:"pattern=x"`
		}], "struct.A"},
		"bad pattern": {schema.For[struct {
			A string `intent:"pattern=(?=x)"`
		}], "struct"},
		"both": {schema.For[struct {
			A any
			B struct{ C chan int }
		}], "struct.A struct.B.C"},
	} {
		s, err := tc.derive()
		if err == nil || s != nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		var paths []string
		for _, line := range strings.Split(err.Error(), "\n") {
			path, reason, _ := strings.Cut(line, ": ")
			paths = append(paths, path)
			if reason == "" {
				t.Errorf("%s: no reason in %q", name, line)
			}
		}
		var typed *schema.TypeError
		if got := strings.Join(paths, " "); got != tc.paths || !errors.As(err, &typed) {
			t.Errorf("%s: got %q, want %q (%v)", name, got, tc.paths, err)
		}
	}
}

type near struct {
	deep
	X int `json:"x"`
}
type deep struct {
	X string `json:"x"`
	Y string `json:"y"`
}
type left struct{ Z int }
type right struct{ Z string }
type ambiguous struct {
	left
	right
	A int
}
type tagged struct {
	left
	Named struct{ A int } `json:"named"`
	*Right
}
type Right struct{ W string }

func TestForEmbedsAsEncodingJSONDoes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		derive func() (*schema.Schema, error)
		fields string
	}{
		"nearer hides":     {schema.For[near], "y x"},
		"ambiguous is out": {schema.For[ambiguous], "A"},
		"pointer, named":   {schema.For[tagged], "Z named W"},
	} {
		s, err := tc.derive()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := strings.Join(s.Fields(), " "); got != tc.fields {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// randomType makes a struct type of random fields.
func randomType(r *rand.Rand, depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range 1 + r.IntN(5) {
		options := []string{"", ",omitempty", ",omitzero"}[r.IntN(3)]
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: randomField(r, depth),
			Tag: reflect.StructTag(fmt.Sprintf(`json:"f%d%s"`, i, options)),
		})
	}
	return reflect.StructOf(fields)
}

func randomField(r *rand.Rand, depth int) reflect.Type {
	scalars := []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int64](),
		reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[float64](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[speed](), reflect.TypeFor[line](), reflect.TypeFor[json.Number]()}
	kind := r.IntN(len(scalars) + 4)
	if kind < len(scalars) || depth == 0 {
		return scalars[kind%len(scalars)]
	}
	switch inner := randomField(r, depth-1); kind - len(scalars) {
	case 0:
		return reflect.SliceOf(inner)
	case 1:
		return reflect.MapOf(reflect.TypeFor[string](), inner)
	case 2:
		return reflect.PointerTo(inner)
	default:
		return randomType(r, depth-1)
	}
}

// randomValue makes a value that a schema of this package accepts.
func randomValue(r *rand.Rand, s strictjson.Value) strictjson.Value {
	kind, _ := s.Lookup("type")
	switch kind.Text() {
	case "boolean":
		return strictjson.Bool(r.IntN(2) == 0)
	case "integer":
		low, high := int64(-strictjson.MaxInteger), int64(strictjson.MaxInteger)
		if m, ok := s.Lookup("minimum"); ok {
			low, _ = m.Decimal().Int64()
		}
		if m, ok := s.Lookup("maximum"); ok {
			high, _ = m.Decimal().Int64()
		}
		return strictjson.Int([]int64{low, high, low + r.Int64N(high-low+1)}[r.IntN(3)])
	case "number":
		v, _ := strictjson.Decode([]byte([]string{"0.5", "1e-300", "-2.25", "0", "1234567890.25", "9007199254740991"}[r.IntN(6)]), strictjson.Options{})
		return v
	case "string":
		return randomText(r, s)
	case "array":
		items, _ := s.Lookup("items")
		var list []strictjson.Value
		for range r.IntN(3) {
			list = append(list, randomValue(r, items))
		}
		return strictjson.Array(list...)
	}
	var members []strictjson.Member
	if more, ok := s.Lookup("additionalProperties"); ok && more.Kind() == strictjson.KindObject {
		for i := range r.IntN(3) {
			members = append(members, strictjson.Field(fmt.Sprintf("k%d", i), randomValue(r, more)))
		}
		return strictjson.Object(members...)
	}
	required, _ := s.Lookup("required")
	properties, _ := s.Lookup("properties")
	for name, property := range properties.Members() {
		if r.IntN(2) == 0 || strings.Contains(required.JSON(), `"`+name+`"`) {
			members = append(members, strictjson.Field(name, randomValue(r, property)))
		}
	}
	return strictjson.Object(members...)
}

func randomText(r *rand.Rand, s strictjson.Value) strictjson.Value {
	if enum, ok := s.Lookup("enum"); ok {
		for _, value := range enum.Items() {
			return value
		}
	}
	if _, ok := s.Lookup("format"); ok {
		return strictjson.String([]string{"2024-02-29T23:59:59Z", "0000-01-01T00:00:00.123456789-23:59", "9999-12-31T23:59:59+14:00"}[r.IntN(3)])
	}
	if _, ok := s.Lookup("pattern"); ok {
		return strictjson.String("AB-12")
	}
	return strictjson.String([]string{"", "x", "é\u2028<&>", "\x00\U0010ffff"}[r.IntN(4)])
}

// TestForRoundTrips: what the schema of a random struct accepts, the struct takes without loss.
func TestForRoundTrips(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		typ := randomType(r, 3)
		s, err := schema.ForType(typ)
		if err != nil {
			if strings.Contains(err.Error(), "nesting") || strings.Contains(err.Error(), "maxSchemaDepth") {
				continue
			}
			t.Fatalf("%v: %v", typ, err)
		}
		definition, _ := strictjson.Decode([]byte(s.Text()), strictjson.Options{})
		for range 5 {
			value := randomValue(r, definition)
			if verdict, _ := schema.Evaluate(s.Project(s.Fields()), value, nil); !verdict.Valid() {
				t.Fatalf("%s: %s: %+v", s.Text(), value.JSON(), verdict.Violations)
			}
			taken := reflect.New(typ)
			if err := json.Unmarshal([]byte(value.JSON()), taken.Interface()); err != nil {
				t.Fatalf("%v does not take %s: %v", typ, value.JSON(), err)
			}
			text, err := json.Marshal(taken.Interface())
			if err != nil {
				t.Fatal(err)
			}
			back, err := strictjson.Decode(text, strictjson.Options{})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if why := lost(value, back); why != "" {
				t.Fatalf("%v: %s became %s: %s", typ, value.JSON(), text, why)
			}
		}
	}
}

// lost says what of a value is not in what it became; a member that was left out must have been zero.
func lost(was, is strictjson.Value) string {
	switch was.Kind() {
	case strictjson.KindObject:
		for name, value := range was.Members() {
			now, ok := is.Lookup(name)
			if !ok && zero(value) {
				continue
			}
			if why := lost(value, now); why != "" {
				return "/" + name + why
			}
		}
	case strictjson.KindArray:
		if was.Len() == 0 {
			return ""
		}
		items := make([]strictjson.Value, 0, is.Len())
		for _, item := range is.Items() {
			items = append(items, item)
		}
		for i, item := range was.Items() {
			if i >= len(items) {
				return " has fewer items"
			}
			if why := lost(item, items[i]); why != "" {
				return why
			}
		}
	case strictjson.KindNumber:
		if is.Kind() != strictjson.KindNumber || was.Decimal().Cmp(is.Decimal()) != 0 {
			return " is another number: " + is.JSON()
		}
	case strictjson.KindString:
		if before, err := time.Parse(time.RFC3339Nano, was.Text()); err == nil {
			if after, err := time.Parse(time.RFC3339Nano, is.Text()); err == nil && after.Equal(before) {
				return ""
			}
		}
		if was.Text() != is.Text() {
			return " is another text"
		}
	default:
		if was.JSON() != is.JSON() {
			return " is " + is.JSON()
		}
	}
	return ""
}

func zero(v strictjson.Value) bool {
	switch v.JSON() {
	case `""`, "false", "[]", "{}", "0", "0.0":
		return true
	}
	return v.Kind() == strictjson.KindObject && allZero(v)
}

func allZero(v strictjson.Value) bool {
	for _, member := range v.Members() {
		if !zero(member) {
			return false
		}
	}
	return true
}

func ExampleFor() {
	type Order struct {
		OrderID string `json:"orderId" intent:"title=order number,pattern=^[A-Z]-[0-9]{4}$"`
		Boxes   int    `json:"boxes,omitzero" intent:"min=1"`
	}
	s, err := schema.For[Order]()
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Text())
	// Output: {"type":"object","properties":{"orderId":{"type":"string","title":"order number","pattern":"^[A-Z]-[0-9]{4}$"},"boxes":{"type":"integer","minimum":1}},"required":["orderId"],"additionalProperties":false}
}
