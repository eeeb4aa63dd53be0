package sqlite

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/devcodex/intent-runtime/domain/tool"
)

// faults are what SQLite's primary result codes mean to a person.
var faults = map[int]string{
	lib.SQLITE_BUSY: "another process has it locked", lib.SQLITE_LOCKED: "it is locked",
	lib.SQLITE_FULL: "the disk is full", lib.SQLITE_READONLY: "it cannot be written",
	lib.SQLITE_NOTADB: "the file is no database", lib.SQLITE_CORRUPT: "the file is damaged",
	lib.SQLITE_IOERR: "reading or writing failed", lib.SQLITE_CANTOPEN: "the file cannot be opened",
	lib.SQLITE_PERM: "access is denied",
}

// fault says what could not be done, and why in words of its own: SQLite's text is kept back.
func fault(what string, err error) error {
	var known *sqlite.Error
	if errors.As(err, &known) {
		if why, ok := faults[known.Code()&0xff]; ok {
			return tool.Hide(tool.ExecutionFailure, what+": "+why, err)
		}
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return tool.Hide(tool.Timeout, what+": not done in time", err)
	}
	return tool.Hide(tool.ExecutionFailure, what+": the database failed", err)
}
