package intent

import "github.com/devcodex/intent-runtime/domain/schema"

// ReadSchema reads the configuration's schema under its limits. The error is an *Error with stage config:
// SCHEMA_UNSUPPORTED with one issue for every reason, in document order, or LIMIT_EXCEEDED if the schema
// is supported but passes a limit.
func (c Config) ReadSchema() (*schema.Schema, error) {
	s, reasons := schema.Read(c.Schema, c.Limits.ForSchema())
	if len(reasons) > 0 {
		return nil, schemaRefused(reasons)
	}
	return s, nil
}

// ForSchema returns those limits that bound a schema, defaults included.
func (l Limits) ForSchema() schema.Limits {
	l = l.WithDefaults()
	return schema.Limits{
		MaxBytes:          l.MaxSchemaBytes,
		MaxDepth:          l.MaxSchemaDepth,
		MaxProperties:     l.MaxSchemaProperties,
		MaxDescribed:      l.MaxEvidenceEntries,
		MaxDescribedBytes: l.MaxOutputBytes,
	}
}

func schemaRefused(reasons schema.Reasons) error {
	unsupported := reasons.Unsupported()
	if len(unsupported) == 0 {
		first := reasons[0]
		limit := Limit{Name: first.Name, Got: int64(first.Got), Most: int64(first.Most)}
		return NewLimitError(StageConfig, limit, "schema: "+first.Place())
	}
	var faults Faults
	for _, r := range unsupported {
		faults.Add(r.Pointer, r.Message)
	}
	return faults.Err(SchemaUnsupported, StageConfig, "schema")
}
