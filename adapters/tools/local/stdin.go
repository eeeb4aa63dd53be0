package local

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// interrupt is the one input that a command without a terminal takes.
const interrupt = "\x03"

// runWrite types into a command, if there is anything to type, and looks at it for a while.
func (t *Tools) runWrite(ctx context.Context, call *acting.Call) (tool.Result, error) {
	arguments := call.Arguments().Value
	value, _ := arguments.Lookup("session_id")
	id, whole := value.Integer()
	if !whole || id < 1 || id > 1<<31 {
		return tool.Result{}, call.Reject(tool.Errorf(tool.NotFound, "there is no command of that number"))
	}
	s, err := t.desk.find(int(id), call.Invocation())
	if err != nil {
		return tool.Result{}, call.Reject(err)
	}
	chars, _ := arguments.Lookup("chars")
	yield := pollYield.of(arguments)
	if chars.Text() != "" {
		yield = typeYield.of(arguments)
	}
	if err := call.Waiting(yield); err != nil {
		return tool.Result{}, err
	}
	if !s.await(ctx) {
		return tool.Result{}, call.Stopped(strictjson.Object(number("session_id", s.number)))
	}
	defer s.release()
	if chars.Text() != "" {
		if err := s.input(chars.Text(), yield); err != nil {
			return tool.Result{}, call.Reject(err)
		}
	}
	return s.answer(ctx, call, yield)
}

// input types into a terminal, or interrupts a command that has none.
func (s *session) input(chars string, most time.Duration) error {
	switch {
	case !s.alive():
		return tool.Errorf(tool.ResourceConflict, "the command has ended and takes no input")
	case !s.tty && chars == interrupt:
		return s.command.Interrupt()
	case !s.tty:
		return tool.Errorf(tool.Validation,
			"the command has no terminal and takes no input; start it with tty to type into it")
	}
	written := make(chan error, 1)
	go func() {
		_, err := s.command.Write([]byte(chars))
		written <- err
	}()
	// A command that does not read keeps its terminal full; it gets the rest when it reads.
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case err := <-written:
		return err
	case <-timer.C:
		return nil
	}
}
