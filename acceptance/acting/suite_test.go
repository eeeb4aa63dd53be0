// Package acting_test holds the acting half against its specification, clause by clause: runs are played
// through bootstrap/acting with tools, providers and journals of the specs.
package acting_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestActing(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Acting")
}
