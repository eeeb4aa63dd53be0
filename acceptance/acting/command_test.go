package acting_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
)

var _ = AfterSuite(func() { Expect(world.Clean()).To(Succeed()) })

// desk is a folder with a workspace and a script, in which the command is run.
type desk struct{ dir string }

func newDesk(turns ...string) desk {
	d := desk{GinkgoT().TempDir()}
	Expect(os.Mkdir(filepath.Join(d.dir, "work"), 0o700)).To(Succeed())
	d.file("script.json", `{"turns":[`+strings.Join(turns, ",")+`]}`)
	return d
}

func (d desk) file(name, text string) {
	Expect(os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o600)).To(Succeed())
}

func (d desk) run(args ...string) world.Outcome {
	got, err := world.Run(d.dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + d.dir}, "", args...)
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return got
}

func (d desk) act(args ...string) (world.Outcome, map[string]any) {
	got := d.run(append([]string{"act", "--workspace", "work", "--provider", "script:script.json",
		"--envelope"}, args...)...)
	var reply map[string]any
	if got.Stdout != "" {
		ExpectWithOffset(1, json.Unmarshal([]byte(got.Stdout), &reply)).To(Succeed(), got.Stdout)
	}
	return got, reply
}

const planning = `{"plan":[{"step":"look","status":"in_progress"}]}`

