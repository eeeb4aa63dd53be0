package candidate_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestOccurrences(t *testing.T) {
	for _, tc := range []struct {
		material, quote string
		want            []intent.Occurrence
	}{
		{"", "x", nil},
		{"x", "", nil},
		{"abc", "d", nil},
		{
			"abcabc",
			"bc",
			[]intent.Occurrence{
				{ByteOffset: 1, CodePointOffset: 1, UTF16Offset: 1, InsideWord: true},
				{ByteOffset: 4, CodePointOffset: 4, UTF16Offset: 4, InsideWord: true},
			},
		},
		{
			"aaaa",
			"aa",
			[]intent.Occurrence{
				{InsideWord: true},
				{ByteOffset: 1, CodePointOffset: 1, UTF16Offset: 1, InsideWord: true},
				{ByteOffset: 2, CodePointOffset: 2, UTF16Offset: 2, InsideWord: true},
			},
		},
		{
			"é😀é😀",
			"😀",
			[]intent.Occurrence{
				{ByteOffset: 2, CodePointOffset: 1, UTF16Offset: 1}, {ByteOffset: 8, CodePointOffset: 3, UTF16Offset: 4},
			},
		},
		{"日日日", "日日", []intent.Occurrence{{}, {ByteOffset: 3, CodePointOffset: 1, UTF16Offset: 1}}},
	} {
		got, truncated := candidate.Occurrences(tc.material, tc.quote)
		if !reflect.DeepEqual(got, tc.want) || truncated {
			t.Errorf("%q in %q: %v %v", tc.quote, tc.material, got, truncated)
		}
	}
	exactly := strings.Repeat("a", candidate.MaxOccurrences)
	if got, truncated := candidate.Occurrences(exactly, "a"); len(got) != candidate.MaxOccurrences || truncated {
		t.Error(len(got), truncated)
	}
	if got, truncated := candidate.Occurrences(exactly+"a", "a"); len(got) != candidate.MaxOccurrences || !truncated {
		t.Error(len(got), truncated)
	}
}

func TestRecord(t *testing.T) {
	data, err := candidate.CheckData(goodOrder, orderTask(t, intent.Limits{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	audit := data.Findings()
	if len(audit.Leaves) != 5 || len(audit.Containers) != 1 || len(audit.Verdicts) != 2 || len(audit.Fields) != 5 {
		t.Fatalf("got %+v", audit)
	}
	leaf := audit.Leaves[1]
	if leaf.Path != "/data/lines/0/sku" || leaf.Mode != "exact" || leaf.Value.Text() != "X-1" || len(leaf.Sources) != 2 {
		t.Errorf("got %+v", leaf)
	}
	want := intent.AuditSource{
		SourceID:    "input",
		Quote:       "X-1",
		Occurrences: []intent.Occurrence{{ByteOffset: 19, CodePointOffset: 19, UTF16Offset: 19}},
	}
	if !reflect.DeepEqual(leaf.Sources[1], want) {
		t.Errorf("got %+v", leaf.Sources[1])
	}
	if audit.Containers[0].Path != "/data/lines/0" || audit.Verdicts[1].Path != "/data/id" ||
		audit.Verdicts[1].Sources[0].Quote != "0042" || audit.Fields[4].Status != intent.FieldNotProvided {
		t.Errorf("got %+v", audit)
	}
}

// A quarter of a megabyte of candidate must not become a gigabyte of audit.
func TestRecordListsSoManyPlacesInAll(t *testing.T) {
	const entries = 2000
	text := `{"evidence":[{"path":"/data/id","mode":"semantic","sources":[` +
		strings.Repeat(`{"sourceId":"input","quote":"a"},`, entries-1) +
		`{"sourceId":"input","quote":"a"}]}],"data":{"id":"a"}}`
	task := orderTask(t, intent.Limits{})
	task.Materials = []intent.Material{{ID: "input", Content: strings.Repeat("a", candidate.MaxOccurrences)}}
	data, err := candidate.CheckData(text, task, nil)
	if err != nil {
		t.Fatal(err)
	}
	audit := data.Findings()
	places := 0
	for i, source := range audit.Leaves[0].Sources {
		places += len(source.Occurrences)
		if whole := len(source.Occurrences) == candidate.MaxOccurrences; whole == source.Truncated || !source.Ambiguous() {
			t.Fatalf("source %d lists %d, truncated %v", i, len(source.Occurrences), source.Truncated)
		}
	}
	if places < candidate.MaxPlaces || places > candidate.MaxPlaces+2*entries {
		t.Errorf("got %d places", places)
	}
}

func TestRecordKeepsWhatThereIs(t *testing.T) {
	for _, text := range []string{"", "[]", `{"evidence":[{"path":"/data/x"},{}],"descriptionChecks":[{}]}`} {
		data, err := candidate.CheckData(text, orderTask(t, intent.Limits{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if audit := data.Findings(); len(audit.Leaves) != 0 {
			t.Errorf("%s: %+v", text, audit.Leaves)
		}
	}
}

func TestAccessorsGiveCopies(t *testing.T) {
	data, err := candidate.CheckData(goodOrder, orderTask(t, intent.Limits{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	data.Evidence()[0].Sources[0].Quote = "!"
	data.Checks()[0].Sources[0].Quote = "!"
	data.FieldResults()[0].Status = "!"
	if data.Evidence()[0].Sources[0].Quote != "0042" || data.Checks()[0].Sources[0].Quote != "Order" ||
		data.FieldResults()[0].Status != intent.FieldExtracted {
		t.Error("a change of what was handed out shows")
	}
}
