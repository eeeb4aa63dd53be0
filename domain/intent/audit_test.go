package intent_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func TestEmptyAudit(t *testing.T) {
	want := `{"version":1,"readingId":"","language":"","instructions":{"version":"","digest":""},"schemaDigest":"","executorId":"",` +
		`"materials":[],"stages":[{"stage":"core","candidates":[]},{"stage":"data","candidates":[]}],` +
		`"leaves":[],` +
		`"containers":[],"descriptionVerdicts":[],"fieldConclusions":[],"anchors":[],"outcome":null}`
	if got := (intent.Audit{}).Value().JSON(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAuditWireForm(t *testing.T) {
	place := intent.Occurrence{ByteOffset: 3, CodePointOffset: 2, UTF16Offset: 2, InsideWord: true}
	sources := []intent.AuditSource{
		{SourceID: "input", Quote: "<q>", Occurrences: []intent.Occurrence{{}, place}, Truncated: true},
	}
	audit := intent.Audit{
		Language: "en", InstructionVersion: "1", InstructionDigest: "d", SchemaDigest: "s", ExecutorID: "e",
		Materials: []intent.Material{{ID: "input", Role: intent.RoleUser, Content: "x"}},
		Candidates: []intent.AuditCandidate{
			{Stage: intent.StageCore, Outcome: intent.OutcomeComplete, Text: "a\xff", Violations: []intent.Issue{{Message: "m"}},
				Usage: intent.Usage{
					InputTokens:  1,
					OutputTokens: 2,
					CachedTokens: 3,
					Model:        "m",
					RequestID:    "r",
				},
				Duration: 1500 * time.Millisecond},
			{Stage: intent.StageData, Repair: true, Accepted: true},
		},
		AuditFindings: intent.AuditFindings{
			Leaves: []intent.AuditLeaf{
				{Path: "/data/a", Mode: "exact", Value: strictjson.String("v"), Sources: sources},
			},
			Containers: []intent.AuditLeaf{{Path: "/data/b", Mode: "semantic", Value: strictjson.Array()}},
			Verdicts:   []intent.AuditVerdict{{Path: "/data", Verdict: "satisfied", Explanation: "x"}},
			Fields:     []intent.AuditConclusion{{Path: "/data/a", Status: "extracted", Explanation: "y"}},
		},
	}
	got := audit.Value().JSON()
	for _, want := range []string{
		`{"stage":"core","candidates":[{"repair":false,"outcome":"complete","accepted":false,"text":"a` + "\ufffd" + `",` +
			`"violations":[{"code":"","category":"","path":null,"message":"m"}],` +
			`"usage":{"inputTokens":1,"outputTokens":2,` +
			`"cachedTokens":3,"model":"m","requestId":"r"},"durationMs":1500}]}`,
		`{"stage":"data","candidates":[{"repair":true,"outcome":"","accepted":true,`,
		`"materials":[{"sourceId":"input","role":"user","content":"x"}]`,
		`"leaves":[{"path":"/data/a","mode":"exact","value":"v","sources":[{"sourceId":"input",` +
			`"quote":"<q>","occurrences":[` +
			`{"byteOffset":0,"codePointOffset":0,"utf16Offset":0},` +
			`{"byteOffset":3,"codePointOffset":2,"utf16Offset":2,"insideWord":true}],` +
			`"ambiguous":true,"truncated":true}]}]`,
		`"containers":[{"path":"/data/b","mode":"semantic","sources":[]}]`,
		`"descriptionVerdicts":[{"path":"/data","verdict":"satisfied","explanation":"x","sources":[]}]`,
		`"fieldConclusions":[{"path":"/data/a","status":"extracted","explanation":"y"}]`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("misses %s\nin %s", want, got)
		}
	}
}

func TestAuditOutcome(t *testing.T) {
	result := sample()
	audit := intent.Audit{Result: &result}
	if got := audit.Value().JSON(); !strings.HasSuffix(got, `"outcome":{"kind":"result","result":`+sampleJSON+`}}`) {
		t.Errorf("got %s", got)
	}
	audit.Error = intent.NewError(intent.ModelRefused, intent.StageCore, "m")
	text, err := json.Marshal(audit)
	want := `"outcome":{"kind":"error","error":{"code":"MODEL_REFUSED","stage":"core","message":"m","issues":[]}}}`
	if err != nil || !strings.HasSuffix(string(text), want) {
		t.Errorf("got %s %v", text, err)
	}
}

func TestAmbiguous(t *testing.T) {
	for n, want := range []bool{false, false, true, true} {
		if got := (intent.AuditSource{Occurrences: make([]intent.Occurrence, n)}).Ambiguous(); got != want {
			t.Errorf("%d places: %v", n, got)
		}
	}
}
