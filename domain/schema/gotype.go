package schema

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// TypeError says why a Go type, or a part of it, has no schema.
type TypeError struct {
	Path   string // from the type, as Go writes it: Order.Lines[].SKU
	Reason string
}

// Error returns path and reason.
func (e *TypeError) Error() string { return e.Path + ": " + e.Reason }

// For derives the schema of a struct type: what the schema accepts, encoding/json decodes into the struct
// without loss. The output is the same for the same type, with properties in the order of the fields.
//
// Names are those of the `json` tag. A field is required unless it is a pointer or has omitempty or
// omitzero; no field is nullable. Integers are bounded by their Go type, time.Time is a date-time that Go
// parses, maps with string keys have additionalProperties, embedded structs count with their fields, and a
// string type with a method Values() []T is an enum. The `intent` tag adds what Go cannot say:
//
//	OrderID string `json:"orderId" intent:"title=order number,pattern=^[A-Z]-[0-9]{4}$"`
//	Boxes   int    `json:"boxes,omitzero" intent:"min=1,max=40"`
//
// Its keys are title, desc, pattern, format, min and max; the last two bound a number, the length of a
// string or of a slice. A value reaches to the next comma that a key follows. A `desc` becomes a
// description, which a model has to judge for each value; a title does not.
//
// The error joins one *[TypeError] for every part that cannot be honoured: recursive types, interfaces,
// channels, functions, arrays, time.Duration, byte slices, uint, uint64, float32, types that decode
// themselves, the `,string` option, and a root that is no struct or has no fields. Limits are the defaults.
func For[T any]() (*Schema, error) { return ForType(reflect.TypeFor[T]()) }

// ForType is [For] with a type that is known at run time only.
func ForType(t reflect.Type) (*Schema, error) {
	d := typeReader{}
	if t.Kind() != reflect.Struct || t == timeType {
		return nil, &TypeError{Path: t.String(), Reason: "is no struct, and a schema's root is an object"}
	}
	root := d.schema(t, typeName(t))
	if len(d.faults) > 0 {
		return nil, errors.Join(d.faults...)
	}
	s, reasons := Read([]byte(root.JSON()), Limits{})
	if len(reasons) > 0 {
		return nil, &TypeError{Path: typeName(t), Reason: reasons.Summary()}
	}
	if len(s.Fields()) == 0 {
		return nil, &TypeError{Path: typeName(t), Reason: "has no field to offer"}
	}
	return s, nil
}

// MarshalJSON returns the schema's text.
func (s *Schema) MarshalJSON() ([]byte, error) { return []byte(s.text), nil }

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	numberType   = reflect.TypeFor[json.Number]()
	jsonType     = reflect.TypeFor[json.Unmarshaler]()
	textType     = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// goTime is what both RFC 3339 and Go's time.Time take: no leap second, upper-case letters.
