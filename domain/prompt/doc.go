// Package prompt writes what a model is given (contract section 11): the instructions of a stage, the
// payload with its material, and the format that is demanded. A task stands alone: no history, tools,
// files or credentials belong to it, and the same reading always gives the same bytes.
//
// The instructions are the product's own prose, embedded from instructions/*.md, with a version and a
// digest. Everything here is pure and safe for concurrent use.
package prompt
