package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Remove forgets an ended run, and the blobs that no other run refers to.
func (j *Journal) Remove(ctx context.Context, runID string) error {
	if j.write == nil {
		return tool.Errorf(tool.UnsupportedCapability, "remove: the journal is open for reading only")
	}
	tx, err := j.write.BeginTx(ctx, nil)
	if err != nil {
		return fault("remove a run", err)
	}
	defer func() { _ = tx.Rollback() }()
	var seq int64
	var state run.State
	err = tx.QueryRowContext(ctx, `SELECT seq, state FROM runs WHERE id = ?`, runID).Scan(&seq, &state)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return tool.Errorf(tool.NotFound, "there is no such run")
	case err != nil:
		return fault("remove a run", err)
	case !state.Ended():
		return tool.Errorf(tool.ResourceConflict, "the run has not ended")
	}
	for _, query := range []string{
		`DELETE FROM events WHERE run = ?`, `DELETE FROM effects WHERE run = ?`,
		`DELETE FROM blobs WHERE digest IN (SELECT digest FROM blob_uses WHERE run = ?1)
			AND digest NOT IN (SELECT digest FROM blob_uses WHERE run <> ?1)`,
		`DELETE FROM blob_uses WHERE run = ?`, `DELETE FROM runs WHERE seq = ?`,
	} {
		if _, err := tx.ExecContext(ctx, query, seq); err != nil {
			return fault("remove a run", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fault("remove a run", err)
	}
	return nil
}
