package providerkit

import (
	"fmt"
	"io"
	"log/slog"
)

// shown is what every form of a set key looks like.
const shown = "[secret]"

// Key is an API key. Its zero value is no key. Formatting, JSON, text and slog show that there is one,
// never which.
//
// The key is in a closure: for an unexported field, fmt calls no method and prints what it finds by
// reflection, which ends at a function. A string type with a String method would show itself there.
type Key struct{ reveal func() string }

// NewKey hides a key; "" is no key.
func NewKey(text string) Key {
	if text == "" {
		return Key{}
	}
	return Key{reveal: func() string { return text }}
}

// Reveal returns the key, "" if there is none. It is for the request that carries it.
func (k Key) Reveal() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// IsZero reports whether there is no key; encoding/json's omitzero asks for it.
func (k Key) IsZero() bool { return k.reveal == nil }

// String returns a placeholder, or "" if there is no key.
func (k Key) String() string {
	if k.reveal == nil {
		return ""
	}
	return shown
}

// GoString returns the placeholder.
func (k Key) GoString() string { return k.String() }

// Format writes the placeholder for every verb.
func (k Key) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, k.String()) }

// MarshalText returns the placeholder; encoding/json and others use it.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// LogValue returns the placeholder.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }
