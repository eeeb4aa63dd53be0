package strictjson

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Scanner steps through a JSON text once without building values, for a message whose large parts are
// read by somebody else. It checks the grammar everywhere. Repeated names, numbers and UTF-8 are left
// to whoever reads the part: [Scanner.Skip] hands it out as it stands. A Scanner is for one goroutine
// and keeps the text it was made with.
//
// Every error is an [*Error], with the pointer of the document's root.
type Scanner struct {
	decoder *jsontext.Decoder
	text    []byte
}

// NewScanner begins at the first value of a text.
func NewScanner(text []byte) *Scanner {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(text),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return &Scanner{decoder: decoder, text: text}
}

// Object reports whether an object comes next.
func (s *Scanner) Object() bool { return s.decoder.PeekKind() == '{' }

// Enter steps into the object that comes next; see [Scanner.Object].
func (s *Scanner) Enter() error {
	_, err := s.decoder.ReadToken()
	return s.fault(err)
}

// Name reads the name of the next member of the object. It reports false at the object's end, which
// it steps over.
func (s *Scanner) Name() (string, bool, error) {
	token, err := s.decoder.ReadToken()
	if err != nil {
		return "", false, s.fault(err)
	}
	if token.Kind() == '}' {
		return "", false, nil
	}
	return token.String(), true, nil
}

// Skip steps over the next value. It returns the value's text, which is part of the scanned one, and
// how many containers it holds inside one another.
func (s *Scanner) Skip() (text []byte, depth int, err error) {
	begin, outside := s.decoder.InputOffset(), s.decoder.StackDepth()
	for {
		token, err := s.decoder.ReadToken()
		if err != nil {
			return nil, depth, s.fault(err)
		}
		inside := s.decoder.StackDepth() - outside
		depth = max(depth, inside)
		if inside == 0 && token.Kind() != '{' && token.Kind() != '[' {
			break
		}
	}
	text = s.text[begin:s.decoder.InputOffset()]
	return bytes.TrimLeft(text, " \t\r\n:,"), depth, nil
}

// End reports as an error what follows the value that was scanned.
func (s *Scanner) End() error {
	_, err := s.decoder.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return s.fault(err)
	default:
		return &Error{Kind: Trailing, Reason: "something follows the first value"}
	}
}

// fault turns the decoder's error, whose own text quotes the document, into ours.
func (s *Scanner) fault(err error) error {
	switch {
	case err == nil:
		return nil
	case s.decoder.StackDepth() >= MaxNesting:
		return passed(TooDeep, "", MaxNesting)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Error{Kind: Truncated, Reason: "the document ends too early"}
	default:
		return &Error{Kind: Syntax, Reason: "not valid JSON"}
	}
}
