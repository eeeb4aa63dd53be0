// Package pattern compares JSON values with patterns: what a case of a test set expects, where wording is
// free and only some things must be as written.
//
// A pattern matches a value when: objects, every key of the pattern matches (other keys are free);
// arrays, same length and each item matches; anything else, equal as JSON (numbers by value). In place
// of a value: "$any" anything present, "$absent" the key is missing, "$text" a string with non-blank
// text, {"$exact":v} equal to v with no extra keys, {"$has":[p,…]} an array with an item matching each
// p, {"$match":"regex"} a string in which the regular expression (RE2) finds a place, {"$size":n} an array
// or object of n members, {"$not":p} present and not matching p, {"$all":[p,…]} matching each p.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// ErrMalformed is what a pattern that means nothing fails with: a regular expression that does not compile,
// an operand of the wrong type.
var ErrMalformed = errors.New("the pattern is malformed")

// Match returns nil if the value matches the pattern, else an error that names the first place where it does
// not. The error quotes at most 160 characters of the value.
func Match(pattern, value strictjson.Value) error { return compare(pattern, &value, "") }

// MatchOptional is [Match] for a value that may be missing: only "$absent" matches one that is not there.
func MatchOptional(pattern strictjson.Value, value strictjson.Value, there bool) error {
	if !there {
		return compare(pattern, nil, "")
	}
	return compare(pattern, &value, "")
}

// Check returns [ErrMalformed], wrapped with the place, for a pattern that means nothing: an operand of the
// wrong type, a regular expression that does not compile, an operator that does not exist.
func Check(pattern strictjson.Value) error { return checkAt(pattern, "") }

func checkAt(p strictjson.Value, at string) error {
	if p.Kind() == strictjson.KindObject && p.Len() == 1 && strings.HasPrefix(p.Member(0).Name, "$") {
		return checkOperator(p.Member(0), at)
	}
	for name, sub := range p.Members() {
		if err := checkAt(sub, strictjson.AppendName(at, name)); err != nil {
			return err
		}
	}
	return checkItems(p, at)
}

func checkItems(list strictjson.Value, at string) error {
	for i, sub := range list.Items() {
		if err := checkAt(sub, strictjson.AppendIndex(at, i)); err != nil {
			return err
		}
	}
	return nil
}

func checkOperator(m strictjson.Member, at string) error {
	ok := false
	switch m.Name {
	case "$exact":
		return nil
	case "$not":
		return checkAt(m.Value, at)
	case "$has", "$all":
		if m.Value.Kind() == strictjson.KindArray {
			return checkItems(m.Value, at)
		}
	case "$match":
		if m.Value.Kind() == strictjson.KindString {
			_, err := regexp.Compile(m.Value.Text())
			ok = err == nil
		}
	case "$size":
		if m.Value.Kind() == strictjson.KindNumber {
			n, whole := m.Value.Decimal().Int64()
			ok = whole && n >= 0
		}
	}
	if !ok {
		return fmt.Errorf("%s: %s: %w", place(at), strictjson.CutName(m.Name), ErrMalformed)
	}
	return nil
}

// compare takes a nil value for a missing one.
func compare(p strictjson.Value, v *strictjson.Value, at string) error {
	word := ""
	if p.Kind() == strictjson.KindString {
		word = p.Text()
	}
	switch {
	case word == "$absent" && v == nil:
		return nil
	case word == "$absent":
		return mismatch(at, "to be absent", *v)
	case v == nil:
		return fmt.Errorf("%s: missing, expected %s", place(at), cut(p.JSON()))
	case word == "$any":
		return nil
	case word == "$text":
		return check(v.Kind() == strictjson.KindString && !text.Blank(v.Text()), at, "non-blank text", *v)
	}
	if p.Kind() == strictjson.KindObject && p.Len() == 1 {
		if done, err := operator(p.Member(0), *v, at); done {
			return err
		}
	}
	switch p.Kind() {
	case strictjson.KindObject:
		return members(p, *v, at)
	case strictjson.KindArray:
		return items(p, *v, at)
	}
	return check(same(p, *v), at, cut(p.JSON()), *v)
}

