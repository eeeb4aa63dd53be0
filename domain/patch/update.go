package patch

import (
	"strings"
	"unicode"
)

// update reads a line of an update that is no header of an operation; header is the line without
// blanks behind it.
func (p *parser) update(line, header string) error {
	op := p.current()
	switch {
	case strings.HasPrefix(header, moveHeader):
		return p.move(op, header[len(moveHeader):])
	case header == chunkHeader:
		return p.chunk(op, "")
	case strings.HasPrefix(header, chunkHeader+" "):
		return p.chunk(op, header[len(chunkHeader)+1:])
	case header == endOfFile:
		return p.atEnd(op)
	case line == "" && len(op.Chunks) == 0:
		p.pending++
		return nil
	case !p.open && len(op.Chunks) > 0 && blankless(line) == "":
		return nil
	}
	return p.chunkLine(op, line)
}

func (p *parser) move(op *Operation, path string) error {
	if op.To != "" || len(op.Chunks) > 0 {
		return p.fault(quoted(moveHeader+"PATH") + " stands once, before the first chunk")
	}
	if err := p.judgePath(path); err != nil {
		return err
	}
	op.To = path
	p.pending = 0
	return nil
}

func (p *parser) chunk(op *Operation, anchor string) error {
	if p.emptyChunk() {
		return p.fault("the chunk before has no line")
	}
	op.Chunks = append(op.Chunks, Chunk{Anchor: anchor})
	p.open = true
	return nil
}

func (p *parser) atEnd(op *Operation) error {
	switch {
	case len(op.Chunks) == 0 || p.emptyChunk():
		return p.fault(quoted(endOfFile) + " stands behind the lines of a chunk")
	case !p.open:
		return p.fault(quoted(endOfFile) + " stands once in a chunk")
	}
	op.Chunks[len(op.Chunks)-1].AtEnd = true
	p.open = false
	return nil
}

// chunkLine reads a line to keep, remove or insert. The first one may open the first chunk.
func (p *parser) chunkLine(op *Operation, line string) error {
	mark := Keep
	if line != "" {
		mark, line = Mark(line[0]), line[1:]
	}
	switch {
	case mark != Keep && mark != Remove && mark != Insert:
		return p.fault(`a line of an update begins with a blank, "-", "+" or "@@"`)
	case !p.open && len(op.Chunks) > 0:
		return p.fault("only a new chunk or header may follow " + quoted(endOfFile))
	case !p.open:
		// Without a header the empty lines before are lines of the chunk too.
		op.Chunks = append(op.Chunks, Chunk{Lines: emptyLines(p.pending)})
		p.open = true
	}
	last := &op.Chunks[len(op.Chunks)-1]
	last.Lines = append(last.Lines, Line{Mark: mark, Text: line})
	return nil
}

func emptyLines(n int) []Line {
	lines := make([]Line, n)
	for i := range lines {
		lines[i].Mark = Keep
	}
	return lines
}

// emptyChunk reports whether the last chunk of the update being read has no line yet.
func (p *parser) emptyChunk() bool {
	chunks := p.current().Chunks
	return len(chunks) > 0 && len(chunks[len(chunks)-1].Lines) == 0
}

// blankless returns a line without Unicode white space round it.
func blankless(line string) string { return strings.TrimSpace(line) }

func blanklessRight(line string) string { return strings.TrimRightFunc(line, unicode.IsSpace) }
