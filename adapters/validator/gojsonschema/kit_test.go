package gojsonschema_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/validatortest"
)

func TestKit(t *testing.T) {
	validatortest.Run(t, func() ports.SchemaValidator { return gojsonschema.New() }, validatortest.Features{})
}
