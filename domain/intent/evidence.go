package intent

// EvidenceMode says how a value follows from the quotations of its evidence.
type EvidenceMode string

// The modes.
const (
	EvidenceExact    EvidenceMode = "exact"    // the value is a string and equals one of its quotes
	EvidenceSemantic EvidenceMode = "semantic" // the value is derived from the quotes
)

// Verdict is a model's verdict on the descriptions of one node of data.
type Verdict string

// The verdicts.
const (
	VerdictSatisfied    Verdict = "satisfied"
	VerdictViolated     Verdict = "violated"
	VerdictUndetermined Verdict = "undetermined"
)

// FieldStatus is a model's conclusion about one selected field.
type FieldStatus string

// The conclusions.
const (
	FieldExtracted     FieldStatus = "extracted"      // its value is in data
	FieldNotProvided   FieldStatus = "not_provided"   // the material does not say
	FieldNotApplicable FieldStatus = "not_applicable" // it makes no sense for this request
	FieldIssue         FieldStatus = "issue"          // something stands against it; an issue says what
)
