package main

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/offline"
)

// The score may rise, never fall: a reading that was right or asked must not become wrong.
const (
	mostWrong  = 0
	leastRight = 875
)

func TestScenarios(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	got, err := playAll(&out, nil, "", false)
	if err != nil {
		t.Fatal(err)
	}
	if got.wrong > mostWrong || got.right < leastRight {
		t.Errorf("%d right, %d wrong:\n%s", got.right, got.wrong, out.String())
	}
}

// TestMarks shows that a wrong reading and a missing file are told, and that a question is none.
func TestMarks(t *testing.T) {
	t.Parallel()
	for mark, s := range map[string]scenario{
		"right": {Input: "Delete file a.txt.", Right: []byte(`[{"kind":"error"},{"result":{"intents":[{"action":"delete"}]}}]`)},
		"WRONG": {Input: "Delete file a.txt.", Right: []byte(`{"result":{"intents":[{"action":"query"}]}}`)},
		"asked": {Input: "Handle file a.txt.", Right: []byte(`{"result":{"intents":[{"action":"query"}]}}`)},
	} {
		s.Language = "en"
		if got := s.told(&strings.Builder{}, offline.New(), false); got != mark {
			t.Errorf("%s: %s", mark, got)
		}
	}
	s := scenario{Language: "en", Input: "Handle it.", Right: []byte(`{"kind":"error"}`), Wrong: nil}
	s.Wrong = append(s.Wrong, []byte(`{"result":{"intents":[{"action":null}]}}`))
	if got := s.told(&strings.Builder{}, offline.New(), false); got != "WRONG" {
		t.Errorf("a pattern of a wrong reading: %s", got)
	}
	if _, err := playAll(&strings.Builder{}, []string{"no such file"}, "", false); err == nil {
		t.Error("a missing file must be told")
	}
}
