package native_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/validatortest"
)

func TestKit(t *testing.T) {
	validatortest.Run(t, func() ports.SchemaValidator { return native.New() }, validatortest.Features{})
}
