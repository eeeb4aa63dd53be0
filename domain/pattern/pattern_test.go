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
