package acceptance_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
)

var _ = AfterSuite(func() { Expect(world.Clean()).To(Succeed()) })

func TestAcceptance(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "The contract")
}
