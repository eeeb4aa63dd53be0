package local

import (
	"context"
	"errors"
	"io/fs"

	"github.com/devcodex/intent-runtime/domain/patch"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func (a *patching) add(ctx context.Context, op patch.Operation) error {
	p, err := a.tools.workspace.writable(op.Path, true)
	if err != nil {
		return err
	}
	defer p.close()
	c := Change{Path: op.Path, Action: "added"}
	if p.info != nil {
		if err := regular(op.Path, p); err != nil {
			return err
		}
		c.Replaced = true
		if err := a.covered(tool.Replacement, op.Path, p); err != nil {
			return err
		}
		if c.Before, err = p.read(maxFile); err != nil {
			return broken(op.Path, err)
		}
		c.Mode = p.info.Mode()
	}
	return a.write(ctx, p, func() (written, error) { return p.put([]byte(op.Text), p.info) }, c)
}

func (a *patching) remove(ctx context.Context, op patch.Operation) error {
	p, err := a.tools.workspace.writable(op.Path, false)
	if err != nil {
		return err
	}
	defer p.close()
	if err := existing(op.Path, p); err != nil {
		return err
	}
	if p.info.Mode()&fs.ModeSymlink == 0 {
		if err := regular(op.Path, p); err != nil {
			return err
		}
	}
	if err := a.covered(tool.Deletion, op.Path, p); err != nil {
		return err
	}
	c := Change{Path: op.Path, Action: "deleted", Mode: p.info.Mode()}
	if p.info.Mode().IsRegular() {
		if c.Before, err = p.read(maxFile); err != nil {
			return broken(op.Path, err)
		}
	}
	if err := a.keep(ctx, c); err != nil {
		return err
	}
	if err := p.remove(); err != nil {
		return broken(op.Path, err)
	}
	a.done = append(a.done, c)
	return nil
}

func (a *patching) update(ctx context.Context, op patch.Operation) error {
	p, err := a.tools.workspace.writable(op.Path, true)
	if err != nil {
		return err
	}
	defer p.close()
	before, after, err := changed(op, p)
	if err != nil {
		return err
	}
	c := Change{Path: op.Path, Action: "updated", Before: before, Mode: p.info.Mode()}
	return a.write(ctx, p, func() (written, error) { return p.put(after, p.info) }, c)
}

// changed reads a file and returns its bytes before and after the chunks of an update.
func changed(op patch.Operation, p *place) (before, after []byte, err error) {
	if err := existing(op.Path, p); err != nil {
		return nil, nil, err
	}
	if err := regular(op.Path, p); err != nil {
		return nil, nil, err
	}
	if before, err = p.read(maxFile); err != nil {
		return nil, nil, broken(op.Path, err)
	}
	if len(op.Chunks) == 0 {
		return before, before, nil
	}
	text, err := patch.Apply(string(before), op.Chunks)
	if err != nil {
		return nil, nil, conflict(op.Path, err.Error())
	}
	return before, []byte(text), nil
}

// move writes the new file, then takes the old one away: a link itself, not what it leads to.
func (a *patching) move(ctx context.Context, op patch.Operation) error {
	source, err := a.tools.workspace.writable(op.Path, len(op.Chunks) > 0)
	if err != nil {
		return err
	}
	defer source.close()
	target, err := a.tools.workspace.writable(op.To, true)
	if err != nil {
		return err
	}
	defer target.close()
	if a.tools.onItself(op) {
		op.To = ""
		return a.update(ctx, op)
	}
	write, c, err := a.moved(op, source, target)
	if err != nil {
		return err
	}
	if target.info != nil {
		if err := regular(op.To, target); err != nil {
			return err
		}
		if err := a.covered(tool.Replacement, op.To, target); err != nil {
			return err
		}
		c.Replaced = true
		if err := a.keepReplaced(ctx, op.To, target); err != nil {
			return err
		}
	}
	named, err := a.tools.workspace.writable(op.Path, false)
	if err != nil {
		return err
	}
	defer named.close()
	if err := a.write(ctx, target, write, c); err != nil {
		return err
	}
	if err := named.remove(); err != nil {
		a.uncertain = append(a.uncertain, op.Path)
		return tool.Errorf(tool.UnknownOutcome, "%s: it was copied to %s and could not be removed: %w",
			op.Path, op.To, err)
	}
	return nil
}

// moved prepares the writing of a moved file, or of a moved link if nothing of it changes.
func (a *patching) moved(op patch.Operation, source, target *place) (func() (written, error), Change, error) {
	c := Change{Path: op.To, Action: "moved", From: op.Path}
	if source.info != nil && source.info.Mode()&fs.ModeSymlink != 0 {
		c.Mode = source.info.Mode()
		to, err := source.folder.Readlink(source.name)
		if err != nil {
			return nil, c, conflict(op.Path, plainError(err).Error())
		}
		return func() (written, error) { return target.putLink(to) }, c, nil
	}
	before, after, err := changed(op, source)
	if err != nil {
		return nil, c, err
	}
	c.Before, c.Mode = before, source.info.Mode()
	return func() (written, error) { return target.put(after, source.info) }, c, nil
}

// keepReplaced keeps the bytes of a file that a move takes the place of.
func (a *patching) keepReplaced(ctx context.Context, path string, p *place) error {
	before, err := p.read(maxFile)
	if err != nil {
		return broken(path, err)
	}
	return a.keep(ctx, Change{Path: path, Action: "deleted", Before: before, Mode: p.info.Mode()})
}

func (a *patching) keep(ctx context.Context, c Change) error {
	if a.tools.options.Keep == nil {
		return nil
	}
	if err := a.tools.options.Keep(ctx, a.call.Invocation(), c); err != nil {
		return tool.Hide(tool.ExecutionFailure, c.Path+": its old bytes could not be kept", err)
	}
	return nil
}

func (a *patching) write(ctx context.Context, p *place, put func() (written, error), c Change) error {
	if err := a.keep(ctx, c); err != nil {
		return err
	}
	how, err := put()
	switch how {
	case maybeWritten:
		a.uncertain = append(a.uncertain, c.Path)
		return tool.Errorf(tool.UnknownOutcome, "%s: %w", c.Path, err)
	case nothingWritten:
		return broken(c.Path, err)
	}
	a.done = append(a.done, c)
	a.made[p.path] = true
	return nil
}

// broken is the error of something that surely did not happen.
func broken(path string, err error) error {
	if errors.Is(err, errExchanged) || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return conflict(path, err.Error())
	}
	return tool.Errorf(tool.ExecutionFailure, "%s: %w", path, err)
}

// covered wants that what would be lost was approved, or is this patch's own.
func (a *patching) covered(kind tool.NeedKind, path string, p *place) error {
	if a.made[p.path] || a.call.Covers(kind, path) {
		return nil
	}
	return conflict(path, "it is there now, and that was not approved")
}

func existing(path string, p *place) error {
	if p.info == nil {
		return conflict(path, "there is no such file")
	}
	return nil
}

func regular(path string, p *place) error {
	switch {
	case p.info.IsDir():
		return conflict(path, "it is a folder")
	case !p.info.Mode().IsRegular():
		return conflict(path, "it is no ordinary file")
	}
	return nil
}
