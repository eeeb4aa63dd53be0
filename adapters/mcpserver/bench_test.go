package mcpserver_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/application/bridge"
)

// BenchmarkReading measures a reading of a long input through the server in this process, for its
// profile; the client's share is in it. Over stdio: make bench-mcp.
func BenchmarkReading(b *testing.B) {
	c := connect(b, bridge.Settings{})
	long := quote(strings.Repeat("Nothing else is asked for in this sentence. ", 1200) + input)
	b.ReportAllocs()
	for b.Loop() {
		core := c.tool("intent_prepare", `,"arguments":{"instance":"ship","input":`+long+`}`)
		if r := c.accept(c.accept(core, goodCore), goodData); r.Kind != "result" {
			b.Fatalf("got %+v", r)
		}
	}
}
