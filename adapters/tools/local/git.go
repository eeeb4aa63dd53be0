package local

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// gitState is the digests of what Git would run or obey: .git/config and .git/hooks. Nil is not read.
type gitState map[string]string

// readGit reads the state of a workspace's .git.
func readGit(workspace string) gitState {
	state := gitState{}
	base := filepath.Join(workspace, ".git")
	note := func(path string) {
		if name, err := filepath.Rel(workspace, path); err == nil {
			state[filepath.ToSlash(name)] = digestFile(path)
		}
	}
	if info, err := os.Lstat(base); err == nil && !info.IsDir() {
		note(base)
		return state
	}
	config := filepath.Join(base, "config")
	if _, err := os.Lstat(config); err == nil {
		note(config)
	}
	_ = filepath.WalkDir(filepath.Join(base, "hooks"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			note(path)
		}
		return nil
	})
	return state
}

// digestFile tells files apart by type, mode and content.
func digestFile(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return "gone"
	}
	hash := sha256.New()
	_, _ = io.WriteString(hash, info.Mode().String())
	if info.Mode()&fs.ModeSymlink != 0 {
		target, _ := os.Readlink(path)
		_, _ = io.WriteString(hash, target)
	}
	if info.Mode().IsRegular() {
		if f, err := os.Open(path); err == nil {
			_, _ = io.Copy(hash, f)
			_ = f.Close()
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// changed lists what differs between two states.
func (g gitState) changed(after gitState) []string {
	var names []string
	for name := range after {
		if g[name] != after[name] {
			names = append(names, name)
		}
	}
	for name := range maps.Keys(g) {
		if _, ok := after[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
