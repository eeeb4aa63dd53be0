package intent

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// AuditVersion is the version of the audit's document. A reader must refuse one it does not know.
const AuditVersion = 1

// Audit is the record of one reading: what a model answered, what was found wrong with it, and what
// every returned value rests on. It holds the material and the candidates, keys never: asking for it
// is the consent.
//
// It is a plain struct that is filled as the reading goes on; a field that was not reached keeps its
// zero value, so that an audit of a failure holds what there is. It is not safe for concurrent use
// while it is filled.
type Audit struct {
	ReadingID          string // as in the reading's events and error
	Language           string // canonical tag of the structured language
	InstructionVersion string
	InstructionDigest  string // SHA-256 in hex of the instructions' text
	SchemaDigest       string // SHA-256 in hex of the schema as kept
	ExecutorID         string // "" for a bridge, whose host generates

	Materials  []Material       // what was read, the input first; offsets count in these
	Candidates []AuditCandidate // in the order in which they came, both stages

	AuditFindings // of the data candidate judged last

	// Anchors are computed, not claimed by a model: where the material shares the words of what was
	// understood.
	Anchors []Anchor

	// DataSkipped: stage data was skipped, because an intent needs clarification first.
	DataSkipped bool

	// One of both is set once the reading has ended.
	Result *Result
	Error  *Error
}

// AuditFindings is what a data candidate says of its data.
type AuditFindings struct {
	Leaves     []AuditLeaf       // in the order of the candidate's evidence
	Containers []AuditLeaf       // evidence for whole containers; their values are in the result
	Verdicts   []AuditVerdict    // on the schema's descriptions, in the candidate's order
	Fields     []AuditConclusion // one for each selected field, in the candidate's order
}

// AuditCandidate is one answer of a model and what became of it.
type AuditCandidate struct {
	Stage      Stage
	Repair     bool    // the answer to a repair request
	Outcome    Outcome // complete, refusal or incomplete; "" where a call failed
	Text       string  // bytes that are not UTF-8 are written as U+FFFD
	Violations []Issue // the diagnostic's lines; none where it was accepted
	Accepted   bool    // it passed, or ended in business issues
	Usage      Usage
	Attempts   []Attempt     // calls that failed before, by an executor that asks again
	Duration   time.Duration // of the generation
}

// AuditLeaf is one value of data with what it rests on.
type AuditLeaf struct {
	Path    string // JSON Pointer into the candidate, from /data
	Mode    EvidenceMode
	Value   strictjson.Value
	Sources []AuditSource
}

// AuditSource is one quotation and every place where its material holds it.
type AuditSource struct {
	SourceID    string
	Quote       string
	Occurrences []Occurrence // in order; they may overlap
	Truncated   bool         // there are more than are listed
}

// Ambiguous reports whether the quote stands in more than one place, so that it does not say by itself
// which of them is meant.
func (s AuditSource) Ambiguous() bool { return len(s.Occurrences) > 1 }

// Occurrence is where a quote begins in its material, counted from 0.
type Occurrence struct {
	ByteOffset      int // in UTF-8 bytes
	CodePointOffset int // in Unicode code points
	UTF16Offset     int // in UTF-16 code units, as JavaScript counts

	// InsideWord: a word or number goes on before or behind the quote, which cuts it there.
	InsideWord bool
}

// Anchor tells where the material has the words of an intent, a requirement, a prohibition or a question.
// It was computed from the words and numbers that both share, and is no evidence: the model may have meant
// another place.
type Anchor struct {
	Path   string        // JSON Pointer into the result, such as /intents/0 or /prohibitions/1
	Ranges []AnchorRange // in the order of the materials; none of them overlap
}

// AnchorRange is a range of bytes of one material.
type AnchorRange struct {
	SourceID   string
	Start, End int // UTF-8 bytes, from 0; End is behind the last
}

// AuditVerdict is the model's verdict on the descriptions of one node of data.
type AuditVerdict struct {
	Path        string
	Verdict     Verdict
	Explanation string
	Sources     []AuditSource
}

// AuditConclusion is the model's conclusion about one selected field.
type AuditConclusion struct {
	Path        string
	Status      FieldStatus
	Explanation string
}
