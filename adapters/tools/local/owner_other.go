//go:build !unix

package local

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: owners do not follow files here.
func keepOwner(*os.File, fs.FileInfo) {}
