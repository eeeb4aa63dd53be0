package stdio

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestNoWriteBeginsOnceTheTransportIsClosed(t *testing.T) {
	var written bytes.Buffer
	closed := make(chan struct{})
	out := newOutput(&written, closed)
	text := func(dst []byte) []byte { return append(dst, "{}"...) }
	if err := out.write(text); err != nil || written.String() != "{}\n" {
		t.Fatalf("got %v and wrote %q", err, written.String())
	}
	close(closed)
	for range 100 { // the turn is free each time
		if err := out.write(text); !errors.Is(err, io.ErrClosedPipe) {
			t.Fatalf("a write after the end returned %v", err)
		}
	}
	if written.Len() != len("{}\n") {
		t.Errorf("wrote %q", written.String())
	}
}