// operator judges the one-key objects that stand for a value; done is false for every other object.
func operator(m strictjson.Member, v strictjson.Value, at string) (done bool, err error) {
	switch m.Name {
	case "$exact":
		return true, check(same(m.Value, v), at, "exactly "+cut(m.Value.JSON()), v)
	case "$has":
		return true, has(m.Value, v, at)
	case "$match":
		return true, matches(m.Value, v, at)
	case "$size":
		sized := v.Kind() == strictjson.KindArray || v.Kind() == strictjson.KindObject
		n, whole := m.Value.Decimal().Int64()
		if m.Value.Kind() != strictjson.KindNumber || !whole {
			return true, fmt.Errorf("%s: $size wants an integer: %w", place(at), ErrMalformed)
		}
		return true, check(sized && int64(v.Len()) == n, at, fmt.Sprintf("%d members", n), v)
	case "$all":
		return true, all(m.Value, v, at)
	case "$not":
		return true, not(m.Value, v, at)
	}
	return false, nil
}

// not inverts a match; a malformed pattern stays an error.
func not(p, v strictjson.Value, at string) error {
	err := compare(p, &v, at)
	if errors.Is(err, ErrMalformed) {
		return err
	}
	return check(err != nil, at, "not "+cut(p.JSON()), v)
}

func members(p, v strictjson.Value, at string) error {
	if v.Kind() != strictjson.KindObject {
		return mismatch(at, "an object", v)
	}
	for name, sub := range p.Members() {
		var found *strictjson.Value
		if x, ok := v.Lookup(name); ok {
			found = &x
		}
		if err := compare(sub, found, strictjson.AppendName(at, name)); err != nil {
			return err
		}
	}
	return nil
}

func items(p, v strictjson.Value, at string) error {
	if v.Kind() != strictjson.KindArray || v.Len() != p.Len() {
		return mismatch(at, fmt.Sprintf("%d items", p.Len()), v)
	}
	for i, sub := range p.Items() {
		item := v.Index(i)
		if err := compare(sub, &item, strictjson.AppendIndex(at, i)); err != nil {
			return err
		}
	}
	return nil
}

func has(patterns, v strictjson.Value, at string) error {
	if patterns.Kind() != strictjson.KindArray {
		return fmt.Errorf("%s: $has wants an array: %w", place(at), ErrMalformed)
	}
	if v.Kind() != strictjson.KindArray {
		return mismatch(at, "an array", v)
	}
	for _, sub := range patterns.Items() {
		if !anyItem(sub, v, at) {
			return mismatch(at, "an item like "+cut(sub.JSON()), v)
		}
	}
	return nil
}

func all(patterns, v strictjson.Value, at string) error {
	if patterns.Kind() != strictjson.KindArray {
		return fmt.Errorf("%s: $all wants an array: %w", place(at), ErrMalformed)
	}
	for _, sub := range patterns.Items() {
		if err := compare(sub, &v, at); err != nil {
			return err
		}
	}
	return nil
}

func anyItem(p, v strictjson.Value, at string) bool {
	for _, item := range v.Items() {
		if compare(p, &item, at) == nil {
			return true
		}
	}
	return false
}

func matches(p, v strictjson.Value, at string) error {
	if p.Kind() != strictjson.KindString {
		return fmt.Errorf("%s: $match wants a string: %w", place(at), ErrMalformed)
	}
	re, err := regexp.Compile(p.Text())
	if err != nil {
		return fmt.Errorf("%s: %w: %w", place(at), ErrMalformed, err)
	}
	found := v.Kind() == strictjson.KindString && re.MatchString(v.Text())
	return check(found, at, "text with /"+p.Text()+"/", v)
}

func same(a, b strictjson.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case strictjson.KindNull:
		return true
	case strictjson.KindBool:
		return a.Bool() == b.Bool()
	case strictjson.KindNumber:
		return a.Decimal().Cmp(b.Decimal()) == 0
	case strictjson.KindString:
		return a.Text() == b.Text()
	case strictjson.KindArray:
		for i, item := range a.Items() {
			if !same(item, b.Index(i)) {
				return false
			}
		}
		return true
	}
	for name, x := range a.Members() {
		if y, ok := b.Lookup(name); !ok || !same(x, y) {
			return false
		}
	}
	return true
}

func check(ok bool, at, want string, got strictjson.Value) error {
	if ok {
		return nil
	}
	return mismatch(at, want, got)
}

func mismatch(at, want string, got strictjson.Value) error {
	return errors.New(place(at) + ": expected " + want + ", got " + cut(got.JSON()))
}

func place(at string) string {
	if at == "" {
		return "/"
	}
	return at
}

func cut(s string) string {
	if runes := []rune(s); len(runes) > 160 {
		return string(runes[:160]) + "…"
	}
	return s
}
