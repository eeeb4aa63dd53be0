package acceptance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

// workplace is a folder with what the command line needs: a good script, a schema, configurations.
type workplace struct{ dir string }

func newWorkplace() workplace {
	GinkgoHelper()
	d := workplace{GinkgoT().TempDir()}
	d.script("good.json", complete(world.Core()), complete(world.Data()))
	d.script("core.json", complete(world.Core()))
	d.file("order.schema.json", world.OrderSchema)
	return d
}

func complete(candidate any) map[string]any {
	return map[string]any{"outcome": "complete", "json": candidate}
}

func (d workplace) script(name string, replies ...map[string]any) {
	GinkgoHelper()
	d.file(name, world.Text(map[string]any{"replies": replies}))
}

func (d workplace) file(name, text string) {
	GinkgoHelper()
	Expect(os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o600)).To(Succeed())
}

func (d workplace) text(name string) string {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(d.dir, name))
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// unfinished is the text of a record that is still being written; "" for none.
func (d workplace) unfinished(name string) string {
	found, _ := filepath.Glob(filepath.Join(d.dir, "."+name+".*"))
	if len(found) != 1 {
		return ""
	}
	text, _ := os.ReadFile(found[0])
	return string(text)
}

// intent runs the command with nothing on stdin and no environment.
func (d workplace) intent(args ...string) world.Outcome {
	GinkgoHelper()
	return d.intentWith(nil, "", args...)
}

func (d workplace) intentWith(env []string, stdin string, args ...string) world.Outcome {
	GinkgoHelper()
	got, err := world.Run(d.dir, env, stdin, args...)
	Expect(err).NotTo(HaveOccurred())
	return got
}

// terminal starts the command where a person looks at it.
func (d workplace) terminal(env []string, args ...string) *world.Terminal {
	GinkgoHelper()
	terminal, err := world.OpenTerminal(d.dir, env, 80, args...)
	if os.IsNotExist(err) {
		Skip("this system has no pseudo-terminals of Linux's kind")
	}
	Expect(err).NotTo(HaveOccurred())
	return terminal
}

func ended(terminal *world.Terminal) int {
	GinkgoHelper()
	status, err := terminal.Wait(20 * time.Second)
	Expect(err).NotTo(HaveOccurred())
	return status
}

// envelope reads the one reply that stands on stdout.
func envelope(got world.Outcome) map[string]any {
	GinkgoHelper()
	var reply map[string]any
	Expect(json.Unmarshal([]byte(got.Stdout), &reply)).To(Succeed(), "stdout %q, stderr %q", got.Stdout, got.Stderr)
	return reply
}

func codeIn(got world.Outcome) string {
	GinkgoHelper()
	reply := envelope(got)
	if reply["kind"] == "result" {
		return ""
	}
	return reply["error"].(map[string]any)["code"].(string)
}

// reads is the arguments of a reading that goes well.
func reads(more ...string) []string {
	return append([]string{"parse", "--schema", "order.schema.json", "--executor", "script:good.json"}, more...)
}

var _ = Describe("Command line: exit status and where replies go", Label("clause:cli.output"), func() {
	It("ends with 0 and the result on stdout", func() {
		got := newWorkplace().intent(reads(world.OrderInput)...)
		Expect(got.Status).To(Equal(0))
		Expect(got.Stderr).To(BeEmpty())
		var result struct{ Input string }
		Expect(json.Unmarshal([]byte(got.Stdout), &result)).To(Succeed())
		Expect(result.Input).To(Equal(world.OrderInput))
	})

	It("ends with 1 and the error on stderr, stdout empty", func() {
		d := newWorkplace()
		for _, format := range []string{"json", "text"} {
			got := d.intent("parse", "--executor", "script:good.json", "--field", "nowhere", "-o", format, "x")
			Expect(got.Status).To(Equal(1))
			Expect(got.Stdout).To(BeEmpty())
			Expect(got.Stderr).To(ContainSubstring("UNKNOWN_FIELD"))
		}
	})

	It("ends with 2 where usage is wrong, and says what is", func() {
		got := newWorkplace().intent("parse", "--nonsense", "x")
		Expect(got.Status).To(Equal(2))
		Expect(got.Stdout).To(BeEmpty())
		Expect(got.Stderr).To(ContainSubstring("--nonsense"))
	})

	It("writes the page or the JSON that -o asks for", func() {
		d := newWorkplace()
		Expect(d.intent(reads("-o", "text", world.OrderInput)...).Stdout).To(ContainSubstring("What is asked"))
		Expect(d.intent(reads("-o", "html", world.OrderInput)...).Stdout).To(HavePrefix("<!doctype html>"))
		Expect(json.Valid([]byte(d.intent(reads("-o", "json", world.OrderInput)...).Stdout))).To(BeTrue())
	})

	It("fails where stdout cannot take the reply", func() {
		d := newWorkplace()
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			Skip("this system has no /dev/full")
		}
		defer full.Close()
		path, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		command := exec.Command(path, reads(world.OrderInput)...)
		command.Dir, command.Stdout = d.dir, full
		Expect(command.Run()).NotTo(Succeed())
	})
})

