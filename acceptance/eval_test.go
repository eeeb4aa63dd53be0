package acceptance_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

const evalCases = `{"id":"right","tags":["cancel"],"input":"Cancel order B-1042.","expect":{"intents":[{"action":"modify","status":"ready"}]}}
{"id":"wrong","tags":["cancel"],"input":"Cancel order B-1043.","expect":{"intents":[{"action":"delete"}]}}
{"id":"asked","input":"Frobnicate the gizmo.","expect":{"intents":[{"action":"execute","status":"ready"}]}}
{"id":"field","tags":["data"],"input":"Cancel order B-1042.","schema":{"type":"object","properties":{"orderId":{"type":"string","title":"order","pattern":"^B-[0-9]{4}$"}}},"expect":{"data":{"orderId":"B-1042"}}}
{"id":"error","input":"Annule la commande.","language":"fr","expect":{"kind":"error","error":{"code":"MODEL_REFUSED"}}}
`

var _ = Describe("Evaluation", Label("clause:ecosystem.4"), func() {
	var dir string
	run := func(args ...string) world.Outcome {
		GinkgoHelper()
		outcome, err := world.Run(dir, nil, "", append([]string{"eval", "cases.jsonl", "--executor", "offline"}, args...)...)
		Expect(err).NotTo(HaveOccurred())
		return outcome
	}
	BeforeEach(func() {
		dir = GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(evalCases), 0o600)).To(Succeed())
	})

	It("reports right, asked, wrong and error, by tag and by field", func() {
		outcome := run("-o", "json")
		Expect(outcome.Status).To(Equal(0), outcome.Stderr)
		Expect([]byte(outcome.Stdout)).To(match.MatchPattern(`{"version":1,"executor":"offline",
			"verdicts":{"right":3,"asked":1,"wrong":1,"error":0,"share":0.6},
			"tags":{"cancel":{"right":1,"wrong":1},"data":{"right":1}},
			"fields":{"orderId":{"expected":1,"found":1,"right":1,"precision":1,"recall":1}},
			"consistency":{"repeats":1,"cases":5,"all":3},
			"outcomes":{"$size":5}}`))
	})

	It("reads each case several times and counts the steady ones", func() {
		Expect([]byte(run("-o", "json", "--repeat", "3").Stdout)).To(match.MatchPattern(
			`{"verdicts":{"right":9},"consistency":{"repeats":3,"cases":5,"all":3,"any":3}}`))
	})

	It("compares with a baseline and fails below a share", func() {
		baseline := run("-o", "json")
		changed := regexp.MustCompile(`("id":"right",[^}]*?"verdict":)"right"`).ReplaceAllString(baseline.Stdout, `$1"wrong"`)
		Expect(changed).NotTo(Equal(baseline.Stdout))
		Expect(os.WriteFile(filepath.Join(dir, "base.json"), []byte(changed), 0o600)).To(Succeed())
		outcome := run("-o", "json", "--baseline", "base.json", "--fail-under", "0.6")
		Expect(outcome.Status).To(Equal(0))
		Expect([]byte(outcome.Stdout)).To(match.MatchPattern(`{"against":{"better":["right"],"worse":[],"new":[],"gone":[]}}`))
		outcome = run("-o", "text", "--baseline", "base.json", "--fail-under", "0.61")
		Expect(outcome.Status).To(Equal(1))
		Expect(outcome.Stdout).To(ContainSubstring("1 better"))
		Expect(outcome.Stderr).To(ContainSubstring("0.6000 of the readings are right, at least 0.6100 are wanted"))
	})

	It("keeps verdicts as they come and goes on with them", func() {
		Expect(run("-o", "json", "--results", "r.jsonl").Status).To(Equal(0))
		text, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		lines := strings.SplitAfter(string(text), "\n")
		Expect(lines).To(HaveLen(6))
		Expect(os.WriteFile(filepath.Join(dir, "r.jsonl"), []byte(strings.Join(lines[:2], "")+lines[2][:10]), 0o600)).To(Succeed())
		outcome := run("-o", "json", "--results", "r.jsonl", "--resume")
		Expect(outcome.Status).To(Equal(0), outcome.Stderr)
		Expect([]byte(outcome.Stdout)).To(match.MatchPattern(`{"verdicts":{"right":3},"outcomes":{"$size":5}}`))
		again, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Count(string(again), "\n")).To(Equal(5))
	})

	It("writes one page without a foreign tag", func() {
		hostile := strings.Replace(evalCases, `"id":"wrong"`, `"id":"<script>alert(1)</script>"`, 1)
		Expect(os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(hostile), 0o600)).To(Succeed())
		page := run("-o", "html").Stdout
		Expect(page).To(And(HavePrefix("<!doctype html>"), ContainSubstring("&lt;script&gt;"), ContainSubstring("default-src")))
		Expect(page).NotTo(ContainSubstring("<script"))
	})

	DescribeTable("tells wrong usage before anything is read", func(cases string, args []string, says string) {
		if cases != "" {
			Expect(os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(cases), 0o600)).To(Succeed())
		}
		outcome := run(args...)
		Expect(outcome.Status).To(Equal(2), outcome.Stderr)
		Expect(outcome.Stderr).To(ContainSubstring(says))
		Expect(outcome.Stdout).To(BeEmpty())
	},
		Entry("lines that are no cases, all at once", `{"id":"a"}`+"\n"+`x`+"\n", nil, "line 2"),
		Entry("an id twice", strings.Repeat(`{"id":"a","input":"x","expect":1}`+"\n", 2), nil, "twice"),
		Entry("no case", "\n", nil, "no case"),
		Entry("a pattern that means nothing", `{"id":"a","input":"x","expect":{"a":{"$sizes":1}}}`, nil, "malformed"),
		Entry("a share that is no number", "", []string{"--fail-under", "nan"}, "--fail-under"),
		Entry("an instance without a configuration", `{"id":"a","input":"x","instance":"i","expect":1}`, nil, "--config"),
		Entry("a format", "", []string{"-o", "pdf"}, "-o"),
		Entry("a share", "", []string{"--fail-under", "2"}, "--fail-under"),
		Entry("a baseline", "", []string{"--baseline", "cases.jsonl"}, "--baseline"),
		Entry("resume without a file", "", []string{"--resume"}, "--results"),
		Entry("repeats", "", []string{"--repeat", "0"}, "--repeat"),
	)

	It("goes on only with readings of the same executor and the same cases", func() {
		Expect(run("-o", "json", "--results", "r.jsonl").Status).To(Equal(0))
		Expect(os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"replies":[]}`), 0o600)).To(Succeed())
		outcome, err := world.Run(dir, nil, "", "eval", "cases.jsonl", "--executor", "script:s.json", "--results", "r.jsonl", "--resume")
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Status).To(Equal(2))
		Expect(outcome.Stderr).To(ContainSubstring("readings of"))
		changed := strings.Replace(evalCases, `"action":"delete"`, `"action":"modify"`, 1)
		Expect(os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(changed), 0o600)).To(Succeed())
		outcome = run("--results", "r.jsonl", "--resume")
		Expect(outcome.Status).To(Equal(2))
		Expect(outcome.Stderr).To(ContainSubstring("is another now"))
	})

	It("leaves a file alone that is none of its own", func() {
		for name, text := range map[string]string{"notes.txt": "my only notes", "cases.jsonl": evalCases} {
			Expect(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)).To(Succeed())
			Expect(run("--results", name, "--resume").Status).To(Equal(2))
			kept, err := os.ReadFile(filepath.Join(dir, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(kept)).To(Equal(text))
		}
	})
})
