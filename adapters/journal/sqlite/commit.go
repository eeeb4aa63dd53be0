package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// statements are what a commit does, prepared once. They live as long as the journal.
type statements struct{ create, update, event, effect, settled, blob, use *sql.Stmt }

func (j *Journal) prepareStatements(ctx context.Context) error {
	if j.write == nil {
		return nil
	}
	var faults []error
	prepare := func(text string) *sql.Stmt {
		statement, err := j.write.PrepareContext(ctx, text)
		if err != nil {
			faults = append(faults, fault("open the journal", err))
		}
		return statement
	}
	j.inserted = statements{
		create: prepare(`INSERT INTO runs (id, revision, incarnation, state, head)
			VALUES (?, ?, ?, ?, ?) RETURNING seq`),
		update: prepare(`UPDATE runs SET revision = ?, incarnation = ?, state = ?, head = ?
			WHERE id = ? AND revision = ? AND incarnation = ? RETURNING seq`),
		event: prepare(`INSERT INTO events (run, number, text) VALUES (?, ?, ?)`),
		effect: prepare(`INSERT INTO effects (run, id, committed, text) VALUES (?, ?, ?, ?)
			ON CONFLICT (run, id) DO UPDATE SET text = excluded.text`),
		settled: prepare(`DELETE FROM effects WHERE run = ? AND id = ?`),
		blob:    prepare(`INSERT INTO blobs (digest, data) VALUES (?, ?) ON CONFLICT DO NOTHING`),
		use:     prepare(`INSERT INTO blob_uses (run, digest) VALUES (?, ?) ON CONFLICT DO NOTHING`),
	}
	return errors.Join(faults...)
}

// Capabilities tells that what is acknowledged is on the disk.
func (j *Journal) Capabilities() acting.JournalCapabilities {
	return acting.JournalCapabilities{Durable: j.write != nil}
}

// Commit stores a transition in one transaction.
func (j *Journal) Commit(ctx context.Context, t run.Transition) error {
	if j.write == nil {
		return tool.Errorf(tool.UnsupportedCapability, "commit: the journal is open for reading only")
	}
	tx, err := j.write.BeginTx(ctx, nil)
	if err != nil {
		return fault("commit", err)
	}
	defer func() { _ = tx.Rollback() }()
	c := commit{tx: tx, to: j.inserted}
	if err := c.store(ctx, t); err != nil {
		var known *tool.Error
		if errors.As(err, &known) {
			return err
		}
		return fault("commit", err)
	}
	if err := tx.Commit(); err != nil {
		return fault("commit", err)
	}
	return nil
}

// commit is one transition being stored.
type commit struct {
	tx  *sql.Tx
	to  statements
	run int64
}

func (c *commit) store(ctx context.Context, t run.Transition) error {
	if err := c.head(ctx, t); err != nil {
		return err
	}
	for _, e := range t.Events {
		if err := c.exec(ctx, c.to.event, c.run, e.Event.Number, e.Text); err != nil {
			return err
		}
	}
	for _, e := range t.Effects {
		if err := c.effect(ctx, e); err != nil {
			return err
		}
	}
	for _, b := range t.Blobs {
		if err := c.exec(ctx, c.to.blob, b.Digest, b.Data); err != nil {
			return err
		}
	}
	return c.uses(ctx, t)
}

func (c *commit) exec(ctx context.Context, statement *sql.Stmt, args ...any) error {
	_, err := c.tx.StmtContext(ctx, statement).ExecContext(ctx, args...)
	return err
}

// head writes the run's row, if the row before it is as the transition says.
func (c *commit) head(ctx context.Context, t run.Transition) error {
	text, err := json.Marshal(t.Head)
	if err != nil {
		return err
	}
	h := t.Head
	var row *sql.Row
	if t.From == (run.Stamp{}) {
		row = c.tx.StmtContext(ctx, c.to.create).QueryRowContext(ctx, h.ID, h.Revision, h.Incarnation, h.State,
			string(text))
	} else {
		row = c.tx.StmtContext(ctx, c.to.update).QueryRowContext(ctx, h.Revision, h.Incarnation, h.State,
			string(text),
			h.ID, t.From.Revision, t.From.Incarnation)
	}
	err = row.Scan(&c.run)
	var known *sqlite.Error
	taken := errors.As(err, &known) && known.Code()&0xff == lib.SQLITE_CONSTRAINT
	if errors.Is(err, sql.ErrNoRows) || taken {
		return tool.Errorf(tool.ResourceConflict, "commit: the run is at another revision or incarnation")
	}
	return err
}

func (c *commit) effect(ctx context.Context, e run.Effect) error {
	if e.State != run.EffectCommitted && e.State != run.EffectUncertain {
		return c.exec(ctx, c.to.settled, c.run, e.ID)
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return c.exec(ctx, c.to.effect, c.run, e.ID, e.CommittedAt, string(text))
}

// uses notes which blobs the transition's items refer to, so that they go with the last run that does.
func (c *commit) uses(ctx context.Context, t run.Transition) error {
	for _, e := range t.Events {
		for _, item := range e.Event.Items {
			if item.Output == nil {
				continue
			}
			for _, image := range item.Output.Images() {
				if err := c.exec(ctx, c.to.use, c.run, image.Digest); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
