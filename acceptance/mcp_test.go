package acceptance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
)

// office writes a configuration with the instance "orders" and the bridge settings given.
func office(bridge map[string]any) string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	config := map[string]any{"instances": map[string]any{
		"orders": map[string]any{"schema": json.RawMessage(world.OrderSchema)},
	}}
	if bridge != nil {
		config["bridge"] = bridge
	}
	text, err := json.Marshal(config)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(filepath.Join(dir, "config.json"), text, 0o600)).To(Succeed())
	return dir
}

// connect serves that configuration and shakes hands with the server.
func connect(bridge map[string]any) *world.Host {
	GinkgoHelper()
	host, err := world.Connect(office(bridge), "config.json")
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(host.Close)
	return host
}

func tool(host *world.Host, name string, arguments any) map[string]any {
	GinkgoHelper()
	reply, err := host.Tool(name, arguments)
	Expect(err).NotTo(HaveOccurred())
	return reply
}

func prepared(host *world.Host) map[string]any {
	GinkgoHelper()
	reply := tool(host, "intent_prepare", map[string]any{"instance": "orders", "input": world.OrderInput})
	Expect(reply).To(HaveKeyWithValue("kind", "task"))
	return reply
}

func handedIn(host *world.Host, task map[string]any, candidate string) map[string]any {
	GinkgoHelper()
	return tool(host, "intent_accept", map[string]any{
		"jobId": task["jobId"], "stepToken": task["stepToken"], "candidateText": candidate,
	})
}

// readToTheEnd shows that a task's connection and job have lived through what was done before.
func readToTheEnd(host *world.Host, task map[string]any) {
	GinkgoHelper()
	data := handedIn(host, task, goodCoreText)
	Expect(data).To(HaveKeyWithValue("stage", "data"))
	Expect(handedIn(host, data, goodDataText)).To(HaveKeyWithValue("kind", "result"))
}