var _ = Describe("Command line: on a terminal", Label("clause:cli.terminal"), func() {
	It("shows a page with the quotation behind each value", func() {
		terminal := newWorkplace().terminal(nil, reads(world.OrderInput)...)
		Expect(ended(terminal)).To(Equal(0))
		Expect(terminal.Seen()).To(And(ContainSubstring("Intents"), ContainSubstring("“"), ContainSubstring("\x1b[1m")))
	})

	DescribeTable("has no colour", func(variable string) {
		terminal := newWorkplace().terminal([]string{variable}, reads(world.OrderInput)...)
		Expect(ended(terminal)).To(Equal(0))
		Expect(terminal.Seen()).To(ContainSubstring("Intents"))
		Expect(strings.ReplaceAll(terminal.Seen(), "\r\x1b[K", "")).NotTo(ContainSubstring("\x1b"))
	},
		Entry("with NO_COLOR", "NO_COLOR=1"),
		Entry("where the terminal is dumb", "TERM=dumb"),
	)

	It("keeps to the terminal's width, and to COLUMNS", func() {
		for _, env := range [][]string{nil, {"COLUMNS=50"}} {
			terminal := newWorkplace().terminal(append(env, "NO_COLOR=1"), reads(world.OrderInput)...)
			Expect(ended(terminal)).To(Equal(0))
			most := 80
			if env != nil {
				most = 50
			}
			for line := range strings.SplitSeq(terminal.Seen(), "\r\n") {
				Expect(len([]rune(strings.ReplaceAll(line, "\r\x1b[K", "")))).To(BeNumerically("<=", most), line)
			}
		}
	})

	It("shows stage and time elapsed while a reading lasts, and wipes them", func() {
		d := newWorkplace()
		slow := complete(world.Core())
		slow["delayMs"] = 900
		d.script("slow.json", slow, complete(world.Data()))
		terminal := d.terminal(nil, "parse", "--schema", "order.schema.json", "--executor", "script:slow.json", world.OrderInput)
		Expect(ended(terminal)).To(Equal(0))
		Expect(terminal.Seen()).To(MatchRegexp(`core.*… 0\.\d s`))
		before, _, _ := strings.Cut(terminal.Seen(), "What is asked")
		Expect(regexp.MustCompile(`\x1b\[1m$`).ReplaceAllString(before, "")).To(HaveSuffix("\r\x1b[K"))
	})

	It("shows no progress where stderr is no terminal", func() {
		d := newWorkplace()
		slow := complete(world.Core())
		slow["delayMs"] = 600
		d.script("slow.json", slow)
		got := d.intent("parse", "--no-fields", "--executor", "script:slow.json", "x")
		Expect(got.Stderr).To(BeEmpty())
	})

	It("does not wait for a text that nobody is about to send", func() {
		terminal := newWorkplace().terminal(nil, "parse", "--executor", "script:core.json")
		Expect(ended(terminal)).To(Equal(2))
		Expect(terminal.Seen()).To(ContainSubstring("TEXT"))
	})

	It("takes a typed text for -", func() {
		terminal := newWorkplace().terminal(nil, "parse", "--no-fields", "--executor", "script:core.json", "-o", "json", "-")
		Expect(terminal.Press("Cancel it.\n\x04")).To(Succeed())
		Expect(ended(terminal)).To(Equal(0))
		Expect(terminal.Seen()).To(ContainSubstring(`"input":"Cancel it.\n"`))
	})

	It("ends at Ctrl-C, whatever it is waiting for", func() {
		d := newWorkplace()
		slow := complete(world.Core())
		slow["delayMs"] = 60000
		d.script("slow.json", slow)
		for _, args := range [][]string{
			{"parse", "--executor", "script:slow.json", "x"},
			{"parse", "--executor", "script:slow.json", "-"},
		} {
			terminal := d.terminal(nil, args...)
			time.Sleep(300 * time.Millisecond)
			Expect(terminal.Press("\x03")).To(Succeed())
			Expect(ended(terminal)).To(Equal(130))
			Expect(terminal.Seen()).To(ContainSubstring("MODEL_ABORTED"))
		}
	})
})

