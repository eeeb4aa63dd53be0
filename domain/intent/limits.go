package intent

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Default limits; what each counts is told at the fields of [Limits].
const (
	DefaultMaxInputBytes             = 65536
	DefaultMaxContextBytes           = 131072
	DefaultMaxSchemaBytes            = 131072
	DefaultMaxRequestBytes           = 524288
	DefaultMaxOutputBytes            = 262144
	DefaultMaxSchemaDepth            = 8
	DefaultMaxSchemaProperties       = 256
	DefaultMaxContextMessages        = 100
	DefaultMaxIntentCount            = 100
	DefaultMaxConcurrentParses       = 4
	DefaultMaxSchemaCacheEntries     = 128
	DefaultMaxCandidateDepth         = 32
	DefaultMaxCandidateNodes         = 20000
	DefaultMaxEvidenceEntries        = 4096
	DefaultMaxIssueCount             = 256
	DefaultMaxValidationMs           = 1000
	DefaultMaxValidationQueueEntries = 32
)

// Bounds of what can be configured.
const (
	// MaxMilliseconds is the largest time that can be set, 2^31−1 ms.
	MaxMilliseconds = 1<<31 - 1
)

// Limits bounds what an instance takes, holds and spends. A zero field means its default, a negative
// one is refused. Bytes are UTF-8 bytes.
type Limits struct {
	MaxInputBytes             int // of a request's input
	MaxContextBytes           int // of the payload's context array as JSON; an empty one counts 0
	MaxSchemaBytes            int // of the schema as kept, compact
	MaxRequestBytes           int // of one model call: instructions, payload and format schema
	MaxOutputBytes            int // of one candidate
	MaxSchemaDepth            int // nesting of schema nodes, the root is 0
	MaxSchemaProperties       int // declared properties in the whole schema
	MaxContextMessages        int // messages of a request's context
	MaxIntentCount            int // intents of a core candidate
	MaxConcurrentParses       int // parses in flight; there is no queue
	MaxSchemaCacheEntries     int // cached projections
	MaxCandidateDepth         int // containers inside one another in a candidate
	MaxCandidateNodes         int // values in a candidate, names not counted
	MaxEvidenceEntries        int // evidence entries of a data candidate, and as many checks
	MaxIssueCount             int // issues of a data candidate, those made by verdicts counted
	MaxValidationMs           int // milliseconds of one schema validation, waiting included
	MaxValidationQueueEntries int // validations running and waiting
}

// limitField ties a limit to its wire name and default, in the contract's order.
type limitField struct {
	name  string
	at    func(*Limits) *int
	usual int
	most  int64
}

// anyInt bounds a limit that nothing else bounds.
const anyInt = strictjson.MaxInteger

var limitFields = []limitField{
	{"maxInputBytes", func(l *Limits) *int { return &l.MaxInputBytes }, DefaultMaxInputBytes, anyInt},
	{"maxContextBytes", func(l *Limits) *int { return &l.MaxContextBytes }, DefaultMaxContextBytes, anyInt},
	{"maxSchemaBytes", func(l *Limits) *int { return &l.MaxSchemaBytes }, DefaultMaxSchemaBytes, anyInt},
	{"maxRequestBytes", func(l *Limits) *int { return &l.MaxRequestBytes }, DefaultMaxRequestBytes, anyInt},
	{"maxOutputBytes", func(l *Limits) *int { return &l.MaxOutputBytes }, DefaultMaxOutputBytes, anyInt},
	{"maxSchemaDepth", func(l *Limits) *int { return &l.MaxSchemaDepth }, DefaultMaxSchemaDepth, anyInt},
	{"maxSchemaProperties", func(l *Limits) *int { return &l.MaxSchemaProperties },
		DefaultMaxSchemaProperties, anyInt},
	{"maxContextMessages", func(l *Limits) *int { return &l.MaxContextMessages },
		DefaultMaxContextMessages, anyInt},
	{"maxIntentCount", func(l *Limits) *int { return &l.MaxIntentCount }, DefaultMaxIntentCount, anyInt},
	{"maxConcurrentParses", func(l *Limits) *int { return &l.MaxConcurrentParses },
		DefaultMaxConcurrentParses, anyInt},
	{"maxSchemaCacheEntries", func(l *Limits) *int { return &l.MaxSchemaCacheEntries },
		DefaultMaxSchemaCacheEntries, anyInt},
	{
		"maxCandidateDepth",
		func(l *Limits) *int { return &l.MaxCandidateDepth },
		DefaultMaxCandidateDepth,
		anyInt,
	},
	{
		"maxCandidateNodes",
		func(l *Limits) *int { return &l.MaxCandidateNodes },
		DefaultMaxCandidateNodes,
		anyInt,
	},
	{"maxEvidenceEntries", func(l *Limits) *int { return &l.MaxEvidenceEntries },
		DefaultMaxEvidenceEntries, anyInt},
	{"maxIssueCount", func(l *Limits) *int { return &l.MaxIssueCount }, DefaultMaxIssueCount, anyInt},
	{"maxValidationMs", func(l *Limits) *int { return &l.MaxValidationMs },
		DefaultMaxValidationMs, MaxMilliseconds},
	{"maxValidationQueueEntries", func(l *Limits) *int { return &l.MaxValidationQueueEntries },
		DefaultMaxValidationQueueEntries, anyInt},
}

// WithDefaults returns the limits with every zero replaced by its default.
func (l Limits) WithDefaults() Limits {
	for _, field := range limitFields {
		if at := field.at(&l); *at == 0 {
			*at = field.usual
		}
	}
	return l
}

func (l Limits) check(faults *Faults) {
	for _, field := range limitFields {
		if n := int64(*field.at(&l)); n < 0 || n > field.most {
			faults.Add("/limits/"+field.name, limitRule(field.most))
		}
	}
}

func limitRule(most int64) string { return fmt.Sprintf("is not a positive integer up to %d", most) }
