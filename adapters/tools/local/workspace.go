package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/devcodex/intent-runtime/domain/tool"
)

// maxLinks bounds the links of one path, as the system does.
const maxLinks = 40

// workspace is the folders that paths may lead to, held open. It is immutable and safe for concurrent
// use until it is closed.
type workspace struct {
	roots     []root // the workspace first
	protected []string
}

// root is one granted folder.
type root struct {
	handle *os.Root
	path   string // with all links resolved
	info   fs.FileInfo
	write  bool
}

func openWorkspace(o Options) (*workspace, error) {
	w := &workspace{}
	for i, r := range append([]Root{{Path: o.Workspace, Write: true}}, o.Roots...) {
		opened, err := openRoot(r)
		if err != nil {
			w.close()
			if i == 0 {
				return nil, tool.Errorf(tool.Validation, "the workspace cannot be opened: %w", plainError(err))
			}
			return nil, tool.Errorf(tool.Validation, "a granted folder cannot be opened: %w", plainError(err))
		}
		w.roots = append(w.roots, opened)
	}
	for _, path := range o.Protected {
		w.protected = append(w.protected, filepath.Clean(path))
		if real, err := filepath.EvalSymlinks(path); err == nil {
			w.protected = append(w.protected, real)
		}
	}
	return w, nil
}

func openRoot(r Root) (root, error) {
	path, err := filepath.Abs(r.Path)
	if err != nil {
		return root{}, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return root{}, err
	}
	handle, err := os.OpenRoot(path)
	if err != nil {
		return root{}, err
	}
	info, err := handle.Stat(".")
	if err != nil {
		_ = handle.Close()
		return root{}, err
	}
	return root{handle: handle, path: path, info: info, write: r.Write}, nil
}

func (w *workspace) close() {
	for _, r := range w.roots {
		_ = r.handle.Close()
	}
}

// place is where a path leads: a name in a folder that is held open. It belongs to who asked for it.
type place struct {
	folder  *os.Root
	owned   []*os.Root  // to be closed
	missing []string    // folders between folder and name that are not there
	name    string      // "." for a root itself
	info    fs.FileInfo // nil if nothing is there
	path    string      // absolute, links resolved
	inner   string      // the same within its root, with slashes
	write   bool        // the root may be written
}

func (p *place) close() {
	for _, folder := range p.owned {
		_ = folder.Close()
	}
}

// same reports whether two places are one, however they were spelled.
func (p *place) same(q *place) bool { return p.path == q.path }

// errOutside is the error of a path that leads elsewhere.
var errOutside = errors.New("it leads outside the workspace")

// forbidden makes the error of a path that may not be used.
func forbidden(path string, why error) error {
	return tool.Errorf(tool.Forbidden, "%s: %w", path, why)
}

// conflict makes the error of a world that is not as the call expects it.
func conflict(path, why string) error {
	return tool.Errorf(tool.ResourceConflict, "%s: %s", path, why)
}

// find walks to where a path leads, relative to the workspace. A link at its end is followed if follow
// says so. The error is Forbidden for a path that leads outside or in circles, ResourceConflict for one
// that leads through a file.
func (w *workspace) find(path string, follow bool) (*place, error) {
	walk := &walk{workspace: w, follow: follow, spelled: path}
	walk.push(path)
	if !filepath.IsAbs(path) {
		walk.enter(0)
	}
	err := walk.run()
	if err == nil {
		return walk.result()
	}
	walk.closeFrom(0)
	return nil, err
}

// writable walks to where a path leads and wants that it may be written.
func (w *workspace) writable(path string, follow bool) (*place, error) {
	p, err := w.find(path, follow)
	if err != nil {
		return nil, err
	}
	if why := w.shut(p); why != nil {
		p.close()
		return nil, forbidden(path, why)
	}
	return p, nil
}

// shut returns why a place is never written; nil if it may be.
func (w *workspace) shut(p *place) error {
	if !p.write {
		return errors.New("it may be read, not written")
	}
	for i, part := range strings.Split(p.inner, "/") {
		if strings.EqualFold(part, ".git") {
			return errors.New(".git is never written")
		}
		if i == 0 && strings.EqualFold(part, ".intent") {
			return errors.New(".intent is never written")
		}
	}
	for _, path := range w.protected {
		if p.path == path || strings.HasPrefix(p.path, path+string(filepath.Separator)) ||
			p.path == path+"-wal" || p.path == path+"-shm" {
			return errors.New("it is protected")
		}
	}
	return nil
}

// plainError takes the path off an error of the file system: messages name paths as they were spelled.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
