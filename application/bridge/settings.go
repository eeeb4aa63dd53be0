package bridge

import (
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Default settings; what each counts is told at the fields of [Settings].
const (
	DefaultMaxJobs          = 32
	DefaultMaxReplayEntries = 128
	DefaultMaxReplayBytes   = 8388608
)

// maxSetting bounds every setting, 2^31−1.
const maxSetting = 1<<31 - 1

// Settings bounds what a bridge keeps. A zero field means its default, a negative one is refused.
type Settings struct {
	// MaxJobs is how many jobs may be active, over all sessions and instances. Its default is 32, or
	// MaxReplayEntries where that is less.
	MaxJobs int
	// MaxReplayEntries is how many jobs are kept, active and ended; 128 by default.
	MaxReplayEntries int
	// MaxReplayBytes is how many bytes are kept: materials, core results, repair materials and replies,
	// by their JSON in UTF-8; 8 MiB by default.
	MaxReplayBytes int
	// JobTTL is how long an active job may idle; each advance renews it. 0 is for ever. It is rounded up
	// to milliseconds, at most 2^31−1 of them; so is ReplayTTL.
	JobTTL time.Duration
	// ReplayTTL is how long an ended job's replies are kept; 0 is until room is short.
	ReplayTTL time.Duration
	// MaxReplyBytes is how large a reply to prepare or accept may be, as JSON; 0 is no bound.
	MaxReplyBytes int
	// Hosts says what certain hosts show of a reply. The bridge itself has no use for it: an MCP server
	// warns when a reply is larger.
	Hosts Hosts
}

// Hosts has the hosts that are known to cut a reply before their model sees it.
type Hosts struct {
	Codex Host
}

// Host is the set-up of one host.
type Host struct {
	MaxReplyBytes int // what it shows of a reply; 0 is what it shows unless it is set up otherwise
}

// Shown returns the sizes that are set, in bytes by the host's name.
func (h Hosts) Shown() map[string]int {
	shown := map[string]int{}
	if h.Codex.MaxReplyBytes > 0 {
		shown["codex"] = h.Codex.MaxReplyBytes
	}
	return shown
}

// Check lists every fault of the settings. The error is CONFIG_INVALID with one issue a fault; nil
// where there is none.
func (s Settings) Check() error {
	var found intent.Faults
	for _, field := range settingFields {
		if n := field.get(&s); n < 0 || n > maxSetting {
			found.Add("/"+field.name, field.rule())
		}
	}
	if n := s.Hosts.Codex.MaxReplyBytes; n < 0 || n > maxSetting {
		found.Add("/hosts/codex/maxReplyBytes", positive())
	}
	s.jobsWithinEntries(&found)
	return settingsInvalid(&found)
}

// WithDefaults returns the settings with every zero replaced by its default.
func (s Settings) WithDefaults() Settings {
	if s.MaxReplayEntries == 0 {
		s.MaxReplayEntries = DefaultMaxReplayEntries
	}
	if s.MaxReplayBytes == 0 {
		s.MaxReplayBytes = DefaultMaxReplayBytes
	}
	if s.MaxJobs == 0 {
		s.MaxJobs = min(DefaultMaxJobs, s.MaxReplayEntries)
	}
	return s
}

// Limits gives the room of a store for a bridge with these settings, defaults filled in.
func (s Settings) Limits() ports.SessionLimits {
	s = s.WithDefaults()
	return ports.SessionLimits{
		MaxJobs:          s.MaxJobs,
		MaxReplayEntries: s.MaxReplayEntries,
		MaxReplayBytes:   s.MaxReplayBytes,
		ReplayTTL:        time.Duration(milliseconds(s.ReplayTTL)) * time.Millisecond,
	}
}

// settingField ties a setting to its wire name.
type settingField struct {
	name   string
	orZero bool // 0 is a setting, not a fault
	get    func(*Settings) int64
	set    func(*Settings, int64)
}

var settingFields = []settingField{
	{name: "maxJobs", get: func(s *Settings) int64 { return int64(s.MaxJobs) },
		set: func(s *Settings, n int64) { s.MaxJobs = int(n) }},
	{name: "maxReplayEntries", get: func(s *Settings) int64 { return int64(s.MaxReplayEntries) },
		set: func(s *Settings, n int64) { s.MaxReplayEntries = int(n) }},
	{name: "maxReplayBytes", get: func(s *Settings) int64 { return int64(s.MaxReplayBytes) },
		set: func(s *Settings, n int64) { s.MaxReplayBytes = int(n) }},
	{name: "jobTtlMs", orZero: true, get: func(s *Settings) int64 { return milliseconds(s.JobTTL) },
		set: func(s *Settings, n int64) { s.JobTTL = time.Duration(n) * time.Millisecond }},
	{name: "replayTtlMs", orZero: true, get: func(s *Settings) int64 { return milliseconds(s.ReplayTTL) },
		set: func(s *Settings, n int64) { s.ReplayTTL = time.Duration(n) * time.Millisecond }},
	{name: "maxReplyBytes", orZero: true, get: func(s *Settings) int64 { return int64(s.MaxReplyBytes) },
		set: func(s *Settings, n int64) { s.MaxReplyBytes = int(n) }},
}

func (f settingField) rule() string {
	if f.orZero {
		return fmt.Sprintf("is not an integer from 0 to %d", maxSetting)
	}
	return positive()
}

func positive() string { return fmt.Sprintf("is not a positive integer up to %d", maxSetting) }

// milliseconds rounds up, so that no lifetime that was set becomes none; it keeps the sign.
func milliseconds(d time.Duration) int64 {
	ms := int64(d / time.Millisecond)
	if rest := d % time.Millisecond; rest > 0 {
		return ms + 1
	} else if rest < 0 {
		return ms - 1
	}
	return ms
}
