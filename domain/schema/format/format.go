// Package format judges the string formats of JSON Schema that a schema may
// ask for, each exactly by its document. Formats are about strings only: other
// values are none of its business. Strings are expected to be valid UTF-8.
//
// Everything here is pure and stateless, and may be used by any number of
// goroutines.
package format

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

// checkers holds the formats but for "regex", the one that may take long
// enough to be stopped.
var checkers = map[string]func(string) bool{
	"date":                  isDate,
	"time":                  isTime,
	"date-time":             isDateTime,
	"duration":              isDuration,
	"uri":                   isURI,
	"uri-reference":         isURIReference,
	"url":                   isURL,
	"email":                 isEmail,
	"hostname":              isHostname,
	"ipv4":                  isIPv4,
	"ipv6":                  isIPv6,
	"uuid":                  isUUID,
	"json-pointer":          isJSONPointer,
	"relative-json-pointer": isRelativeJSONPointer,
}

const regex = "regex"

// Known reports whether there is a format of that name.
func Known(name string) bool {
	return name == regex || checkers[name] != nil
}

// Names are the known formats, sorted, in a slice of the caller's own.
func Names() []string {
	names := []string{regex}
	for name := range checkers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Check reports whether s has the named format. An unknown format fits nothing:
// ask Known before. Every check is linear in s; stop is asked from time to time
// where s is long, and a stopped check is not ok. A nil stop never stops.
func Check(name, s string, stop func() bool) (ok, stopped bool) {
	if name == regex {
		return ecma.CheckSyntax(s, stop)
	}
	check := checkers[name]
	return check != nil && check(s), false
}
