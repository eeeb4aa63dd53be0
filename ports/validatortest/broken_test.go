package validatortest

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// honest judges as the kit demands; the broken ones below differ from it in one thing each.
type honest struct {
	name    func() string
	work    func() int64
	compile func(schemaJSON []byte) error
	judge   func(p *schema.Projection, v strictjson.Value) error
}

func (h honest) Name() string {
	if h.name != nil {
		return h.name()
	}
	return "honest"
}

func (h honest) MaxWork() int64 {
	if h.work != nil {
		return h.work()
	}
	return 100_000
}

func (h honest) Compile(schemaJSON []byte) (func([]byte) error, error) {
	p, err := project(string(schemaJSON))
	if err != nil {
		return nil, err
	}
	if h.compile != nil {
		return nil, h.compile(schemaJSON)
	}
	return func(valueJSON []byte) error {
		v, err := decode(string(valueJSON))
		if err != nil {
			return err
		}
		if h.judge != nil {
			return h.judge(p, v)
		}
		return evaluate(p, v)
	}, nil
}

// evaluate judges as the runtime does.
func evaluate(p *schema.Projection, v strictjson.Value) error {
	verdict, _ := schema.Evaluate(p, v, nil)
	if verdict.Valid() {
		return nil
	}
	pointer := verdict.Violations[0].Pointer
	if tokens, err := strictjson.SplitPointer(pointer); err == nil {
		if _, ok := v.Resolve(tokens); !ok {
			pointer = "" // a name in it was cut
		}
	}
	return &schema.Disagreement{Pointer: pointer, Keyword: verdict.Violations[0].Keyword}
}

// changed returns an honest validator whose answers are changed before they are returned.
func changed(change func(err error, v strictjson.Value) error) honest {
	return honest{judge: func(p *schema.Projection, v strictjson.Value) error { return change(evaluate(p, v), v) }}
}

func TestTheHonestOnePasses(t *testing.T) {
	Run(t, func() ports.SchemaValidator { return honest{} }, Features{})
}

// shortPatience is for validators that are known to be late.
const shortPatience = 300 * time.Millisecond

// broken has one validator for every rule that breaks it, and for some rules several.
func broken() map[string][]honest {
	var names atomic.Int64
	remembered := map[string]error{} // of the first schema that asked
	asleep := changed(func(error, strictjson.Value) error { return nil })
	return map[string][]honest{
		"name": {
			{name: func() string { return "" }},
			{name: func() string { return strings.Repeat("x", int(names.Add(1))) }},
		},
		"work": {
			{work: func() int64 { return -1 }},
			{work: func() int64 { return names.Add(1) }},
			{work: func() int64 { return schema.MaxCountedWork + 1 }},
		},
		"official cases": {
			asleep,
			changed(func(err error, v strictjson.Value) error {
				if one, _ := v.Lookup(field); strings.ContainsAny(one.Text(), ".") {
					return nil // whatever has a point is fine
				}
				return err
			}),
			{compile: func([]byte) error { return errors.New("too hard") }},
			{compile: func([]byte) error { return nil }},
		},
		"own cases": {
			asleep,
			changed(func(err error, _ strictjson.Value) error {
				if err != nil {
					return fmt.Errorf("wrapped: %w", err)
				}
				return nil
			}),
			changed(func(err error, _ strictjson.Value) error {
				if err != nil {
					return &schema.Disagreement{Pointer: "/of/the/schema"}
				}
				return nil
			}),
			changed(func(err error, _ strictjson.Value) error {
				if err != nil {
					return &schema.Disagreement{Pointer: "no pointer"}
				}
				return nil
			}),
			changed(func(err error, _ strictjson.Value) error {
				typed, _ := err.(*schema.Disagreement) //nolint:errorlint // the fault to be caught
				return typed
			}),
			changed(func(error, strictjson.Value) error { return ports.ErrNoOpinion }),
		},
		"concurrent use": {concurrentlyBroken()},
		"apart from each other": {
			{judge: func(p *schema.Projection, v strictjson.Value) error {
				if known, ok := remembered[v.JSON()]; ok {
					return known // cached by value alone, whatever the schema
				}
				remembered[v.JSON()] = evaluate(p, v)
				return remembered[v.JSON()]
			}},
		},
		"within its work": {
			{judge: func(p *schema.Projection, v strictjson.Value) error {
				if verdict, _ := schema.Evaluate(p, v, nil); verdict.Work > 10_000 {
					return &schema.Disagreement{Keyword: "work"}
				}
				return evaluate(p, v)
			}},
			changed(func(err error, _ strictjson.Value) error {
				time.Sleep(2 * shortPatience)
				return err
			}),
		},
		"hunt for disagreement": {
			changed(func(err error, v strictjson.Value) error {
				if strings.Contains(v.JSON(), "-0") {
					return &schema.Disagreement{Keyword: "const"}
				}
				return err
			}),
			changed(func(err error, v strictjson.Value) error {
				if strings.Contains(v.JSON(), "e-") {
					return nil
				}
				return err
			}),
		},
	}
}

// concurrentlyBroken agrees to all when it is used twice at a time.
func concurrentlyBroken() honest {
	var busy atomic.Int64
	return honest{judge: func(p *schema.Projection, v strictjson.Value) error {
		defer busy.Add(-1)
		alone := busy.Add(1) == 1
		time.Sleep(100 * time.Microsecond)
		if !alone {
			return nil
		}
		return evaluate(p, v)
	}}
}

func TestTheKitCatchesBrokenOnes(t *testing.T) {
	validators := broken()
	for _, r := range rules {
		if len(validators[r.name]) == 0 {
			t.Errorf("%s: nothing shows that the rule is looked at", r.name)
		}
		for i, one := range validators[r.name] {
			if faults := r.faults(func() ports.SchemaValidator { return one }, Features{patience: shortPatience}); len(faults) == 0 {
				t.Errorf("%s: broken validator %d is not caught", r.name, i)
			}
		}
	}
}

func TestExceptionsAreHeldToTheirRules(t *testing.T) {
	maker := func() ports.SchemaValidator { return honest{} }
	for name, exceptions := range map[string]map[string]string{
		"not needed":  {"validation of host names: a valid host name": "reason"},
		"no such one": {"nothing: of the kind": "reason"},
	} {
		if faults := (rule{"official", checkOfficial, true}).faults(maker, Features{Exceptions: exceptions}); len(faults) == 0 {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestPairsRepeat(t *testing.T) {
	texts := func() string {
		var b strings.Builder
		for pair := range Pairs(7, 200) {
			b.WriteString(pair.Projection.Text())
			for _, v := range pair.Values {
				b.WriteString(v.JSON())
			}
		}
		return b.String()
	}
	first := texts()
	if second := texts(); first != second {
		t.Error("the same seed gives other pairs")
	}
}
