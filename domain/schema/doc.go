// Package schema reads the subset of JSON Schema Draft-7 that can be honoured exactly, projects a
// schema to selected fields, and evaluates values against a projection.
//
// [Read] lists every reason why a schema is not supported. What it accepts is fixed from then on: a
// [Schema] and its projections are immutable and safe for concurrent use.
//
// [Evaluate] is one walk over a value. It names every violation, tells which nodes a schema
// description applies to, counts the work that a second validator would have, and can be stopped.
package schema
