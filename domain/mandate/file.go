package mandate

import (
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// File is a mandate that is kept to act on later, without a reading: the request's text, the result, what the
// person confirmed, and the digest that all of it must have under the policy that is in force then.
type File struct {
	Request   string
	Result    intent.Result
	Confirmed []string
	Digest    string
}

// ErrFile says that a mandate's file cannot be used; the error that wraps it says why.
var ErrFile = errors.New("the mandate's file cannot be used")

// File returns the mandate as it is kept.
func (m Mandate) File() File {
	return File{Request: m.result.Input, Result: m.Result(), Confirmed: append([]string{}, m.confirmed...),
		Digest: m.Digest()}
}

// Value returns the file as JSON.
func (f File) Value() strictjson.Value {
	open := make([]strictjson.Member, 0, len(f.Result.Intents))
	for _, item := range f.Result.Intents {
		kinds := make([]string, len(item.Open))
		for i, kind := range item.Open {
			kinds[i] = string(kind)
		}
		open = append(open, strictjson.Field(item.ID, strictjson.Strings(kinds)))
	}
	return strictjson.Object(
		strictjson.Field("version", strictjson.Int(Version)),
		strictjson.Field("request", strictjson.String(f.Request)),
		strictjson.Field("result", f.Result.Value()),
		strictjson.Field("open", strictjson.Object(open...)),
		strictjson.Field("confirmed", strictjson.Strings(f.Confirmed)),
		strictjson.Field("digest", strictjson.String(f.Digest)),
	)
}

// ReadFile reads what [File.Value] wrote, strictly: every key is there once and no other. The error wraps
// [ErrFile] and quotes nothing of the file.
func ReadFile(text []byte) (File, error) {
	root, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return File{}, fmt.Errorf("%w: %w", ErrFile, err)
	}
	r := fileReader{root: root}
	version, _ := r.member("version", strictjson.KindNumber).Decimal().Int64()
	f := File{
		Request:   r.member("request", strictjson.KindString).Text(),
		Confirmed: r.texts(r.member("confirmed", strictjson.KindArray)),
		Digest:    r.member("digest", strictjson.KindString).Text(),
	}
	result, open := r.member("result", strictjson.KindObject), r.member("open", strictjson.KindObject)
	switch {
	case r.failed != nil:
		return File{}, r.failed
	case root.Len() != 6:
		return File{}, fmt.Errorf("%w: it has a key that is not known", ErrFile)
	case version != Version:
		return File{}, fmt.Errorf("%w: its version is not %d", ErrFile, Version)
	}
	if f.Result, err = intent.ResultFromValue(result); err != nil {
		return File{}, fmt.Errorf("%w: its result is not one", ErrFile)
	}
	for i, item := range f.Result.Intents {
		kinds, _ := open.Lookup(item.ID)
		for _, kind := range r.texts(kinds) {
			f.Result.Intents[i].Open = append(f.Result.Intents[i].Open, intent.Reason(kind))
		}
	}
	return f, r.failed
}

// Derive makes the mandate that the file holds. It fails with [ErrFile] if the mandate has another digest
// than the file says: the file was changed, or the policy grants something else now.
func (f File) Derive(policy Policy) (Mandate, error) {
	m, err := Derive(f.Result, policy, f.Confirmed...)
	switch {
	case err != nil:
		return Mandate{}, fmt.Errorf("%w: %w", ErrFile, err)
	case f.Request != f.Result.Input:
		return Mandate{}, fmt.Errorf("%w: request and result differ", ErrFile)
	case m.Digest() != f.Digest:
		return Mandate{}, fmt.Errorf("%w: the digest is another", ErrFile)
	}
	return m, nil
}

// fileReader reads the members of a file and keeps the first fault.
type fileReader struct {
	root   strictjson.Value
	failed error
}

func (r *fileReader) fail(format string, args ...any) {
	if r.failed == nil {
		r.failed = fmt.Errorf("%w: "+format, append([]any{ErrFile}, args...)...)
	}
}

func (r *fileReader) member(name string, kind strictjson.Kind) strictjson.Value {
	value, ok := r.root.Lookup(name)
	if !ok || value.Kind() != kind {
		r.fail("/%s is missing or of the wrong type", name)
		return strictjson.Null()
	}
	return value
}

func (r *fileReader) texts(list strictjson.Value) []string {
	texts := []string{}
	for _, item := range list.Items() {
		if item.Kind() != strictjson.KindString {
			r.fail("a list holds what is no text")
			return nil
		}
		texts = append(texts, item.Text())
	}
	return texts
}
