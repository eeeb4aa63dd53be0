package tools

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestInstructionsFit keeps the instructions to what hosts show, whatever is configured.
func TestInstructionsFit(t *testing.T) {
	var many []string
	for n := range 2000 {
		many = append(many, fmt.Sprintf("instance-of-department-%d", n))
	}
	for _, instances := range [][]string{nil, {"a"}, many, {strings.Repeat("é", 3000), "b"}} {
		said := Instructions(instances)
		if n := utf8.RuneCountInString(said); n > maxProse {
			t.Errorf("%d characters for %d instances", n, len(instances))
		}
		if len(instances) > 1000 && !strings.Contains(said, "more.") {
			t.Errorf("nothing says that there are more: %s", said[len(said)-200:])
		}
	}
}
