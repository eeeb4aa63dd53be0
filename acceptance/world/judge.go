package world

// Judge is a second judge that a test decides: what is nil agrees. It may be used by any number of readings.
type Judge struct {
	Compiling func(schemaJSON []byte) error // asked about each schema once
	Judging   func(valueJSON []byte) error  // asked about each value that the runtime finds valid
}

// Name is a name that no validator of the product has.
func (*Judge) Name() string { return "judge" }

// MaxWork is that of the usual validator.
func (*Judge) MaxWork() int64 { return 300_000 }

// Compile asks the test.
func (j *Judge) Compile(schemaJSON []byte) (func(valueJSON []byte) error, error) {
	if j.Compiling != nil {
		if err := j.Compiling(schemaJSON); err != nil {
			return nil, err
		}
	}
	return func(valueJSON []byte) error {
		if j.Judging == nil {
			return nil
		}
		return j.Judging(valueJSON)
	}, nil
}
