package page

import "strings"

// Reflow wraps the lines of a help text that are wider than width columns. What follows stands below
// where the text of the line begins: behind its last gap of two spaces or more, or its indent.
func Reflow(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(joinProse(text, width)) {
		line = strings.TrimRight(line, "\n ")
		if Width(line) <= width {
			b.WriteString(line + "\n")
			continue
		}
		head, rest := hang(line)
		indent := Width(head)
		if indent > width/2 { // too deep to be any help
			indent = 8
			b.WriteString(strings.TrimRight(head, " ") + "\n")
			head = strings.Repeat(" ", indent)
		}
		for i, part := range wrap(rest, width-indent) {
			if i > 0 {
				head = strings.Repeat(" ", indent)
			}
			b.WriteString(strings.TrimRight(head+part, " ") + "\n")
		}
	}
	return b.String()
}

// hang takes a line apart where its continuation is to stand.
func hang(line string) (head, rest string) {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if gap := strings.LastIndex(line[indent:], "   "); gap >= 0 {
		at := indent + gap
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " "))
		return line[:at], line[at:]
	}
	return line[:indent], line[indent:]
}

// joinProse puts the lines of each paragraph into one, if one of them is too wide to stay as it is. A
// paragraph is what stands at the margin; what is indented is laid out by hand.
func joinProse(text string, width int) string {
	var b strings.Builder
	paragraph, wide := []string{}, false
	flush := func() {
		separator := "\n"
		if wide {
			separator = " "
		}
		if len(paragraph) > 0 {
			b.WriteString(strings.Join(paragraph, separator) + "\n")
		}
		paragraph, wide = paragraph[:0], false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n ")
		if line == "" || line[0] == ' ' {
			flush()
			b.WriteString(line + "\n")
			continue
		}
		paragraph, wide = append(paragraph, line), wide || Width(line) > width
	}
	flush()
	return b.String()
}
