package sqlite

import (
	"context"
	"database/sql"
	"os"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/tool"
)

// applicationID marks a SQLite file as a journal of this program: "ntnt".
const applicationID = 0x6e746e74

// migrations bring a journal from each version to the next; the first makes it. A version that was
// released is never changed.
var migrations = []string{`
CREATE TABLE runs (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	revision INTEGER NOT NULL,
	incarnation INTEGER NOT NULL,
	state TEXT NOT NULL,
	head TEXT NOT NULL
) STRICT;
CREATE TABLE events (
	run INTEGER NOT NULL REFERENCES runs(seq),
	number INTEGER NOT NULL,
	text BLOB NOT NULL,
	PRIMARY KEY (run, number)
) STRICT;
CREATE TABLE effects (
	run INTEGER NOT NULL REFERENCES runs(seq),
	id TEXT NOT NULL,
	committed INTEGER NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (run, id)
) STRICT;
CREATE TABLE blobs (digest TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE blob_uses (
	run INTEGER NOT NULL REFERENCES runs(seq),
	digest TEXT NOT NULL,
	PRIMARY KEY (run, digest)
) STRICT;`,
}

// versionOf returns a file's version: 0 for an empty one.
func versionOf(ctx context.Context, db querier) (int, error) {
	var application, version, tables int
	row := db.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`)
	if err := row.Scan(&application, &version, &tables); err != nil {
		return 0, fault("open the journal", err)
	}
	switch {
	case application == 0 && version == 0 && tables == 0:
		return 0, nil
	case application != applicationID:
		return 0, tool.Errorf(tool.ExecutionFailure, "the file is a database, but no journal")
	}
	return version, nil
}

// querier is what versions are asked of: a handle or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// readable refuses a journal that is newer than newest, or empty.
func readable(ctx context.Context, db *sql.DB, newest int) error {
	version, err := versionOf(ctx, db)
	switch {
	case err != nil:
		return err
	case version > newest:
		return newer(version, newest)
	case version == 0:
		return tool.Errorf(tool.ExecutionFailure, "the journal is empty")
	}
	return nil
}

func newer(version, newest int) error {
	return tool.Errorf(tool.UnsupportedCapability,
		"the journal has version %d, this program reads up to %d", version, newest)
}

// migrate brings a file to the newest version in one transaction.
func migrate(ctx context.Context, db *sql.DB, path string, steps []string) error {
	version, err := versionOf(ctx, db)
	switch {
	case err != nil:
		return err
	case version > len(steps):
		return newer(version, len(steps))
	case version == len(steps):
		return nil
	case version > 0:
		if err := copyBeside(ctx, db, path, version); err != nil {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fault("bring the journal up to date", err)
	}
	defer func() { _ = tx.Rollback() }()
	if version, err = versionOf(ctx, tx); err != nil { // another process may have been first
		return err
	}
	for _, step := range steps[min(version, len(steps)):] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fault("bring the journal up to date", err)
		}
	}
	for _, pragma := range []string{
		"PRAGMA application_id = " + strconv.Itoa(applicationID),
		"PRAGMA user_version = " + strconv.Itoa(len(steps)),
	} {
		if _, err := tx.ExecContext(ctx, pragma); err != nil {
			return fault("bring the journal up to date", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fault("bring the journal up to date", err)
	}
	return nil
}

// copyBeside lays a copy of an older journal beside it, for whoever needs the older program again.
func copyBeside(ctx context.Context, db *sql.DB, path string, version int) error {
	name := path + ".v" + strconv.Itoa(version)
	if _, err := os.Stat(name); err == nil {
		return nil // from a migration that did not come to its end
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", name); err != nil {
		return fault("copy the older journal", err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		return tool.Hide(tool.ExecutionFailure, "the copy of the older journal cannot be protected", err)
	}
	return nil
}
