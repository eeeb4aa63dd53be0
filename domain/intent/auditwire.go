package intent

import "github.com/devcodex/intent-runtime/domain/strictjson"

// Value gives the audit's wire form: every key in a fixed order, null or empty where the reading did
// not get that far. `stages` holds core and data, each with its candidates.
func (a Audit) Value() strictjson.Value {
	return strictjson.Object(
		member("version", strictjson.Int(AuditVersion)),
		member("language", strictjson.String(a.Language)),
		member("instructions", strictjson.Object(
			member("version", strictjson.String(a.InstructionVersion)),
			member("digest", strictjson.String(a.InstructionDigest)),
		)),
		member("schemaDigest", strictjson.String(a.SchemaDigest)),
		member("executorId", strictjson.String(a.ExecutorID)),
		member("materials", values(a.Materials, Material.value)),
		member("stages", strictjson.Array(a.stage(StageCore), a.stage(StageData))),
		member("leaves", values(a.Leaves, AuditLeaf.leaf)),
		member("containers", values(a.Containers, AuditLeaf.container)),
		member("descriptionVerdicts", values(a.Verdicts, AuditVerdict.value)),
		member("fieldConclusions", values(a.Fields, AuditConclusion.value)),
		member("outcome", a.outcome()),
	)
}

// MarshalJSON writes the wire form.
func (a Audit) MarshalJSON() ([]byte, error) { return a.Value().AppendJSON(nil), nil }

// outcome is shaped like the envelope of a reply; null while the reading runs.
func (a Audit) outcome() strictjson.Value {
	switch {
	case a.Error != nil:
		return strictjson.Object(member("kind", strictjson.String("error")), member("error", a.Error.Value()))
	case a.Result != nil:
		return strictjson.Object(member("kind", strictjson.String("result")), member("result", a.Result.Value()))
	default:
		return strictjson.Null()
	}
}

func (a Audit) stage(stage Stage) strictjson.Value {
	var own []AuditCandidate
	for _, candidate := range a.Candidates {
		if candidate.Stage == stage {
			own = append(own, candidate)
		}
	}
	return strictjson.Object(
		member("stage", strictjson.String(string(stage))),
		member("candidates", values(own, AuditCandidate.value)),
	)
}

func (c AuditCandidate) value() strictjson.Value {
	return strictjson.Object(
		member("repair", strictjson.Bool(c.Repair)),
		member("outcome", strictjson.String(string(c.Outcome))),
		member("accepted", strictjson.Bool(c.Accepted)),
		member("text", strictjson.String(c.Text)),
		member("violations", values(c.Violations, Issue.value)),
		member("usage", c.Usage.value()),
		member("durationMs", strictjson.Int(c.Duration.Milliseconds())),
	)
}

func (u Usage) value() strictjson.Value {
	return strictjson.Object(
		member("inputTokens", strictjson.Int(u.InputTokens)),
		member("outputTokens", strictjson.Int(u.OutputTokens)),
		member("cachedTokens", strictjson.Int(u.CachedTokens)),
		member("model", strictjson.String(u.Model)),
		member("requestId", strictjson.String(u.RequestID)),
	)
}

func (l AuditLeaf) leaf() strictjson.Value {
	return strictjson.Object(
		member("path", strictjson.String(l.Path)),
		member("mode", strictjson.String(l.Mode)),
		member("value", l.Value),
		member("sources", values(l.Sources, AuditSource.value)),
	)
}

func (l AuditLeaf) container() strictjson.Value {
	return strictjson.Object(
		member("path", strictjson.String(l.Path)),
		member("mode", strictjson.String(l.Mode)),
		member("sources", values(l.Sources, AuditSource.value)),
	)
}

func (s AuditSource) value() strictjson.Value {
	members := []strictjson.Member{
		member("sourceId", strictjson.String(s.SourceID)),
		member("quote", strictjson.String(s.Quote)),
		member("occurrences", values(s.Occurrences, Occurrence.value)),
		member("ambiguous", strictjson.Bool(s.Ambiguous())),
	}
	if s.Truncated {
		members = append(members, member("truncated", strictjson.Bool(true)))
	}
	return strictjson.Object(members...)
}

func (o Occurrence) value() strictjson.Value {
	return strictjson.Object(
		member("byteOffset", strictjson.Int(int64(o.ByteOffset))),
		member("codePointOffset", strictjson.Int(int64(o.CodePointOffset))),
	)
}

func (v AuditVerdict) value() strictjson.Value {
	return strictjson.Object(
		member("path", strictjson.String(v.Path)),
		member("verdict", strictjson.String(v.Verdict)),
		member("explanation", strictjson.String(v.Explanation)),
		member("sources", values(v.Sources, AuditSource.value)),
	)
}

func (c AuditConclusion) value() strictjson.Value {
	return strictjson.Object(
		member("path", strictjson.String(c.Path)),
		member("status", strictjson.String(c.Status)),
		member("explanation", strictjson.String(c.Explanation)),
	)
}
