package input_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli/input"
)

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestStream(t *testing.T) {
	for _, tt := range []struct {
		in   io.Reader
		want string
		err  error
	}{
		{strings.NewReader("abc"), "abc", nil},
		{strings.NewReader(""), "", nil},
		{strings.NewReader("abcd"), "abc", input.ErrTooLarge},
		{endless{}, "xxx", input.ErrTooLarge},
	} {
		text, err := input.Stream(context.Background(), tt.in, 3)
		if string(text) != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q, %v; want %q, %v", text, err, tt.want, tt.err)
		}
	}
}

// A stream that never begins ends with its context.
func TestStreamEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent, writer := io.Pipe()
		defer writer.Close()
		late, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := input.Stream(late, silent, 1); !errors.Is(err, input.ErrLate) {
			t.Error(err)
		}
		interrupted, stop := context.WithCancel(context.Background())
		stop()
		if _, err := input.Stream(interrupted, silent, 1); !errors.Is(err, input.ErrInterrupted) {
			t.Error(err)
		}
	})
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("four"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := input.File(context.Background(), name, 4); string(text) != "four" || err != nil {
		t.Error(string(text), err)
	}
	if _, err := input.File(context.Background(), name, 3); !errors.Is(err, input.ErrTooLarge) {
		t.Error(err)
	}
	_, err := input.File(context.Background(), name+"s", 3)
	if err == nil || strings.Contains(err.Error(), name) || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
