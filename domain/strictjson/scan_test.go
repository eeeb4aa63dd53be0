package strictjson_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// members walks one object and tells each member as name, text and depth.
func members(text string) (names []string, texts []string, depths []int, err error) {
	s := strictjson.NewScanner([]byte(text))
	if !s.Object() {
		_, _, err = s.Skip()
		return nil, nil, nil, firstOf(err, s.End)
	}
	if err := s.Enter(); err != nil {
		return nil, nil, nil, err
	}
	for {
		name, more, err := s.Name()
		if err != nil || !more {
			return names, texts, depths, firstOf(err, s.End)
		}
		value, depth, err := s.Skip()
		if err != nil {
			return names, texts, depths, err
		}
		names, texts, depths = append(names, name), append(texts, string(value)), append(depths, depth)
	}
}

func firstOf(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

func TestScannerHandsOutTextsAsTheyStand(t *testing.T) {
	names, texts, depths, err := members(" {\"a\" : \"x\\ud800\xff\" ,\n\"a\":[ {\"b\":[1e999]} , 2],\"c\":{ },\"d\":-0}\t")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); got != "a a c d" {
		t.Errorf("names %s", got)
	}
	want := []string{"\"x\\ud800\xff\"", "[ {\"b\":[1e999]} , 2]", "{ }", "-0"}
	for n, text := range texts {
		if text != want[n] || depths[n] != []int{0, 3, 1, 0}[n] {
			t.Errorf("member %d is %q at depth %d, want %q", n, text, depths[n], want[n])
		}
	}
}

func TestScannerRefusesWhatIsNoJSON(t *testing.T) {
	for _, text := range []string{``, ` `, `{`, `{"a"}`, `{"a":1`, `{"a":1,}`, `{"a":01}`, `{"a":1} 2`, `{"a":1}}`, `[1`, `nul`, "\ufeff{}"} {
		if _, _, _, err := members(text); err == nil {
			t.Errorf("%q passes", text)
		}
	}
}

func TestScannerTellsDepthFromSyntax(t *testing.T) {
	s := strictjson.NewScanner([]byte(`{"a":` + strings.Repeat("[", strictjson.MaxNesting+5)))
	_ = s.Enter()
	_, _, _ = s.Name()
	var fault *strictjson.Error
	if _, _, err := s.Skip(); !errors.As(err, &fault) || fault.Kind != strictjson.TooDeep {
		t.Errorf("got %v", err)
	}
}

// FuzzScanner holds the scanner to encoding/json: both take the same texts, and what is handed out is JSON.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":null}],"a":"\ud800"}`, ` {} `, `[[]]`, `{"a":`, `"x" 1`, "{\"\xff\":1}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, texts, _, err := members(text)
		if (err == nil) != json.Valid([]byte(text)) {
			t.Fatalf("%q: %v, encoding/json says %v", text, err, json.Valid([]byte(text)))
		}
		for _, part := range texts {
			if !json.Valid([]byte(part)) {
				t.Fatalf("%q hands out %q", text, part)
			}
		}
	})
}
