package format

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// isUUID is the text form of RFC 4122, section 3, in either case and of any
// version and variant.
func isUUID(s string) bool {
	if len(s) != len("00000000-0000-0000-0000-000000000000") {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !isHex(s[i]) {
				return false
			}
		}
	}
	return true
}

// isJSONPointer is the string representation of RFC 6901, section 3.
func isJSONPointer(s string) bool {
	_, err := strictjson.SplitPointer(s)
	return err == nil
}

// isRelativeJSONPointer is that of draft-handrews-relative-json-pointer-01, the
// one that Draft-7 names: steps upwards, then "#" or a JSON Pointer.
func isRelativeJSONPointer(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	steps := s[:len(s)-len(rest)]
	if steps == "" || len(steps) > 1 && steps[0] == '0' {
		return false
	}
	return rest == "#" || isJSONPointer(rest)
}
