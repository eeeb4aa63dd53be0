package mcpserver

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Host is a program that is known to cut what it shows its model of a tool's result.
type Host struct {
	Name   string // in [Options.Hosts] and in the configuration
	Client string // how the program introduces itself
	Shows  []int  // bytes of a reply that it shows unless it is set up otherwise, the least first
	Cure   string // the host's own setting
}

// KnownHosts lists the hosts that are known to cut. docs/hosts.md has the sources.
func KnownHosts() []Host {
	return []Host{{
		Name: "codex", Client: "codex-mcp-client", Shows: []int{12_000, 48_000},
		Cure: "tool_output_token_limit in Codex's config.toml",
	}}
}

// sizeWatch warns once for each bound that a reply passes, because the host's model then sees a part of
// it and nobody is told.
type sizeWatch struct {
	log   *slog.Logger
	hosts map[string]int

	session atomic.Pointer[mcp.ServerSession]

	mu     sync.Mutex
	warned map[int]bool // by bound; guarded by mu
}

// of says whose replies are watched.
func (w *sizeWatch) of(session *mcp.ServerSession) { w.session.Store(session) }

func newSizeWatch(o Options) *sizeWatch {
	return &sizeWatch{log: o.Log, hosts: o.Hosts, warned: make(map[int]bool)}
}

// see looks at the size of a reply, in bytes of one of its two halves.
func (w *sizeWatch) see(size int) { w.sent(w.client(), size) }

func (w *sizeWatch) sent(client string, size int) {
	host, ok := hostOf(client)
	if !ok {
		return
	}
	shows := host.Shows
	if set := w.hosts[host.Name]; set > 0 {
		shows = []int{set}
	}
	for _, most := range shows {
		if size > most && w.first(most) {
			w.log.Warn("the host cuts replies of this size before its model sees them",
				"host", host.Name, "bytes", size, "shown", most,
				"cure", fmt.Sprintf("raise %s; then say so with hosts: {%s: {maxReplyBytes: N}} in the bridge's settings",
					host.Cure, host.Name))
		}
	}
}

func (w *sizeWatch) first(most int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.warned[most]
	w.warned[most] = true
	return !before
}

func hostOf(client string) (Host, bool) {
	for _, host := range KnownHosts() {
		if host.Client == client {
			return host, true
		}
	}
	return Host{}, false
}

// client returns how the program introduced itself; "" if it did not.
func (w *sizeWatch) client() string {
	session := w.session.Load()
	if session == nil {
		return ""
	}
	hello := session.InitializeParams()
	if hello == nil || hello.ClientInfo == nil {
		return ""
	}
	return hello.ClientInfo.Name
}
