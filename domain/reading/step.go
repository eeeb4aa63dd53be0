package reading

import (
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Step is what a driver has to do next: one of [AskModel], [CheckSchema], [Done] and [Fail].
type Step interface{ step() }

// AskModel says that a model must write a candidate. The driver answers with Submit, Refused,
// Incomplete or Fail.
type AskModel struct {
	Request intent.ModelRequest
	Repair  bool // the candidate before was mistaken
}

// CheckSchema says that data must be judged against a projection. The driver answers with Checked,
// or with Fail where no verdict can be had.
type CheckSchema struct {
	Projection *schema.Projection
	Value      strictjson.Value
}

// Done says that the reading ended with a result. It shares no memory with the machine.
type Done struct{ Result intent.Result }

// Fail says that the reading ended with an error, which carries the checked core result where stage
// core had passed. It shares no memory with the machine.
type Fail struct{ Err *intent.Error }

func (AskModel) step()    {}
func (CheckSchema) step() {}
func (Done) step()        {}
func (Fail) step()        {}
