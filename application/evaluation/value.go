package evaluation

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Version is the version of a report's JSON form.
const Version = 1

// Value returns an outcome as one line of a results file.
func (o Outcome) Value() strictjson.Value {
	fields := make([]strictjson.Value, len(o.Fields))
	for i, f := range o.Fields {
		fields[i] = strictjson.Object(
			strictjson.Field("name", strictjson.String(f.Name)),
			strictjson.Field("expected", strictjson.Bool(f.Expected)),
			strictjson.Field("found", strictjson.Bool(f.Found)),
			strictjson.Field("right", strictjson.Bool(f.Right)))
	}
	return strictjson.Object(
		strictjson.Field("id", strictjson.String(o.ID)),
		count("repeat", o.Repeat),
		strictjson.Field("case", strictjson.String(o.Case)),
		strictjson.Field("executor", strictjson.String(o.Executor)),
		strictjson.Field("verdict", strictjson.String(string(o.Verdict))),
		strictjson.Field("why", strictjson.String(o.Why)),
		strictjson.Field("code", strictjson.String(string(o.Code))),
		strictjson.Field("tags", strictjson.Strings(o.Tags)),
		strictjson.Field("fields", strictjson.Array(fields...)),
		count("repairs", o.Repairs),
		strictjson.Field("inputTokens", strictjson.Int(o.Usage.InputTokens)),
		strictjson.Field("outputTokens", strictjson.Int(o.Usage.OutputTokens)),
		strictjson.Field("cachedTokens", strictjson.Int(o.Usage.CachedTokens)),
		strictjson.Field("model", strictjson.String(o.Usage.Model)),
		strictjson.Field("ms", strictjson.Int(o.Duration.Milliseconds())),
	)
}

// ErrOutcome says that a text is no outcome or no report.
var ErrOutcome = errors.New("not an outcome of an evaluation")

// ReadOutcome reads what [Outcome.Value] wrote.
func ReadOutcome(text []byte) (Outcome, error) {
	root, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return Outcome{}, fmt.Errorf("%w: %w", ErrOutcome, err)
	}
	return outcomeOf(root)
}

func outcomeOf(root strictjson.Value) (Outcome, error) {
	text := func(name string) string {
		v, _ := root.Lookup(name)
		if v.Kind() != strictjson.KindString {
			return ""
		}
		return v.Text()
	}
	number := func(name string) int64 {
		v, _ := root.Lookup(name)
		if v.Kind() != strictjson.KindNumber {
			return 0
		}
		n, _ := v.Decimal().Int64()
		return n
	}
	if root.Kind() != strictjson.KindObject {
		return Outcome{}, ErrOutcome
	}
	for name, kind := range map[string]strictjson.Kind{
		"id": strictjson.KindString, "verdict": strictjson.KindString,
		"why": strictjson.KindString, "code": strictjson.KindString, "model": strictjson.KindString,
		"repeat": strictjson.KindNumber, "tags": strictjson.KindArray, "fields": strictjson.KindArray} {
		if v, ok := root.Lookup(name); !ok || v.Kind() != kind {
			return Outcome{}, fmt.Errorf("%w: /%s", ErrOutcome, name)
		}
	}
	o := Outcome{
		Case: text("case"), Executor: text("executor"),
		ID: text("id"), Repeat: int(number("repeat")), Verdict: Verdict(text("verdict")), Why: text("why"),
		Code: intent.Code(text("code")), Repairs: int(number("repairs")),
		Usage: intent.Usage{InputTokens: number("inputTokens"), OutputTokens: number("outputTokens"),
			CachedTokens: number("cachedTokens"), Model: text("model")},
		Duration: time.Duration(number("ms")) * time.Millisecond,
	}
	tags, _ := root.Lookup("tags")
	for _, tag := range tags.Items() {
		if tag.Kind() == strictjson.KindString {
			o.Tags = append(o.Tags, tag.Text())
		}
	}
	fields, _ := root.Lookup("fields")
	for _, f := range fields.Items() {
		o.Fields = append(o.Fields, fieldOf(f))
	}
	return o, nil
}

