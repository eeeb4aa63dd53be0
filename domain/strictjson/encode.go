package strictjson

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

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

// JSON gives the value as compact JSON text; see [Value.AppendJSON].
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// MarshalJSON lets encoding/json write a value. That package escapes `<`, `>` and `&` once more
// unless its encoder is told not to.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendString appends s as a JSON string; see [Value.AppendJSON].
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = appendEscape(append(dst, s[start:i]...), c)
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	default:
		return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
}
