package profile_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/application/profile"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

func descriptor(name string) acting.Descriptor {
	parsed, _ := tool.ParseName(name)
	return acting.Descriptor{
		Contract: tool.Contract{Name: parsed, Kind: tool.Function, Revision: 1, Input: `{"type":"object"}`,
			Exposure: tool.Direct},
		Backend: acting.ToolFunc(func(context.Context, *acting.Call) (tool.Result, error) {
			return tool.Result{}, nil
		}),
	}
}

func grants(names ...string) profile.Authority {
	var a profile.Authority
	for _, name := range names {
		parsed, _ := tool.ParseName(name)
		a.Grants = append(a.Grants, tool.Grant{Tool: parsed, Revision: 1, Approval: tool.ApproveNone})
	}
	return a
}

func host() profile.Host {
	return profile.Host{Tools: map[profile.Family][]acting.Descriptor{
		profile.Local:       {descriptor("update_plan"), descriptor("clock::sleep")},
		profile.Interactive: {descriptor("request_user_input")},
	}}
}

func TestABundleHasWhatWasAskedForAndNothingElse(t *testing.T) {
	t.Parallel()
	b, err := profile.New("pinned_local", host(), grants("clock::sleep"))
	if err != nil || len(b.Descriptors) != 1 || b.Descriptors[0].Contract.Name.String() != "clock::sleep" ||
		len(b.Grants) != 1 || len(b.Known) != len(profile.Names()) {
		t.Errorf("%+v, %v", b, err)
	}
}

// Every profile fails closed, with all that is missing by name.
func TestProfilesFailClosed(t *testing.T) {
	t.Parallel()
	twice := host()
	twice.Tools[profile.Interactive] = append(twice.Tools[profile.Interactive], descriptor("update_plan"))
	twice.Families = []profile.Family{profile.Local, profile.Interactive}
	missing := host()
	missing.Families = []profile.Family{profile.Local, profile.CodeMode, profile.Services}
	for name, c := range map[string]struct {
		profile   string
		host      profile.Host
		authority profile.Authority
		class     tool.Class
		says      []string
	}{
		"no such profile": {"turbo", host(), grants(), tool.Validation, []string{"no profile"}},
		"another version": {"code_mode", host(), grants(), tool.UnsupportedCapability, []string{"code_mode"}},
		"no resources": {"pinned_local", profile.Host{}, grants(), tool.UnsupportedCapability,
			[]string{"local"}},
		"no families": {"configured", host(), grants(), tool.Validation, []string{"no families"}},
		"families missing": {"configured", missing, grants(), tool.UnsupportedCapability,
			[]string{"code_mode", "services"}},
		"a tool twice": {"configured", twice, grants("update_plan"), tool.ResourceConflict,
			[]string{"update_plan"}},
		"tools missing": {"interactive", host(), grants("new_context", "update_plan"), tool.UnsupportedCapability,
			[]string{"new_context", "update_plan"}},
	} {
		_, err := profile.New(c.profile, c.host, c.authority)
		if !errors.Is(err, c.class) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, word := range c.says {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s does not name %s: %v", name, word, err)
			}
		}
	}
}

// Neither choosing no profile nor making a bundle starts anything.
func TestNothingIsStarted(t *testing.T) {
	before, files := runtime.NumGoroutine(), openFiles(t)
	for range 10 {
		if _, err := profile.New("pinned_local", host(), grants("update_plan")); err != nil {
			t.Fatal(err)
		}
	}
	if now, open := runtime.NumGoroutine(), openFiles(t); now > before || open > files {
		t.Errorf("%d goroutines and %d files became %d and %d", before, files, now, open)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0 // not Linux
	}
	return len(entries)
}
