package local

import (
	"os"
	"sync"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// Tools are the local tools of one run. They are safe for concurrent use.
type Tools struct {
	options   Options
	workspace *workspace
	desk      *desk

	mu        sync.Mutex
	temporary string // the commands' folder for temporary files, "" before the first one
}

// New opens the workspace. Close releases it.
func New(options Options) (*Tools, error) {
	options, err := options.complete()
	if err != nil {
		return nil, err
	}
	w, err := openWorkspace(options)
	if err != nil {
		return nil, err
	}
	d := &desk{options: options, workspace: w.roots[0].path,
		sessions: map[int]*session{}, released: map[string]bool{}}
	return &Tools{options: options, workspace: w, desk: d}, nil
}

// Descriptors binds the tools that the host's options allow, in the order of [Contracts].
func (t *Tools) Descriptors() []acting.Descriptor {
	contracts := Contracts()
	var list []acting.Descriptor
	if t.options.Commands != nil {
		list = append(list,
			acting.Descriptor{Contract: contracts[execTool], Backend: acting.ToolFunc(t.runExec), Check: checkExec},
			acting.Descriptor{Contract: contracts[writeTool], Backend: acting.ToolFunc(t.runWrite)})
	}
	return append(list, acting.Descriptor{
		Contract: contracts[patchTool], Backend: acting.ToolFunc(t.runPatch),
		Check: checkPatch, Needs: t.patchNeeds,
	}, acting.Descriptor{Contract: contracts[imageTool], Backend: acting.ToolFunc(t.runImage)})
}

// Close releases the workspace. Commands are ended before, by Release.
func (t *Tools) Close() error {
	t.workspace.close()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.temporary != "" {
		return os.RemoveAll(t.temporary)
	}
	return nil
}
