package page

import "strings"

// sheet is a page being written: lines with a left margin, wrapped to its width.
type sheet struct {
	strings.Builder
	style Style
}

// heading begins a section.
func (s *sheet) heading(text string) {
	if s.Len() > 0 {
		s.WriteByte('\n')
	}
	s.WriteString(s.style.paint(text, bold) + "\n")
}

// text writes a wrapped text behind a lead, which stands in the margin of the first line and may be
// painted.
func (s *sheet) text(indent int, lead string, with paint, text string) {
	s.hanging(indent, Width(lead), lead, with, text)
}

// said is text behind a lead of any length: its later lines stand a little to the right of the lead's
// begin.
func (s *sheet) said(indent int, lead string, with paint, text string) {
	s.hanging(indent, 2, lead, with, text)
}

// hanging writes a lead and a text; all lines but the first are moved by hang columns.
func (s *sheet) hanging(indent, hang int, lead string, with paint, text string) {
	room := s.style.width() - indent - hang
	marker := strings.TrimRight(lead, " ")
	if hang == Width(lead) { // the lead has a margin of its own
		for i, line := range wrap(Block(text), room) {
			if i == 0 {
				s.line(indent, s.style.paint(lead, with)+line)
				continue
			}
			s.line(indent+hang, line)
		}
		return
	}
	for i, line := range wrap(lead+Block(text), room) {
		switch rest, ok := strings.CutPrefix(line, marker); {
		case i == 0 && ok:
			s.line(indent, s.style.paint(marker, with)+rest)
		case i == 0:
			s.line(indent, line)
		default:
			s.line(indent+hang, line)
		}
	}
}

func (s *sheet) line(indent int, text string) {
	s.WriteString(strings.TrimRight(strings.Repeat(" ", indent)+text, " ") + "\n")
}

// list writes one item a text.
func (s *sheet) list(indent int, mark string, with paint, texts []string) {
	for _, text := range texts {
		s.text(indent, mark+" ", with, text)
	}
}
