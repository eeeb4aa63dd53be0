package local

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// always are variables that every command gets: nothing that waits for a person or paints.
var always = [...]string{"NO_COLOR=1", "TERM=dumb", "PAGER=cat", "GIT_PAGER=cat"}

// environment returns a command's whole environment: what the host passes, without any secret.
func (t *Tools) environment(confined bool) []string {
	var env []string
	set := map[string]bool{}
	for _, variable := range always {
		name, _, _ := strings.Cut(variable, "=")
		set[name] = true
	}
	if confined {
		set["TMPDIR"] = true
		env = append(env, "TMPDIR="+t.temporary)
	}
	for _, variable := range t.options.Environment {
		name, _, ok := strings.Cut(variable, "=")
		if ok && !set[name] && t.passes(name) {
			set[name] = true
			env = append(env, variable)
		}
	}
	return append(env, always[:]...)
}

func (t *Tools) passes(name string) bool {
	if slices.Contains(t.options.Secrets, name) {
		return false
	}
	return slices.ContainsFunc(t.options.Pass, func(pattern string) bool {
		prefix, any := strings.CutSuffix(pattern, "*")
		return any && strings.HasPrefix(name, prefix) || pattern == name
	})
}

// workdir opens the folder that a command runs in.
func (t *Tools) workdir(path string) (*os.File, error) {
	if path == "" {
		path = "."
	}
	p, err := t.workspace.find(path, true)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if p.info == nil || !p.info.IsDir() {
		return nil, tool.Errorf(tool.NotFound, "%s: there is no such folder", path)
	}
	dir, err := p.folder.Open(".")
	if err != nil {
		return nil, tool.Errorf(tool.NotFound, "%s: %w", path, plainError(err))
	}
	return dir, nil
}

// sandbox says what a confined command may do: it writes the workspace, granted folders and a folder for
// temporary files of this run's, and reads beside what is on PATH.
func (t *Tools) sandbox() (*acting.Sandbox, error) {
	folder, err := t.temporaryFolder()
	if err != nil {
		return nil, err
	}
	s := &acting.Sandbox{Network: t.options.Sandbox.Network}
	s.Write = append([]string{folder}, t.options.Sandbox.Write...)
	s.Read = append(t.toolchains(), t.options.Sandbox.Read...)
	for i, r := range t.workspace.roots {
		if r.write {
			s.Write = append(s.Write, r.path)
		} else {
			s.Read = append(s.Read, r.path)
		}
		if i == 0 {
			s.Protect = []string{filepath.Join(r.path, ".git")}
		}
	}
	return s, nil
}

func (t *Tools) temporaryFolder() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.temporary == "" {
		folder, err := os.MkdirTemp("", "intent-run-")
		if err != nil {
			return "", tool.Errorf(tool.ExecutionFailure, "making a folder for temporary files: %w", plainError(err))
		}
		t.temporary = folder
	}
	return t.temporary, nil
}

// toolchains lists the folders on PATH, and the folder round one that is called bin, where its libraries
// are; but never a home or what lies above one.
func (t *Tools) toolchains() []string {
	var list []string
	var homes []string
	if home, err := os.UserHomeDir(); err == nil {
		homes = append(homes, home)
	}
	for _, variable := range t.options.Environment {
		if home, ok := strings.CutPrefix(variable, "HOME="); ok {
			homes = append(homes, home)
		}
	}
	for _, variable := range t.options.Environment {
		path, ok := strings.CutPrefix(variable, "PATH=")
		if !ok {
			continue
		}
		for _, folder := range filepath.SplitList(path) {
			if !filepath.IsAbs(folder) {
				continue
			}
			list = append(list, folder)
			if base := filepath.Base(folder); (base == "bin" || base == "sbin") && !near(homes, filepath.Dir(folder)) {
				list = append(list, filepath.Dir(folder))
			}
		}
	}
	return list
}

// near reports whether a folder is a home, lies above or within one, or is the root of everything.
func near(homes []string, folder string) bool {
	separator := string(filepath.Separator)
	below := func(a, b string) bool {
		return a == b || strings.HasPrefix(a, strings.TrimSuffix(b, separator)+separator)
	}
	return filepath.Dir(folder) == folder || slices.ContainsFunc(homes, func(home string) bool {
		return below(home, folder) || below(folder, home)
	})
}
