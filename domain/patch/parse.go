package patch

import "strings"

// What begins and ends a patch, and the headers within it. Those with a blank at the end take a path.
const (
	beginMarker  = "*** Begin Patch"
	endMarker    = "*** End Patch"
	addHeader    = "*** Add File: "
	deleteHeader = "*** Delete File: "
	updateHeader = "*** Update File: "
	moveHeader   = "*** Move to: "
	endOfFile    = "*** End of File"
	chunkHeader  = "@@"
)

// Parse reads a patch. Its error is a *SyntaxError.
func Parse(text string) (Patch, error) {
	p := parser{lines: unwrap(text)}
	if err := p.parse(); err != nil {
		return Patch{}, err
	}
	return Patch{Operations: p.done}, nil
}

// parser reads lines one after another; it lives for one Parse.
type parser struct {
	lines []string
	at    int // of the line being read, from 0
	done  []Operation

	// Of the operation being read, the last of done:
	body    []byte // of an add
	pending int    // empty lines behind an update's header, before anything else
	open    bool   // a chunk takes lines
}

func (p *parser) parse() error {
	if blankless(p.lines[0]) != beginMarker {
		return p.fault("a patch begins with " + quoted(beginMarker))
	}
	for p.at = 1; p.at < len(p.lines); p.at++ {
		ended, err := p.line(p.lines[p.at])
		switch {
		case err != nil:
			return err
		case ended && p.at < len(p.lines)-1:
			p.at++
			return p.fault("nothing may follow " + quoted(endMarker))
		case ended:
			return nil
		}
	}
	p.at = len(p.lines) - 1
	return p.fault("a patch ends with " + quoted(endMarker))
}

// line reads one line and reports whether it was the end marker.
func (p *parser) line(line string) (ended bool, err error) {
	header := blankless(line)
	last := p.at == len(p.lines)-1
	if p.updating() && !(last && header == endMarker) {
		// Within an update a blank before a header makes a context line of it.
		header = blanklessRight(line)
	}
	switch {
	case header == endMarker:
		return true, p.end()
	case strings.HasPrefix(header, addHeader):
		return false, p.begin(Add, header[len(addHeader):])
	case strings.HasPrefix(header, deleteHeader):
		return false, p.begin(Delete, header[len(deleteHeader):])
	case strings.HasPrefix(header, updateHeader):
		return false, p.begin(Update, header[len(updateHeader):])
	case p.updating():
		return false, p.update(line, header)
	case p.adding():
		return false, p.add(line)
	}
	return false, p.fault("no such header; an operation begins with " +
		quoted(addHeader+"PATH") + ", " + quoted(deleteHeader+"PATH") + " or " + quoted(updateHeader+"PATH"))
}

func (p *parser) add(line string) error {
	if !strings.HasPrefix(line, "+") {
		return p.fault(`each line of an added file begins with "+"`)
	}
	p.body = append(append(p.body, line[1:]...), '\n')
	return nil
}

// begin closes the operation before and opens one.
func (p *parser) begin(action Action, path string) error {
	if err := p.close(); err != nil {
		return err
	}
	if err := p.judgePath(path); err != nil {
		return err
	}
	p.done = append(p.done, Operation{Action: action, Path: path, Line: p.at + 1})
	p.body, p.pending, p.open = nil, 0, false
	return nil
}

func (p *parser) end() error {
	if err := p.close(); err != nil {
		return err
	}
	if len(p.done) == 0 {
		return p.fault("the patch has no operation")
	}
	return nil
}

// close judges the operation that was being read as a whole.
func (p *parser) close() error {
	op := p.current()
	switch {
	case p.adding() && len(p.body) == 0:
		return p.fault("an added file has at least one line")
	case p.adding():
		op.Text = string(p.body)
	case p.updating() && len(op.Chunks) == 0 && op.To == "":
		return &SyntaxError{Line: op.Line, Reason: "the update changes nothing and moves nothing"}
	case p.updating() && p.emptyChunk():
		return p.fault("the chunk before has no line")
	}
	return nil
}

func (p *parser) judgePath(path string) error {
	switch {
	case blankless(path) == "":
		return p.fault("the path is missing")
	case strings.ContainsRune(path, 0):
		return p.fault("the path holds a NUL")
	}
	return nil
}

// current returns the operation being read, nil before the first.
func (p *parser) current() *Operation {
	if len(p.done) == 0 {
		return nil
	}
	return &p.done[len(p.done)-1]
}

func (p *parser) adding() bool   { return len(p.done) > 0 && p.current().Action == Add }
func (p *parser) updating() bool { return len(p.done) > 0 && p.current().Action == Update }

func (p *parser) fault(reason string) error { return &SyntaxError{Line: p.at + 1, Reason: reason} }

func quoted(s string) string { return `"` + s + `"` }
