package local

import (
	"context"
	"sync"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// lose remembers a command that nobody can prove gone.
func (d *desk) lose(i acting.CommandIdentity) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, known := range d.lost {
		if known == i {
			return
		}
	}
	d.lost = append(d.lost, i)
}

// Release ends every command of an owner, running, polled or forgotten, and tells how that is known. The
// error is UnknownOutcome if one cannot be proven gone. It takes as long as the slowest command needs to
// end, some seconds at most, also if ctx ends before: a process that is left behind is worse.
func (t *Tools) Release(_ context.Context, owner string) (strictjson.Value, error) {
	d := t.desk
	d.mu.Lock()
	d.released[owner] = true
	var mine []*session
	for _, s := range d.sessions {
		if s.binding.Owner == owner && s.command != nil {
			mine = append(mine, s)
		}
	}
	d.mu.Unlock()
	var wait sync.WaitGroup
	var mu sync.Mutex
	ended := 0
	for _, s := range mine {
		wait.Go(func() {
			running := s.alive()
			end := s.end(byRelease)
			if end.Cleanup == acting.CleanupUnconfirmed {
				d.lose(s.command.Identity())
			}
			_ = s.command.Close()
			mu.Lock()
			defer mu.Unlock()
			if running {
				ended++
			}
		})
	}
	wait.Wait()
	return d.evidence(len(mine), ended)
}

func (d *desk) evidence(commands, ended int) (strictjson.Value, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var lost []strictjson.Value
	for _, i := range d.lost {
		lost = append(lost, identity(i)[0].Value)
	}
	evidence := strictjson.Object(number("commands", commands), number("ended", ended),
		strictjson.Field("unconfirmed", strictjson.Array(lost...)))
	if len(lost) > 0 {
		return evidence, tool.WithDetails(tool.Errorf(tool.UnknownOutcome,
			"%d commands could not be proven gone", len(lost)),
			strictjson.Field("unconfirmed", strictjson.Array(lost...)))
	}
	return evidence, nil
}
