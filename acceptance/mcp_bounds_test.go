package acceptance_test

import (
	"encoding/json"
	"os"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
)

// Bounds of what one line may cost.
const (
	mostAnswer   = 1 << 20   // bytes of an answer
	mostResident = 200 << 10 // KiB
)

// prepareLine is a tool call with arguments as they stand.
func prepareLine(arguments string) string {
	return `{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"name":"intent_prepare","arguments":` + arguments + `}}`
}

var _ = Describe("MCP: what one line may cost", Label("clause:robust.1"), func() {
	many := func(item string, n int) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	keys := func(n int) string {
		var list strings.Builder
		for i := range n {
			list.WriteString(`,"` + strings.Repeat("\\u0001", 20) + string(rune('a'+i%26)) + strings.Repeat("x", i%7) + `":1`)
		}
		return list.String()
	}
	DescribeTable("an answer stays below 1 MiB and the process below 200 MB",
		func(line func() string) {
			host := connect(nil)
			Expect(host.Send(line())).To(Succeed())
			Eventually(host.Others).WithTimeout(world.Promptly).ShouldNot(BeEmpty())
			text, err := json.Marshal(host.Others()[0])
			Expect(err).NotTo(HaveOccurred())
			Expect(len(text)).To(BeNumerically("<", mostAnswer))
			if peak := peakOf(host.Process().Process.Pid); peak > 0 {
				Expect(peak).To(BeNumerically("<", mostResident), "KiB resident at most")
			}
			readToTheEnd(host, prepared(host))
		},
		Entry("a million faults", func() string {
			return prepareLine(`{"instance":"orders","input":"x","context":[` + many("1", 1_000_000) + `]}`)
		}),
		Entry("200,000 unknown fields", func() string {
			return prepareLine(`{"instance":"orders","input":"x","fields":[` + many(`"a"`, 200_000) + `]}`)
		}),
		Entry("100,000 unknown keys of control characters", func() string {
			return prepareLine(`{"instance":"orders","input":"x"` + keys(100_000) + `}`)
		}),
		Entry("an input of 15 MB", func() string {
			return prepareLine(`{"instance":"orders","input":"` + strings.Repeat("x", 15<<20) + `"}`)
		}),
		Entry("the JSON text of a million messages", func() string {
			return prepareLine(`{"instance":"orders","input":"x","context":"[` + many("1", 1_000_000) + `]"}`)
		}),
		Entry("a candidate that is an object of 10 MB", func() string {
			return strings.Replace(prepareLine(`{"jobId":"a","stepToken":"b","candidateText":[`+many("1", 5_000_000)+`]}`),
				"intent_prepare", "intent_accept", 1)
		}),
		Entry("64 MB without an end", func() string { return prepareLine(`"` + strings.Repeat("x", 64<<20) + `"`) }),
		Entry("a capability of 12 MB", func() string {
			return `{"jsonrpc":"2.0","id":"big","method":"initialize","params":{"capabilities":{"a":[` + many("1", 6_000_000) + `]}}}`
		}),
		Entry("a tool's name of 6 MB", func() string {
			return `{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"name":"` + strings.Repeat("SECRET", 1_000_000) + `"}}`
		}),
	)

	It("a flood of cancelled notifications for calls that are not there is passed over", func() {
		host := connect(nil)
		flood := strings.Repeat(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`+"\n", 50_000)
		began := time.Now()
		Expect(host.Send(strings.TrimSuffix(flood, "\n"))).To(Succeed())
		readToTheEnd(host, prepared(host))
		Expect(time.Since(began)).To(BeNumerically("<", world.Promptly))
	})
})

// peakOf returns the most memory that a process has had resident, in KiB; 0 if the system does not tell.
func peakOf(pid int) int {
	return statusOf(pid, "VmHWM:")
}

var _ = Describe("MCP: what hosts really send", Label("clause:bridge.hosts"), func() {
	It("null for optional arguments is absent", func() {
		host := connect(nil)
		task := tool(host, "intent_prepare", map[string]any{
			"instance": "orders", "input": world.OrderInput, "fields": nil, "context": nil,
		})
		Expect(task).To(HaveKeyWithValue("kind", "task"))
		end := tool(host, "intent_cancel", map[string]any{"jobId": task["jobId"], "outcome": nil, "detail": nil})
		Expect(end["error"]).To(HaveKeyWithValue("code", "MODEL_ABORTED"))
	})

	It("the JSON text of an array is that array, and keeps the roles", func() {
		host := connect(nil)
		task := tool(host, "intent_prepare", map[string]any{
			"instance": "orders", "input": world.OrderInput, "fields": `["orderId"]`,
			"context": `[{"role":"assistant","content":"Which one?"},{"role":"user","content":"000771."}]`,
		})
		Expect(task).To(HaveKeyWithValue("kind", "task"))
		Expect(task["payload"]).To(And(ContainSubstring(`"role":"assistant"`), ContainSubstring(`"role":"user"`)))
	})

	It("a candidate that came as an object is taken by its own bytes", func() {
		host := connect(nil)
		task := prepared(host)
		reply := tool(host, "intent_accept", map[string]any{
			"jobId": task["jobId"], "stepToken": task["stepToken"], "candidateText": json.RawMessage(goodCoreText),
		})
		Expect(reply).To(HaveKeyWithValue("stage", "data"))
	})

	It("the way out is named when too many jobs are open, and the instances when none has the name", func() {
		host := connect(map[string]any{"maxJobs": 1})
		prepared(host)
		full := tool(host, "intent_prepare", map[string]any{"instance": "orders", "input": "x"})
		Expect(full["error"]).To(HaveKeyWithValue("message", And(ContainSubstring("intent_cancel"), ContainSubstring("jobTtlMs"))))
		ghost := tool(host, "intent_prepare", map[string]any{"instance": "ghost", "input": "x"})
		Expect(ghost["error"]).To(HaveKeyWithValue("message", ContainSubstring(`"orders"`)))
	})

	It("a call that the host cancelled gets no answer", func() {
		host := connect(nil)
		for id := 900; id < 920; id++ {
			call := map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{
				"name": "intent_prepare", "arguments": map[string]any{"instance": "orders", "input": world.OrderInput}}}
			Expect(host.Send(world.Text(call))).To(Succeed())
			Expect(host.Send(world.Text(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled",
				"params": map[string]any{"requestId": id}}))).To(Succeed())
		}
		prepared(host)
		for _, answer := range host.Others() {
			Expect(answer.Error).To(BeNil())
		}
	})

	It("a reply that Codex cuts is warned of, with the setting that cures it", func() {
		host, err := world.Launch(office(nil), "config.json")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Close)
		_, err = host.Call("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{},
			"clientInfo": map[string]any{"name": "codex-mcp-client", "version": "1"}})
		Expect(err).NotTo(HaveOccurred())
		tool(host, "intent_prepare", map[string]any{"instance": "orders", "input": strings.Repeat("Cancel it. ", 4000)})
		Eventually(host.Log).WithTimeout(world.Promptly).Should(And(
			ContainSubstring("shown=12000"), ContainSubstring("shown=48000"), ContainSubstring("tool_output_token_limit")))
	})
})

var _ = Describe("MCP: a settings fault of hosts", Label("clause:bridge.hosts"), func() {
	It("ends the command before the protocol begins", func() {
		dir := GinkgoT().TempDir()
		config := `{"instances":{"a":{}},"bridge":{"hosts":{"codex":{"maxReplyBytes":0},"ghost":{}}}}`
		Expect(os.WriteFile(dir+"/config.json", []byte(config), 0o600)).To(Succeed())
		got, err := world.Run(dir, nil, "", "mcp", "--config", "config.json")
		Expect(err).NotTo(HaveOccurred())
		Expect(got.Status).To(Equal(2))
		Expect(got.Stderr).To(And(ContainSubstring("/bridge/hosts/codex/maxReplyBytes"), ContainSubstring("/bridge/hosts/ghost")))
	})
})
