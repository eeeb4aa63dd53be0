package local

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/devcodex/intent-runtime/domain/patch"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Change is what happens to one file of a patch.
type Change struct {
	Path     string // as the patch spells it
	Action   string // added, updated, moved or deleted
	From     string // of a move
	Replaced bool   // of an add or a move: it took the place of a file

	Before []byte      // what the file held that is changed, removed or replaced; nil for none
	Mode   fs.FileMode // of that file
}

// value returns the change as results show it.
func (c Change) value() strictjson.Value {
	members := []strictjson.Member{text("path", c.Path), text("action", c.Action)}
	if c.From != "" {
		members = append(members, text("from", c.From))
	}
	if c.Replaced {
		members = append(members, strictjson.Field("replaced", strictjson.Bool(true)))
	}
	return strictjson.Object(members...)
}

func text(name, value string) strictjson.Member {
	return strictjson.Field(name, strictjson.String(strings.ToValidUTF8(value, "\uFFFD")))
}

// checkPatch wants a patch that can be read.
func checkPatch(arguments tool.Arguments) (tool.Finding, error) {
	_, err := parsePatch(arguments.Text)
	return tool.Finding{}, err
}

func parsePatch(input string) (patch.Patch, error) {
	p, err := patch.Parse(input)
	var syntax *patch.SyntaxError
	if errors.As(err, &syntax) {
		return p, tool.WithDetails(tool.Errorf(tool.Validation, "the patch is malformed: %s", syntax),
			strictjson.Field("line", strictjson.Int(int64(syntax.Line))))
	}
	return p, err
}

// patchNeeds tells what of a patch a person may have to approve: what it removes, what it writes over,
// and files that other programs run by themselves.
func (t *Tools) patchNeeds(ctx context.Context, arguments tool.Arguments) ([]tool.Need, error) {
	p, err := parsePatch(arguments.Text)
	if err != nil {
		return nil, err
	}
	var removed, replaced []string
	made := map[string]bool{}
	for _, op := range p.Operations {
		target := op.Path
		switch {
		case op.Action == patch.Delete:
			removed = append(removed, op.Path)
			continue
		case op.To != "":
			target = op.To
		}
		there := (op.Action == patch.Add || op.To != "") && !made[target] && t.there(target) && !t.onItself(op)
		if there || t.executed(target) || op.To != "" && t.executed(op.Path) {
			replaced = append(replaced, target)
		}
		made[target] = true
	}
	var needs []tool.Need
	if len(removed) > 0 {
		needs = append(needs, tool.Need{Kind: tool.Deletion, Files: removed})
	}
	if len(replaced) > 0 {
		needs = append(needs, tool.Need{Kind: tool.Replacement, Files: replaced})
	}
	return needs, ctx.Err()
}

// there reports whether something is where a path leads.
func (t *Tools) there(path string) bool {
	p, err := t.workspace.find(path, true)
	if err != nil {
		return false
	}
	defer p.close()
	return p.info != nil
}

// onItself reports whether an update moves a file onto itself.
func (t *Tools) onItself(op patch.Operation) bool {
	if op.To == "" {
		return false
	}
	from, err := t.workspace.find(op.Path, true)
	if err != nil {
		return false
	}
	defer from.close()
	to, err := t.workspace.find(op.To, true)
	if err != nil {
		return false
	}
	defer to.close()
	return from.same(to)
}

// executed reports whether a path leads to a file that other programs run by themselves.
func (t *Tools) executed(spelled string) bool {
	p, err := t.workspace.find(spelled, true)
	if err != nil {
		return false
	}
	defer p.close()
	for _, pattern := range t.options.Executed {
		if folder, ok := strings.CutSuffix(pattern, "/**"); ok {
			if p.inner == folder || strings.HasPrefix(p.inner, folder+"/") {
				return true
			}
			continue
		}
		name := p.inner
		if !strings.Contains(pattern, "/") {
			name = path.Base(p.inner)
		}
		if match, err := path.Match(pattern, name); err == nil && match {
			return true
		}
	}
	return false
}

// runPatch applies a patch, operation by operation.
func (t *Tools) runPatch(ctx context.Context, call *acting.Call) (tool.Result, error) {
	p, err := parsePatch(call.Arguments().Text)
	if err != nil {
		return tool.Result{}, call.Reject(err)
	}
	if err := t.preflight(p); err != nil {
		return tool.Result{}, call.Reject(err)
	}
	a := patching{tools: t, call: call, made: map[string]bool{}}
	for _, op := range p.Operations {
		if ctx.Err() != nil {
			return tool.Result{}, call.Stopped(strictjson.Object(a.files()))
		}
		if err := a.perform(ctx, op); err != nil {
			return tool.Result{}, a.failed(err)
		}
	}
	return tool.JSON(strictjson.Object(text("status", "applied"), a.files())), nil
}

// preflight looks at every path before anything is touched. Only what is forbidden counts: the rest may
// become right by operations before.
func (t *Tools) preflight(p patch.Patch) error {
	look := func(path string, follow bool) error {
		place, err := t.workspace.writable(path, follow)
		if err == nil {
			place.close()
		}
		if errors.Is(err, tool.Forbidden) {
			return err
		}
		return nil
	}
	for _, op := range p.Operations {
		if err := look(op.Path, false); err != nil {
			return err
		}
		if op.Action == patch.Add || len(op.Chunks) > 0 {
			if err := look(op.Path, true); err != nil {
				return err
			}
		}
		if op.To == "" {
			continue
		}
		if err := look(op.To, true); err != nil {
			return err
		}
	}
	return nil
}

// patching is a patch at work. It lives for one call.
type patching struct {
	tools     *Tools
	call      *acting.Call
	done      []Change
	uncertain []string
	made      map[string]bool // files of this patch's own, by resolved path
}

func (a *patching) files() strictjson.Member {
	values := make([]strictjson.Value, len(a.done))
	for i, change := range a.done {
		values[i] = change.value()
	}
	return strictjson.Field("files", strictjson.Array(values...))
}

// failed adds what is known to have happened to an error.
func (a *patching) failed(err error) error {
	err = tool.WithDetails(err, a.files())
	if len(a.uncertain) > 0 {
		err = tool.WithDetails(err,
			strictjson.Field("uncertain_files", strictjson.Strings(a.uncertain)))
	}
	return err
}

func (a *patching) perform(ctx context.Context, op patch.Operation) error {
	switch {
	case op.Action == patch.Add:
		return a.add(ctx, op)
	case op.Action == patch.Delete:
		return a.remove(ctx, op)
	case op.To != "":
		return a.move(ctx, op)
	}
	return a.update(ctx, op)
}

// maxFile bounds what is read of one file.
const maxFile = math.MaxInt32
