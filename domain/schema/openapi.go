package schema

import (
	"github.com/devcodex/intent-runtime/domain/schema/format"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// nullable adds null to the types, which is all that OpenAPI 3.0.3 has it mean; without a type it means
// nothing.
func (d *draft) nullable() {
	flag, _ := d.get("nullable")
	if flag.Kind() != strictjson.KindBool {
		return
	}
	d.remove("nullable")
	types, ok := d.get("type")
	switch {
	case !flag.Bool():
		d.dropped("nullable", "false says nothing")
	case !ok:
		d.dropped("nullable", "without a type it says nothing")
	case types.Kind() == strictjson.KindString && types.Text() != "null":
		d.set("type", measured(strictjson.Strings([]string{types.Text(), "null"})))
		d.changed("nullable", `written as "null" in the list of types`)
	default:
		d.changed("nullable", "dropped: the list of types says what is allowed")
	}
}

// discriminator names the property that tells branches apart; the branches check it by themselves.
func (d *draft) discriminator() {
	if d.has("oneOf") || d.has("anyOf") {
		d.remove("discriminator")
		d.dropped("discriminator", "a hint, the branches are checked without it")
	}
}

// format writes the formats of OpenAPI's registry: those of integers as bounds, others not at all.
func (d *draft) format() {
	v, ok := d.get("format")
	if !ok || v.Kind() != strictjson.KindString || format.Known(v.Text()) {
		return
	}
	if low, high, sized := integerFormat(v.Text()); sized {
		d.remove("format")
		d.sized(v.Text(), low, high)
		return
	}
	if openAPIFormat(v.Text()) {
		d.remove("format")
		d.dropped("format", "a format of OpenAPI, which describes")
	}
}

func (d *draft) sized(name string, low, high int64) {
	types, _ := d.get("type")
	if types.Kind() == strictjson.KindString && types.Text() != "integer" && types.Text() != "number" {
		d.dropped("format", "a format of numbers, for what is none")
		return
	}
	d.bound("minimum", "exclusiveMinimum", low, -1)
	d.bound("maximum", "exclusiveMaximum", high, 1)
	d.changed("format", "written as the range of "+name)
}

// bound writes a bound unless there is a stricter one. outwards is the direction of looser bounds.
func (d *draft) bound(name, exclusive string, most int64, outwards int) {
	limit := strictjson.Int(most)
	for _, known := range []string{name, exclusive} {
		v, ok := d.get(known)
		if ok && (v.Kind() != strictjson.KindNumber || v.Decimal().Cmp(limit.Decimal())*outwards <= 0) {
			return
		}
	}
	d.set(name, measured(limit))
}

// integerFormat returns the range of a format of integers. That of 64 bits is cut to the integers that JSON
// readers keep; the strict reader refuses others in any value.
func integerFormat(name string) (low, high int64, ok bool) {
	const most = strictjson.MaxInteger
	switch name {
	case "int8":
		return -1 << 7, 1<<7 - 1, true
	case "int16":
		return -1 << 15, 1<<15 - 1, true
	case "int32":
		return -1 << 31, 1<<31 - 1, true
	case "int64":
		return -most, most, true
	case "uint8":
		return 0, 1<<8 - 1, true
	case "uint16":
		return 0, 1<<16 - 1, true
	case "uint32":
		return 0, 1<<32 - 1, true
	case "uint64":
		return 0, most, true
	default:
		return 0, 0, false
	}
}

// openAPIFormat reports whether a format is one of OpenAPI's registry that checks nothing by itself.
func openAPIFormat(name string) bool {
	switch name {
	case "float", "double", "double-int", "decimal", "decimal128", "byte", "binary", "base64url", "char",
		"password", "commonmark", "html", "media-range", "http-date", "sf-binary", "sf-boolean", "sf-decimal",
		"sf-integer", "sf-string", "sf-token":
		return true
	default:
		return false
	}
}
