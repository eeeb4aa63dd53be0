package patch

import (
	"slices"
	"unicode/utf8"
)

// Apply returns the text as it is after the chunks of an update. Each chunk is looked for behind the
// one before; lines that it keeps stay byte for byte as the text has them. New lines end as the text's
// first line does, and so does a last line without an end. The error is a *MismatchError or ErrNotText.
func Apply(text string, chunks []Chunk) (string, error) {
	if !utf8.ValidString(text) {
		return "", ErrNotText
	}
	d := read(text)
	a := application{document: d, matcher: matcher{lines: d.lines}}
	for i, c := range chunks {
		if err := a.place(i+1, c); err != nil {
			return "", err
		}
	}
	return a.result(), nil
}

// application is one Apply under way.
type application struct {
	document
	matcher matcher
	cursor  int // the first line that the next chunk may touch
	edits   []edit
}

// edit is a chunk whose place is found: it replaces old lines from at on.
type edit struct {
	at, old int
	lines   []outcome
}

// outcome is a line of the result: one of the text's own, or a new one.
type outcome struct {
	kept int // counted from the edit's place; -1 for a new line
	text string
}

func (a *application) place(number int, c Chunk) error {
	if c.Anchor != "" {
		at := a.matcher.find([]string{c.Anchor}, a.cursor, false)
		if at < 0 {
			err := mismatch(number, c, c.Anchor)
			err.Anchor = true
			return err
		}
		a.cursor = at + 1
	}
	old, lines := c.sides()
	if len(old) == 0 {
		a.edits = append(a.edits, edit{at: len(a.lines), lines: lines})
		return nil
	}
	at := a.matcher.find(old, a.cursor, c.AtEnd)
	if at < 0 && old[len(old)-1] == "" {
		old, lines = withoutLastEmpty(old, lines)
		if len(old) == 0 {
			a.edits = append(a.edits, edit{at: len(a.lines), lines: lines})
			return nil
		}
		at = a.matcher.find(old, a.cursor, c.AtEnd)
	}
	if at < 0 {
		expected, _ := c.sides()
		return mismatch(number, c, expected...)
	}
	a.edits = append(a.edits, edit{at: at, old: len(old), lines: lines})
	a.cursor = at + len(old)
	return nil
}

// sides returns the lines that a chunk looks for and those that stand there afterwards.
func (c Chunk) sides() (old []string, lines []outcome) {
	for _, line := range c.Lines {
		switch line.Mark {
		case Keep:
			lines = append(lines, outcome{kept: len(old), text: line.Text})
			old = append(old, line.Text)
		case Remove:
			old = append(old, line.Text)
		case Insert:
			lines = append(lines, outcome{kept: -1, text: line.Text})
		}
	}
	return old, lines
}

// withoutLastEmpty takes the last old line away, and a last new line if it is empty.
func withoutLastEmpty(old []string, lines []outcome) ([]string, []outcome) {
	old = old[:len(old)-1]
	if n := len(lines); n > 0 && lines[n-1].text == "" {
		lines = lines[:n-1]
	}
	for i := range lines {
		if lines[i].kept >= len(old) {
			lines[i].kept = -1
		}
	}
	return old, lines
}

func (a *application) result() string {
	// Insertions at the end may have been placed before edits further up.
	slices.SortStableFunc(a.edits, func(x, y edit) int { return x.at - y.at })
	var dst []byte
	next := 0
	for _, e := range a.edits {
		for ; next < e.at; next++ {
			dst = a.appendLine(dst, next)
		}
		for _, line := range e.lines {
			if line.kept >= 0 {
				dst = a.appendLine(dst, e.at+line.kept)
			} else {
				dst = a.appendNew(dst, line.text)
			}
		}
		next += e.old
	}
	for ; next < len(a.lines); next++ {
		dst = a.appendLine(dst, next)
	}
	return string(dst)
}

// matcher looks for lines, with an index for each fold from its first use on.
type matcher struct {
	lines   []string
	indexes [len(folds)]*index
}

// find returns the first place of old lines, not before from, under the strictest fold that has one;
// -1 if none has. With atEnd only the last place counts at which they could stand.
func (m *matcher) find(old []string, from int, atEnd bool) int {
	for i, fold := range folds {
		if m.indexes[i] == nil {
			m.indexes[i] = newIndex(m.lines, fold)
		}
		sequence, ok := m.indexes[i].sequence(old)
		if !ok {
			continue
		}
		at := max(from, len(m.lines)-len(old))
		if atEnd && m.indexes[i].fits(sequence, at) {
			return at
		}
		if !atEnd {
			at = m.indexes[i].find(sequence, from)
		}
		if !atEnd && at >= 0 {
			return at
		}
	}
	return -1
}
