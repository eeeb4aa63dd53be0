package conversation

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/application/execution"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Defaults of [Times].
const (
	DefaultCommitTime  = 5 * time.Second
	DefaultEffectTime  = 30 * time.Second
	DefaultCleanUpTime = 5 * time.Second
	DefaultRunTime     = 300 * time.Second

	// MostTime bounds each time. Infinite is asked for explicitly.
	MostTime = time.Hour

	// Infinite is a run or an approval without an end of its own.
	Infinite = time.Duration(-1)
)

// Times are how long things may take. 0 means the default.
type Times struct {
	Commit  time.Duration // one commit; never stands still
	Effect  time.Duration // one call; stands still while a person is asked
	CleanUp time.Duration // stopping what is out; never stands still
	Run     time.Duration // the run; stands still while a person is asked; or Infinite, if Approval is too

	Approval     time.Duration // one approval, in real time; 0 means Run; or Infinite
	Provider     time.Duration // one attempt; 0 means the run's
	ProviderIdle time.Duration // between two events of a provider; 0 means no bound
}

// Settings are what a run is made of. They are copied; what they refer to is not changed while the run
// lasts.
type Settings struct {
	Journal  acting.Journal
	Durable  bool // refuse a journal that is not durable
	Provider acting.Provider
	Registry *execution.Registry

	Authority        execution.Authority
	Instructions     string
	Prompt           string
	Quota            int // 0 means run.DefaultQuota
	ProviderAttempts int // 0 means run.DefaultProviderAttempts
	Times            Times

	Interactions acting.Interactions // nil: nobody to ask
	Observers    []acting.Observer
	Contents     bool // observers are told arguments, results and texts too

	// Release closes what the run's owner holds when the run ends, and tells how that is known; nil if
	// there is nothing. An error means that it is not known. Its context ends with the clean-up time.
	Release func(ctx context.Context, owner string) (strictjson.Value, error)

	ID        string // of the run; "" makes one
	Host      string // who runs it, kept in the record
	Continues *run.Origin
	Previous  []run.Item          // the transcript that is gone on from
	Mandate   string              // the mandate's digest
	Record    []strictjson.Member // kept in run_started, too: mandate, reading

	Now func() time.Time // nil means time.Now
}

// complete returns the settings with their defaults, or every fault.
func (s Settings) complete() (Settings, error) {
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.ID == "" {
		s.ID = NewID()
	}
	faults := s.Times.complete()
	fault := func(class tool.Class, text string) { faults = append(faults, tool.Errorf(class, "%s", text)) }
	if s.Journal == nil || s.Provider == nil || s.Registry == nil {
		fault(tool.Validation, "a run needs a journal, a provider and a registry")
		return s, errors.Join(faults...)
	}
	if s.Durable && !s.Journal.Capabilities().Durable {
		fault(tool.UnsupportedCapability, "the journal is not durable")
	}
	if s.Quota < 0 || s.ProviderAttempts < 0 {
		fault(tool.Validation, "quota and provider attempts count from 1")
	}
	if strings.TrimSpace(s.Prompt) == "" && s.Continues == nil {
		fault(tool.Validation, "the prompt is blank")
	}
	return s, errors.Join(faults...)
}

func (t *Times) complete() (faults []error) {
	set := func(name string, d *time.Duration, otherwise time.Duration, infinite bool) {
		if *d == 0 {
			*d = otherwise
		}
		if *d == Infinite && infinite || *d == 0 {
			return
		}
		if *d < time.Millisecond || *d > MostTime {
			faults = append(faults, tool.Errorf(tool.Validation, "the time for %s is 1 ms to %s", name, MostTime))
		}
	}
	set("a commit", &t.Commit, DefaultCommitTime, false)
	set("an effect", &t.Effect, DefaultEffectTime, false)
	set("the clean-up", &t.CleanUp, DefaultCleanUpTime, false)
	if t.Run == Infinite && t.Approval != Infinite {
		faults = append(faults, tool.Errorf(tool.Validation, "an infinite run needs infinite approvals"))
	}
	set("the run", &t.Run, DefaultRunTime, true)
	set("an approval", &t.Approval, t.Run, true)
	set("an attempt", &t.Provider, 0, false)
	set("an idle provider", &t.ProviderIdle, 0, false)
	return faults
}

// NewID makes the id of a run: 80 random bits, in lower-case letters and digits.
func NewID() string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
