// Package input reads what a command line names: files and stdin. A file that does not open (a pipe
// nobody writes to, a dead mount) and a stream that never ends hold nobody up: every read returns when
// its context ends.
package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"
)

// Faults of a read beside the system's own.
var (
	ErrTooLarge    = errors.New("is too large to be read")
	ErrInterrupted = errors.New("interrupted")
	ErrLate        = errors.New("the timeout passed")
)

// File reads a file of at most most bytes whole. The error has no file name in its text.
func File(ctx context.Context, name string, most int64) ([]byte, error) {
	return within(ctx, func() ([]byte, error) {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return all(file, most)
	})
}

// Stream reads a stream to its end. If it is longer than most bytes, it returns the first most bytes and
// ErrTooLarge.
func Stream(ctx context.Context, in io.Reader, most int64) ([]byte, error) {
	return within(ctx, func() ([]byte, error) { return all(in, most) })
}

// Within calls something that asks the file system and waits for it, or for ctx.
func Within(ctx context.Context, ask func() error) error {
	_, err := within(ctx, func() (struct{}, error) { return struct{}{}, ask() })
	return err
}

// longestName bounds a file's name as it is shown, in bytes.
const longestName = 256

// ShownName shortens a file's name for a message at its begin: the end says more.
func ShownName(name string) string {
	if len(name) <= longestName {
		return name
	}
	start := len(name) - longestName
	for start < len(name) && !utf8.RuneStart(name[start]) {
		start++
	}
	return "…" + name[start:]
}

// within waits for a read or for ctx. A read that is blocked in the system cannot be ended: it is left to
// itself, and the process ends soon after.
func within[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := read()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, Reason(o.err)
	case <-ctx.Done():
		var none T
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return none, ErrLate
		}
		return none, ErrInterrupted
	}
}

// all reads at most one byte more than it may return, so that an endless stream ends.
func all(in io.Reader, most int64) ([]byte, error) {
	var text bytes.Buffer
	n, err := io.Copy(&text, io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, err
	case n > most:
		return text.Bytes()[:most], ErrTooLarge
	default:
		return text.Bytes(), nil
	}
}

// Reason returns a file error without the name, which who tells it says in their own way.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