var _ = Describe("intent act", Label("clause:S23"), func() {
	It("says how a run ended by envelope and status", Label("clause:S18"), func() {
		d := newDesk(turn(call("c1", "update_plan", planning)), turn(said("Done.")))
		got, reply := d.act("--journal", "runs.db", "--mandate", "none", "Go on.")
		Expect(got.Status).To(Equal(0), got.Stderr)
		Expect(reply["kind"]).To(Equal("run"))
		run := reply["run"].(map[string]any)
		Expect(run).To(HaveKeyWithValue("state", "completed"))
		Expect(run).To(HaveKey("notices"))
		Expect(run).NotTo(HaveKey("error"))
		Expect(run["work"]).To(Equal(map[string]any{"used": 3.0, "quota": 500.0}))
		Expect(strings.Count(got.Stdout, "\n")).To(Equal(1))
		got, reply = newDesk().act("--journal", "memory", "--mandate", "none", "Go on.")
		Expect(got.Status).To(Equal(1))
		Expect(reply["run"].(map[string]any)["error"].(map[string]any)["class"]).To(Equal("execution_failure"))
	})

	DescribeTable("refuses wrong usage with status 2 and starts nothing",
		func(says string, args ...string) {
			d := newDesk(turn())
			d.file("answers.json", `{"answers":[{"approve":1}]}`)
			got, _ := d.act(append(args, "--journal", "runs.db")...)
			Expect(got.Status).To(Equal(2), got.Stderr)
			Expect(got.Stderr).To(ContainSubstring(says))
			Expect(got.Stdout).To(BeEmpty())
			Expect(filepath.Join(d.dir, "runs.db")).NotTo(BeAnExistingFile())
		},
		Entry("no mandate", "--mandate none", "Go on."),
		Entry("an unknown tool", "no tool", "--mandate", "none", "--tools", "fly", "Go on."),
		Entry("a tool twice", "twice", "--mandate", "none", "--tools", "update_plan,update_plan", "Go on."),
		Entry("no text", "nothing to do", "--mandate", "none", " "),
		Entry("a time that is none", "--timeout", "--mandate", "none", "--timeout", "2h", "Go on."),
		Entry("no work", "--max-work", "--mandate", "none", "--max-work", "0", "Go on."),
		Entry("answers that are none", "approve", "--mandate", "none", "--answers", "answers.json", "Go on."),
		Entry("an unknown word", "--approve", "--mandate", "none", "--approve", "sometimes", "Go on."),
	)

	It("refuses a journal in the workspace, also behind a link", Label("clause:S26"), func() {
		d := newDesk(turn())
		Expect(os.Symlink("work", filepath.Join(d.dir, "link"))).To(Succeed())
		for _, journal := range []string{"work/runs.db", "link/runs.db", "link/new/runs.db"} {
			got, _ := d.act("--mandate", "none", "--journal", journal, "Go on.")
			Expect(got.Status).To(Equal(2))
			Expect(got.Stderr).To(ContainSubstring("workspace"))
		}
	})

	DescribeTable("tells a journal that cannot be used before anything runs", Label("clause:K5.8"),
		func(lay func(path string)) {
			d := newDesk(turn())
			lay(filepath.Join(d.dir, "runs.db"))
			got, reply := d.act("--mandate", "none", "--journal", "runs.db", "Go on.")
			Expect(got.Status).To(Equal(1))
			Expect(reply["kind"]).To(Equal("error"))
			Expect(reply["error"].(map[string]any)["class"]).To(Equal("execution_failure"))
		},
		Entry("no database", func(path string) {
			Expect(os.WriteFile(path, []byte(strings.Repeat("no database ", 999)), 0o600)).To(Succeed())
		}),
		Entry("a folder", func(path string) { Expect(os.Mkdir(path, 0o700)).To(Succeed()) }),
	)

	It("asks for each call if it was told so, and answers only by file or rule",
		Label("clause:S2", "clause:S8"), func() {
			turns := []string{turn(call("c1", "update_plan", planning)), turn(said("Done."))}
			outcome := func(d desk, args ...string) any {
				_, reply := d.act(append([]string{"--journal", "memory", "--mandate", "none", "--tools",
					"update_plan=ask"}, args...)...)
				call := reply["run"].(map[string]any)["invocations"].([]any)[0].(map[string]any)
				if e, ok := call["error"].(map[string]any); ok {
					return e["class"]
				}
				return call["outcome"]
			}
			d := newDesk(turns...)
			d.file("yes.json", `{"answers":[{"approve":true}]}`)
			d.file("no.json", `{"answers":[{"approve":false,"reason":"not now"}]}`)
			d.file("wrong.json", `{"answers":[{"confirm":true}]}`)
			Expect(outcome(d, "Go on.")).To(Equal("approval_required"))
			Expect(outcome(d, "--answers", "yes.json", "Go on.")).To(Equal("ok"))
			Expect(outcome(d, "--answers", "no.json", "Go on.")).To(Equal("forbidden"))
			Expect(outcome(d, "--answers", "wrong.json", "Go on.")).To(Equal("approval_required"))
			Expect(outcome(d, "--answers", "yes.json", "--approve", "never", "Go on.")).To(Equal("approval_required"))
			Expect(outcome(d, "--approve", "always", "Go on.")).To(Equal("ok"))
		})

	It("keeps its journal and trace for their owner, and shows a run whole", Label("clause:K5.7"), func() {
		d := newDesk(turn(call("c1", "update_plan", planning)), turn(said("Done.")))
		_, reply := d.act("--journal", "runs.db", "--trace", "trace.jsonl", "--mandate", "none", "Go on.")
		id := reply["run"].(map[string]any)["runId"].(string)
		for _, name := range []string{"runs.db", "trace.jsonl"} {
			info, err := os.Stat(filepath.Join(d.dir, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
		}
		var shown map[string]any
		got := d.run("runs", "show", id, "--journal", "runs.db", "-o", "json")
		Expect(json.Unmarshal([]byte(got.Stdout), &shown)).To(Succeed())
		Expect(shown["chain"]).To(HaveKeyWithValue("whole", true))
		Expect(shown["effects"]).To(HaveLen(3))
		Expect(d.run("runs", "list", "--journal", "runs.db", "-o", "text").Stdout).To(ContainSubstring(id))
		Expect(d.run("runs", "list", "--journal", "runs.db", "--state", "failed", "-o",
			"text").Stdout).To(BeEmpty())
		Expect(d.run("runs", "show", "nobody", "--journal", "runs.db").Status).To(Equal(1))
		Expect(d.run("runs", "reconcile", id, id+"-1", "--outcome", "done", "--note", "x", "--journal",
			"runs.db").Status).To(Equal(1))
		Expect(d.run("runs", "rm", id, "--journal", "runs.db").Status).To(Equal(0))
		Expect(d.run("runs", "show", id, "--journal", "runs.db").Status).To(Equal(1))
	})

	It("goes on from a run in a new one", Label("clause:R9"), func() {
		d := newDesk(turn(said("First.")))
		_, reply := d.act("--journal", "runs.db", "--mandate", "none", "Go on.")
		first := reply["run"].(map[string]any)["runId"].(string)
		d.file("script.json", `{"turns":[`+turn(said("Second."))+`]}`)
		got, reply := d.act("--journal", "runs.db", "--continue", first, "And now?")
		Expect(got.Status).To(Equal(0), got.Stdout)
		Expect(reply["run"].(map[string]any)["continues"]).To(HaveKeyWithValue("runId", first))
	})

	It("goes on with the tools that the run had, and with no other", Label("clause:R9"), func() {
		d := newDesk(turn(said("First.")))
		_, reply := d.act("--journal", "runs.db", "--mandate", "none", "--tools", "update_plan,exec_command=ask", "Go on.")
		first := reply["run"].(map[string]any)["runId"].(string)
		granted := reply["run"].(map[string]any)["authority"]
		Expect(granted).To(HaveLen(2))
		d.file("script.json", `{"turns":[`+turn(said("Second."))+`]}`)
		_, reply = d.act("--journal", "runs.db", "--continue", first, "And now?")
		Expect(reply["run"].(map[string]any)["authority"]).To(Equal(granted))
		d.file("script.json", `{"turns":[`+turn(said("Third."))+`]}`)
		_, reply = d.act("--journal", "runs.db", "--continue", first, "--tools", "update_plan", "And now?")
		Expect(reply["run"].(map[string]any)["authority"]).To(HaveLen(1))
	})
})

var _ = Describe("The trace of a run", Label("clause:robust.2"), func() {
	It("is a fresh file for its owner's eyes, and never one with another role", func() {
		d := newDesk(turn(said("Done.")))
		Expect(os.WriteFile(filepath.Join(d.dir, "old.jsonl"), []byte("old"), 0o644)).To(Succeed())
		got := d.run("act", "--workspace", "work", "--provider", "script:script.json", "--mandate", "none", "--journal", "runs.db",
			"--trace", "old.jsonl", "Go on.")
		Expect(got.Status).To(Equal(0), got.Stderr)
		info, err := os.Stat(filepath.Join(d.dir, "old.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
		for _, name := range []string{"script.json", "runs.db", "-"} {
			before, _ := os.ReadFile(filepath.Join(d.dir, name))
			got = d.run("act", "--workspace", "work", "--provider", "script:script.json", "--mandate", "none", "--journal", "runs.db",
				"--trace", name, "Go on.")
			Expect(got.Status).To(Equal(2), name)
			after, _ := os.ReadFile(filepath.Join(d.dir, name))
			Expect(after).To(Equal(before), name)
		}
	})
})
