// Package patch reads patches as models write them, and applies one to a text.
//
// A [Patch] is a list of operations on files. [Parse] reads all of it before anybody touches a file;
// [Apply] finds the chunks of an update in a text, forgiving about blanks and typographic punctuation,
// and keeps every byte that the patch does not change. Both are pure and need time in proportion to
// patch and text. Paths are the caller's to judge: to this package they are texts.
//
// All values are plain data; the functions are safe for concurrent use.
package patch
