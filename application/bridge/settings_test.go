package bridge_test

import (
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestReadSettings(t *testing.T) {
	for text, want := range map[string]bridge.Settings{
		`{}`:                                 {},
		`{"maxJobs":128}`:                    {MaxJobs: 128},
		`{"maxReplayEntries":1}`:             {MaxReplayEntries: 1},
		`{"maxJobs":5,"maxReplayEntries":5}`: {MaxJobs: 5, MaxReplayEntries: 5},
		`{"maxReplayBytes":1.0}`:             {MaxReplayBytes: 1},
		`{"jobTtlMs":0,"replayTtlMs":0,"maxReplyBytes":0}`: {},
		`{"jobTtlMs":2147483647,"replayTtlMs":1,"maxReplyBytes":7}`: {
			JobTTL: 2147483647 * time.Millisecond, ReplayTTL: time.Millisecond, MaxReplyBytes: 7,
		},
		`{"hosts":{}}`: {},
		`{"hosts":{"codex":{"maxReplyBytes":64000}}}`: {Hosts: bridge.Hosts{Codex: bridge.Host{MaxReplyBytes: 64000}}},
	} {
		got, err := bridge.ReadSettings([]byte(text))
		if err != nil || got != want {
			t.Errorf("%s reads %+v (%v), want %+v", text, got, err, want)
		}
	}
}

func TestReadSettingsFaults(t *testing.T) {
	for text, paths := range map[string][]string{
		``: {""}, `null`: {""}, `[]`: {""}, `{"maxJobs":1,"maxJobs":1}`: {"/maxJobs"},
		`{"maxJobs":0}`: {"/maxJobs"}, `{"maxJobs":null}`: {"/maxJobs"}, `{"maxJobs":"1"}`: {"/maxJobs"},
		`{"maxJobs":1.5}`: {"/maxJobs"}, `{"maxJobs":-1}`: {"/maxJobs"}, `{"maxJobs":1e400}`: {"/maxJobs"},
		`{"jobTtlMs":1e400}`: {"/jobTtlMs"}, `{"jobTtlMs":-1}`: {"/jobTtlMs"}, `{"jobTtlMs":0.5}`: {"/jobTtlMs"},
		`{"maxReplayEntries":2147483648}`:    {"/maxReplayEntries"},
		`{"maxJobs":129}`:                    {"/maxJobs"},
		`{"maxJobs":3,"maxReplayEntries":2}`: {"/maxJobs"},
		`{"hosts":null}`:                     {"/hosts"}, `{"hosts":{"ghost":{}}}`: {"/hosts/ghost"},
		`{"hosts":{"codex":{"maxReplyBytes":0}}}`:         {"/hosts/codex/maxReplyBytes"},
		`{"hosts":{"codex":{"x":1}}}`:                     {"/hosts/codex/x"},
		`{"a/b":1,"maxReplayBytes":0,"replayTtlMs":true}`: {"/a~1b", "/maxReplayBytes", "/replayTtlMs"},
	} {
		_, err := bridge.ReadSettings([]byte(text))
		if err == nil || intent.CodeOf(err) != intent.ConfigInvalid || intent.AsError(err).Stage != intent.StageConfig {
			t.Errorf("%s gives %v", text, err)
			continue
		}
		for i, issue := range intent.AsError(err).Issues {
			if len(intent.AsError(err).Issues) != len(paths) || *issue.Path != paths[i] || issue.Code != intent.ConfigInvalid {
				t.Errorf("%s gives issue %+v at %s, want %v", text, issue, *issue.Path, paths)
			}
		}
	}
}

func TestCheckSettings(t *testing.T) {
	for _, good := range []bridge.Settings{{}, {MaxReplayEntries: 3}, {MaxJobs: 3, MaxReplayEntries: 3}} {
		if err := good.Check(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
	for _, bad := range []bridge.Settings{
		{MaxJobs: -1}, {MaxReplayBytes: 1 << 31}, {JobTTL: -1}, {ReplayTTL: (1 << 31) * time.Millisecond}, {MaxJobs: 129},
		{Hosts: bridge.Hosts{Codex: bridge.Host{MaxReplyBytes: -1}}},
	} {
		if err := bad.Check(); err == nil || len(intent.AsError(err).Issues) != 1 {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if got := (bridge.Settings{MaxReplayEntries: 3, ReplayTTL: 1}).Limits(); got.MaxJobs != 3 || got.ReplayTTL != time.Millisecond {
		t.Errorf("limits %+v", got)
	}
}

func TestNewRefuses(t *testing.T) {
	_, err := bridge.New(bridge.Config{Settings: bridge.Settings{MaxJobs: -1}})
	if err == nil || intent.CodeOf(err) != intent.ConfigInvalid || len(intent.AsError(err).Issues) != 2 {
		t.Errorf("got %v", err)
	}
}