func fieldOf(v strictjson.Value) Field {
	is := func(name string) bool {
		member, ok := v.Lookup(name)
		return ok && member.Kind() == strictjson.KindBool && member.Bool()
	}
	name, _ := v.Lookup("name")
	f := Field{Expected: is("expected"), Found: is("found"), Right: is("right")}
	if name.Kind() == strictjson.KindString {
		f.Name = name.Text()
	}
	return f
}

// Value returns a report as JSON: the figures, then every outcome.
func (r *Report) Value() strictjson.Value {
	outcomes := r.Outcomes()
	list := make([]strictjson.Value, len(outcomes))
	for i, o := range outcomes {
		list[i] = o.Value()
	}
	return strictjson.Object(
		strictjson.Field("version", strictjson.Int(Version)),
		strictjson.Field("executor", strictjson.String(r.Executor)),
		strictjson.Field("model", strictjson.String(r.Model)),
		strictjson.Field("verdicts", r.Count().value()),
		strictjson.Field("tags", tagValues(r.Tags())),
		strictjson.Field("fields", fieldValues(r.Fields())),
		strictjson.Field("consistency", r.Consistency().value()),
		strictjson.Field("cost", r.Cost().value()),
		strictjson.Field("outcomes", strictjson.Array(list...)),
	)
}

func count(name string, n int) strictjson.Member {
	return strictjson.Field(name, strictjson.Int(int64(n)))
}

// share writes a share with four digits.
func share(of float64) strictjson.Value {
	v, err := strictjson.Decode([]byte(strconv.FormatFloat(of, 'f', 4, 64)), strictjson.Options{})
	if err != nil {
		return strictjson.Null()
	}
	return v
}

func (c Count) value() strictjson.Value {
	return strictjson.Object(
		count("right", c.Right),
		count("asked", c.Asked),
		count("wrong", c.Wrong),
		count("error", c.Failed),
		strictjson.Field("share", share(c.Share())))
}

func tagValues(tags []Tag) strictjson.Value {
	members := make([]strictjson.Member, len(tags))
	for i, tag := range tags {
		members[i] = strictjson.Field(tag.Name, tag.value())
	}
	return strictjson.Object(members...)
}

func fieldValues(scores []FieldScore) strictjson.Value {
	members := make([]strictjson.Member, len(scores))
	for i, s := range scores {
		members[i] = strictjson.Field(s.Name, strictjson.Object(
			count("expected", s.Expected),
			count("found", s.Found),
			count("right", s.Right),
			strictjson.Field("precision", share(s.Precision())),
			strictjson.Field("recall", share(s.Recall()))))
	}
	return strictjson.Object(members...)
}

func (c Consistency) value() strictjson.Value {
	return strictjson.Object(
		count("repeats", c.Repeats),
		count("cases", c.Cases),
		count("all", c.All),
		count("any", c.Any),
		strictjson.Field("share", share(c.Share)))
}

func (c Cost) value() strictjson.Value {
	return strictjson.Object(
		count("repairs", c.Repairs),
		strictjson.Field("inputTokens", strictjson.Int(c.InputTokens)),
		strictjson.Field("outputTokens", strictjson.Int(c.OutputTokens)),
		strictjson.Field("cachedTokens", strictjson.Int(c.CachedTokens)),
		strictjson.Field("p50Ms", strictjson.Int(c.P50.Milliseconds())),
		strictjson.Field("p95Ms", strictjson.Int(c.P95.Milliseconds())),
		strictjson.Field("maxMs", strictjson.Int(c.Max.Milliseconds())))
}

// Value returns a comparison as JSON: the ids of the cases by what changed.
func (d Diff) Value() strictjson.Value {
	ids := func(changes []Change) strictjson.Value {
		names := make([]string, len(changes))
		for i, c := range changes {
			names[i] = c.ID
		}
		return strictjson.Strings(names)
	}
	return strictjson.Object(
		strictjson.Field("worse", ids(d.Worse)), strictjson.Field("better", ids(d.Better)),
		strictjson.Field("other", ids(d.Other)), strictjson.Field("new", strictjson.Strings(d.New)),
		strictjson.Field("gone", strictjson.Strings(d.Gone)))
}
