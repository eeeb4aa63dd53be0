//go:build unix

package local

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner of another, if this process may; if not, the file is its own.
func keepOwner(f *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}
