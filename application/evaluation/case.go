package evaluation

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/pattern"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// Case is one request with what a right reading of it shows. It is not changed once it was read.
type Case struct {
	ID       string
	Tags     []string // what the report counts it under; may be empty
	Request  intent.Request
	Language string             // of the reading; "" for the instance's
	Schema   []byte             // nil if the case names an instance, or none
	Instance string             // of the configuration; "" for the usual one
	Expect   strictjson.Value   // a pattern for the result, or for the reply envelope if it has the key kind
	Wrong    []strictjson.Value // patterns for the reply envelope, each a confident mistake
	Digest   string             // SHA-256 of the case in hex, to know it again
}

// ErrCase says that a line is no case; the error that wraps it says why, without a text of the line.
var ErrCase = errors.New("not a case")

// caseKeys are the keys of a case. Those of the request are handed on as they stand.
var caseKeys = []string{
	"id",
	"tags",
	"input",
	"context",
	"fields",
	"language",
	"schema",
	"instance",
	"expect",
	"wrong",
}

// ReadCase reads one line of a case file: {"id","input","context"?,"fields"?,"tags"?,"language"?,"schema"? or
// "instance"?,"expect","wrong"?}, strictly. The error wraps [ErrCase].
func ReadCase(line []byte) (Case, error) {
	root, err := strictjson.Decode(line, strictjson.Options{})
	if err != nil {
		return Case{}, fmt.Errorf("%w: %w", ErrCase, err)
	}
	if root.Kind() != strictjson.KindObject {
		return Case{}, fmt.Errorf("%w: it is no JSON object", ErrCase)
	}
	r := caseReader{root: root}
	c := Case{
		ID: r.text(
			"id",
			true,
		), Tags: r.tags(), Language: r.text("language", false), Instance: r.text("instance", false),
		Request: r.request(), Schema: r.schema(), Wrong: r.wrong(),
	}
	expect, ok := root.Lookup("expect")
	if !ok {
		r.fail("/expect is missing")
	}
	c.Expect = expect
	if c.Instance != "" && c.Schema != nil {
		r.fail("schema and instance exclude each other")
	}
	for _, p := range append([]strictjson.Value{c.Expect}, c.Wrong...) {
		if err := pattern.Check(p); err != nil {
			r.fail("%w", err)
		}
	}
	sum := sha256.Sum256([]byte(root.JSON()))
	c.Digest = hex.EncodeToString(sum[:])
	return c, r.failed
}

// caseReader reads the members of a case and keeps the first fault.
type caseReader struct {
	root   strictjson.Value
	failed error
}

func (r *caseReader) fail(format string, args ...any) {
	if r.failed == nil {
		r.failed = fmt.Errorf("%w: "+format, append([]any{ErrCase}, args...)...)
	}
}

func (r *caseReader) text(name string, required bool) string {
	value, ok := r.root.Lookup(name)
	switch {
	case !ok && !required:
		return ""
	case value.Kind() != strictjson.KindString || text.Blank(value.Text()):
		r.fail("/%s is no text", name)
		return ""
	}
	return value.Text()
}

func (r *caseReader) tags() []string {
	list, ok := r.root.Lookup("tags")
	if !ok {
		return nil
	}
	if list.Kind() != strictjson.KindArray {
		r.fail("/tags is no list of texts")
	}
	var tags []string
	for _, tag := range list.Items() {
		if tag.Kind() != strictjson.KindString || text.Blank(tag.Text()) {
			r.fail("/tags is no list of texts")
			continue
		}
		if !slices.Contains(tags, tag.Text()) {
			tags = append(tags, tag.Text())
		}
	}
	return tags
}

func (r *caseReader) request() intent.Request {
	var members []strictjson.Member
	for name, value := range r.root.Members() {
		switch name {
		case "input", "context", "fields":
			members = append(members, strictjson.Field(name, value))
		default:
			if !slices.Contains(caseKeys, name) {
				r.fail("/%s is not a key of a case", strictjson.CutName(name))
			}
		}
	}
	request, err := intent.RequestFromValue(strictjson.Object(members...))
	if err != nil {
		r.fail("its request cannot be read: %w", err)
	}
	return request
}

func (r *caseReader) schema() []byte {
	value, ok := r.root.Lookup("schema")
	if !ok {
		return nil
	}
	if value.Kind() != strictjson.KindObject {
		r.fail("/schema is no object")
	}
	return []byte(value.JSON())
}

func (r *caseReader) wrong() []strictjson.Value {
	list, ok := r.root.Lookup("wrong")
	if !ok {
		return nil
	}
	if list.Kind() != strictjson.KindArray {
		r.fail("/wrong is no list of patterns")
	}
	var patterns []strictjson.Value
	for _, p := range list.Items() {
		patterns = append(patterns, p)
	}
	return patterns
}
