package strictjson

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxNameBytes is how much of a name an error or diagnostic may show, in bytes.
const MaxNameBytes = 64

// AppendName extends a JSON Pointer (RFC 6901) by a member's name. A pointer that is a byte slice is
// extended as append does it.
func AppendName[P string | []byte](pointer P, name string) P {
	to := append([]byte(pointer), '/')
	if !strings.ContainsAny(name, "~/") {
		return P(append(to, name...))
	}
	for i := range len(name) {
		switch name[i] {
		case '~':
			to = append(to, '~', '0')
		case '/':
			to = append(to, '~', '1')
		default:
			to = append(to, name[i])
		}
	}
	return P(to)
}

// AppendIndex extends a JSON Pointer by an array index, as [AppendName] does by a name.
func AppendIndex[P string | []byte](pointer P, i int) P {
	return P(strconv.AppendInt(append([]byte(pointer), '/'), int64(i), 10))
}

// ErrPointer says that a text is not a JSON Pointer.
var ErrPointer = errors.New("not a JSON Pointer (RFC 6901)")

// SplitPointer takes a JSON Pointer apart into its unescaped reference tokens, none for "". It
// refuses a text that does not begin with `/` and a `~` that is neither `~0` nor `~1`.
func SplitPointer(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' || !utf8.ValidString(pointer) {
		return nil, ErrPointer
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		name, ok := unescape(token)
		if !ok {
			return nil, ErrPointer
		}
		tokens[i] = name
	}
	return tokens, nil
}

func unescape(token string) (string, bool) {
	if !strings.Contains(token, "~") {
		return token, true
	}
	var b strings.Builder
	for i := 0; i < len(token); i++ {
		if token[i] != '~' {
			b.WriteByte(token[i])
			continue
		}
		i++
		switch {
		case i < len(token) && token[i] == '0':
			b.WriteByte('~')
		case i < len(token) && token[i] == '1':
			b.WriteByte('/')
		default:
			return "", false
		}
	}
	return b.String(), true
}

// Resolve finds the value that reference tokens lead to. An array index is `0` or digits without a
// leading zero; `-` names nothing.
func (v Value) Resolve(tokens []string) (Value, bool) {
	for _, token := range tokens {
		next, ok := v.child(token)
		if !ok {
			return Value{}, false
		}
		v = next
	}
	return v, true
}

func (v Value) child(token string) (Value, bool) {
	if v.kind != KindArray {
		return v.Lookup(token)
	}
	i, ok := arrayIndex(token)
	if !ok || i >= len(v.kids.items) {
		return Value{}, false
	}
	return v.kids.items[i], true
}

func arrayIndex(token string) (int, bool) {
	if token == "" || len(token) > 9 || token[0] == '0' && token != "0" {
		return 0, false
	}
	for i := range len(token) {
		if token[i] < '0' || token[i] > '9' {
			return 0, false
		}
	}
	i, err := strconv.Atoi(token)
	return i, err == nil
}

// CutName shortens a name to [MaxNameBytes] bytes, an ellipsis included, at a character boundary.
func CutName(name string) string { return CutText(name, MaxNameBytes) }

// CutText shortens a text to most bytes, an ellipsis of three included, at a character boundary.
func CutText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// CutPointer shortens each name in a JSON Pointer as [CutName] does, so that it can be shown.
func CutPointer(pointer string) string {
	if len(pointer) <= MaxNameBytes {
		return pointer
	}
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		tokens[i] = CutName(token)
	}
	return strings.Join(tokens, "/")
}
