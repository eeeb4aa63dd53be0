package santhosh_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/benchmarks/santhosh"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/validatortest"
)

func TestKit(t *testing.T) {
	validatortest.Run(t, func() ports.SchemaValidator { return santhosh.Validator{} }, validatortest.Features{})
}
