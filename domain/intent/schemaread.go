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

// PrepareSchema writes a schema as people have it in the accepted subset, for [Config.Schema]; see
// [schema.Prepare], which also tells what it changed. The error is that of [Config.ReadSchema], with
// pointers into the text that was given.
func PrepareSchema(text []byte, limits Limits) ([]byte, error) {
	prepared, _ := schema.Prepare(text, limits.ForSchema()) // its error is among the reasons
	for _, reason := range prepared.Reasons {
		if reason.Name == "maxSchemaBytes" { // bytes are judged before all else
			return nil, schemaRefused(schema.Reasons{reason})
		}
	}
	if len(prepared.Reasons) > 0 {
		return nil, schemaRefused(prepared.Reasons)
	}
	return prepared.Text, nil
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
