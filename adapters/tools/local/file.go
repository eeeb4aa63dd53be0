package local

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// errExchanged says that something else took a file's place between two looks at it.
var errExchanged = errors.New("it was exchanged meanwhile")

// read returns the bytes of a regular file, at most one more than most.
func (p *place) read(most int64) ([]byte, error) {
	f, err := p.folder.OpenFile(p.name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, plainError(err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, plainError(err)
	}
	if !os.SameFile(info, p.info) || !info.Mode().IsRegular() {
		return nil, errExchanged
	}
	return io.ReadAll(io.LimitReader(f, most+1))
}

// written tells how far a write came.
type written int

const (
	nothingWritten written = iota
	maybeWritten           // the file may have its new bytes or its old ones
	allWritten
)

// put puts bytes in the place of what is there, all or none of them, and makes missing folders. like is
// the file whose mode the new one takes; nil for a fresh one.
func (p *place) put(data []byte, like fs.FileInfo) (written, error) {
	return p.replace(func(folder *os.Root, name string) error {
		f, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		return fill(f, data, like)
	})
}

// putLink puts a link in the place of what is there.
func (p *place) putLink(to string) (written, error) {
	return p.replace(func(folder *os.Root, name string) error { return folder.Symlink(to, name) })
}

// replace makes something beside the place and renames it.
func (p *place) replace(make func(folder *os.Root, name string) error) (written, error) {
	folder, done, err := p.makeFolders()
	if err != nil {
		return nothingWritten, err
	}
	defer done()
	temporary := fmt.Sprintf(".intent-%s.tmp", rand.Text())
	err = make(folder, temporary)
	if err == nil {
		err = p.unchanged(folder)
	}
	if err == nil {
		err = folder.Rename(temporary, p.name)
	}
	if err != nil {
		_ = folder.Remove(temporary)
		return nothingWritten, plainError(err)
	}
	if err := syncFolder(folder); err != nil {
		return maybeWritten, plainError(err)
	}
	return allWritten, nil
}

func fill(f *os.File, data []byte, like fs.FileInfo) error {
	_, err := f.Write(data)
	if err == nil && like != nil {
		keepOwner(f, like)
		err = f.Chmod(like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// unchanged looks once more whether the place is as it was found, right before something takes it.
func (p *place) unchanged(folder *os.Root) error {
	info, err := folder.Lstat(p.name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.info == nil:
		return nil
	case err != nil:
		return err
	case p.info == nil || !os.SameFile(info, p.info) || info.Mode().Type() != p.info.Mode().Type():
		return errExchanged
	}
	return nil
}

// makeFolders makes the missing folders and returns the one that the name is in.
func (p *place) makeFolders() (folder *os.Root, done func(), err error) {
	folder = p.folder
	var opened []*os.Root
	done = func() {
		for _, r := range opened {
			_ = r.Close()
		}
	}
	for _, name := range p.missing {
		if err = folder.Mkdir(name, 0o777); err != nil {
			break
		}
		info, errInfo := folder.Lstat(name)
		next, errOpen := folder.OpenRoot(name)
		if err = errors.Join(errInfo, errOpen); err != nil {
			break
		}
		opened = append(opened, next)
		if now, errNow := next.Stat("."); errNow != nil || !os.SameFile(info, now) {
			err = errExchanged
			break
		}
		folder = next
	}
	if err != nil {
		done()
		return nil, nil, plainError(err)
	}
	return folder, done, nil
}

// remove takes away a file or a link, not what the link leads to.
func (p *place) remove() error {
	if err := p.unchanged(p.folder); err != nil {
		return plainError(err)
	}
	if err := p.folder.Remove(p.name); err != nil {
		return plainError(err)
	}
	return plainError(syncFolder(p.folder))
}

// syncFolder makes a change of names last.
func syncFolder(folder *os.Root) error {
	f, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