var _ = Describe("Command line: --envelope", Label("clause:cli.envelope"), func() {
	It("prints one JSON reply on stdout for results and errors alike", func() {
		d := newWorkplace()
		got := d.intent(reads("--envelope", world.OrderInput)...)
		Expect(envelope(got)).To(And(HaveKeyWithValue("kind", "result"), HaveKey("result"), HaveLen(2)))
		got = d.intent(reads("--envelope", " ")...)
		Expect(envelope(got)).To(And(HaveKeyWithValue("kind", "error"), HaveKey("error"), HaveLen(2)))
		Expect(got.Status).To(Equal(1))
	})

	DescribeTable("does so where the runtime refuses the configuration",
		func(instance, code string) {
			d := newWorkplace()
			d.file("c.json", `{"instances":{"default":`+instance+`}}`)
			got := d.intent("parse", "--config", "c.json", "--executor", "script:core.json", "--envelope", "x")
			Expect(codeIn(got)).To(Equal(code))
			Expect(envelope(got)["error"]).To(HaveKeyWithValue("stage", "config"))
			Expect(got.Status).To(Equal(1))
		},
		Entry("language", `{"language":"en_US"}`, "CONFIG_INVALID"),
		Entry("blank language", `{"language":""}`, "CONFIG_INVALID"),
		Entry("null", `{"timeoutMs":null}`, "CONFIG_INVALID"),
		Entry("limit 0", `{"limits":{"maxInputBytes":0}}`, "CONFIG_INVALID"),
		Entry("limit 1.5", `{"limits":{"maxInputBytes":1.5}}`, "CONFIG_INVALID"),
		Entry("limit 1e400", `{"limits":{"maxInputBytes":1e400}}`, "CONFIG_INVALID"),
		Entry("unknown key", `{"lang":"en"}`, "CONFIG_INVALID"),
		Entry("no object", `[]`, "CONFIG_INVALID"),
		Entry("array schema", `{"schema":[]}`, "SCHEMA_UNSUPPORTED"),
		Entry("boolean schema", `{"schema":false}`, "SCHEMA_UNSUPPORTED"),
		Entry("null schema", `{"schema":null}`, "SCHEMA_UNSUPPORTED"),
		Entry("schema over a limit",
			`{"schema":{"type":"object","properties":{"a":{},"b":{}}},"limits":{"maxSchemaProperties":1}}`, "LIMIT_EXCEEDED"),
	)
})

var _ = Describe("Command line: the executor", Label("clause:cli.executor"), func() {
	It("is the offline one where nothing is configured, and stderr says so", func() {
		got := newWorkplace().intent("parse", "--envelope", "Cancel order B-1042.")
		Expect(codeIn(got)).To(BeEmpty())
		Expect(strings.Count(got.Stderr, "\n")).To(Equal(1))
		Expect(got.Stderr).To(ContainSubstring("offline"))
	})

	It("is the instance's own without --executor", func() {
		d := newWorkplace()
		d.file("c.json", `{"instances":{"default":{"executor":{"provider":"offline"}}}}`)
		got := d.intent("parse", "--config", "c.json", "--envelope", "Cancel order B-1042.")
		Expect(codeIn(got)).To(BeEmpty())
		Expect(got.Stderr).To(BeEmpty())
	})

	It("is the flag's where both name one", func() {
		d := newWorkplace()
		d.file("c.json", `{"instances":{"default":{"executor":{"provider":"openai","model":"m"}}}}`)
		got := d.intent("parse", "--config", "c.json", "--executor", "script:core.json", "--envelope", "x")
		Expect(codeIn(got)).To(BeEmpty())
	})

	It("answers from a script in order, and fails with MODEL_REQUEST_FAILED when that runs out", func() {
		d := newWorkplace()
		got := d.intent("parse", "--schema", "order.schema.json", "--executor", "script:core.json", "--envelope", world.OrderInput)
		Expect(codeIn(got)).To(Equal("MODEL_REQUEST_FAILED"))
		Expect(envelope(got)["error"]).To(And(HaveKeyWithValue("stage", "data"), HaveKey("partialResult")))
	})

	It("takes its key from the variable that apiKeyEnv names and from nowhere else", func() {
		d := newWorkplace()
		d.file("c.json", `{"instances":{"default":{"executor":{"provider":"openai","model":"m","apiKeyEnv":"ORDERS_KEY"}}}}`)
		got := d.intentWith([]string{"OPENAI_API_KEY=k"}, "", "parse", "--config", "c.json", "x")
		Expect(got.Status).To(Equal(2))
		Expect(got.Stderr).To(ContainSubstring("ORDERS_KEY"))
		Expect(got.Stderr).To(ContainSubstring("/instances/default/executor"))
	})

	DescribeTable("is exit 2 where it is wrong", func(executor, says string) {
		d := newWorkplace()
		d.file("c.yaml", "instances: {default: {executor: "+executor+"}}")
		got := d.intent("parse", "--config", "c.yaml", "x")
		Expect(got.Status).To(Equal(2))
		Expect(got.Stderr).To(And(ContainSubstring("c.yaml"), ContainSubstring("/instances/default/executor"), ContainSubstring(says)))
	},
		Entry("no provider", `{}`, "provider"),
		Entry("unknown provider", `{provider: nobody}`, "offline"),
		Entry("no model", `{provider: xai}`, "model"),
		Entry("blank model", `{provider: xai, model: ""}`, "model"),
		Entry("null model", `{provider: xai, model: null}`, "model"),
		Entry("no tokens", `{provider: xai, model: m, maxOutputTokens: 0}`, "maxOutputTokens"),
		Entry("unknown key", `{provider: xai, model: m, apiKey: k}`, "apiKeyEnv"),
		Entry("null", `null`, "object"),
	)

	It("is exit 2 where its base URL is no URL", func() {
		d := newWorkplace()
		d.file("c.yaml", "instances: {default: {executor: {provider: xai, model: m, baseURL: 'ftp://h'}}}")
		got := d.intentWith([]string{"XAI_API_KEY=k"}, "", "parse", "--config", "c.yaml", "x")
		Expect(got.Status).To(Equal(2))
		Expect(got.Stderr).To(ContainSubstring("baseURL"))
	})
})

