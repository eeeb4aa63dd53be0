package engine

import (
	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// introduced is what the parts of an instance said of themselves.
type introduced struct {
	executor  string // id; "" if there is no executor
	validator validator
	aborts    bool
}

// introduce asks the parts, once, for what must not change: their names, and whether the executor can
// abort.
func introduce(parts Parts) (introduced, error) {
	var said introduced
	var faults intent.Faults
	if parts.Executor != nil {
		_, err := fence.Do(func() struct{} {
			said.aborts = parts.Executor.Capabilities().SupportsAbort
			said.executor = parts.Executor.ID()
			return struct{}{}
		})
		if err != nil { // a nil pointer in the interface, most likely
			faults.Add("/executor", "cannot be asked for its id and capabilities")
		}
	}
	said.validator = introduceValidator(parts.Validator, &faults)
	if err := faults.Err(intent.ConfigInvalid, intent.StageConfig, "configuration"); err != nil {
		return introduced{}, err
	}
	if parts.Executor != nil && !said.aborts {
		return introduced{}, intent.NewError(intent.HostCapabilityUnsupported, intent.StageConfig,
			"the executor cannot abort a generation, which every parse may need")
	}
	return said, nil
}

// validator is a foreign validator with what it said of itself when the instance was made: neither may
// change, and neither is asked for again.
type validator struct {
	ports.SchemaValidator
	name    string
	maxWork int64
}

func introduceValidator(foreign ports.SchemaValidator, faults *intent.Faults) validator {
	if foreign == nil {
		faults.Add("/validator", "is missing")
		return validator{}
	}
	asked, err := fence.Do(func() validator { return validator{foreign, foreign.Name(), foreign.MaxWork()} })
	switch {
	case err != nil:
		faults.Add("/validator", "cannot be asked for its name and the work that it can do")
	case asked.name == "" || asked.maxWork < 0:
		faults.Add("/validator", "has no name, or can do less work than none")
	}
	return asked
}
