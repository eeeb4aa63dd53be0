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

// text writes a wrapped text behind a lead, which stands in the margin of the first line. The lead may be
// painted; its width is that of the plain text.
func (s *sheet) text(indent int, lead string, with paint, text string) {
	margin := strings.Repeat(" ", indent+Width(lead))
	painted := lead
	if with != "" {
		painted = s.style.paint(lead, with)
	}
	for i, line := range wrap(Block(text), s.style.width()-indent-Width(lead)) {
		switch {
		case i == 0:
			s.WriteString(strings.TrimRight(strings.Repeat(" ", indent)+painted+line, " "))
		case line == "":
		default:
			s.WriteString(margin + line)
		}
		s.WriteByte('\n')
	}
}

// list writes one item a text.
func (s *sheet) list(indent int, mark string, with paint, texts []string) {
	for _, text := range texts {
		s.text(indent, mark+" ", with, text)
	}
}
