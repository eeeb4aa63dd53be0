package mcpserver

import (
	"log/slog"
	"strings"
	"testing"
)

func TestSizesAreWarnedOfOnce(t *testing.T) {
	for _, test := range []struct {
		client string
		set    map[string]int
		sizes  []int
		want   []string // in each warning
	}{
		{"codex-mcp-client", nil, []int{11_999, 12_000}, nil},
		{"codex-mcp-client", nil, []int{12_001, 20_000, 48_000, 48_001, 90_000}, []string{"shown=12000", "shown=48000"}},
		{"codex-mcp-client", map[string]int{"codex": 64_000}, []int{50_000, 64_001, 70_000}, []string{"shown=64000"}},
		{"somebody", nil, []int{1 << 20}, nil},
		{"", nil, []int{1 << 20}, nil},
	} {
		var log strings.Builder
		watch := newSizeWatch(Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Hosts: test.set})
		for _, size := range test.sizes {
			watch.sent(test.client, size)
		}
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		if log.Len() == 0 {
			lines = nil
		}
		if len(lines) != len(test.want) {
			t.Errorf("%+v is warned of %d times:\n%s", test, len(lines), log.String())
			continue
		}
		for n, want := range test.want {
			if !strings.Contains(lines[n], want) || !strings.Contains(lines[n], "tool_output_token_limit") ||
				!strings.Contains(lines[n], "hosts: {codex: {maxReplyBytes: N}}") {
				t.Errorf("warning %d is %s", n, lines[n])
			}
		}
	}
}