var _ = Describe("Command line: trace and audit", Label("clause:cli.records"), func() {
	lines := func(d workplace) []map[string]any {
		GinkgoHelper()
		var events []map[string]any
		for line := range strings.Lines(d.text("trace")) {
			var event map[string]any
			Expect(json.Unmarshal([]byte(line), &event)).To(Succeed())
			events = append(events, event)
		}
		return events
	}

	It("writes request before and reply after each call, and finish once", func() {
		d := newWorkplace()
		Expect(d.intent(reads("--trace", "trace", world.OrderInput)...).Status).To(Equal(0))
		events := lines(d)
		var names []any
		for _, event := range events {
			names = append(names, event["event"])
		}
		Expect(names).To(Equal([]any{"request", "reply", "request", "reply", "finish"}))
		Expect(events[0]).To(And(HaveKeyWithValue("stage", "core"), HaveKey("instructions"), HaveKey("payload"), HaveKey("format")))
		Expect(events[1]).To(And(HaveKeyWithValue("outcome", "complete"), HaveKey("text")))
		Expect(events[4]).To(And(HaveKeyWithValue("outcome", "result"), HaveKey("milliseconds"), HaveKey("usage")))
	})

	It("tells a failed call by its code", func() {
		d := newWorkplace()
		d.script("fails.json", map[string]any{"error": map[string]any{"status": 429}})
		Expect(d.intent("parse", "--executor", "script:fails.json", "--trace", "trace", "x").Status).To(Equal(1))
		events := lines(d)
		Expect(events).To(HaveLen(3))
		Expect(events[1]).To(And(HaveKeyWithValue("event", "error"), HaveKeyWithValue("code", "MODEL_RATE_LIMITED")))
		Expect(events[2]).To(And(HaveKeyWithValue("event", "finish"), HaveKeyWithValue("code", "MODEL_RATE_LIMITED")))
	})

	It("writes the audit of results and of errors", func() {
		d := newWorkplace()
		for _, text := range []string{world.OrderInput, " "} {
			got := d.intent(reads("--audit", "audit", "--envelope", text)...)
			var audit map[string]any
			Expect(json.Unmarshal([]byte(d.text("audit")), &audit)).To(Succeed())
			Expect(audit["outcome"]).To(Equal(envelope(got)))
		}
	})

	It("keeps both from other users' eyes", func() {
		d := newWorkplace()
		d.intent(reads("--trace", "trace", "--audit", "audit", world.OrderInput)...)
		for _, name := range []string{"trace", "audit"} {
			info, err := os.Stat(filepath.Join(d.dir, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
		}
	})
})

var _ = Describe("Command line: the configuration file", Label("clause:cli.config"), func() {
	DescribeTable("is exit 2 for what is not the runtime's business",
		func(name, text, says string) {
			d := newWorkplace()
			d.file(name, text)
			got := d.intent("parse", "--config", name, "--executor", "script:core.json", "--envelope", "x")
			Expect(got.Status).To(Equal(2))
			Expect(got.Stdout).To(BeEmpty())
			Expect(got.Stderr).To(And(ContainSubstring(name), ContainSubstring(says)))
		},
		Entry("cannot be parsed", "c.json", `{"instances":`, "ends too early"),
		Entry("repeated key", "c.json", `{"instances":{"a":{"language":"en","language":"de"}}}`, "/instances/a/language"),
		Entry("unknown key outside an instance", "c.json", `{"instances":{"a":{}},"other":1}`, "/other"),
		Entry("unknown bridge setting", "c.json", `{"instances":{"a":{}},"bridge":{"max":1}}`, "/bridge/max"),
		Entry("wrong bridge setting", "c.json", `{"instances":{"a":{}},"bridge":{"maxJobs":0}}`, "/bridge/maxJobs"),
		Entry("no instances", "c.json", `{}`, "/instances"),
		Entry("schema beside schemaFile", "c.json",
			`{"instances":{"a":{"schema":{},"schemaFile":"order.schema.json"}}}`, "/instances/a/schemaFile"),
		Entry("schemaFile that is not there", "c.json", `{"instances":{"a":{"schemaFile":"nowhere.json"}}}`, "/instances/a/schemaFile: nowhere.json"),
		Entry("validator", "c.json", `{"instances":{"a":{"validator":"mine"}}}`, "/instances/a/validator"),
		Entry("YAML anchor", "c.yaml", "instances:\n  a: &x {}\n", "c.yaml:2"),
		Entry("YAML alias", "c.yaml", "instances:\n  a: {}\n  b: *x\n", "c.yaml"),
		Entry("YAML merge key", "c.yaml", "instances:\n  a:\n    <<: {}\n", "c.yaml:3"),
		Entry("YAML tag", "c.yaml", "instances:\n  a: !!map {}\n", "c.yaml:2"),
		Entry("YAML infinity", "c.yaml", "instances:\n  a:\n    timeoutMs: .inf\n", "c.yaml:3"),
		Entry("YAML not-a-number", "c.yaml", "instances:\n  a:\n    timeoutMs: .nan\n", "c.yaml:3"),
		Entry("YAML repeated key", "c.yaml", "instances:\n  a: {}\n  a: {}\n", "c.yaml:3"),
		Entry("YAML second document", "c.yaml", "instances: {a: {}}\n---\nb: 1\n", "c.yaml"),
	)

	It("reads YAML by the 1.2 core schema: words and dates stay strings", func() {
		d := newWorkplace()
		d.file("c.yaml", `
instances:
  default:
    language: no        # Norwegian, not false
    schema: {type: object, properties: {day: {const: 2020-01-01}, sure: {enum: [yes, no, on]}}}
`)
		got := d.intent("parse", "--config", "c.yaml", "--no-fields", "--executor", "script:core.json", "--trace", "trace", "--envelope", "x")
		Expect(codeIn(got)).To(BeEmpty())
		Expect(d.text("trace")).To(And(ContainSubstring(`\"const\":\"2020-01-01\"`), ContainSubstring(`[\"yes\",\"no\",\"on\"]`),
			ContainSubstring(`\"structuredLanguage\":\"no\"`)))
	})

	It("finds schemaFile relative to itself and hands its text to the runtime as it is", func() {
		d := newWorkplace()
		Expect(os.Mkdir(filepath.Join(d.dir, "conf"), 0o700)).To(Succeed())
		d.file("conf/s.json", `{"type":"object","properties":{"a":{},"a":{}}}`)
		d.file("conf/c.json", `{"instances":{"default":{"schemaFile":"s.json"}}}`)
		got := d.intent("parse", "--config", "conf/c.json", "--executor", "script:core.json", "--envelope", "x")
		Expect(codeIn(got)).To(Equal("SCHEMA_UNSUPPORTED"))
	})

	It("judges the executor of instances that are not asked for by its shape only", func() {
		d := newWorkplace()
		d.file("c.json", `{"instances":{"default":{},"other":{"executor":{"provider":"xai","model":"m"}}}}`)
		Expect(codeIn(d.intent("parse", "--config", "c.json", "--executor", "script:core.json", "--envelope", "x"))).To(BeEmpty())
	})

	It("chooses the instance: the named one, default, or the only one", func() {
		d := newWorkplace()
		d.file("two.json", `{"instances":{"a":{"language":"de"},"b":{"language":"fr"}}}`)
		d.file("default.json", `{"instances":{"a":{"language":"de"},"default":{"language":"fr"}}}`)
		d.file("one.json", `{"instances":{"a":{"language":"de"}}}`)
		language := func(args ...string) string {
			got := d.intent(append([]string{"parse", "--executor", "script:core.json", "--trace", "trace", "x"}, args...)...)
			if got.Status != 0 {
				return fmt.Sprint(got.Status)
			}
			found := regexp.MustCompile(`\{\\"structuredLanguage\\":\\"(\w+)`).FindAllStringSubmatch(d.text("trace"), -1)
			return found[len(found)-1][1] // the instructions' own example comes first
		}
		Expect(language("--config", "two.json", "--instance", "b")).To(Equal("fr"))
		Expect(language("--config", "two.json")).To(Equal("2"))
		Expect(language("--config", "two.json", "--instance", "c")).To(Equal("2"))
		Expect(language("--config", "default.json")).To(Equal("fr"))
		Expect(language("--config", "one.json")).To(Equal("de"))
		Expect(language("--config", "one.json", "--language", "it")).To(Equal("it"))
	})
})

var _ = Describe("Command line: the request", Label("clause:cli.request"), func() {
	input := func(d workplace, stdin string, args ...string) string {
		GinkgoHelper()
		got := d.intentWith(nil, stdin, append([]string{"parse", "--executor", "script:core.json", "--envelope"}, args...)...)
		result, ok := envelope(got)["result"].(map[string]any)
		Expect(ok).To(BeTrue(), got.Stdout)
		return result["input"].(string)
	}

	It("is TEXT, or stdin byte for byte, for - and where there is no TEXT", func() {
		d := newWorkplace()
		Expect(input(d, "from stdin", " from an argument\n")).To(Equal(" from an argument\n"))
		Expect(input(d, " two\r\nlines\n\n", "-")).To(Equal(" two\r\nlines\n\n"))
		Expect(input(d, "\ufeff三\tx\n")).To(Equal("\ufeff三\tx\n"))
	})

	It("is a whole request with --request, judged by the runtime", func() {
		d := newWorkplace()
		d.file("r.json", `{"input":"x","context":[{"role":"user","content":""}],"fields":[]}`)
		Expect(input(d, "", "--request", "r.json")).To(Equal("x"))
		d.file("r.json", `{"input":"x","input":"y"}`)
		Expect(codeIn(d.intent("parse", "--request", "r.json", "--executor", "script:core.json", "--envelope"))).
			To(Equal("INPUT_INVALID"))
	})

	It("takes fields, none, context and language from flags", func() {
		d := newWorkplace()
		payloads := func(args ...string) string {
			Expect(d.intent(reads(append([]string{"--trace", "trace", world.OrderInput}, args...)...)...).Stdout).NotTo(Equal("-"))
			return d.text("trace")
		}
		Expect(payloads("--no-fields")).NotTo(ContainSubstring("selectedFields"))
		Expect(payloads("--context", "Background it is.")).To(ContainSubstring("Background it is."))
		Expect(payloads("--language", "EN-us")).To(ContainSubstring(`structuredLanguage\":\"en-US`))
	})

	DescribeTable("is exit 2 where flags contradict each other", func(args ...string) {
		d := newWorkplace()
		d.file("r.json", `{"input":"x"}`)
		Expect(d.intent(append([]string{"parse", "--executor", "script:core.json"}, args...)...).Status).To(Equal(2))
	},
		Entry("request and TEXT", "--request", "r.json", "x"),
		Entry("request and -", "--request", "r.json", "-"),
		Entry("request and field", "--request", "r.json", "--field", "a"),
		Entry("request and no-fields", "--request", "r.json", "--no-fields"),
		Entry("request and context", "--request", "r.json", "--context", "c"),
		Entry("envelope and -o", "--envelope", "-o", "text", "x"),
		Entry("evidence and -o", "--evidence", "-o", "html", "x"),
		Entry("field and no-fields", "--field", "a", "--no-fields", "x"),
	)
})

var _ = Describe("Command line: deadlines", Label("clause:cli.timeout"), func() {
	DescribeTable("--timeout wins, else the instance's timeoutMs where the key is there",
		func(instance string, delay int, code string, flags ...string) {
			d := newWorkplace()
			slow := complete(world.Core())
			slow["delayMs"] = delay
			d.script("slow.json", slow)
			d.file("c.json", `{"instances":{"default":`+instance+`}}`)
			args := append([]string{"parse", "--config", "c.json", "--executor", "script:slow.json", "--envelope"}, flags...)
			Expect(codeIn(d.intent(append(args, "x")...))).To(Equal(code))
		},
		Entry("the instance's", `{"timeoutMs":50}`, 20000, "MODEL_TIMEOUT"),
		Entry("the flag's, shorter", `{"timeoutMs":60000}`, 20000, "MODEL_TIMEOUT", "--timeout", "50ms"),
		Entry("the flag's, longer", `{"timeoutMs":50}`, 300, "", "--timeout", "20s"),
		Entry("the flag's, none", `{"timeoutMs":50}`, 300, "", "--timeout", "0"),
		Entry("the instance's, none", `{"timeoutMs":0}`, 100, ""),
		Entry("neither", `{}`, 100, ""),
		Entry("the instance's is wrong", `{"timeoutMs":-1}`, 0, "CONFIG_INVALID"),
		Entry("the instance's is wrong and overridden", `{"timeoutMs":-1}`, 0, "", "--timeout", "1m"),
	)
})

var _ = Describe("Command line: signals", Label("clause:cli.signals"), func() {
	DescribeTable("end a reading with MODEL_ABORTED and the status of the signal", func(signal os.Signal, status int) {
		d := newWorkplace()
		slow := complete(world.Core())
		slow["delayMs"] = 60000
		d.script("slow.json", slow)
		path, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		command := exec.Command(path, "parse", "--executor", "script:slow.json", "--envelope", "--trace", "trace", "x")
		var out bytes.Buffer
		command.Dir, command.Stdout = d.dir, &out
		Expect(command.Start()).To(Succeed())
		Eventually(func() string { return d.unfinished("trace") }, "10s").Should(ContainSubstring("request"))
		Expect(command.Process.Signal(signal)).To(Succeed())
		begun := time.Now()
		_ = command.Wait()
		Expect(time.Since(begun)).To(BeNumerically("<", time.Second))
		Expect(command.ProcessState.ExitCode()).To(Equal(status))
		Expect(out.String()).To(ContainSubstring("MODEL_ABORTED"))
		Expect(d.text("trace")).To(ContainSubstring("MODEL_ABORTED"))
		Expect(d.unfinished("trace")).To(BeEmpty())
	},
		Entry("SIGINT", os.Interrupt, 130),
		Entry("SIGTERM", syscall.SIGTERM, 143),
	)
})

var _ = Describe("Command line: schema check", Label("clause:cli.schema"), func() {
	It("names every reason with its pointer and a way out", func() {
		d := newWorkplace()
		d.file("bad.json", `{"type":"object","properties":{"a":{"$ref":"#/b"},"c":{"items":[{}]}},"not":{}}`)
		text := d.intent("schema", "check", "-o", "text", "order.schema.json", "bad.json")
		Expect(text.Status).To(Equal(1))
		Expect(text.Stdout).To(And(ContainSubstring("order.schema.json: supported"), ContainSubstring("/properties/a/$ref"),
			ContainSubstring("/properties/c/items"), ContainSubstring("/not"), ContainSubstring("way out")))
		var found []map[string]any
		Expect(json.Unmarshal([]byte(d.intent("schema", "check", "-o", "json", "bad.json").Stdout), &found)).To(Succeed())
		Expect(found[0]["reasons"]).To(HaveLen(3))
	})

	It("ends with 0 where all are supported and with 2 where one cannot be read", func() {
		d := newWorkplace()
		Expect(d.intent("schema", "check", "order.schema.json").Status).To(Equal(0))
		Expect(d.intent("schema", "check", "order.schema.json", "nowhere.json").Status).To(Equal(2))
	})
})

var _ = Describe("Command line: doctor", Label("clause:cli.doctor"), func() {
	It("finds a machine without configuration well, and says what it would use", func() {
		got := newWorkplace().intent("doctor", "-o", "text")
		Expect(got.Status).To(Equal(0))
		Expect(got.Stdout).To(And(ContainSubstring("offline"), ContainSubstring("OPENAI_API_KEY is not set")))
		Expect(strings.Count(got.Stdout, "\n")).To(BeNumerically("<=", 24), "one screen")
	})

	It("names what is missing and what is refused, and matches its status to them", func() {
		d := newWorkplace()
		d.file("c.yaml", "instances:\n  a: {executor: {provider: xai, model: m}}\n  b: {limits: {maxInputBytes: 0}}\n")
		got := d.intent("doctor", "--config", "c.yaml", "-o", "text")
		Expect(got.Status).To(Equal(2))
		Expect(got.Stdout).To(And(ContainSubstring("XAI_API_KEY"), ContainSubstring("/instances/b/limits/maxInputBytes")))
		got = d.intentWith([]string{"XAI_API_KEY=k"}, "", "doctor", "--config", "c.yaml", "-o", "json")
		Expect(got.Status).To(Equal(1))
		Expect(got.Stdout).To(ContainSubstring(`"ok":false`))
	})

	DescribeTable("makes one small call of a provider with --probe", func(dialect provider.Dialect) {
		server := provider.Start(dialect, answersWell(dialect, world.Text(world.Core()))...)
		defer server.Close()
		d := newWorkplace()
		d.file("c.json", world.Text(map[string]any{"instances": map[string]any{"a": map[string]any{
			"schema": json.RawMessage(world.OrderSchema),
			"executor": map[string]any{"provider": string(dialect), "model": provider.Model, "apiKeyEnv": "K",
				"baseURL": server.BaseURL()},
		}}}))
		env := []string{"K=" + provider.Key}
		Expect(d.intentWith(env, "", "doctor", "--config", "c.json").Status).To(Equal(0))
		Expect(server.Calls()).To(BeEmpty())
		got := d.intentWith(env, "", "doctor", "--config", "c.json", "--probe", "-o", "text")
		Expect(got.Status).To(Equal(0), got.Stdout)
		Expect(server.Calls()).To(HaveLen(1))
		Expect(server.Faults()).To(BeEmpty())
		Expect(got.Stdout + got.Stderr).NotTo(ContainSubstring(provider.Key))
	}, Entry("OpenAI", provider.OpenAI), Entry("xAI", provider.XAI), Entry("chat", provider.Chat),
		Entry("Anthropic", provider.Anthropic), Entry("Gemini", provider.Gemini))

	It("calls nobody over the network unless it is told to", func() {
		d := newWorkplace()
		d.file("c.yaml", "instances: {a: {executor: {provider: xai, model: m, baseURL: 'http://127.0.0.1:9'}}}")
		got := d.intentWith([]string{"XAI_API_KEY=k"}, "", "doctor", "--config", "c.yaml")
		Expect(got.Status).To(Equal(0))
		got = d.intentWith([]string{"XAI_API_KEY=k"}, "", "doctor", "--config", "c.yaml", "--probe", "-o", "text")
		Expect(got.Status).To(Equal(1))
		Expect(got.Stdout).To(ContainSubstring("MODEL_REQUEST_FAILED"))
	})
})

var _ = Describe("Command line: version, help and completions", Label("clause:cli.help"), func() {
	It("tells version, commit, Go, instructions and registry", func() {
		d := newWorkplace()
		Expect(d.intent("version", "-o", "text").Stdout).To(And(MatchRegexp(`(?m)^intent +\S`), MatchRegexp(`(?m)^commit +\S`),
			MatchRegexp(`(?m)^go +go1\.`), MatchRegexp(`version \S+, sha256 [0-9a-f]{64}`), MatchRegexp(`\d{4}-\d\d-\d\d`)))
		var told map[string]any
		Expect(json.Unmarshal([]byte(d.intent("version", "-o", "json").Stdout), &told)).To(Succeed())
	})

	It("helps", func() {
		d := newWorkplace()
		for _, args := range [][]string{{"help"}, {"--help"}, {"parse", "--help"}, {"help", "schema", "check"}, {"mcp", "--help"}} {
			got := d.intent(args...)
			Expect(got.Status).To(Equal(0))
			Expect(got.Stdout).To(ContainSubstring("Usage:"))
		}
		Expect(d.intent("mcp", "--help").Stdout).NotTo(ContainSubstring("--http"), "it is not offered before it works")
	})

	DescribeTable("writes completions", func(shell string) {
		got := newWorkplace().intent("completion", shell)
		Expect(got.Status).To(Equal(0))
		Expect(len(got.Stdout)).To(BeNumerically(">", 500))
	}, Entry(nil, "bash"), Entry(nil, "zsh"), Entry(nil, "fish"), Entry(nil, "powershell"))

	It("completes instances and executors", func() {
		d := newWorkplace()
		d.file("c.json", `{"instances":{"orders":{},"visits":{}}}`)
		Expect(d.intent("__complete", "parse", "--config", "c.json", "--instance", "").Stdout).
			To(And(ContainSubstring("orders\n"), ContainSubstring("visits\n")))
		Expect(d.intent("__complete", "parse", "--executor", "").Stdout).
			To(And(ContainSubstring("offline\n"), ContainSubstring("openai:\n")))
	})
})
