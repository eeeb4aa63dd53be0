package reading

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// leastBound is how much of an input is read in any case. What is longer than that and than the limits
// is LIMIT_EXCEEDED, so that an endless stream does not end in memory.
const leastBound = 16 << 20

// source is where the request comes from.
type source struct {
	in   io.Reader // nil unless stdin is to be read
	file string    // of --request, unless it is stdin

	whole   bool // what is read is a request, not an input
	text    []byte
	fault   error // why the text is not whole; the runtime's
	literal string

	fields  intent.Selection
	context intent.Context
}

// source decides where the request comes from. It reads nothing. Its error is wrong usage.
func (p *program) source(f *parseFlags) (source, error) {
	if f.given("request") {
		return p.requestSource(f)
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

func (p *program) requestSource(f *parseFlags) (source, error) {
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
	return source{whole: true, file: f.request}, nil
}

// readFile reads the file of --request, if there is one. Its error is wrong usage; what the runtime has
// to refuse is kept for [source.request].
func (s *source) readFile(ctx context.Context, limits intent.Limits) error {
	if s.file == "" {
		return nil
	}
	text, err := input.File(ctx, s.file, requestBound(limits))
	switch {
	case errors.Is(err, input.ErrTooLarge):
		s.fault = tooLarge("request", requestBound(limits), limits)
	case ctx.Err() != nil:
		s.fault = noRequest(ctx)
	case err != nil:
		return configfile.Fault{File: s.file, Reason: "cannot be read: " + err.Error()}
	}
	s.text = text
	return nil
}

// request returns the request, byte for byte as it was handed in. The error is the runtime's, or wrong
// usage if stdin cannot be read.
func (s *source) request(ctx context.Context, limits intent.Limits) (intent.Request, error) {
	if s.in != nil {
		if err := s.readStdin(ctx, limits); err != nil {
			return intent.Request{}, err
		}
	}
	switch {
	case s.fault != nil:
		return intent.Request{}, s.fault
	case s.whole:
		return intent.ReadRequest(s.text)
	case s.in != nil:
		return intent.Request{Input: string(s.text), Fields: s.fields, Context: s.context}, nil
	default:
		return intent.Request{Input: s.literal, Fields: s.fields, Context: s.context}, nil
	}
}

func (s *source) readStdin(ctx context.Context, limits intent.Limits) error {
	what, most := "input", max(int64(limits.MaxInputBytes), leastBound)
	if s.whole {
		what, most = "request", requestBound(limits)
	}
	text, err := input.Stream(ctx, s.in, most)
	switch {
	case errors.Is(err, input.ErrTooLarge):
		return tooLarge(what, most, limits)
	case ctx.Err() != nil:
		return noRequest(ctx)
	case err != nil:
		return cli.Usagef("stdin cannot be read: %s", err)
	}
	s.text = text
	return nil
}

// requestBound is how long a request within the limits can be: JSON takes up to six bytes for a byte of
// text.
func requestBound(limits intent.Limits) int64 {
	return max(6*(int64(limits.MaxInputBytes)+int64(limits.MaxContextBytes)), leastBound)
}

// tooLarge is the refusal of what was not read to its end.
func tooLarge(what string, read int64, limits intent.Limits) error {
	limit := intent.Limit{Name: "maxInputBytes", Got: read + 1, Most: int64(limits.MaxInputBytes)}
	return intent.NewLimitError(intent.StageInput, limit,
		fmt.Sprintf("the %s has more than %d bytes; maxInputBytes is %d", what, read, limits.MaxInputBytes))
}

// noRequest is the refusal of a request that was not there before ctx ended.
func noRequest(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return intent.NewError(intent.ModelTimeout, intent.StageInput,
			"the timeout passed before there was a request").WithCause(context.DeadlineExceeded)
	}
	return intent.NewError(intent.ModelAborted, intent.StageInput,
		"interrupted before there was a request").WithCause(context.Canceled)
}
