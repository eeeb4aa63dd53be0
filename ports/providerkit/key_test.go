package providerkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

const text = "sk-5ecret"

// holder has the key in an unexported field, where fmt calls no method.
type holder struct{ key Key }

func TestKeyIsNeverShown(t *testing.T) {
	key := NewKey(text)
	if key.Reveal() != text {
		t.Fatalf("Reveal returns %q", key.Reveal())
	}
	var all bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		fmt.Fprintf(&all, verb, key)
		fmt.Fprintf(&all, verb, &key)
		fmt.Fprintf(&all, verb, holder{key})
		fmt.Fprintf(&all, verb, &holder{key})
		fmt.Fprintf(&all, verb, map[string]Key{"a": key})
	}
	encoded, err := json.Marshal(struct{ Key Key }{key})
	if err != nil || string(encoded) != `{"Key":"[secret]"}` {
		t.Errorf("JSON %s, %v", encoded, err)
	}
	slog.New(slog.NewJSONHandler(&all, nil)).Info("x", "key", key, "holder", holder{key})
	slog.New(slog.NewTextHandler(&all, nil)).Info("x", "key", key, "holder", holder{key})
	for _, form := range []string{text, fmt.Sprintf("%x", text), fmt.Sprintf("%X", text)} {
		if strings.Contains(all.String(), form) {
			t.Errorf("shown: %s", all.String())
		}
	}
}

func TestNoKey(t *testing.T) {
	for _, key := range []Key{{}, NewKey("")} {
		if key.Reveal() != "" || key.String() != "" || fmt.Sprint(key) != "" {
			t.Errorf("no key is shown as %v", key)
		}
	}
}
