package intent

import "github.com/devcodex/intent-runtime/domain/strictjson"

// Value gives the audit's wire form: every key in a fixed order, null or empty where the reading did
// not get that far. `stages` holds core and data, each with its candidates.
func (a Audit) Value() strictjson.Value {
	members := []strictjson.Member{
		strictjson.Field("version", strictjson.Int(AuditVersion)),
		strictjson.Field("readingId", strictjson.String(a.ReadingID)),
		strictjson.Field("language", strictjson.String(a.Language)),
		strictjson.Field("instructions", strictjson.Object(
			strictjson.Field("version", strictjson.String(a.InstructionVersion)),
			strictjson.Field("digest", strictjson.String(a.InstructionDigest)),
		)),
		strictjson.Field("schemaDigest", strictjson.String(a.SchemaDigest)),
		strictjson.Field("executorId", strictjson.String(a.ExecutorID)),
		strictjson.Field("materials", values(a.Materials, Material.value)),
		strictjson.Field("stages", strictjson.Array(a.stage(StageCore), a.stage(StageData))),
		strictjson.Field("leaves", values(a.Leaves, AuditLeaf.leaf)),
		strictjson.Field("containers", values(a.Containers, AuditLeaf.container)),
		strictjson.Field("descriptionVerdicts", values(a.Verdicts, AuditVerdict.value)),
		strictjson.Field("fieldConclusions", values(a.Fields, AuditConclusion.value)),
		strictjson.Field("anchors", values(a.Anchors, Anchor.value)),
		strictjson.Field("outcome", a.outcome()),
	}
	if a.DataSkipped {
		members = append(members, strictjson.Field("dataSkipped", strictjson.Bool(true)))
	}
	return strictjson.Object(members...)
}

// MarshalJSON writes the wire form.
func (a Audit) MarshalJSON() ([]byte, error) { return a.Value().AppendJSON(nil), nil }

// outcome is shaped like the envelope of a reply; null while the reading runs.
func (a Audit) outcome() strictjson.Value {
	switch {
	case a.Error != nil:
		return strictjson.Object(
			strictjson.Field("kind", strictjson.String("error")), strictjson.Field("error", a.Error.Value()))
	case a.Result != nil:
		return strictjson.Object(
			strictjson.Field("kind", strictjson.String("result")), strictjson.Field("result", a.Result.Value()))
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
		strictjson.Field("stage", strictjson.String(string(stage))),
		strictjson.Field("candidates", values(own, AuditCandidate.value)),
	)
}

func (c AuditCandidate) value() strictjson.Value {
	members := []strictjson.Member{
		strictjson.Field("repair", strictjson.Bool(c.Repair)),
		strictjson.Field("outcome", strictjson.String(string(c.Outcome))),
		strictjson.Field("accepted", strictjson.Bool(c.Accepted)),
		strictjson.Field("text", strictjson.String(c.Text)),
		strictjson.Field("violations", values(c.Violations, Issue.value)),
		strictjson.Field("usage", c.Usage.value()),
		strictjson.Field("durationMs", strictjson.Int(c.Duration.Milliseconds())),
	}
	if len(c.Attempts) > 0 {
		members = append(members, strictjson.Field("attempts", values(c.Attempts, Attempt.value)))
	}
	return strictjson.Object(members...)
}

func (a Attempt) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("executorId", strictjson.String(a.ExecutorID)),
		strictjson.Field("code", strictjson.String(string(a.Code))),
		strictjson.Field("usage", a.Usage.value()),
		strictjson.Field("waitedMs", strictjson.Int(a.Waited.Milliseconds())),
	)
}

func (u Usage) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("inputTokens", strictjson.Int(u.InputTokens)),
		strictjson.Field("outputTokens", strictjson.Int(u.OutputTokens)),
		strictjson.Field("cachedTokens", strictjson.Int(u.CachedTokens)),
		strictjson.Field("model", strictjson.String(u.Model)),
		strictjson.Field("requestId", strictjson.String(u.RequestID)),
	)
}

func (l AuditLeaf) leaf() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("path", strictjson.String(l.Path)),
		strictjson.Field("mode", strictjson.String(string(l.Mode))),
		strictjson.Field("value", l.Value),
		strictjson.Field("sources", values(l.Sources, AuditSource.value)),
	)
}

func (l AuditLeaf) container() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("path", strictjson.String(l.Path)),
		strictjson.Field("mode", strictjson.String(string(l.Mode))),
		strictjson.Field("sources", values(l.Sources, AuditSource.value)),
	)
}

func (s AuditSource) value() strictjson.Value {
	members := []strictjson.Member{
		strictjson.Field("sourceId", strictjson.String(s.SourceID)),
		strictjson.Field("quote", strictjson.String(s.Quote)),
		strictjson.Field("occurrences", values(s.Occurrences, Occurrence.value)),
		strictjson.Field("ambiguous", strictjson.Bool(s.Ambiguous())),
	}
	if s.Truncated {
		members = append(members, strictjson.Field("truncated", strictjson.Bool(true)))
	}
	return strictjson.Object(members...)
}

func (o Occurrence) value() strictjson.Value {
	members := []strictjson.Member{
		strictjson.Field("byteOffset", strictjson.Int(int64(o.ByteOffset))),
		strictjson.Field("codePointOffset", strictjson.Int(int64(o.CodePointOffset))),
		strictjson.Field("utf16Offset", strictjson.Int(int64(o.UTF16Offset))),
	}
	if o.InsideWord {
		members = append(members, strictjson.Field("insideWord", strictjson.Bool(true)))
	}
	return strictjson.Object(members...)
}

func (a Anchor) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("path", strictjson.String(a.Path)),
		strictjson.Field("computed", strictjson.Bool(true)),
		strictjson.Field("ranges", values(a.Ranges, AnchorRange.value)),
	)
}

func (r AnchorRange) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("sourceId", strictjson.String(r.SourceID)),
		strictjson.Field("start", strictjson.Int(int64(r.Start))),
		strictjson.Field("end", strictjson.Int(int64(r.End))),
	)
}

func (v AuditVerdict) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("path", strictjson.String(v.Path)),
		strictjson.Field("verdict", strictjson.String(string(v.Verdict))),
		strictjson.Field("explanation", strictjson.String(v.Explanation)),
		strictjson.Field("sources", values(v.Sources, AuditSource.value)),
	)
}

func (c AuditConclusion) value() strictjson.Value {
	return strictjson.Object(
		strictjson.Field("path", strictjson.String(c.Path)),
		strictjson.Field("status", strictjson.String(string(c.Status))),
		strictjson.Field("explanation", strictjson.String(c.Explanation)),
	)
}
