package providerkit

import "strings"

// The bounds of texts of a provider that may be kept.
const (
	MaxIdentifier = 128
	MaxErrorCode  = 64
)

// Identifier returns a provider's request id or model name if it may be kept in records and events:
// visible ASCII, at most [MaxIdentifier] bytes and without the key in it. It returns "" for any other
// text: what a provider sends there is a stranger's.
func Identifier(text string, key Key) string {
	visible := func(r rune) bool { return r > ' ' && r < 0x7F }
	if len(text) > MaxIdentifier || strings.ContainsFunc(text, func(r rune) bool { return !visible(r) }) {
		return ""
	}
	return withoutKey(text, key)
}

// ErrorCode returns a provider's own code of an error, such as model_not_found, if it is one: at most
// [MaxErrorCode] of a-z, 0-9, '_', '.' and '-', and without the key in it. It returns "" for any other
// text, since a message is no code.
func ErrorCode(text string, key Key) string {
	word := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("_.-", r)
	}
	if len(text) > MaxErrorCode || strings.ContainsFunc(text, func(r rune) bool { return !word(r) }) {
		return ""
	}
	return withoutKey(text, key)
}

func withoutKey(text string, key Key) string {
	if secret := key.Reveal(); secret != "" && strings.Contains(text, secret) {
		return ""
	}
	return text
}
