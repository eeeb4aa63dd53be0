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
func readArguments(text []byte, found *faults) strictjson.Value {
	if len(text) == 0 {
		found.input("", "are missing, expected an object")
		return strictjson.Value{}
	}
	root, err := strictjson.Decode(text, strictjson.Options{MaxDepth: callNesting, AnyNumber: true})
	switch {
	case err != nil:
		found.input(faultOf(err))
	case root.Kind() != strictjson.KindObject:
		found.input("", "are not an object")
	}
	return root
}

// readPrepare reads {instance, input, fields?, context?}.
func readPrepare(text []byte) (PrepareCall, *intent.Error) {
	var found faults
	root := readArguments(text, &found)
	if len(found) > 0 {
		return PrepareCall{}, found.malformed(intent.StageInput)
	}
	var call PrepareCall
	var rest []strictjson.Member
	for name, value := range root.Members() {
		if name != "instance" {
			rest = append(rest, strictjson.Member{Name: name, Value: value})
		}
	}
	call.Instance = found.text(root, "instance", true)
	request, err := intent.RequestFromValue(strictjson.Object(rest...))
	if err != nil {
		found = append(found, err.Issues...)
	}
	call.Request = request
	return call, found.malformed(intent.StageInput)
}

// readAccept reads {jobId, stepToken, candidateText}.
func readAccept(text []byte) (AcceptCall, *intent.Error) {
	var found faults
	root := readArguments(text, &found)
	if len(found) > 0 {
		return AcceptCall{}, found.malformed(intent.StageBridge)
	}
	call := AcceptCall{
		JobID:         found.text(root, "jobId", true),
		StepToken:     found.text(root, "stepToken", true),
		CandidateText: found.text(root, "candidateText", true),
	}
	found.closed(root, "jobId", "stepToken", "candidateText")
	return call, found.malformed(intent.StageBridge)
}

// readCancel reads {jobId, outcome?, detail?}.
func readCancel(text []byte) (CancelCall, *intent.Error) {
	var found faults
	root := readArguments(text, &found)
	if len(found) > 0 {
		return CancelCall{}, found.malformed(intent.StageBridge)
	}
	call := CancelCall{
		JobID:   found.text(root, "jobId", true),
		Outcome: Outcome(found.text(root, "outcome", false)),
		Detail:  found.text(root, "detail", false),
	}
	if outcome, there := root.Lookup("outcome"); there && outcome.Kind() == strictjson.KindString {
		found.outcome(call.Outcome, false)
	}
	found.detail(call.Detail)
	found.closed(root, "jobId", "outcome", "detail")
	return call, found.malformed(intent.StageBridge)
}

// check judges a call that was made in Go, where every field is there.
func (c CancelCall) check() *intent.Error {
	var found faults
	found.outcome(c.Outcome, true)
	found.detail(c.Detail)
	return found.malformed(intent.StageBridge)
}

func (f *faults) text(root strictjson.Value, name string, required bool) string {
	value, there := root.Lookup(name)
	switch {
	case !there && required:
		f.input("/"+name, "is missing")
	case there && value.Kind() != strictjson.KindString:
		f.input("/"+name, "is not a string")
	}
	return value.Text()
}

func (f *faults) closed(root strictjson.Value, names ...string) {
	for name := range root.Members() {
		known := false
		for _, n := range names {
			known = known || n == name
		}
		if !known {
			f.input(strictjson.AppendName("", name), "is not an argument of this call")
		}
	}
}

func (f *faults) outcome(outcome Outcome, orNone bool) {
	switch outcome {
	case OutcomeCancelled, OutcomeRefusal, OutcomeIncomplete:
		return
	case "":
		if orNone {
			return
		}
	}
	f.input("/outcome", "is not cancelled, refusal or incomplete")
}

func (f *faults) detail(detail string) {
	switch {
	case !utf8.ValidString(detail):
		f.input("/detail", "is not valid UTF-8")
	case len(detail) > MaxDetailBytes:
		f.input("/detail", fmt.Sprintf("is %d bytes, at most %d are allowed", len(detail), MaxDetailBytes))
	}
}

func (f faults) malformed(stage intent.Stage) *intent.Error {
	return f.invalid(intent.InputInvalid, stage, "the call's arguments")
}