var _ = Describe("MCP: the server over stdio", Label("clause:bridge.mcp"), func() {
	It("reads a request whole", func() {
		host := connect(nil)
		readToTheEnd(host, prepared(host))
	})

	It("introduces itself, its tools and its prompt", func() {
		host, err := world.Launch(office(nil), "config.json")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Close)
		text, err := host.Call("initialize", map[string]any{"protocolVersion": "2025-06-18",
			"capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "a", "version": "1"}})
		Expect(err).NotTo(HaveOccurred())
		var hello struct{ Instructions string }
		Expect(json.Unmarshal(text, &hello)).To(Succeed())
		Expect(strings.SplitN(hello.Instructions, "\n", 2)[0]).To(ContainSubstring("intent_prepare"))
		Expect(hello.Instructions).To(ContainSubstring(`"orders"`))
		Expect(len(hello.Instructions)).To(BeNumerically("<", 2048))
		list, err := host.Call("tools/list", map[string]any{})
		Expect(err).NotTo(HaveOccurred())
		var tools struct {
			Tools []struct {
				Name        string
				InputSchema map[string]any
				Annotations map[string]any
			}
		}
		Expect(json.Unmarshal(list, &tools)).To(Succeed())
		Expect(tools.Tools).To(HaveLen(3))
		for _, t := range tools.Tools {
			Expect(t.InputSchema).To(HaveKeyWithValue("additionalProperties", false), t.Name)
			Expect(t.Annotations).To(HaveKeyWithValue("destructiveHint", false), t.Name)
			Expect(t.Annotations).To(HaveKeyWithValue("openWorldHint", false), t.Name)
			Expect(t.Annotations).To(HaveKeyWithValue("idempotentHint", t.Name != "intent_prepare"), t.Name)
		}
		prompt, err := host.Call("prompts/get", map[string]any{"name": "intent_workflow"})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(prompt)).To(ContainSubstring("intent_accept"))
	})

	It("answers wrong arguments with an error reply, and an unknown tool with a protocol error", func() {
		host := connect(nil)
		task := prepared(host)
		for _, arguments := range []string{
			`null`, `[]`, `{}`, `{"jobId":"a","jobId":"b","stepToken":"c","candidateText":"d"}`,
			`{"jobId":"\ud800","stepToken":"c","candidateText":"d"}`, "{\"jobId\":\"\xff\",\"stepToken\":\"c\",\"candidateText\":\"d\"}",
			`{"jobId":"a","stepToken":"b","candidateText":"c","config":"/etc/passwd"}`,
			strings.Repeat(`{"a":`, 900) + "1" + strings.Repeat("}", 900),
		} {
			text, err := host.Call("tools/call", json.RawMessage(`{"name":"intent_accept","arguments":`+arguments+`}`))
			Expect(err).NotTo(HaveOccurred(), arguments[:min(60, len(arguments))])
			var result world.ToolResult
			Expect(json.Unmarshal(text, &result)).To(Succeed())
			Expect(result.IsError).To(BeTrue())
			Expect(result.Content[0].Text).To(ContainSubstring(`"code":"INPUT_INVALID","stage":"bridge"`))
		}
		answer, err := host.Ask("tools/call", map[string]any{"name": "intent_read_file", "arguments": map[string]any{}})
		Expect(err).NotTo(HaveOccurred())
		Expect(answer.Error).NotTo(BeNil())
		readToTheEnd(host, task)
	})

	It("answers lines that are no messages and goes on", func() {
		host := connect(nil)
		task := prepared(host)
		deep := strings.Repeat("[", 1200) + strings.Repeat("]", 1200)
		hostile := []string{
			`not json`, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{}`, `{"jsonrpc":"2.0","id":true,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":"d","method":"tools/call","params":{"name":"intent_accept","arguments":{"jobId":` + deep + `}}}`,
		}
		for _, line := range hostile {
			Expect(host.Send(line)).To(Succeed())
		}
		Eventually(host.Others).WithTimeout(world.Promptly).Should(HaveLen(len(hostile)))
		for _, answer := range host.Others() {
			Expect(answer.Error).NotTo(BeNil())
		}
		readToTheEnd(host, task)
	})

	It("tells nobody another connection's jobs", func() {
		one, two := connect(nil), connect(nil)
		task := prepared(one)
		stolen := handedIn(two, task, goodCoreText)
		Expect(stolen["error"]).To(HaveKeyWithValue("code", "BRIDGE_JOB_NOT_FOUND"))
		readToTheEnd(one, task)
	})

	It("serves many calls at once", func() {
		host := connect(nil)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				defer GinkgoRecover()
				for range 5 {
					readToTheEnd(host, prepared(host))
				}
			})
		}
		group.Wait()
	})

	DescribeTable("ends within a second with 32 active jobs",
		func(end func(*world.Host) error) {
			host := connect(nil)
			for range 32 {
				prepared(host)
			}
			Expect(end(host)).To(Succeed())
			took, err := host.Wait(world.Promptly)
			Expect(err).NotTo(HaveOccurred(), host.Log())
			Expect(took).To(BeNumerically("<", time.Second))
		},
		Entry("when its input closes", func(h *world.Host) error { return h.Hangup() }),
		Entry("at SIGINT", func(h *world.Host) error { return h.Process().Process.Signal(os.Interrupt) }),
		Entry("at SIGTERM", func(h *world.Host) error { return h.Process().Process.Signal(syscall.SIGTERM) }),
	)

	DescribeTable("ends with status 2 and its reasons before the protocol begins",
		func(config string, reasons ...string) {
			dir := GinkgoT().TempDir()
			Expect(os.WriteFile(dir+"/config.json", []byte(config), 0o600)).To(Succeed())
			got, err := world.Run(dir, nil, "", "mcp", "--config", "config.json")
			Expect(err).NotTo(HaveOccurred())
			Expect(got.Status).To(Equal(2))
			Expect(got.Stdout).To(BeEmpty())
			for _, reason := range append(reasons, "config.json") {
				Expect(got.Stderr).To(ContainSubstring(reason))
			}
		},
		Entry("no JSON", `{`),
		Entry("a wrong setting", `{"instances":{"a":{}},"bridge":{"maxJobs":0}}`, "maxJobs"),
		Entry("more jobs than entries", `{"instances":{"a":{}},"bridge":{"maxJobs":9,"maxReplayEntries":3}}`, "maxJobs"),
		Entry("every wrong setting", `{"instances":{"a":{}},"bridge":{"maxJobs":"1","x":1}}`, "maxJobs", "/x"),
		Entry("a wrong instance", `{"instances":{"a":{"language":"English"}}}`, "language"),
	)

	It("grows neither in memory nor in open files over many rounds", func() {
		host := connect(nil)
		pid := host.Process().Process.Pid
		if memoryOf(pid) == 0 {
			Skip("this system does not tell a process's memory in /proc")
		}
		rounds := func(n int) {
			for range n {
				task := prepared(host)
				tool(host, "intent_cancel", map[string]any{"jobId": task["jobId"]})
			}
		}
		rounds(200)
		before, files := memoryOf(pid), filesOf(pid)
		rounds(400)
		Expect(memoryOf(pid)).To(BeNumerically("<", before+24<<10), "KiB resident")
		Expect(filesOf(pid)).To(Equal(files), "open files")
	})
})

// memoryOf returns a process's resident memory in KiB; 0 if the system does not tell.
func memoryOf(pid int) int { return statusOf(pid, "VmRSS:") }

// statusOf returns a number of /proc/PID/status.
func statusOf(pid int, name string) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var n int
		if rest, ok := strings.CutPrefix(line, name); ok {
			_, _ = fmt.Sscan(rest, &n)
			return n
		}
	}
	return 0
}

// filesOf counts a process's open files; 0 if the system does not tell.
func filesOf(pid int) int {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	return len(entries)
}
