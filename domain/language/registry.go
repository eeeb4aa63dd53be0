package language

import (
	_ "embed"
	"strings"
)

//go:generate go -C ../../tools run ./registry

// registry is the snapshot of the IANA Language Subtag Registry, written by tools/registry: comment
// lines, then one record a line, sorted by key. It is searched as it is, so that start-up and idle memory
// cost nothing.
//
//go:embed data/registry.txt
var registry string

// kind is the letter that opens a record's key.
type kind string

// The kinds of records: the types of RFC 5646, section 3.1.3. Grandfathered and redundant tags are both
// whole tags.
const (
	extlangKind  kind = "e"
	languageKind kind = "l"
	regionKind   kind = "r"
	scriptKind   kind = "s"
	variantKind  kind = "v"
	wholeTagKind kind = "t"
)

// record is what the registry says of a subtag or tag: fields separated by spaces, each opened by a mark.
type record string

// The marks of a record's fields.
const (
	preferredMark = '>'
	prefixMark    = '<'
	scopeMark     = '!'
)

// RegistryDate returns the File-Date of the embedded snapshot of the IANA Language Subtag Registry, as
// year, month and day: "2025-08-25".
func RegistryDate() string {
	const label = "# File-Date: "
	_, after, _ := strings.Cut(registry, label)
	date, _, _ := strings.Cut(after, "\n")
	return date
}

// lookup finds a record by binary search over the lines. The name is in lower case, as all of the
// snapshot is.
func lookup(k kind, name string) (record, bool) {
	key := string(k) + ":" + name
	low, high := 0, len(registry)
	for low < high {
		start, end := lineAround(low + (high-low)/2)
		found, rest, _ := strings.Cut(registry[start:end], " ")
		switch strings.Compare(key, found) {
		case 0:
			return record(rest), true
		case -1:
			high = start
		default:
			low = end + 1
		}
	}
	return "", false
}

// lineAround returns where the line that holds a byte starts and where its line feed stands.
func lineAround(at int) (start, end int) {
	start = strings.LastIndexByte(registry[:at], '\n') + 1
	return start, at + strings.IndexByte(registry[at:], '\n')
}

// preferred returns the preferred value in lower case, or the subtag itself where there is none.
func (r record) preferred(subtag string) string {
	if value, ok := r.field(preferredMark); ok {
		return value
	}
	return subtag
}

// scope returns the scope of a language that is not simply one language: collection, special or private-use.
func (r record) scope() string {
	value, _ := r.field(scopeMark)
	return value
}

// allowsPrefix reports whether an extlang may follow a language.
func (r record) allowsPrefix(language string) bool {
	for field := range strings.FieldsSeq(string(r)) {
		if field[0] == prefixMark && field[1:] == language {
			return true
		}
	}
	return false
}

// field returns the first field that a mark opens.
func (r record) field(mark byte) (string, bool) {
	for field := range strings.FieldsSeq(string(r)) {
		if field[0] == mark {
			return field[1:], true
		}
	}
	return "", false
}
