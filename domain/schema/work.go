package schema

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// One unit of work is what a second validator, built as gojsonschema v1.2.0 is, does in about half a
// microsecond on this class of machine. The factors below are measured against it, kind by kind, and
// err upwards: BenchmarkWorstConfirmation of its adapter, docs/performance.md.
const (
	// MaxCountedWork is the work up to which all of it is counted, branches that fail included. Beyond it no
	// second judge is asked, so that the first failure of a branch ends it.
	MaxCountedWork = 300_000

	visitWork = 3
	// failWork is one failing check, whose message is made from a template at once.
	failWork = 40
	// Bytes that a unit of work pays for, by what is done with them.
	textBytesPerWork    = 64 // copied and counted
	failBytesPerWork    = 32 // of a path or a list of allowed values, copied into messages
	marshalBytesPerWork = 16 // written as JSON, read back and written again
	formatBytesPerWork  = 16 // read by a format's checker
	// stepsPerWork is how many instructions × bytes of a pattern a unit pays for.
	stepsPerWork = 32
	// numberKeywordWork is one bound compared as a rational number, itemWork one item made comparable.
	numberKeywordWork = 3
	itemWork          = 8
	// Powers of ten that a unit pays for: where a number is read, and where it is told in a message.
	readPowersPerWork = 16
	toldWorkPerPower  = 2
)

func compareWork(bytes int, s *valueSet) int64 {
	return 2 + int64(bytes)/marshalBytesPerWork + int64(len(s.listed))/64 + int64(s.bytes)/4096
}

// powers tells how long a number is as a rational one: its digits and its power of ten.
func powers(text string) int64 {
	exponent := 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exponent, _ = strconv.Atoi(text[i+1:]) // what is not finite was refused long before
	}
	return int64(len(text) + max(exponent, -exponent))
}

// numberWork pays for a number that is compared with the bounds of a schema.
func (n *Node) numberWork(v strictjson.Value) int64 {
	return n.bounds * (numberKeywordWork + (powers(v.Text())+n.powers)/readPowersPerWork)
}

func patternWork(instructions, bytes int) int64 {
	return 1 + int64(instructions)*int64(bytes)/stepsPerWork
}

func formatWork(bytes int) int64 { return 1 + int64(bytes)/formatBytesPerWork }

func uniqueWork(size, bytes int) int64 {
	return int64(itemWork*size) + int64(bytes)/marshalBytesPerWork
}

func objectWork(members, properties, required int) int64 {
	return int64((members+4)*properties)/64 + int64(required)/16
}

// violationWork is what one failing check of a keyword costs at the current node.
func (e *evaluator) violationWork(n *Node, code keywordCode) int64 {
	bytes, work := e.nameBytes, int64(failWork)
	switch code {
	case keywordEnum:
		bytes += n.enum.bytes
	case keywordConst:
		bytes += n.constant.bytes
	case keywordMinimum, keywordMaximum, keywordExclusiveMinimum, keywordExclusiveMaximum, keywordMultipleOf:
		work += n.powers * toldWorkPerPower
	}
	return work + int64(bytes)/failBytesPerWork
}
