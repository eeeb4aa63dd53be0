package main

import (
	"strings"
	"testing"
)

// TestScenarios holds the score where it is: every scenario is read right.
func TestScenarios(t *testing.T) {
	var out strings.Builder
	missed, err := playAll(&out, nil, "", false)
	if err != nil {
		t.Fatal(err)
	}
	if missed > 0 {
		t.Error(out.String())
	}
}

// TestMisses shows that a wrong reading and a missing file are told.
func TestMisses(t *testing.T) {
	s := scenario{ID: "x", Language: "en", Input: "Delete file a.txt.", Expect: []byte(`{"intents":[{"action":"query"}]}`)}
	if _, why := s.play(); why == nil {
		t.Error("a wrong action must be a miss")
	}
	s.Expect, s.Error = nil, []byte(`{"code":"MODEL_REFUSED"}`)
	if _, why := s.play(); why == nil {
		t.Error("a result where an error is expected must be a miss")
	}
	if _, err := playAll(&strings.Builder{}, []string{"no such file"}, "", false); err == nil {
		t.Error("a missing file must be told")
	}
}
