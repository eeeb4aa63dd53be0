package pattern_test

import (
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/domain/pattern"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func decode(t *testing.T, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMalformedPatternsAreTold(t *testing.T) {
	t.Parallel()
	for p, value := range map[string]string{
		`{"$match":"("}`: `"x"`, `{"$match":1}`: `"x"`, `{"$size":"a"}`: `[]`, `{"$has":1}`: `[]`, `{"$all":1}`: `1`,
		`{"$not":{"$match":"("}}`: `"x"`, `{"a":[{"$not":{"$size":0.5}}]}`: `{"a":[[]]}`,
	} {
		if err := pattern.Match(decode(t, p), decode(t, value)); !errors.Is(err, pattern.ErrMalformed) {
			t.Errorf("%s: %v", p, err)
		}
	}
	if err := pattern.Match(decode(t, `{"a":1}`), decode(t, `{"a":2}`)); err == nil || errors.Is(err, pattern.ErrMalformed) {
		t.Errorf("a mere mismatch: %v", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		`{"a":[{"$match":"^a"},{"$size":2},"$any"],"b":{"$has":[{"c":{"$not":1}}]},"$x":1,"d":2}`: true,
		`{"$exact":{"$size":"x"}}`: true, `{"a":{"$sizes":1}}`: false, `[{"$size":-1}]`: false, `{"a":{"$size":0.5}}`: false,
		`{"a":{"$match":"("}}`: false, `{"$all":[{"$has":1}]}`: false, `{"$not":{"$match":1}}`: false,
	} {
		if err := pattern.Check(decode(t, text)); (err == nil) != ok || err != nil && !errors.Is(err, pattern.ErrMalformed) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAllAndOptional(t *testing.T) {
	t.Parallel()
	all := decode(t, `{"$all":[{"$match":"a"},{"$not":"ab"}]}`)
	if pattern.Match(all, decode(t, `"a"`)) != nil || pattern.Match(all, decode(t, `"ab"`)) == nil || pattern.Match(all, decode(t, `"b"`)) == nil {
		t.Error("$all")
	}
	if pattern.MatchOptional(decode(t, `"$absent"`), strictjson.Null(), false) != nil ||
		pattern.MatchOptional(decode(t, `"$any"`), strictjson.Null(), false) == nil ||
		pattern.MatchOptional(decode(t, `"$any"`), strictjson.Null(), true) != nil {
		t.Error("a value that may be missing")
	}
}
