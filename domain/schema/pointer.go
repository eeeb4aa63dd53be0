package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// appendStep extends a JSON Pointer by one step. A name that is to be shown is cut.
func appendStep(text []byte, s step, cut bool) []byte {
	switch {
	case s.array:
		return strictjson.AppendIndex(text, s.index)
	case cut:
		return strictjson.AppendName(text, strictjson.CutName(s.name))
	default:
		return strictjson.AppendName(text, s.name)
	}
}
