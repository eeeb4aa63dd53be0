package schema

// Default limits; what each counts is told at the fields of [Limits].
const (
	DefaultMaxBytes          = 131072
	DefaultMaxDepth          = 8
	DefaultMaxProperties     = 256
	DefaultMaxDescribed      = 4096
	DefaultMaxDescribedBytes = 262144
)

// MaxEnumEntries and MaxEnumEntriesInAll bound the enum lists of a schema, one and all together.
const (
	MaxEnumEntries      = 1000
	MaxEnumEntriesInAll = 10000
)

// Limits bounds the schemas that are accepted and what an evaluation gathers. A field that is not
// positive means its default.
type Limits struct {
	MaxBytes          int // of the schema as kept, compact
	MaxDepth          int // nesting of schema nodes, the root is 0
	MaxProperties     int // declared properties in the whole schema
	MaxDescribed      int // described paths that an evaluation lists
	MaxDescribedBytes int // bytes of these paths
}

func (l Limits) withDefaults() Limits {
	for _, field := range []struct {
		at    *int
		usual int
	}{
		{&l.MaxBytes, DefaultMaxBytes},
		{&l.MaxDepth, DefaultMaxDepth},
		{&l.MaxProperties, DefaultMaxProperties},
		{&l.MaxDescribed, DefaultMaxDescribed},
		{&l.MaxDescribedBytes, DefaultMaxDescribedBytes},
	} {
		if *field.at <= 0 {
			*field.at = field.usual
		}
	}
	return l
}
