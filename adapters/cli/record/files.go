package record

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// Files is the file system as records need it; [Disk] is the real one. Tests put one in its place that
// fails where they say.
type Files interface {
	// Stat describes a file, following symbolic links.
	Stat(name string) (fs.FileInfo, error)

	// Create makes a fresh file in a folder, readable and writable by its owner only. Its name is the
	// pattern with something of its own in place of the last star.
	Create(folder, pattern string) (File, error)

	// Rename gives a file another name, in place of what has that name.
	Rename(from, to string) error

	// Remove removes a file.
	Remove(name string) error

	// SyncFolder makes the names in a folder durable, where the system can do that.
	SyncFolder(folder string) error
}

// File is a fresh file of [Files].
type File interface {
	io.Writer
	Name() string
	Sync() error
	Close() error
}

// Disk is the file system of the machine.
type Disk struct{}

// Stat is os.Stat.
func (Disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// Create makes the file exclusively, with mode 0600.
func (Disk) Create(folder, pattern string) (File, error) {
	file, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err // a nil *os.File must not become a File
	}
	return file, nil
}

// Rename is os.Rename.
func (Disk) Rename(from, to string) error { return os.Rename(from, to) }

// Remove is os.Remove.
func (Disk) Remove(name string) error { return os.Remove(name) }

// SyncFolder syncs a folder. Systems and file systems that cannot do that, and a folder that may be
// written but not read, are no fault.
func (Disk) SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer file.Close()
	err = file.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}
