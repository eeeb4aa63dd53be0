package sessionstest

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

func TestThePlainStorePasses(t *testing.T) {
	Run(t, plainMaker(""))
}

func plainMaker(d defect) Maker {
	return func(_ testing.TB, limits ports.SessionLimits, now func() time.Time) ports.SessionStore {
		return &plain{limits: limits, now: now, defect: d}
	}
}

// defects are all that a plain store can do wrong.
var defects = []defect{
	"ignores its context", "expires early", "expires late", "never expires", "loses the reading of an expired job",
	"keeps ended jobs for ever", "counts the replay time from when it notices", "shows a job to any session",
	"counts the reading alone", "forgets before it refuses", "does not bound jobs", "does not bound bytes",
	"does not bound entries", "names the last limit", "names bytes before entries", "forgets the latest first",
	"forgets active jobs", "forgets the job that grows", "creates an id twice", "keeps the memory of Create",
	"drops times", "does not count a use", "counts every look as a use", "hands out its memory at Load",
	"creates what is swapped", "swaps any revision", "revives ended jobs", "swaps what it refuses",
	"keeps the memory of Swap", "keeps the first expiry", "counts a swap of an ended job",
	"does not count revisions", "returns ended jobs of a sweep", "hands out its memory at Sweep",
	"sweeps everything", "sweeps without a trace", "keeps a swept session", "disposes a swept session",
	"counts what is forgotten", "gives every job a lifetime",
}

// TestEveryRuleCatchesABrokenStore runs each rule on each broken store: every store is caught by a rule,
// with a sentence that says what was wanted, and every rule about behaviour catches a store.
func TestEveryRuleCatchesABrokenStore(t *testing.T) {
	t.Parallel()
	caught := map[string]bool{}
	for _, d := range defects {
		var rules []string
		for _, group := range groups() {
			for _, c := range group.cases {
				failures := attempt(c, plainMaker(d))
				if len(failures) == 0 {
					continue
				}
				caught[c.says] = true
				rules = append(rules, c.says)
				for _, failure := range failures {
					if !strings.Contains(failure, "want") {
						t.Errorf("%s, %s: %q does not say what was wanted", d, c.says, failure)
					}
				}
			}
		}
		if len(rules) == 0 {
			t.Errorf("no rule catches a store that %s", d)
		}
	}
	for _, group := range groups() {
		for _, c := range group.cases {
			if !caught[c.says] && c.says != "a record survives JSON" { // which is the port's own promise
				t.Errorf("no store is caught by the rule %q", c.says)
			}
		}
	}
}

// attempt runs one rule and returns what it found.
func attempt(c testCase, maker Maker) []string {
	tb := &trial{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				tb.note(fmt.Sprintf("panic %v, want none", p))
			}
		}()
		c.check(newBench(tb, maker, c.limits))
	}()
	<-done
	return tb.failures
}

// trial notes failures in place of a test.
type trial struct {
	testing.TB
	mu       sync.Mutex
	failures []string
}

func (*trial) Helper() {}

func (tb *trial) note(text string) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.failures = append(tb.failures, text)
}

func (tb *trial) Errorf(format string, values ...any) { tb.note(fmt.Sprintf(format, values...)) }

func (tb *trial) Fatalf(format string, values ...any) {
	tb.Errorf(format, values...)
	runtime.Goexit()
}
