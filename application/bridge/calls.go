package bridge

import (
	"fmt"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// MaxDetailBytes is how long a cancel's detail may be, in UTF-8 bytes.
const MaxDetailBytes = 2048

// PrepareCall asks for a job.
type PrepareCall struct {
	Instance string // the name of the instance that reads
	intent.Request
}

// AcceptCall hands in a candidate.
type AcceptCall struct {
	JobID         string
	StepToken     string // of the task that the candidate answers
	CandidateText string // exactly as the model wrote it
}

// CancelCall ends a job.
type CancelCall struct {
	JobID   string
	Outcome Outcome
	Detail  string // why; reaches observers that want material, nothing else
}

// Outcome says why a host ends a job.
type Outcome string

// The outcomes. The empty one is cancelled.
const (
	OutcomeCancelled  Outcome = "cancelled"
	OutcomeRefusal    Outcome = "refusal"    // the host's model refused
	OutcomeIncomplete Outcome = "incomplete" // the host's model stopped before the candidate was whole
)

// callNesting is deeper than any well-formed call, so that a fault is named where it lies.
const callNesting = 32

// readArguments reads a call's wire form strictly. A fault is added to found.
func readArguments(text []byte, found *intent.Faults) strictjson.Value {
	if len(text) == 0 {
		found.Add("", "are missing, expected an object")
		return strictjson.Value{}
	}
	options := strictjson.Options{MaxDepth: callNesting, MaxNodes: intent.MaxRequestNodes, AnyNumber: true}
	root, err := strictjson.Decode(text, options)
	switch {
	case err != nil:
		found.Read(err)
	case root.Kind() != strictjson.KindObject:
		found.Add("", "are not an object")
	}
	return root
}

// readPrepare reads {instance, input, fields?, context?}.
func readPrepare(text []byte) (PrepareCall, error) {
	var found intent.Faults
	root := readArguments(text, &found)
	if !found.None() {
		return PrepareCall{}, malformed(&found, intent.StageInput)
	}
	var call PrepareCall
	var rest []strictjson.Member
	for name, value := range root.Members() {
		if name != "instance" {
			rest = append(rest, strictjson.Field(name, value))
		}
	}
	found.Require("", root, "instance")
	if name, there := root.Lookup("instance"); there {
		call.Instance = found.Text("/instance", name)
	}
	request, err := intent.RequestFromValue(strictjson.Object(rest...))
	found.Join(err)
	call.Request = request
	return call, malformed(&found, intent.StageInput)
}

// readAccept reads {jobId, stepToken, candidateText}.
func readAccept(text []byte) (AcceptCall, error) {
	var found intent.Faults
	root := readArguments(text, &found)
	if !found.None() {
		return AcceptCall{}, malformed(&found, intent.StageBridge)
	}
	var call AcceptCall
	found.Require("", root, "jobId", "stepToken", "candidateText")
	for name, value := range found.Members("", root, "this call", "jobId", "stepToken", "candidateText") {
		text := found.Text("/"+name, value)
		switch name {
		case "jobId":
			call.JobID = text
		case "stepToken":
			call.StepToken = text
		case "candidateText":
			call.CandidateText = text
		}
	}
	return call, malformed(&found, intent.StageBridge)
}

// readCancel reads {jobId, outcome?, detail?}.
func readCancel(text []byte) (CancelCall, error) {
	var found intent.Faults
	root := readArguments(text, &found)
	if !found.None() {
		return CancelCall{}, malformed(&found, intent.StageBridge)
	}
	var call CancelCall
	found.Require("", root, "jobId")
	for name, value := range found.Members("", root, "this call", "jobId", "outcome", "detail") {
		switch name {
		case "jobId":
			call.JobID = found.Text("/jobId", value)
		case "outcome":
			call.Outcome = intent.Word(&found, "/outcome", value,
				OutcomeCancelled, OutcomeRefusal, OutcomeIncomplete)
		case "detail":
			call.Detail = found.Text("/detail", value)
			checkDetail(&found, call.Detail)
		}
	}
	return call, malformed(&found, intent.StageBridge)
}

// check judges a call that was made in Go, where every field is there.
func (c CancelCall) check() error {
	var found intent.Faults
	switch c.Outcome {
	case "", OutcomeCancelled, OutcomeRefusal, OutcomeIncomplete:
	default:
		found.Add("/outcome", "is not cancelled, refusal or incomplete")
	}
	checkDetail(&found, c.Detail)
	return malformed(&found, intent.StageBridge)
}

func checkDetail(found *intent.Faults, detail string) {
	switch {
	case !utf8.ValidString(detail):
		found.Add("/detail", "is not valid UTF-8")
	case len(detail) > MaxDetailBytes:
		found.Add("/detail", fmt.Sprintf("is %d bytes, at most %d are allowed", len(detail), MaxDetailBytes))
	}
}

func malformed(found *intent.Faults, stage intent.Stage) error {
	return found.Err(intent.InputInvalid, stage, "the call's arguments")
}
