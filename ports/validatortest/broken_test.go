package validatortest

import (
	"context"
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
	compile func(ctx context.Context, p *schema.Projection) error
	judge   func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error)
}

func (h honest) Name() string {
	if h.name != nil {
		return h.name()
	}
	return "honest"
}

func (h honest) Compile(ctx context.Context, p *schema.Projection) (ports.CompiledSchema, error) {
	if h.compile != nil {
		return honestCompiled{h, p}, h.compile(ctx, p)
	}
	return honestCompiled{h, p}, ctx.Err()
}

type honestCompiled struct {
	honest
	projection *schema.Projection
}

func (c honestCompiled) Validate(ctx context.Context, v strictjson.Value) (schema.Verdict, error) {
	if c.judge != nil {
		return c.judge(ctx, c.projection, v)
	}
	return evaluate(ctx, c.projection, v)
}

func evaluate(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return schema.Verdict{}, err
	}
	verdict, stopped := schema.Evaluate(p, v, func() bool { return ctx.Err() != nil })
	if stopped {
		return schema.Verdict{}, ctx.Err()
	}
	return verdict, nil
}

// changed gives an honest validator whose verdicts are changed before they are returned.
func changed(change func(verdict *schema.Verdict, v strictjson.Value)) honest {
	return honest{judge: func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
		verdict, err := evaluate(ctx, p, v)
		change(&verdict, v)
		return verdict, err
	}}
}

func TestTheHonestOnePasses(t *testing.T) {
	Run(t, func() ports.SchemaValidator { return honest{} }, Features{})
}

// shortPatience is for validators that are known to be late.
const shortPatience = 300 * time.Millisecond

// broken has one validator for every rule that breaks it, and for some rules several.
func broken() map[string][]honest {
	var names atomic.Int64
	remembered := map[string]schema.Verdict{} // of the first projection that asked
	return map[string][]honest{
		"name": {
			{name: func() string { return "" }},
			{name: func() string { return strings.Repeat("x", int(names.Add(1))) }},
		},
		"official cases": {
			changed(func(v *schema.Verdict, value strictjson.Value) {
				if one, _ := value.Lookup(field); strings.ContainsAny(one.Text(), ".") {
					v.Violations = nil // whatever has a point is fine
				}
			}),
			{compile: func(context.Context, *schema.Projection) error { return context.DeadlineExceeded }},
		},
		"own cases": {
			changed(func(v *schema.Verdict, _ strictjson.Value) {
				if len(v.Violations) > 1 {
					v.Violations = v.Violations[:1] // the first miss only
				}
			}),
			changed(func(v *schema.Verdict, _ strictjson.Value) {
				for i := range v.Violations {
					v.Violations[i].Expected = ""
				}
			}),
		},
		"described nodes": {
			changed(func(v *schema.Verdict, _ strictjson.Value) { v.Described = append(v.Described, v.Described...) }),
			changed(func(v *schema.Verdict, _ strictjson.Value) { v.Described = nil }),
		},
		"ended context": {
			{compile: func(context.Context, *schema.Projection) error { return nil }},
			{judge: func(_ context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
				return evaluate(background, p, v)
			}},
		},
		"cancelled while it works": {
			{judge: func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
				verdict, err := evaluate(ctx, p, v)
				if err != nil {
					time.Sleep(4 * shortPatience)
				}
				return verdict, err
			}},
		},
		"concurrent use": {concurrentlyBroken()},
		"apart from each other": {
			{judge: func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
				if known, ok := remembered[v.JSON()]; ok {
					return known, nil // cached by value alone, whatever the schema
				}
				verdict, err := evaluate(ctx, p, v)
				remembered[v.JSON()] = verdict
				return verdict, err
			}},
		},
		"no shared memory": {sharing()},
		"no hidden limit": {
			{judge: func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
				verdict, err := evaluate(ctx, p, v)
				if verdict.Work > schema.MaxConfirmedWork {
					verdict.Violations = []schema.Violation{{Keyword: "work", Expected: "less of it"}}
				}
				return verdict, err
			}},
		},
		"hunt for disagreement": {
			changed(func(v *schema.Verdict, value strictjson.Value) {
				if strings.Contains(value.JSON(), "-0") {
					v.Disagreement = &schema.Disagreement{Keyword: "const"}
				}
			}),
			changed(func(v *schema.Verdict, value strictjson.Value) {
				if strings.Contains(value.JSON(), "e-") {
					v.Violations = nil
				}
			}),
		},
	}
}

// concurrentlyBroken forgets what it found when it is used twice at a time.
func concurrentlyBroken() honest {
	var busy atomic.Int64
	return honest{judge: func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
		defer busy.Add(-1)
		alone := busy.Add(1) == 1
		time.Sleep(100 * time.Microsecond)
		verdict, err := evaluate(ctx, p, v)
		if !alone {
			verdict.Violations = nil
		}
		return verdict, err
	}}
}

// sharing hands out the same verdict for the same value again.
func sharing() honest {
	known := map[string]schema.Verdict{}
	return honest{judge: func(ctx context.Context, p *schema.Projection, v strictjson.Value) (schema.Verdict, error) {
		if verdict, ok := known[v.JSON()]; ok {
			return verdict, nil
		}
		verdict, err := evaluate(ctx, p, v)
		known[v.JSON()] = verdict
		return verdict, err
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
		if faults := (rule{"official", checkOfficial}).faults(maker, Features{Exceptions: exceptions}); len(faults) == 0 {
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
