package engine

import (
	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// introduced is what the parts of an instance said of themselves.
type introduced struct {
	executor  string // id; "" if there is no executor
	validator string // name
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
	if parts.Validator == nil {
		faults.Add("/validator", "is missing")
	} else if name, err := fence.Do(parts.Validator.Name); err != nil {
		faults.Add("/validator", "cannot be asked for its name")
	} else {
		said.validator = name
	}
	if err := faults.Err(intent.ConfigInvalid, intent.StageConfig, "configuration"); err != nil {
		return introduced{}, err
	}
	if parts.Executor != nil && !said.aborts {
		return introduced{}, intent.NewError(intent.HostCapabilityUnsupported, intent.StageConfig,
			"the executor cannot abort a generation, which every parse may need")
	}
	return said, nil
}
