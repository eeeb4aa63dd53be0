package command

import (
	"errors"
	"slices"
	"strings"
)

// MaxBytes bounds a line that is scanned. A longer one is not accepted.
const MaxBytes = 16 << 10

// Simple is one simple command: the words that the shell hands to a program, quotes taken off. The first
// is the program.
type Simple struct{ Words []string }

// Program returns the first word.
func (s Simple) Program() string { return s.Words[0] }

// Line is what a command line consists of, in order. Pipes and lists are all the same here: each command
// may run.
type Line struct{ Commands []Simple }

// ErrNotSimple is what [Scan] fails with, wrapped with the reason.
var ErrNotSimple = errors.New("the line is more than simple commands")

// Scan cuts a line into simple commands, joined by |, &&, || or ;. It fails with [ErrNotSimple] for
// everything that a shell would expand, substitute, redirect (2>&1 and >/dev/null apart), group, background,
// or read over several lines.
func Scan(line string) (Line, error) {
	if len(line) > MaxBytes {
		return Line{}, notSimple("it is too long")
	}
	s := scanner{rest: line}
	for {
		command, err := s.command()
		if err != nil {
			return Line{}, err
		}
		s.line.Commands = append(s.line.Commands, command)
		more, err := s.operator()
		if err != nil || !more {
			return s.line, err
		}
	}
}

func notSimple(reason string) error { return &scanError{reason} }

type scanError struct{ reason string }

func (e *scanError) Error() string { return ErrNotSimple.Error() + ": " + e.reason }

func (e *scanError) Unwrap() error { return ErrNotSimple }

// scanner walks one line. rest is what it has not read yet.
type scanner struct {
	rest string
	line Line
}

func (s *scanner) blanks() { s.rest = strings.TrimLeft(s.rest, " \t") }

// command reads words up to an operator or the end.
func (s *scanner) command() (Simple, error) {
	var c Simple
	for {
		s.blanks()
		if s.rest == "" || strings.ContainsRune("|&;", rune(s.rest[0])) {
			break
		}
		if s.redirection() {
			continue
		}
		word, err := s.word()
		if err != nil {
			return Simple{}, err
		}
		c.Words = append(c.Words, word)
	}
	if len(c.Words) == 0 {
		return Simple{}, notSimple("a command has no words")
	}
	if program := c.Program(); strings.Contains(program, "=") || slices.Contains(reserved, program) {
		return Simple{}, notSimple("it begins with an assignment or a word of the shell's grammar")
	}
	return c, nil
}

// reserved are the words that the shell reads as grammar where a command may begin, and programs that run
// their arguments as a command in the shell itself.
var reserved = []string{
	"!", "{", "}", "[[", "]]", "if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while",
	"until", "do", "done", "in", "function", "time", "coproc", "eval", "exec", "source", ".", "command",
	"builtin", "trap", "alias", "unalias", "export", "declare", "typeset", "local", "readonly", "set", "unset",
	"shopt", "enable", "hash",
}

// redirections are the only two that are accepted: they write nowhere.
var redirections = []string{"2>&1", ">/dev/null"}

// redirection passes over a redirection that stands by itself.
func (s *scanner) redirection() bool {
	for _, text := range redirections {
		if after, ok := strings.CutPrefix(s.rest, text); ok &&
			(after == "" || strings.ContainsRune(" \t|;", rune(after[0]))) {
			s.rest = after
			return true
		}
	}
	return false
}

// operator reads what joins two commands; more is false at the end of the line.
func (s *scanner) operator() (more bool, err error) {
	if s.rest == "" {
		return false, nil
	}
	for _, text := range []string{"||", "&&", "|", ";"} {
		if after, ok := strings.CutPrefix(s.rest, text); ok {
			s.rest = after
			return true, nil
		}
	}
	return false, notSimple("it has a part in the background")
}

// word reads one word: bare and quoted pieces without a blank between them.
func (s *scanner) word() (string, error) {
	var word strings.Builder
	for s.rest != "" && !strings.ContainsRune(" \t|&;", rune(s.rest[0])) {
		piece, err := s.piece()
		if err != nil {
			return "", err
		}
		word.WriteString(piece)
	}
	return word.String(), nil
}

func (s *scanner) piece() (string, error) {
	switch s.rest[0] {
	case '\'':
		return s.quoted('\'', plainInSingle)
	case '"':
		return s.quoted('"', plainInDouble)
	}
	n := 0
	for n < len(s.rest) && plainBare(s.rest[n]) {
		n++
	}
	if n == 0 {
		return "", notSimple("it has a character that the shell may give a meaning")
	}
	piece := s.rest[:n]
	s.rest = s.rest[n:]
	return piece, nil
}

func (s *scanner) quoted(quote byte, plain func(byte) bool) (string, error) {
	for i := 1; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == quote:
			piece := s.rest[1:i]
			s.rest = s.rest[i+1:]
			return piece, nil
		case !plain(c):
			return "", notSimple("it has a character within quotes that may be given a meaning")
		}
	}
	return "", notSimple("a quotation does not end")
}

// plainBare reports whether a character outside quotes stands for itself, wherever it stands in a word.
// The list says what is accepted; tilde, braces, globs, #, ^ and ! are not on it.
func plainBare(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("_-./:=,@%+", c) >= 0
}

func plainInSingle(c byte) bool { return c >= ' ' && c <= '~' }

func plainInDouble(c byte) bool { return plainInSingle(c) && strings.IndexByte("$`\\!", c) < 0 }
