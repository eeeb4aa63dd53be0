package strictjson

import "github.com/go-json-experiment/json/jsontext"

// AppendJSON appends the value as compact JSON: member order and number text as they are, and no
// escapes but those that RFC 8259 section 7 demands, so `<`, `>` and `&` stay readable. Invalid
// UTF-8 becomes U+FFFD.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.kind {
	case KindBool:
		if v.flag {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case KindNumber:
		return append(dst, v.text...)
	case KindString:
		return AppendString(dst, v.text)
	case KindArray:
		return v.appendItems(dst)
	case KindObject:
		return v.appendMembers(dst)
	default:
		return append(dst, "null"...)
	}
}

func (v Value) appendItems(dst []byte) []byte {
	dst = append(dst, '[')
	for i, item := range v.kids.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item.AppendJSON(dst)
	}
	return append(dst, ']')
}

func (v Value) appendMembers(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range v.kids.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, v.kids.members[i].Name)
		dst = append(dst, ':')
		dst = v.kids.members[i].Value.AppendJSON(dst)
	}
	return append(dst, '}')
}

// JSON returns the value as compact JSON text; see [Value.AppendJSON].
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// MarshalJSON lets encoding/json write a value. That package escapes `<`, `>` and `&` once more
// unless its encoder is told not to.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendString appends s as a JSON string; see [Value.AppendJSON].
func AppendString(dst []byte, s string) []byte {
	// The one error is about invalid UTF-8, of which as much as is valid is written all the same.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
