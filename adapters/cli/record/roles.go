package record

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Role is what a file is named for on a command line.
type Role struct {
	What string      // such as "--audit"
	Name string      // of a named file
	Info fs.FileInfo // of a stream, which has no name; nil for a named file

	// Output says that it is stdout or stderr, which may share a file with each other.
	Output bool
}

// Distinct refuses a file that has two roles: one would overwrite or swallow the other. Devices and pipes
// may have several.
func Distinct(roles []Role) error {
	for i, role := range roles {
		for _, other := range roles[:i] {
			if role.Output && other.Output {
				continue
			}
			if same(role, other) {
				return fmt.Errorf("%s and %s are the same file", other.What, role.What)
			}
		}
	}
	return nil
}

func same(a, b Role) bool {
	infoA, infoB := a.info(), b.info()
	if infoA != nil && infoB != nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	// A file that is still to be made is known by its place only.
	return infoA == nil && infoB == nil && a.place() != "" && a.place() == b.place()
}

func (r Role) info() fs.FileInfo {
	if r.Info != nil || r.Name == "" {
		return r.Info
	}
	info, err := os.Stat(r.Name)
	if err != nil {
		return nil
	}
	return info
}

// place returns where a named file stands, its folder's symbolic links followed; "" for a stream.
func (r Role) place() string {
	if r.Name == "" {
		return ""
	}
	folder, base := split(r.Name)
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return ""
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return ""
	}
	return filepath.Join(folder, base)
}
