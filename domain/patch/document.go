package patch

import "strings"

// document is a text in lines; it lives for one Apply.
type document struct {
	lines []string // without their ends
	ends  []string // of each line, "" at most for the last
	first string   // the first line end of the text, LF if it has none
}

// read splits a text at LF, CR LF and CR, each line as it comes. Nothing else ends a line.
func read(text string) document {
	d := document{first: "\n"}
	for text != "" {
		at := strings.IndexAny(text, "\r\n")
		end := ""
		switch {
		case at < 0:
			at = len(text)
		case strings.HasPrefix(text[at:], "\r\n"):
			end = "\r\n"
		default:
			end = text[at : at+1]
		}
		if len(d.lines) == 0 && end != "" {
			d.first = end
		}
		d.lines, d.ends = append(d.lines, text[:at]), append(d.ends, end)
		text = text[at+len(end):]
	}
	return d
}

// appendLine writes a line as it is, with the first kind of line end if it has none.
func (d *document) appendLine(dst []byte, at int) []byte {
	dst = append(dst, d.lines[at]...)
	if d.ends[at] == "" {
		return append(dst, d.first...)
	}
	return append(dst, d.ends[at]...)
}

func (d *document) appendNew(dst []byte, line string) []byte {
	return append(append(dst, line...), d.first...)
}
