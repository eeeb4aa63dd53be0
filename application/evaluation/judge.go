package evaluation

import (
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/pattern"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Verdict is what a reading is worth.
type Verdict string

// The verdicts.
const (
	Right  Verdict = "right"  // it shows what the case expects
	Asked  Verdict = "asked"  // not right, but it asks, or says what is missing, or refuses
	Wrong  Verdict = "wrong"  // not right, and confident
	Failed Verdict = "error"  // no reading came: a provider, a limit, a candidate that could not be repaired
	broken Verdict = "broken" // the case itself cannot be judged
)

// Verdicts lists the verdicts, best first.
func Verdicts() []Verdict { return []Verdict{Right, Asked, Wrong, Failed} }

// Outcome is one reading of one case, judged.
type Outcome struct {
	ID       string
	Tags     []string
	Repeat   int    // from 1
	Case     string // digest of the case
	Executor string // who read
	Verdict  Verdict
	Why      string      // the first place that differs, or the error; "" if right. It may quote the reading
	Code     intent.Code // of an error, else ""
	Fields   []Field     // of the data that the case says something about, or that was found
	Repairs  int
	Usage    intent.Usage // of all calls; model and request id are those of the last
	Duration time.Duration
}

// Field says how one field of the data was met.
type Field struct {
	Name     string
	Expected bool // the case wants a value
	Found    bool // the reading has one
	Right    bool // both, and they match
}

// Reading is what came of reading a case once.
type Reading struct {
	Repeat   int
	Result   intent.Result
	Err      error // nil if the reading is complete
	Audit    intent.Audit
	Duration time.Duration
}

// ErrPattern says that a pattern of the case means nothing.
var ErrPattern = errors.New("the case has a pattern that means nothing")

// Judge judges one reading of a case. It fails with [ErrPattern] if the case cannot be judged.
func Judge(c Case, r Reading) (Outcome, error) {
	envelope := envelopeOf(r)
	o := Outcome{
		ID:       c.ID,
		Tags:     c.Tags,
		Case:     c.Digest,
		Repeat:   r.Repeat,
		Duration: r.Duration,
		Code:     intent.CodeOf(r.Err),
	}
	for _, candidate := range r.Audit.Candidates {
		o.add(candidate)
	}
	o.Verdict, o.Why = verdict(c, r, envelope)
	if o.Verdict == broken {
		return Outcome{}, ErrPattern
	}
	o.Fields = fields(c, envelope)
	return o, nil
}

func (o *Outcome) add(c intent.AuditCandidate) {
	if c.Repair {
		o.Repairs++
	}
	o.Usage.InputTokens += c.Usage.InputTokens
	o.Usage.OutputTokens += c.Usage.OutputTokens
	o.Usage.CachedTokens += c.Usage.CachedTokens
	if c.Usage.Model != "" {
		o.Usage.Model = c.Usage.Model
	}
}

// envelopeOf is the reply as the command writes it.
func envelopeOf(r Reading) strictjson.Value {
	if err := intent.AsError(r.Err); err != nil {
		return strictjson.Object(
			strictjson.Field("kind", strictjson.String("error")),
			strictjson.Field("error", err.Value()),
		)
	}
	return strictjson.Object(strictjson.Field("kind", strictjson.String("result")),
		strictjson.Field("result", r.Result.Value()))
}

func verdict(c Case, r Reading, envelope strictjson.Value) (Verdict, string) {
	for _, p := range c.Wrong {
		switch err := pattern.Match(p, envelope); {
		case errors.Is(err, pattern.ErrMalformed):
			return broken, ""
		case err == nil:
			return Wrong, "it shows what the case names as wrong"
		}
	}
	differs := expected(c, envelope)
	switch {
	case errors.Is(differs, pattern.ErrMalformed):
		return broken, ""
	case differs == nil:
		return Right, ""
	case asks(r):
		return Asked, differs.Error()
	case r.Err != nil:
		return Failed, r.Err.Error()
	default:
		return Wrong, differs.Error()
	}
}

// expected compares the reply with what the case expects of it.
func expected(c Case, envelope strictjson.Value) error {
	if _, whole := c.Expect.Lookup("kind"); whole {
		return pattern.Match(c.Expect, envelope)
	}
	result, ok := envelope.Lookup("result")
	if !ok {
		return errors.New("there is no result")
	}
	return pattern.Match(c.Expect, result)
}

// asks reports whether a reading asks, says what is missing, or refuses.
func asks(r Reading) bool {
	if errors.Is(r.Err, intent.DataExtractionFailed) || errors.Is(r.Err, intent.ModelRefused) {
		return true
	}
	for _, item := range r.Result.Intents {
		if r.Err == nil && item.Status == intent.StatusNeedsClarification {
			return true
		}
	}
	return false
}

// fields compares the data field by field, as far as the case says what is in it.
func fields(c Case, envelope strictjson.Value) []Field {
	wanted, ok := expectedData(c.Expect)
	if !ok {
		return nil
	}
	result, _ := envelope.Lookup("result")
	data, _ := result.Lookup("data")
	var list []Field
	for name, p := range wanted.Members() {
		value, found := data.Lookup(name)
		expects := pattern.MatchOptional(p, strictjson.Null(), false) != nil
		list = append(list, Field{Name: name, Expected: expects, Found: found,
			Right: expects && found && pattern.Match(p, value) == nil})
	}
	for name := range data.Members() {
		if _, listed := wanted.Lookup(name); !listed {
			list = append(list, Field{Name: name, Found: true})
		}
	}
	return list
}

// expectedData is the part of a pattern that speaks of the data, if it lists fields.
func expectedData(expect strictjson.Value) (strictjson.Value, bool) {
	if result, ok := expect.Lookup("result"); ok {
		expect = result
	}
	data, ok := expect.Lookup("data")
	if exact, is := data.Lookup("$exact"); is {
		data = exact
	}
	return data, ok && data.Kind() == strictjson.KindObject
}
