// Package secret holds an API key so that nothing which prints, logs or encodes its holder shows it.
package secret

import (
	"fmt"
	"io"
	"log/slog"
)

// shown is what every form of a set key looks like.
const shown = "[secret]"

// Key is an API key. Its zero value is no key. Formatting, JSON, text and slog show that there is one,
// never which. It hides in a closure because fmt and reflection-based dumpers read unexported fields
// without asking for methods, and stop at a function.
type Key struct{ reveal func() string }

// New hides a key.
func New(text string) Key {
	if text == "" {
		return Key{}
	}
	return Key{reveal: func() string { return text }}
}

// Reveal gives the key, "" where there is none. It is for the request that carries it.
func (k Key) Reveal() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// String gives a placeholder, or "" where there is no key.
func (k Key) String() string {
	if k.reveal == nil {
		return ""
	}
	return shown
}

// GoString gives the placeholder.
func (k Key) GoString() string { return k.String() }

// Format writes the placeholder for every verb.
func (k Key) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, k.String()) }

// MarshalText gives the placeholder; encoding/json and others use it.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// LogValue gives the placeholder.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }
