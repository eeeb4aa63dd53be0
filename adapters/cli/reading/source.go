package reading

import (
	"context"
	"io"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// maxRequestBytes bounds a request file.
const maxRequestBytes = 256 << 20

// leastBound is how much of stdin is read in any case: what is longer than that and than the limit is
// cut, so that an endless stream ends in LIMIT_EXCEEDED and not in memory.
const leastBound = 16 << 20

// source is where the request comes from. Files have been read, stdin has not.
type source struct {
	in io.Reader // nil unless stdin is to be read

	whole   bool   // the text is a request, not an input
	text    []byte // where it came from a file
	hasText bool
	fields  intent.Selection
	context intent.Context
	literal string // TEXT
}

// source decides where the request comes from. Its error is wrong usage.
func (p *program) source(f *parseFlags) (source, error) {
	if f.given("request") {
		return p.requestFile(f)
	}
	if f.given("no-fields") && f.none && f.given("field") {
		return source{}, cli.Usagef("--field and --no-fields contradict each other")
	}
	s := source{context: intent.ContextText(f.context)}
	switch {
	case f.given("field"):
		s.fields = intent.Fields(f.fields...)
	case f.none:
		s.fields = intent.NoFields()
	}
	switch {
	case len(f.text) == 1 && f.text[0] != "-":
		s.literal = f.text[0]
	case len(f.text) == 1 || !p.term.InTerminal:
		s.in = p.term.In
	default:
		return source{}, cli.Usagef("there is nothing to read: give TEXT in quotes, or - to type it")
	}
	return s, nil
}

func (p *program) requestFile(f *parseFlags) (source, error) {
	if len(f.text) > 0 {
		return source{}, cli.Usagef("--request and TEXT contradict each other")
	}
	for _, flag := range []string{"field", "no-fields", "context"} {
		if f.given(flag) {
			return source{}, cli.Usagef("--request and --%s contradict each other: put it into the request", flag)
		}
	}
	if f.request == "-" {
		return source{whole: true, in: p.term.In}, nil
	}
	text, err := configfile.ReadFile(f.request, maxRequestBytes)
	return source{whole: true, text: text, hasText: true}, err
}

// request gives the request, byte for byte as it was handed in. The error is the runtime's, or wrong
// usage where stdin cannot be read.
func (s source) request(ctx context.Context, limits intent.Limits) (intent.Request, error) {
	if s.whole {
		return s.wholeRequest(ctx)
	}
	request := intent.Request{Input: s.literal, Fields: s.fields, Context: s.context}
	if s.in != nil {
		text, err := readAll(ctx, s.in, max(limits.MaxInputBytes, leastBound))
		if err != nil {
			return intent.Request{}, err
		}
		request.Input = string(text)
	}
	return request, nil
}

func (s source) wholeRequest(ctx context.Context) (intent.Request, error) {
	if !s.hasText {
		text, err := readAll(ctx, s.in, maxRequestBytes)
		if err != nil {
			return intent.Request{}, err
		}
		s.text = text
	}
	return intent.ReadRequest(s.text)
}

// readAll reads a stream that may never end, or never begin: it returns when ctx ends, and cuts what
// goes beyond most bytes at a character's end.
func readAll(ctx context.Context, in io.Reader, most int) ([]byte, error) {
	type read struct {
		text []byte
		err  error
	}
	done := make(chan read, 1)
	go func() { // a blocked read of a terminal cannot be ended; the process does that soon after
		text, err := io.ReadAll(io.LimitReader(in, int64(most)+utf8.UTFMax))
		done <- read{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, intent.NewError(intent.ModelAborted, intent.StageInput,
			"interrupted before there was a request").WithCause(context.Canceled)
	case r := <-done:
		if r.err != nil {
			return nil, cli.Usagef("stdin cannot be read: %s", configfile.Reason(r.err))
		}
		return cut(r.text, most), nil
	}
}

// cut shortens a text that is longer than most to a little more than that, without tearing a character.
func cut(text []byte, most int) []byte {
	if len(text) < most+utf8.UTFMax {
		return text
	}
	end := most + utf8.UTFMax - 1
	for end > most && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
