// Package sqlite keeps runs in a SQLite file: a durable journal. It uses modernc.org/sqlite, which needs no
// C compiler, with a write-ahead log and synchronous=FULL: a transition is on the disk when Commit returns.
//
// The file has mode 0600 and holds arguments and results whole. It may be used by several processes of one
// machine at the same time; network file systems are refused, because their locks cannot be relied on.
package sqlite
