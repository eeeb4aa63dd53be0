package gojsonschema

import (
	"sync"

	"github.com/xeipuuv/gojsonschema"

	"github.com/devcodex/intent-runtime/domain/schema/format"
)

// privateFormat is the name under which the library knows the runtime's checker of a format. Whatever
// else is registered in the process, by embedders or by the library, keeps its own name.
func privateFormat(name string) string { return "github.com/devcodex/intent-runtime:" + name }

// registerFormats adds the runtime's checkers to the library's table once.
var registerFormats = sync.OnceFunc(func() {
	for _, name := range format.Names() {
		gojsonschema.FormatCheckers.Add(privateFormat(name), checker(name))
	}
})

// checker is a format by its own name.
type checker string

// IsFormat judges strings; everything else has every format, numbers included, which the library asks
// about too.
func (c checker) IsFormat(input any) bool {
	text, ok := input.(string)
	if !ok {
		return true
	}
	fits, _ := format.Check(string(c), text, nil)
	return fits
}
