package candidate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestInsideWord(t *testing.T) {
	for _, tc := range []struct {
		material, quote string
		want            bool
	}{
		{"order 1042", "1042", false},
		{"order 1042", "104", true},
		{"order B-1042.", "1042", false},
		{"at 3.5 kg", "3", true},
		{"at 3.5 kg", "3.5", false},
		{"at 3. Then", "3", false},
		{"1,000 pieces", "000", true},
		{"it is -5 degrees", "5", true},
		{"it is -5 degrees", "-5", false},
		{"pages 3-5", "5", false},
		{"uncancelled", "cancel", true},
		{"cancel it", "cancel", false},
		{"e\u0301te", "e", true},
		{"请取消订单1042", "取消", false},
		{"请取消订单1042", "1042", false},
		{"snake_case", "case", true},
	} {
		got, _ := candidate.Occurrences(tc.material, tc.quote)
		if len(got) == 0 || got[0].InsideWord != tc.want {
			t.Errorf("%q in %q: %+v, want %v", tc.quote, tc.material, got, tc.want)
		}
	}
}

func TestAnchors(t *testing.T) {
	target := "order B-1042"
	result := intent.Result{
		Requirements: []string{"keep the customer ACCOUNT"},
		Prohibitions: []string{"no e-mail to 7", "nothing shared"},
		Intents: []intent.Item{
			{Target: &target, Requirements: []string{"today"}, Clarification: []intent.Clarification{{Question: "Which account?"}}},
			{},
		},
	}
	materials := []intent.Material{
		{ID: "input", Content: "Cancel order B-1042, keep the account 7."},
		{ID: "context:0", Content: "The account: 订单1042."},
	}
	want := map[string]string{
		"/intents/0":                 "input:order input:1042 context:0:1042",
		"/intents/0/clarification/0": "input:account context:0:account",
		"/requirements/0":            "input:keep input:account context:0:account",
		"/prohibitions/0":            "input:7",
	}
	anchors := candidate.Anchors(result, materials)
	if len(anchors) != len(want) {
		t.Errorf("got %+v", anchors)
	}
	for _, a := range anchors {
		var words []string
		for _, r := range a.Ranges {
			text := materials[0].Content
			if r.SourceID != "input" {
				text = materials[1].Content
			}
			words = append(words, r.SourceID+":"+text[r.Start:r.End])
		}
		if got := strings.Join(words, " "); got != want[a.Path] {
			t.Errorf("%s: got %q, want %q", a.Path, got, want[a.Path])
		}
	}
	chinese := candidate.Anchors(intent.Result{Requirements: []string{"取消订单"}}, materials[1:])
	if len(chinese) != 1 || chinese[0].Ranges[0].End-chinese[0].Ranges[0].Start != len("订单") {
		t.Errorf("got %+v", chinese)
	}
}

// However often a word is repeated, what is listed is bounded, and no ranges overlap.
func TestAnchorsAreBounded(t *testing.T) {
	content := strings.Repeat("word ", 20_000)
	result := intent.Result{}
	for i := range 100 {
		result.Requirements = append(result.Requirements, fmt.Sprintf("word %d", i))
	}
	total := 0
	for _, a := range candidate.Anchors(result, []intent.Material{{ID: "input", Content: content}}) {
		total += len(a.Ranges)
	}
	if total != candidate.MaxAnchorRanges {
		t.Errorf("got %d ranges", total)
	}
}
