package native_test

import (
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/validatortest"
)

func TestKit(t *testing.T) {
	validatortest.Run(t, func() ports.SchemaValidator { return native.New() }, validatortest.Features{})
}

// TestNobodyIsAsked: the work says so, and who asks all the same gets no opinion.
func TestNobodyIsAsked(t *testing.T) {
	validator := native.New()
	if judge, err := validator.Compile([]byte(`{}`)); judge != nil || !errors.Is(err, ports.ErrNoOpinion) || validator.MaxWork() != 0 {
		t.Errorf("work %d, %v", validator.MaxWork(), err)
	}
}
