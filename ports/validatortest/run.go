package validatortest

import (
	"fmt"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// DefaultPairs is how many random pairs of schema and value the hunt judges where [Features] says
// nothing: a second or so.
const DefaultPairs = 2000

// MaxExceptions is how many official cases may be listed as exceptions, all of them about hostnames.
const MaxExceptions = 12

// Maker makes a validator; the kit calls it anew for every rule.
type Maker func() ports.SchemaValidator

// Features says what is special about a validator. The zero value suits most.
type Features struct {
	// Exceptions names official cases about hostnames that the validator judges otherwise, each with the
	// reason. The key is "group: description" of the case.
	Exceptions map[string]string

	// Pairs is how many random pairs of schema and value the hunt judges; 0 means [DefaultPairs].
	Pairs int

	// Seed is the hunt's; the same seed gives the same pairs.
	Seed uint64

	patience time.Duration // how long a validator may take over what it says it can do; 0 is maxPatience
}

// maxPatience is generous: the machine may be busy, and under the race detector.
const maxPatience = 5 * time.Second

func (f Features) patient() time.Duration {
	if f.patience == 0 {
		return maxPatience
	}
	return f.patience
}

// Run holds a validator to every rule, one subtest each.
func Run(t *testing.T, maker Maker, features Features) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			for _, fault := range r.faults(maker, features) {
				t.Error(fault)
			}
		})
	}
}

// rule is one thing that a validator must hold to.
type rule struct {
	name  string
	check func(b *bench)
	asks  bool // it asks the validator about values, which one whose MaxWork is 0 is never
}

var rules = []rule{
	{"name", checkName, false},
	{"work", checkWork, false},
	{"official cases", checkOfficial, true},
	{"own cases", checkCases, true},
	{"concurrent use", checkConcurrent, true},
	{"apart from each other", checkApart, true},
	{"within its work", checkWithinWork, true},
	{"hunt for disagreement", checkAgreement, true},
}

// maxFaults is how many faults of one rule are told; the rest are more of the same.
const maxFaults = 20

func (r rule) faults(maker Maker, features Features) []string {
	b := &bench{maker: maker, features: features}
	if !r.asks || maker().MaxWork() != 0 {
		r.check(b)
	}
	return b.faults
}

// bench is where a rule is checked.
type bench struct {
	maker    Maker
	features Features
	faults   []string
}

func (b *bench) fault(format string, args ...any) {
	if len(b.faults) < maxFaults {
		b.faults = append(b.faults, fmt.Sprintf(format, args...))
	}
}

func checkName(b *bench) {
	name := b.maker().Name()
	if name == "" || name != b.maker().Name() {
		b.fault("Name is %q and then %q; it must be one constant word", name, b.maker().Name())
	}
}

func checkWork(b *bench) {
	work := b.maker().MaxWork()
	if work < 0 || work != b.maker().MaxWork() {
		b.fault("MaxWork is %d and then %d; it must be one constant from 0 on", work, b.maker().MaxWork())
	}
	if work > schema.MaxCountedWork {
		b.fault(
			"MaxWork is %d; work beyond schema.MaxCountedWork, %d, is not counted whole",
			work,
			schema.MaxCountedWork,
		)
	}
}
