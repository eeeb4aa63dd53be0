package mcpserver_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/application/bridge"
)

// BenchmarkReading measures a reading, of a short and of a long input, through the server in this process,
// for its profile. The client searches replies for bytes and does not decode them. Over stdio, with the
// CPU of the server alone: make bench-mcp.
func BenchmarkReading(b *testing.B) {
	for name, text := range map[string]string{
		"short": input,
		"54KB":  strings.Repeat("Nothing else is asked for in this sentence. ", 1200) + input,
	} {
		b.Run(name, func(b *testing.B) {
			c := connect(b, bridge.Settings{})
			prepare := []byte(`,"params":{"name":"intent_prepare","arguments":{"instance":"ship","input":` + quote(text) + "}}}\n")
			b.ReportAllocs()
			for b.Loop() {
				core := c.exchange(b, prepare)
				data := c.exchange(b, acceptLine(b, core, goodCore))
				if end := c.exchange(b, acceptLine(b, data, goodData)); !bytes.Contains(end, []byte(`"kind":"result"`)) {
					b.Fatalf("got %.300s", end)
				}
			}
		})
	}
}

const callHead = `{"jsonrpc":"2.0","id":7,"method":"tools/call"`

// exchange sends one call and returns the line that answers it.
func (c *client) exchange(b *testing.B, rest []byte) []byte {
	if _, err := c.in.Write(append([]byte(callHead), rest...)); err != nil {
		b.Fatal(err)
	}
	if !c.out.Scan() {
		b.Fatal(io.ErrUnexpectedEOF)
	}
	return c.out.Bytes()
}

func acceptLine(b *testing.B, task []byte, candidate string) []byte {
	at := bytes.Index(task, []byte(`"structuredContent":`))
	if at < 0 {
		b.Fatalf("got %.300s", task)
	}
	return []byte(`,"params":{"name":"intent_accept","arguments":{"jobId":"` + field(task[at:], "jobId") +
		`","stepToken":"` + field(task[at:], "stepToken") + `","candidateText":` + quote(candidate) + "}}}\n")
}

// field returns the text of a member that has no escapes.
func field(text []byte, name string) string {
	_, rest, _ := bytes.Cut(text, []byte(`"`+name+`":"`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(value)
}
