package schema

import (
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// appendStep extends a JSON Pointer by one step.
func appendStep(text []byte, s step, cut bool) []byte {
	text = append(text, '/')
	if s.array {
		return strconv.AppendInt(text, int64(s.index), 10)
	}
	name := s.name
	if cut {
		name = strictjson.CutName(name)
	}
	for i := range len(name) {
		switch name[i] {
		case '~':
			text = append(text, '~', '0')
		case '/':
			text = append(text, '~', '1')
		default:
			text = append(text, name[i])
		}
	}
	return text
}