const goTime = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$`

// typeReader derives one schema. Faults are gathered; a part that has one still has a place in the output,
// which is then thrown away.
type typeReader struct {
	faults []error
	within []reflect.Type // structs, maps and slices around the one being read
}

func (d *typeReader) refuse(path, reason string) strictjson.Value {
	d.faults = append(d.faults, &TypeError{Path: path, Reason: reason})
	return strictjson.Object()
}

func typeName(t reflect.Type) string {
	if t.Name() == "" {
		return "struct"
	}
	return t.Name()
}

func typed(kind string, more ...strictjson.Member) strictjson.Value {
	return strictjson.Object(
		append([]strictjson.Member{strictjson.Field("type", strictjson.String(kind))}, more...)...)
}

// schema derives the schema of one type.
func (d *typeReader) schema(t reflect.Type, path string) strictjson.Value {
	switch {
	case t == timeType:
		return typed("string", strictjson.Field("format", strictjson.String("date-time")),
			strictjson.Field("pattern", strictjson.String(goTime)))
	case t == durationType:
		return d.refuse(
			path,
			"is a time.Duration, whose unit JSON does not hold; use a number that names its unit",
		)
	case t == numberType:
		return typed("number")
	case t.Kind() != reflect.Pointer && decodesItself(reflect.PointerTo(t)):
		return d.refuse(path, "decodes itself, so that nothing is known of what it takes")
	}
	if slices.Contains(d.within, t) {
		return d.refuse(path, "refers to itself")
	}
	d.within = append(d.within, t)
	defer func() { d.within = d.within[:len(d.within)-1] }()
	switch t.Kind() {
	case reflect.Pointer:
		return d.schema(t.Elem(), path)
	case reflect.Bool:
		return typed("boolean")
	case reflect.String:
		return d.text(t, path)
	case reflect.Float64:
		return typed("number")
	case reflect.Int, reflect.Int64:
		return typed("integer")
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return integer(t)
	case reflect.Struct:
		return d.object(t, path)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return d.refuse(path, "is a byte slice, which JSON holds as base64")
		}
		return typed("array", strictjson.Field("items", d.schema(t.Elem(), path+"[]")))
	case reflect.Map:
		if t.Key().Kind() != reflect.String || reflect.PointerTo(t.Key()).Implements(textType) {
			return d.refuse(path, "is a map whose keys are no strings")
		}
		return typed("object", strictjson.Field("additionalProperties", d.schema(t.Elem(), path+"[]")))
	default:
		return d.refuse(path, "is of kind "+t.Kind().String()+", "+instead(t.Kind()))
	}
}

func decodesItself(t reflect.Type) bool { return t.Implements(jsonType) || t.Implements(textType) }

// instead says what to write for a kind that is refused.
func instead(kind reflect.Kind) string {
	switch kind {
	case reflect.Float32:
		return "which loses digits; use float64"
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return "whose values JSON cannot all hold; use int64 or uint32"
	case reflect.Array:
		return "which JSON does not hold to its length; use a slice"
	default:
		return "which JSON has no value for"
	}
}

// integer bounds an integer by the range of its type.
func integer(t reflect.Type) strictjson.Value {
	bits := t.Bits()
	low, high := int64(-1)<<(bits-1), int64(1)<<(bits-1)-1
	if t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr {
		low, high = 0, min(int64(1)<<bits-1, math.MaxInt64)
	}
	return typed(
		"integer",
		strictjson.Field("minimum", strictjson.Int(low)),
		strictjson.Field("maximum", strictjson.Int(high)),
	)
}

// text is a string, or an enum if its type lists its values.
func (d *typeReader) text(t reflect.Type, path string) strictjson.Value {
	method, ok := t.MethodByName("Values")
	if !ok || method.Type.NumIn() != 1 || method.Type.NumOut() != 1 ||
		method.Type.Out(0) != reflect.SliceOf(t) {
		return typed("string")
	}
	values, err := valuesOf(t)
	if err != nil {
		return d.refuse(path, err.Error())
	}
	return typed("string", strictjson.Field("enum", strictjson.Strings(values)))
}

// valuesOf calls the method Values of a string type.
func valuesOf(t reflect.Type) (values []string, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("has a method Values that panics")
		}
	}()
	for _, v := range reflect.Zero(t).MethodByName("Values").Call(nil)[0].Seq2() {
		if slices.Contains(values, v.String()) {
			return nil, errors.New("has a method Values that lists " + strconv.Quote(v.String()) + " twice")
		}
		values = append(values, v.String())
	}
	if len(values) == 0 {
		return nil, errors.New("has a method Values that lists nothing")
	}
	return values, nil
}

// object is a struct: closed, with what is not optional required.
func (d *typeReader) object(t reflect.Type, path string) strictjson.Value {
	var properties []strictjson.Member
	required := []string{}
	for _, f := range d.fields(t, path) {
		value := d.tagged(f, d.schema(f.typ, f.path))
		properties = append(properties, strictjson.Field(f.name, value))
		if !f.optional {
			required = append(required, f.name)
		}
	}
	members := []strictjson.Member{strictjson.Field("properties", strictjson.Object(properties...))}
	if len(required) > 0 {
		members = append(members, strictjson.Field("required", strictjson.Strings(required)))
	}
	return typed(
		"object",
		append(members, strictjson.Field("additionalProperties", strictjson.Bool(false)))...)
}

func (d *typeReader) refusef(path, format string, args ...any) {
	d.refuse(path, fmt.Sprintf(format, args...))
}
