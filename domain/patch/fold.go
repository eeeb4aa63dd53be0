package patch

import "strings"

// folds are the four ways to compare two lines, from the strictest: each is tried over the whole rest
// of a text before the next one is.
var folds = [...]func(string) string{
	func(line string) string { return line },
	blanklessRight,
	blankless,
	func(line string) string { return plain(blankless(line)) },
}

// plain replaces typographic dashes, quotation marks and blanks by those of ASCII.
func plain(line string) string {
	for i := range len(line) {
		if line[i] >= 0x80 {
			return strings.Map(plainRune, line)
		}
	}
	return line
}

func plainRune(r rune) rune {
	switch {
	case 0x2010 <= r && r <= 0x2015, r == 0x2212:
		return '-'
	case 0x2018 <= r && r <= 0x201B:
		return '\''
	case 0x201C <= r && r <= 0x201F:
		return '"'
	case r == 0xA0, 0x2002 <= r && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
		return ' '
	}
	return r
}
