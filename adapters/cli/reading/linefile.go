package reading

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/devcodex/intent-runtime/adapters/cli/input"
)

// maxLineBytes bounds one line of a batch or a case file.
const maxLineBytes = 16 << 20

// lineReader reads a file of one JSON value a line. Blank lines do not count. It is used by one goroutine.
type lineReader struct {
	ctx    context.Context
	file   *os.File
	in     *bufio.Reader
	number int // of the line returned last, from 1, blank ones counted
}

// openLines opens a file without being held up by a pipe that nobody writes to.
func openLines(ctx context.Context, name string) (*lineReader, error) {
	r := &lineReader{ctx: ctx}
	err := input.Within(ctx, func() (err error) {
		r.file, err = os.Open(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	r.in = bufio.NewReaderSize(r.file, 64<<10)
	return r, nil
}

func (r *lineReader) close() { _ = r.file.Close() }

// errLongLine says that a line passes maxLineBytes. The rest of the line was passed over.
var errLongLine = errors.New("the line is too long")

// next returns the next line that is not blank, without its end; io.EOF after the last one.
func (r *lineReader) next() ([]byte, error) {
	for {
		line, err := r.line()
		if err != nil || len(bytes.TrimSpace(line)) > 0 {
			return bytes.TrimSpace(line), err
		}
	}
}

func (r *lineReader) line() (line []byte, err error) {
	err = input.Within(r.ctx, func() error {
		long := false
		for {
			part, err := r.in.ReadSlice('\n')
			if long = long || len(line)+len(part) > maxLineBytes; !long {
				line = append(line, part...)
			}
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				continue
			case errors.Is(err, io.EOF) && (len(line) > 0 || long):
				err = nil
			case err != nil:
				return err
			}
			if long {
				return errLongLine
			}
			return err
		}
	})
	r.number++
	return line, err
}

// lineWriter adds lines to a file, each safely on the disk before the next one. It is used by one goroutine.
type lineWriter struct{ file *os.File }

// newLines makes a file that must not exist, for its owner's eyes only.
func newLines(name string) (*lineWriter, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &lineWriter{file: file}, nil
}

// resumeLines opens a file to go on with it, making it if it is not there, and returns the whole lines that
// it has. A last line without its end was being written when the process ended: it is cut off.
func resumeLines(name string, each func(line []byte) error) (*lineWriter, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	whole, err := wholeLines(file, each)
	if err == nil {
		err = file.Truncate(whole)
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &lineWriter{file: file}, nil
}

// wholeLines reads the lines that have an end and returns how many bytes they are.
func wholeLines(file *os.File, each func(line []byte) error) (int64, error) {
	in := bufio.NewReaderSize(file, 64<<10)
	var whole int64
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return whole, torn(line)
		}
		if err != nil {
			return 0, err
		}
		if err := each(bytes.TrimSpace(line)); err != nil {
			return 0, err
		}
		whole += int64(len(line))
	}
}

// lineBegins is how every line of a batch's output and of results begins.
const lineBegins = `{"id":`

// torn refuses a last line without its end that is not the beginning of one of ours: the file is somebody
// else's.
func torn(line []byte) error {
	begins := line[:min(len(line), len(lineBegins))]
	if bytes.HasPrefix([]byte(lineBegins), begins) {
		return nil
	}
	return errors.New("its last line is none of this command")
}

// write adds one line and waits until it is on the disk.
func (w *lineWriter) write(line []byte) error {
	if _, err := w.file.Write(line); err != nil {
		return err
	}
	return w.file.Sync()
}

func (w *lineWriter) close() error { return w.file.Close() }
