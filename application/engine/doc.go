// Package engine is the frozen configuration of one Intent with what it owns: the compiled
// projections of its schema, its worker pool and its end. Both drivers, parse and bridge, read with
// it.
package engine
