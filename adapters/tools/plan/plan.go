// Package plan is the tool update_plan: the plan that a model keeps of its own work. A plan belongs to one
// run; nothing of it reaches the world.
package plan

import (
	"context"
	"sync"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

const input = `{"type":"object","properties":{` +
	`"plan":{"type":"array","description":"the whole plan, in order","items":{"type":"object","properties":{` +
	`"step":{"type":"string","description":"what is to be done, in a few words"},` +
	`"status":{"type":"string","enum":["pending","in_progress","completed"]}},` +
	`"required":["step","status"],"additionalProperties":false}},` +
	`"explanation":{"type":"string","description":"why the plan changed"}},` +
	`"required":["plan"],"additionalProperties":false}`

// Step is one step of a plan.
type Step struct {
	Step   string
	Status string // pending, in_progress or completed
}

// Plan is a plan as a model gave it.
type Plan struct {
	Revision    int // from 1
	Steps       []Step
	Explanation string
}

// Contract returns the contract of update_plan.
func Contract() tool.Contract {
	return tool.Contract{
		Name: tool.Name{Name: "update_plan"}, Kind: tool.Function, Input: input, Revision: 1,
		Exposure: tool.Direct, Internal: true,
		Description: "Keeps the plan of your work: give the whole plan each time it changes. " +
			"At most one step is in_progress.",
	}
}

// Descriptor binds update_plan for one run. changed is told of each new plan, from the goroutine of the
// call; it may be nil.
func Descriptor(changed func(Plan)) acting.Descriptor {
	return acting.Descriptor{Contract: Contract(), Backend: &keeper{changed: changed}, Check: check}
}

// keeper counts the revisions of one run's plan. It lives as long as the run's bundle.
type keeper struct {
	changed func(Plan)

	mu       sync.Mutex
	revision int
}

// Run takes a plan in the place of the one before.
func (k *keeper) Run(_ context.Context, call *acting.Call) (tool.Result, error) {
	k.mu.Lock()
	k.revision++
	p := read(call.Arguments().Value)
	p.Revision = k.revision
	k.mu.Unlock()
	if k.changed != nil {
		k.changed(p)
	}
	return tool.JSON(strictjson.Object(
		strictjson.Field("revision", strictjson.Int(int64(p.Revision))),
		strictjson.Field("status", strictjson.String("updated")),
	)), nil
}

func read(arguments strictjson.Value) Plan {
	var p Plan
	explanation, _ := arguments.Lookup("explanation")
	p.Explanation = explanation.Text()
	steps, _ := arguments.Lookup("plan")
	for _, item := range steps.Items() {
		step, _ := item.Lookup("step")
		status, _ := item.Lookup("status")
		p.Steps = append(p.Steps, Step{Step: step.Text(), Status: status.Text()})
	}
	return p
}

// check holds what the schema cannot say.
func check(arguments tool.Arguments) (tool.Finding, error) {
	current := 0
	for i, step := range read(arguments.Value).Steps {
		if text.Blank(step.Step) {
			return tool.Finding{}, tool.Errorf(tool.Validation, "step %d of the plan is blank", i+1)
		}
		if step.Status == "in_progress" {
			current++
		}
	}
	if current > 1 {
		return tool.Finding{}, tool.Errorf(tool.Validation,
			"%d steps of the plan are in_progress, at most one may be", current)
	}
	return tool.Finding{}, nil
}
