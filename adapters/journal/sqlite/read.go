package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Read returns a part of a run, all of it as of one moment.
func (j *Journal) Read(ctx context.Context, runID string, after int64, limit int) (acting.Page, error) {
	if limit <= 0 {
		limit = acting.DefaultPage
	}
	tx, err := j.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return acting.Page{}, fault("read a run", err)
	}
	defer func() { _ = tx.Rollback() }()
	var page acting.Page
	var seq int64
	var head string
	err = tx.QueryRowContext(ctx, `SELECT seq, head FROM runs WHERE id = ?`, runID).Scan(&seq, &head)
	if errors.Is(err, sql.ErrNoRows) {
		return acting.Page{}, tool.Errorf(tool.NotFound, "there is no such run")
	}
	if err != nil {
		return acting.Page{}, fault("read a run", err)
	}
	if err := json.Unmarshal([]byte(head), &page.Head); err != nil {
		return acting.Page{}, fault("read a run", err)
	}
	if page.Effects, err = effects(ctx, tx, seq); err != nil {
		return acting.Page{}, err
	}
	page.Events, err = events(ctx, tx, seq, after, limit+1)
	if len(page.Events) > limit {
		page.Events, page.More = page.Events[:limit], true
	}
	return page, err
}

func effects(ctx context.Context, tx *sql.Tx, seq int64) ([]run.Effect, error) {
	var all []run.Effect
	query := `SELECT text FROM effects WHERE run = ? ORDER BY committed, id`
	err := rows(ctx, tx, query, func(text []byte) error {
		var e run.Effect
		err := json.Unmarshal(text, &e)
		all = append(all, e)
		return err
	}, seq)
	return all, err
}

func events(ctx context.Context, tx *sql.Tx, seq, after int64, limit int) ([]run.Sealed, error) {
	var all []run.Sealed
	query := `SELECT text FROM events WHERE run = ? AND number > ? ORDER BY number LIMIT ?`
	err := rows(ctx, tx, query, func(text []byte) error {
		e, err := run.ReadEvent(text)
		all = append(all, e)
		return err
	}, seq, after, limit)
	return all, err
}

// rows reads the one column of a query; take gets bytes of its own.
func rows(ctx context.Context, tx *sql.Tx, query string, take func([]byte) error, args ...any) error {
	found, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return fault("read a run", err)
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var text []byte
		if err := found.Scan(&text); err != nil {
			return fault("read a run", err)
		}
		if err := take(text); err != nil {
			return err
		}
	}
	if err := found.Err(); err != nil {
		return fault("read a run", err)
	}
	return nil
}

// List returns heads, newest first.
func (j *Journal) List(ctx context.Context, filter acting.Filter) ([]run.Head, error) {
	query, args := `SELECT head FROM runs`, []any{}
	if len(filter.States) > 0 {
		query += ` WHERE state IN (?` + strings.Repeat(`, ?`, len(filter.States)-1) + `)`
		for _, state := range filter.States {
			args = append(args, string(state))
		}
	}
	query += ` ORDER BY seq DESC`
	if filter.Limit > 0 {
		query += ` LIMIT ?`
		args = append(args, filter.Limit)
	}
	tx, err := j.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fault("list runs", err)
	}
	defer func() { _ = tx.Rollback() }()
	var heads []run.Head
	err = rows(ctx, tx, query, func(text []byte) error {
		var head run.Head
		err := json.Unmarshal(text, &head)
		heads = append(heads, head)
		return err
	}, args...)
	return heads, err
}

// Blob returns the bytes of a digest.
func (j *Journal) Blob(ctx context.Context, digest string) ([]byte, error) {
	var data []byte
	err := j.read.QueryRowContext(ctx, `SELECT data FROM blobs WHERE digest = ?`, digest).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, tool.Errorf(tool.NotFound, "there is no such blob")
	}
	if err != nil {
		return nil, fault("read a blob", err)
	}
	return data, nil
}
