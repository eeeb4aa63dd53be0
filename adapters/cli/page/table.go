package page

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// table writes the fields: each value with the quotation behind it.
func (s *sheet) table(c Content) {
	w := WordsFor(c.Language)
	rows := [][3]string{{w.Field, w.Value, w.Evidence}}
	rows = append(rows, rowsOf(c)...)
	if s.style.width() < leastTable {
		s.records(w, rows[1:])
		return
	}
	widths := s.columns(rows)
	for i, row := range rows {
		s.row(row, widths, i == 0)
	}
}

func rowsOf(c Content) [][3]string {
	var rows [][3]string
	for _, entry := range c.Entries() {
		rows = append(rows, [3]string{Block(FieldName(entry.Path)), Block(ValueText(entry)), evidence(c, entry)})
	}
	if len(rows) == 0 && c.Result != nil {
		for name, value := range c.Result.Data.Value().Members() {
			rows = append(rows, [3]string{Block(name), Block(Shown(value)), ""})
		}
	}
	return rows
}

// FieldName is a path as a person reads it: without its first step, which all share.
func FieldName(path string) string { return strings.TrimPrefix(path, "/data/") }

// ValueText is a value as a person reads it. A container with parts stands for them: they have rows of
// their own.
func ValueText(entry Entry) string {
	if entry.Whole {
		return "…"
	}
	return Shown(entry.Value)
}

// Shown is a JSON value as a person reads it: a string without quotes, unless it would not be seen.
func Shown(value strictjson.Value) string {
	if value.Kind() == strictjson.KindString && !text.Blank(value.Text()) {
		return value.Text()
	}
	return value.JSON()
}

func evidence(c Content, entry Entry) string {
	w := WordsFor(c.Language)
	lines := make([]string, 0, len(entry.Sources))
	for _, source := range entry.Sources {
		notes := c.SourceName(source.SourceID)
		if entry.Mode == intent.EvidenceSemantic {
			notes += w.Comma + w.Derived
		}
		if source.Ambiguous() {
			notes += w.Comma + fmt.Sprintf(w.Places, len(source.Occurrences))
		}
		if CutsWord(source) {
			notes += w.Comma + w.InsideWord
		}
		line := w.Quote + Block(source.Quote) + w.Unquote + w.Open + notes + w.Close
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// CutsWord reports whether a quotation cuts a word or a number at every place where it stands.
func CutsWord(source intent.AuditSource) bool {
	for _, at := range source.Occurrences {
		if !at.InsideWord {
			return false
		}
	}
	return len(source.Occurrences) > 0
}

const (
	gap        = 2
	leastTable = 60 // columns below which a table is no help
)

// columns shares the page's width: the first two columns take what they need up to a third and a
// quarter, the quotations get the rest.
func (s *sheet) columns(rows [][3]string) [3]int {
	room := s.style.width() - 2
	most := [2]int{room / 4, room / 3}
	var widths [3]int
	for _, row := range rows {
		for i := range most {
			for line := range strings.SplitSeq(row[i], "\n") {
				widths[i] = max(widths[i], min(Width(line), most[i]))
			}
		}
	}
	widths[2] = room - widths[0] - widths[1] - 2*gap
	return widths
}

func (s *sheet) row(row [3]string, widths [3]int, head bool) {
	var cellLines [3][]string
	height := 0
	for i, text := range row {
		cellLines[i] = wrap(text, widths[i])
		height = max(height, len(cellLines[i]))
	}
	for k := range height {
		line := "  "
		for i := range row {
			text := ""
			if k < len(cellLines[i]) {
				text = cellLines[i][k]
			}
			if i < 2 {
				text = pad(text, widths[i]+gap)
			}
			line += s.cell(text, i, head)
		}
		s.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func (s *sheet) cell(text string, column int, head bool) string {
	switch {
	case head:
		return s.style.paint(text, faint)
	case column == 1:
		return s.style.paint(text, bold)
	default:
		return text
	}
}

// records is the table where the page is too narrow for columns: one value below the other.
func (s *sheet) records(w *Words, rows [][3]string) {
	for _, row := range rows {
		s.said(2, row[0]+w.Colon, faint, row[1])
		if row[2] != "" {
			s.text(4, "", "", row[2])
		}
	}
}
