package command_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/domain/command"
)

func TestCovered(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"go test ./...":                true,
		"go test ./... 2>&1 | tail -5": true,
		"cat a && make check":          true,
		"make":                         true,
		"npm run lint":                 true,
		"npm test":                     true,
		"npm run":                      false,
		"npm run -x":                   false,
		"npm install":                  false,
		"go run .":                     false,
		"go":                           false,
		"gotest":                       false,
		"cat a":                        false, // reading by itself is decided elsewhere
		"make; rm a":                   false,
		"make > a":                     false,
		"make $(rm a)":                 false,
		"X=1 make":                     false,
		"sh -c make":                   false,
		"pytest | tee a":               false,
		"":                             false,
	} {
		if got := command.DefaultRules().Covered(line, command.DefaultBuilds(), desk{}); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
	if (command.Prefix{}).Begins([]string{"ls"}) {
		t.Error("an empty prefix begins a command")
	}
}
