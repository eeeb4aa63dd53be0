package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// walk follows one path, a name at a time. Within a root it holds every folder open that it came through,
// so that `..` is the folder it came from; outside it only looks for a way back in.
type walk struct {
	workspace *workspace
	follow    bool
	spelled   string

	rest    []string // names still to go, the next one last
	links   int
	steps   []step // within a root; empty outside
	outside string // the folder reached outside
	missing []string
	last    string // the name that is not a folder, "" so far
	info    fs.FileInfo
}

// step is a folder that the walk came through.
type step struct {
	handle *os.Root
	root   int    // the innermost root it lies in
	inner  string // its path within that root
	path   string
	owned  bool
}

func (w *walk) push(path string) {
	if filepath.IsAbs(path) {
		w.leave(filepath.VolumeName(path) + string(filepath.Separator))
	}
	names := strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool {
		return r == '/' || r == filepath.Separator
	})
	slices.Reverse(names)
	w.rest = append(w.rest, names...)
}

// leave goes on outside; it may be a root that is reached.
func (w *walk) leave(path string) {
	w.closeFrom(0)
	w.steps, w.outside = nil, path
	w.arrive()
}

func (w *walk) arrive() {
	for i, r := range w.workspace.roots {
		if r.path == w.outside {
			w.enter(i)
			return
		}
	}
}

func (w *walk) enter(root int) {
	r := w.workspace.roots[root]
	w.steps = []step{{handle: r.handle, root: root, path: r.path}}
}

func (w *walk) closeFrom(n int) {
	for _, s := range w.steps[min(n, len(w.steps)):] {
		if s.owned {
			_ = s.handle.Close()
		}
	}
}

func (w *walk) run() error {
	for len(w.rest) > 0 {
		name := w.rest[len(w.rest)-1]
		w.rest = w.rest[:len(w.rest)-1]
		var err error
		switch {
		case name == ".":
		case name == "..":
			err = w.up()
		case len(w.steps) == 0:
			err = w.roam(name)
		case len(w.missing) > 0 || w.last != "":
			err = w.beyond(name)
		default:
			err = w.down(name)
		}
		if err != nil {
			return err
		}
	}
	if len(w.steps) == 0 {
		return forbidden(w.spelled, errOutside)
	}
	return nil
}

// up goes to the folder before, in the folder tree.
func (w *walk) up() error {
	switch n := len(w.steps); {
	case w.last != "" && w.info != nil:
		return conflict(w.spelled, "a file is where a folder should be")
	case w.last != "":
		w.last = ""
		if k := len(w.missing); k > 0 {
			w.last, w.missing = w.missing[k-1], w.missing[:k-1]
		}
	case n > 1:
		w.closeFrom(n - 1)
		w.steps = w.steps[:n-1]
	case n == 1:
		w.leave(filepath.Dir(w.steps[0].path))
	default:
		w.outside = filepath.Dir(w.outside)
		w.arrive()
	}
	return nil
}

// beyond takes a name behind one that is no folder.
func (w *walk) beyond(name string) error {
	if w.info != nil {
		return conflict(w.spelled, "a file is where a folder should be")
	}
	w.missing = append(w.missing, w.last)
	w.last = name
	return nil
}

// down takes a name within a root.
func (w *walk) down(name string) error {
	at := w.steps[len(w.steps)-1]
	info, err := at.handle.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.last, w.info = name, nil
		return nil
	case err != nil:
		return broken(w.spelled, plainError(err))
	case info.Mode()&fs.ModeSymlink != 0 && (len(w.rest) > 0 || w.follow):
		return w.link(at.handle.Readlink(name))
	case !info.IsDir():
		w.last, w.info = name, info
		return nil
	}
	return w.open(at, name, info)
}

// open goes into a folder, and makes sure that it is the one that was looked at.
func (w *walk) open(at step, name string, info fs.FileInfo) error {
	handle, err := at.handle.OpenRoot(name)
	if err != nil {
		return broken(w.spelled, plainError(err))
	}
	opened, err := handle.Stat(".")
	if err != nil || !os.SameFile(info, opened) {
		_ = handle.Close()
		return conflict(w.spelled, "a folder was exchanged meanwhile")
	}
	next := step{handle: handle, owned: true, root: at.root, path: filepath.Join(at.path, name)}
	next.inner = strings.TrimPrefix(at.inner+"/"+name, "/")
	for i, r := range w.workspace.roots {
		if os.SameFile(r.info, opened) {
			next.root, next.inner = i, ""
		}
	}
	w.steps = append(w.steps, next)
	return nil
}

func (w *walk) link(target string, err error) error {
	if err != nil {
		return conflict(w.spelled, plainError(err).Error())
	}
	if w.links++; w.links > maxLinks {
		return forbidden(w.spelled, errors.New("its links lead in circles"))
	}
	w.push(target)
	return nil
}

// roam takes a name outside: nothing is opened there, and nothing told but that it is outside.
func (w *walk) roam(name string) error {
	next := filepath.Join(w.outside, name)
	info, err := os.Lstat(next)
	if err != nil {
		return forbidden(w.spelled, errOutside)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return w.link(os.Readlink(next))
	}
	w.outside = next
	w.arrive()
	return nil
}

// result turns the walk's end into a place. A folder's place is a name in the folder before it.
func (w *walk) result() (*place, error) {
	n := len(w.steps)
	at := w.steps[n-1]
	p := &place{folder: at.handle, missing: w.missing, name: w.last, info: w.info,
		inner: at.inner, path: at.path}
	p.write = w.workspace.roots[at.root].write
	for _, s := range w.steps {
		if s.owned {
			p.owned = append(p.owned, s.handle)
		}
	}
	if w.last == "" {
		info, err := at.handle.Stat(".")
		if err != nil {
			p.close()
			return nil, conflict(w.spelled, plainError(err).Error())
		}
		p.name, p.info = ".", info
		return p, nil
	}
	names := append(slices.Clone(w.missing), w.last)
	p.path = filepath.Join(append([]string{p.path}, names...)...)
	p.inner = strings.TrimPrefix(p.inner+"/"+strings.Join(names, "/"), "/")
	return p, nil
}
