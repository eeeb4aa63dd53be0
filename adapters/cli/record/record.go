// Package record writes files that are whole or not there at all: the audit and the trace of a reading.
//
// A record is written to a fresh file beside its name, made for its owner's eyes only, and takes the name
// when it is whole and on the disk. What stood under the name before stays as it was until then, and for
// good if anything fails. Nothing that exists is ever opened for writing.
//
// A process that is killed leaves the fresh file behind, as far as it was written; its name begins with a
// full stop and the record's name.
package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Record is a file being written. It has one owner, which ends it with [Record.Keep] or
// [Record.Discard]; it is not safe for concurrent use.
type Record struct {
	files Files
	name  string // that the record takes when it is whole
	file  File   // the fresh file; nil once the record has ended
	err   error  // the first fault
}

var _ io.Writer = (*Record)(nil)

// Create begins a record under a name. It fails if no fresh file can be made beside the name, or if
// something that is no regular file has the name: a device or a pipe cannot be replaced by a file.
func Create(files Files, name string) (*Record, error) {
	if info, err := files.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("not a regular file")}
	}
	folder, base := split(name)
	file, err := files.Create(folder, "."+shortened(base)+".*.part")
	if err != nil {
		return nil, err
	}
	return &Record{files: files, name: name, file: file}, nil
}

// split takes a name apart as the system does, which follows the links before it goes up a folder.
func split(name string) (folder, base string) {
	folder, base = filepath.Split(name)
	if folder == "" {
		folder = "."
	}
	return folder, base
}

// longestName is how much of a record's name the fresh file's name repeats: file systems allow 255 bytes.
const longestName = 100

func shortened(base string) string { return base[:min(len(base), longestName)] }

// Name returns the name that the record takes.
func (r *Record) Name() string { return r.name }

// Write adds to the record. After a fault it writes nothing more and keeps returning that fault.
func (r *Record) Write(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.file.Write(p)
	r.err = err
	return n, err
}

// Keep puts the record under its name. After an error the name is as it was before, unless the error
// came from making the new name durable.
func (r *Record) Keep() error {
	if r.file == nil {
		return fs.ErrClosed
	}
	fresh := r.file.Name()
	if r.err == nil {
		r.err = r.file.Sync()
	}
	if err := r.file.Close(); r.err == nil {
		r.err = err
	}
	r.file = nil
	if r.err == nil {
		r.err = r.files.Rename(fresh, r.name)
	}
	if r.err != nil {
		_ = r.files.Remove(fresh)
		return r.fault()
	}
	folder, _ := split(r.name)
	if r.err = r.files.SyncFolder(folder); r.err != nil {
		return r.fault()
	}
	return nil
}

func (r *Record) fault() error { return fmt.Errorf("%s: %w", r.name, Reason(r.err)) }

// Discard drops a record that was not kept; it does nothing after [Record.Keep].
func (r *Record) Discard() {
	if r.file == nil {
		return
	}
	fresh := r.file.Name()
	_ = r.file.Close()
	r.file = nil
	_ = r.files.Remove(fresh)
}

// Reason returns a file error without the name of the file, which is the fresh one's.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	default:
		return err
	}
}
