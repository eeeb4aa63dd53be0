package patch

// Patch is a whole patch: at least one operation, in the order in which they are done.
type Patch struct {
	Operations []Operation
}

// Action tells what an operation does with its file.
type Action string

// The actions.
const (
	Add    Action = "add"    // write a file, over an existing one too
	Delete Action = "delete" // remove a file
	Update Action = "update" // change a file, move it, or both
)

// Operation is what a patch does with one file.
type Operation struct {
	Action Action
	Path   string  // as the patch spells it, not blank
	To     string  // of an update: the new path; "" if it does not move
	Text   string  // of an add: the file's whole text, each line ended by LF
	Chunks []Chunk // of an update: empty for a bare move
	Line   int     // of its header, counted from the begin marker, which is line 1
}

// Chunk is one place of an update: lines to find and what stands there afterwards.
type Chunk struct {
	Anchor string // a line to find first; "" for none
	Lines  []Line // at least one
	AtEnd  bool   // the old lines are the last of the text
}

// Line is one line of a chunk, without its mark and its end.
type Line struct {
	Mark Mark
	Text string
}

// Mark tells what becomes of a line.
type Mark byte

// The marks, as they are written.
const (
	Keep   Mark = ' '
	Remove Mark = '-'
	Insert Mark = '+'
)
