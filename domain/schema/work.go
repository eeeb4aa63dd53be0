package schema

// One unit of work is about what a second validator, built as gojsonschema is, spends on a schema
// that visits a node: half a microsecond on this class of machine. The factors below are measured
// against gojsonschema v1.2.0 (docs/performance.md); they err upwards.
const (
	// MaxConfirmedWork is the work up to which the second judge is asked.
	MaxConfirmedWork = 300_000

	visitWork = 1
	// failWork is one failing check: its message is made from a template at once.
	failWork = 40
	// Bytes that a unit of work pays for, by what is done with them.
	textBytesPerWork    = 512 // copied and counted
	failBytesPerWork    = 256 // of a path or a list of allowed values, copied into a message
	marshalBytesPerWork = 32  // written as JSON, read back and written again
	formatBytesPerWork  = 64  // read by a format's checker
	// stepsPerWork is how many instructions × bytes of a pattern a unit pays for.
	stepsPerWork = 32
)

func compareWork(bytes int, s *valueSet) int64 {
	return 2 + int64(bytes)/marshalBytesPerWork + int64(len(s.listed))/64 + int64(s.bytes)/4096
}

// numberWork pays for rational numbers: a power of ten is as long as its exponent.
func numberWork(size int, text string) int64 {
	work := int64(2 + size/16)
	for i := range size {
		if text[i] == 'e' || text[i] == 'E' {
			return work + 16
		}
	}
	return work
}

func patternWork(instructions, bytes int) int64 {
	return 1 + int64(instructions)*int64(bytes)/stepsPerWork
}

func formatWork(bytes int) int64 { return 1 + int64(bytes)/formatBytesPerWork }

func uniqueWork(size, bytes int) int64 { return int64(2*size) + int64(bytes)/marshalBytesPerWork }

func objectWork(members, properties, required int) int64 {
	return int64((members+4)*properties)/64 + int64(required)/16
}

// missWork is what one failing check of a keyword costs at the current node.
func (e *evaluator) missWork(n *Node, code keywordCode) int64 {
	bytes := e.nameBytes
	switch code {
	case keywordEnum:
		bytes += n.enum.bytes
	case keywordConst:
		bytes += n.constant.bytes
	}
	return failWork + int64(bytes)/failBytesPerWork
}
