package providerkit

import (
	"strings"
	"testing"
)

func TestIdentifier(t *testing.T) {
	key := NewKey("sk-5ecret")
	tests := map[string]string{
		"":                       "",
		"req_011CSHoEeqs5C35":    "req_011CSHoEeqs5C35",
		"gpt-5-2026-01-01":       "gpt-5-2026-01-01",
		"a/b:c~":                 "a/b:c~",
		strings.Repeat("x", 128): strings.Repeat("x", 128),
		strings.Repeat("x", 129): "",
		"two words":              "",
		"line\nend":              "",
		"é":                      "",
		"\x7f":                   "",
		"\xff":                   "",
		"for sk-5ecret":          "",
		"req-sk-5ecret-1":        "",
	}
	for text, want := range tests {
		if got := Identifier(text, key); got != want {
			t.Errorf("%q is kept as %q, want %q", text, got, want)
		}
	}
	if got := Identifier("x", Key{}); got != "x" {
		t.Errorf("without a key: %q", got)
	}
}

func TestErrorCode(t *testing.T) {
	key := NewKey("sk-5ecret")
	tests := map[string]string{
		"":                        "",
		"model_not_found":         "model_not_found",
		"context_length_exceeded": "context_length_exceeded",
		"a-z.0_9":                 "a-z.0_9",
		strings.Repeat("x", 64):   strings.Repeat("x", 64),
		strings.Repeat("x", 65):   "",
		"BadRequestError":         "",
		"Incorrect key given":     "",
		"for_sk-5ecret":           "",
		"é":                       "",
		"\xff":                    "",
	}
	for text, want := range tests {
		if got := ErrorCode(text, key); got != want {
			t.Errorf("%q is kept as %q, want %q", text, got, want)
		}
	}
}
