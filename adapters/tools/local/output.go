package local

import (
	"strings"
	"unicode/utf8"
)

// bytesPerToken is how the budget of a call is counted.
const bytesPerToken = 4

// maxShown bounds the JSON text of a call's output, so that the result stays below tool.MaxResultBytes.
const maxShown = 1_000_000

// shown is a piece of output as a result shows it.
type shown struct {
	text    string
	omitted int // bytes left out
}

// show makes text of output: at most budget bytes of it, cut at no character.
func show(output []byte, budget int) shown {
	text := decode(output)
	end, cost := 0, 0
	for at, r := range text {
		size := utf8.RuneLen(r)
		cost += jsonCost(r, size)
		if at+size > budget || cost > maxShown {
			break
		}
		end = at + size
	}
	return shown{text: text[:end], omitted: len(text) - end}
}

// jsonCost is how many bytes a character takes in JSON, at most.
func jsonCost(r rune, size int) int {
	switch {
	case r < 0x20 || r == 0x7f:
		return len(`\u0000`)
	case r == '"' || r == '\\':
		return 2
	}
	return size
}

// decode replaces what is no UTF-8: one U+FFFD for each maximal part of a character that was begun (The
// Unicode Standard, 3.9, as in the WHATWG's decoder).
func decode(output []byte) string {
	if utf8.Valid(output) {
		return string(output)
	}
	var b strings.Builder
	for len(output) > 0 {
		r, size := utf8.DecodeRune(output)
		if r == utf8.RuneError && size == 1 {
			size = begun(output)
		}
		b.WriteRune(r)
		output = output[size:]
	}
	return b.String()
}

// begun returns the length of the longest beginning of a character at the start of bytes that are none.
func begun(output []byte) int {
	most := 1
	switch b := output[0]; {
	case 0xC2 <= b && b <= 0xDF:
		most = 2
	case 0xE0 <= b && b <= 0xEF:
		most = 3
	case 0xF0 <= b && b <= 0xF4:
		most = 4
	}
	n := 1
	for n < most && n < len(output) && continues(output[0], output[n], n) {
		n++
	}
	return n
}

// continues reports whether a byte may stand at a place of a character (The Unicode Standard, table 3-7).
func continues(first, b byte, at int) bool {
	low, high := byte(0x80), byte(0xBF)
	if at == 1 {
		switch first {
		case 0xE0:
			low = 0xA0
		case 0xED:
			high = 0x9F
		case 0xF0:
			low = 0x90
		case 0xF4:
			high = 0x8F
		}
	}
	return low <= b && b <= high
}

// unfinished returns how many bytes at the end are a character that is still to come.
func unfinished(output []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(output); n++ {
		tail := output[len(output)-n:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) && begun(tail) == n {
				return n
			}
			return 0
		}
	}
	return 0
}
