package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// DefaultBusyTime is how long a write waits for another process by default: as long as a commit may take.
const DefaultBusyTime = 5 * time.Second

// Options say how a journal is opened.
type Options struct {
	Path     string        // of the file; it is made if it is not there, with its folder
	BusyTime time.Duration // how long a write waits for another process; 0 means DefaultBusyTime
	ReadOnly bool          // only Read, List and Blob; the file must be there, and is not migrated
}

// Journal is an acting.Journal in a SQLite file. It is safe for concurrent use, also by other processes.
type Journal struct {
	write    *sql.DB // one connection; nil if read-only
	read     *sql.DB
	inserted statements
}

var (
	_ acting.Journal = (*Journal)(nil)
	_ acting.Remover = (*Journal)(nil)
)

// Open opens a journal, and brings an older one up to date: in one transaction, after a copy of it was
// laid beside it. It fails with UnsupportedCapability for a newer one and for a network file system, with
// NotFound for one that is to be read and is not there, with ExecutionFailure for a file that is no
// journal, is locked, or cannot be written.
func Open(ctx context.Context, o Options) (*Journal, error) {
	if o.BusyTime <= 0 {
		o.BusyTime = DefaultBusyTime
	}
	path, err := prepare(o)
	if err != nil {
		return nil, err
	}
	j := &Journal{}
	if !o.ReadOnly {
		if j.write, err = sql.Open("sqlite", source(path, o)); err != nil {
			return nil, fault("open the journal", err)
		}
		j.write.SetMaxOpenConns(1)
		if err := migrate(ctx, j.write, path, migrations); err != nil {
			return nil, errors.Join(err, j.Close())
		}
	}
	o.ReadOnly = true
	if j.read, err = sql.Open("sqlite", source(path, o)); err != nil {
		return nil, errors.Join(fault("open the journal", err), j.Close())
	}
	if err := readable(ctx, j.read, len(migrations)); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	if err := j.prepareStatements(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// Close closes the file. Calls that are under way end first. It may be called twice.
func (j *Journal) Close() error {
	var faults []error
	for _, db := range []*sql.DB{j.read, j.write} { // the writer last: it empties the log
		if db != nil {
			faults = append(faults, db.Close())
		}
	}
	return errors.Join(faults...)
}

// prepare makes folder and file, with modes that no one else can read.
func prepare(o Options) (string, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil || o.Path == "" {
		return "", tool.Errorf(tool.Validation, "a journal needs a path")
	}
	if o.ReadOnly {
		if _, err := os.Stat(path); err != nil {
			return "", tool.Hide(tool.NotFound, "there is no journal at that path", err)
		}
		return path, onNetwork(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", tool.Hide(tool.ExecutionFailure, "the journal's folder cannot be made", err)
	}
	if err := onNetwork(filepath.Dir(path)); err != nil {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", tool.Hide(tool.ExecutionFailure, "the journal's file cannot be written", err)
	}
	return path, file.Close()
}

// source is the data source name of a file. Every transaction of the writer begins as BEGIN IMMEDIATE.
func source(path string, o Options) string {
	q := url.Values{}
	q.Add("_pragma", "busy_timeout("+strconv.FormatInt(o.BusyTime.Milliseconds(), 10)+")")
	if o.ReadOnly {
		q.Set("mode", "ro")
	} else {
		q.Add("_pragma", "journal_mode(WAL)")
		q.Add("_pragma", "synchronous(FULL)")
		q.Set("_txlock", "immediate")
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}
