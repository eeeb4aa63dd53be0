package strictjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxNesting is the depth that no document may pass, whatever its options say: the decoder beneath
// goes no deeper.
const MaxNesting = 10_000

// Options bounds a reading. A limit of 0 does not bind.
type Options struct {
	MaxBytes int // bytes of the document, judged before anything is read
	MaxDepth int // containers inside one another, the root counted; never more than MaxNesting
	MaxNodes int // values, the root and containers counted, names not

	// AnyNumber keeps numbers that a double cannot hold. Their [Value.Decimal] is 0: it is for
	// documents whose parts are judged one by one later.
	AnyNumber bool
}

// Decode reads one JSON value and nothing else; white space around it is fine. The error is always
// an [*Error]. The bytes are not kept.
func Decode(data []byte, options Options) (Value, error) { return decode(data, "", options) }

// DecodeText is [Decode] for a text. The value's strings may share its memory.
func DecodeText(text string, options Options) (Value, error) {
	if options.MaxBytes > 0 && len(text) > options.MaxBytes {
		return decode(nil, text, options)
	}
	return decode([]byte(text), text, options)
}

// decode reads a document that is given as bytes, and as text too if there is one.
func decode(data []byte, text string, options Options) (Value, error) {
	if size := max(len(data), len(text)); options.MaxBytes > 0 && size > options.MaxBytes {
		return Value{}, &Error{Kind: TooLarge, Most: options.MaxBytes,
			Reason: fmt.Sprintf("%d bytes, at most %d are allowed", size, options.MaxBytes)}
	}
	if valid(data) {
		if text == "" {
			text = string(data)
		}
		s := builder{text: text, options: options}
		if v, ok := s.build(); ok {
			return v, nil
		}
	}
	return decodeSlowly(data, options)
}

// valid reports whether a document is one JSON value, as strict as the reader but for limits, numbers and
// repeated names, which the builder judges.
func valid(data []byte) bool {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	if _, err := decoder.ReadValue(); err != nil {
		return false
	}
	_, err := decoder.ReadToken()
	return errors.Is(err, io.EOF)
}

// decodeSlowly reads token by token, so that it can tell the first fault.
func decodeSlowly(data []byte, options Options) (Value, error) {
	r := reader{
		decoder: jsontext.NewDecoder(bytes.NewBuffer(data)),
		data:    data,
		options: options,
	}
	value, err := r.document()
	if err != nil {
		return Value{}, err
	}
	return value, nil
}

type reader struct {
	decoder *jsontext.Decoder
	data    []byte
	options Options
	depth   int
	nodes   int

	// What is read of the containers that are open, the innermost last: each gets its own slice, of its own
	// size, when it is closed.
	items   []Value
	members []Member
}

func (r *reader) document() (Value, error) {
	value, err := r.value()
	if err != nil {
		return Value{}, err
	}
	switch _, err := r.decoder.ReadToken(); {
	case errors.Is(err, io.EOF):
		return value, nil
	case err != nil:
		return Value{}, r.syntax(err)
	default:
		return Value{}, &Error{Kind: Trailing, Reason: "something follows the first value"}
	}
}

// value reads the next value whole. The recursion is bounded by MaxDepth and MaxNesting.
func (r *reader) value() (Value, error) {
	token, err := r.decoder.ReadToken()
	if err != nil {
		return Value{}, r.syntax(err)
	}
	return r.valueOf(token)
}

func (r *reader) valueOf(token jsontext.Token) (Value, error) {
	r.nodes++
	if r.options.MaxNodes > 0 && r.nodes > r.options.MaxNodes {
		return Value{}, passed(TooMany, r.pointer(), r.options.MaxNodes)
	}
	switch token.Kind() {
	case 't', 'f':
		return Bool(token.Kind() == 't'), nil
	case '"':
		return String(token.String()), nil
	case '0':
		return r.number(token.String())
	case '[', '{':
		return r.container(token.Kind())
	default:
		return Value{}, nil
	}
}

func (r *reader) container(kind jsontext.Kind) (Value, error) {
	r.depth++
	defer func() { r.depth-- }()
	if r.options.MaxDepth > 0 && r.depth > r.options.MaxDepth {
		return Value{}, passed(TooDeep, r.pointer(), r.options.MaxDepth)
	}
	if kind == '[' {
		return r.array()
	}
	return r.object()
}

func (r *reader) array() (Value, error) {
	begin := len(r.items)
	for {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return Value{}, r.syntax(err)
		}
		if token.Kind() == ']' {
			items := closed(r.items[begin:])
			r.items = r.items[:begin]
			return Value{kind: KindArray, kids: &children{items: items}}, nil
		}
		item, err := r.valueOf(token)
		if err != nil {
			return Value{}, err
		}
		r.items = append(r.items, item)
	}
}

func (r *reader) object() (Value, error) {
	begin := len(r.members)
	for {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return Value{}, r.syntax(err)
		}
		if token.Kind() == '}' {
			members := closed(r.members[begin:])
			r.members = r.members[:begin]
			return newObject(members), nil
		}
		name := token.String()
		value, err := r.value()
		if err != nil {
			return Value{}, err
		}
		r.members = append(r.members, Member{Name: name, Value: value})
	}
}

// closed returns a slice of its own size; nil for none.
func closed[T any](read []T) []T {
	if len(read) == 0 {
		return nil
	}
	return slices.Clone(read)
}

func (r *reader) number(text string) (Value, error) {
	dec, err := ParseDecimal(text)
	if err != nil && !r.options.AnyNumber {
		return Value{}, &Error{Kind: Number, Pointer: r.pointer(), Reason: err.Error()}
	}
	if err != nil {
		dec = Decimal{}
	}
	return number(text, dec), nil
}

func (r *reader) pointer() string { return string(r.decoder.StackPointer()) }

// syntax turns the decoder's error, whose own text quotes the document, into ours.
func (r *reader) syntax(err error) *Error {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return r.unfinished()
	}
	switch pointer := string(syntactic.JSONPointer); {
	case r.depth >= MaxNesting:
		return passed(TooDeep, pointer, MaxNesting)
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &Error{Kind: Duplicate, Pointer: pointer, Reason: "name is there twice"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Kind: Truncated, Pointer: pointer, Reason: endsEarly}
	default:
		reason := "not valid JSON at " + r.position(syntactic.ByteOffset)
		return &Error{Kind: Syntax, Pointer: pointer, Reason: reason}
	}
}

const endsEarly = "the document ends too early"

func (r *reader) unfinished() *Error {
	if len(bytes.TrimSpace(r.data)) == 0 {
		return &Error{Kind: Empty, Reason: "no value"}
	}
	return &Error{Kind: Truncated, Reason: endsEarly}
}

func (r *reader) position(offset int64) string {
	before := string(r.data[:min(max(offset, 0), int64(len(r.data)))])
	line := strings.Count(before, "\n") + 1
	return fmt.Sprintf("line %d, byte %d", line, len(before)-strings.LastIndexByte(before, '\n'))
}
