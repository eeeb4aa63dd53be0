package command

import (
	"errors"
	"slices"
)

// View is what a line is judged against. Its methods look at the machine; they are called at most once for
// each program and path.
type View interface {
	// Program reports whether a bare name is found on the command's PATH, outside every folder that the
	// command may write.
	Program(name string) bool
	// Place says where a path leads, as the command would resolve it from its working folder, links followed.
	Place(path string) Place
}

// Place says where a path leads.
type Place int

// The places of a path.
const (
	Outside Place = iota // outside the workspace and every granted root, or not known
	AFile                // inside, a file or nothing yet
	AFolder              // inside, a folder
)

// Rules is a reading list. The zero value accepts nothing. It is immutable and safe for concurrent use.
type Rules struct{ rows []Row }

// DefaultRules returns the reading list of this package.
func DefaultRules() Rules { return Rules{defaultRows()} }

// With returns the rules with rows of a host added; a row for a program that is listed stands over it.
func (r Rules) With(rows ...Row) Rules {
	return Rules{slices.Concat(slices.Clone(rows), r.rows)}
}

// ErrNotReading is what [Rules.Reading] fails with if the line is simple but more than reading, wrapped
// with the reason.
var ErrNotReading = errors.New("the line may do more than read")

// Reading returns nil if every command of the line only reads: its program has a row and lies where the
// command cannot write, each option is listed, and each path lies inside. The error wraps [ErrNotSimple] or
// [ErrNotReading]; its text names the program, never an argument. Only bash and sh are known here, and only
// without a login profile, which could give a program's name another meaning.
func (r Rules) Reading(line string, view View) error {
	scanned, err := Scan(line)
	if err != nil {
		return err
	}
	for _, c := range scanned.Commands {
		if err := r.command(c, view); err != nil {
			return err
		}
	}
	return nil
}

func (r Rules) command(c Simple, view View) error {
	program := c.Program()
	at := slices.IndexFunc(r.rows, func(row Row) bool { return row.Program == program })
	if at < 0 {
		return notReading("a program that is not on the reading list")
	}
	paths, ok := r.rows[at].reads(c.Words[1:])
	if !ok {
		return notReading(program + " is given an option or operand that is not on the list")
	}
	if !view.Program(program) {
		return notReading(program + " is not found where the command cannot write")
	}
	for _, path := range paths {
		switch place := view.Place(path.path); {
		case place == Outside:
			return notReading(program + " is given a path outside the workspace")
		case place == AFolder && path.kind == File:
			return notReading(program + " follows links in a folder")
		}
	}
	return nil
}

func notReading(reason string) error { return &readingError{reason} }

type readingError struct{ reason string }

func (e *readingError) Error() string { return ErrNotReading.Error() + ": " + e.reason }

func (e *readingError) Unwrap() error { return ErrNotReading }
