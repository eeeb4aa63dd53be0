package trace

import (
	"io"
	"testing"

	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/observertest"
)

func TestConformance(t *testing.T) {
	observertest.Run(t, func(*testing.T) ports.Observer { return New(io.Discard) })
}
