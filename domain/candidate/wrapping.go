package candidate

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// wrapping says in which of the usual ways a candidate that cannot be read wraps its JSON; "" if in none.
// It shows nothing of the text.
func wrapping(text string) string {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\uFEFF"))
	lower := strings.ToLower(text[:min(len(text), 64)])
	object := strings.IndexByte(text, '{')
	end := strings.LastIndexByte(text, '}')
	switch {
	case strings.HasPrefix(lower, "<think"), strings.HasPrefix(lower, "<reasoning"),
		strings.HasPrefix(lower, "<analysis"):
		return "behind a thinking block"
	case strings.HasPrefix(text, "```"), strings.HasPrefix(text, "~~~"):
		return "in a code fence"
	case object < 0 || end < object:
		return ""
	case strings.Contains(text[:object], "```"), strings.Contains(text[end:], "```"):
		return "in a code fence"
	case object > 0 && readable(text[object:end+1]):
		return "behind other text"
	case object == 0 && end < len(text)-1 && readable(text[:end+1]):
		return "followed by other text"
	default:
		return ""
	}
}

func readable(text string) bool {
	v, err := strictjson.DecodeText(text, strictjson.Options{AnyNumber: true})
	return err == nil && v.Kind() == strictjson.KindObject
}

// quoted reports whether a candidate is a JSON string that holds a JSON object.
func quoted(v strictjson.Value) bool {
	return v.Kind() == strictjson.KindString && readable(v.Text())
}
