package acceptance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

// requests writes a batch of n lines with the ids r0 to r<n-1>.
func requests(dir string, n int) string {
	GinkgoHelper()
	var text bytes.Buffer
	for i := range n {
		fmt.Fprintf(&text, "{\"id\":\"r%d\",\"input\":\"Cancel order B-%d.\"}\n", i, 1000+i)
	}
	name := filepath.Join(dir, "in.jsonl")
	Expect(os.WriteFile(name, text.Bytes(), 0o600)).To(Succeed())
	return name
}

// replyIDs are the ids of the replies in a file, in order.
func replyIDs(name string) []any {
	GinkgoHelper()
	text, err := os.ReadFile(name)
	Expect(err).NotTo(HaveOccurred())
	var ids []any
	for line := range strings.Lines(string(text)) {
		var reply struct{ ID any }
		Expect(json.Unmarshal([]byte(line), &reply)).To(Succeed(), line)
		ids = append(ids, reply.ID)
	}
	return ids
}

var _ = Describe("Batch", Label("clause:ecosystem.5"), func() {
	run := func(dir string, args ...string) world.Outcome {
		GinkgoHelper()
		outcome, err := world.Run(dir, nil, "", append([]string{"parse", "--executor", "offline", "--batch", "in.jsonl",
			"--out", "out.jsonl"}, args...)...)
		Expect(err).NotTo(HaveOccurred())
		return outcome
	}

	It("writes a reply for each line, with its id, in order, failures too", func() {
		dir := GinkgoT().TempDir()
		lines := `{"id":"a","input":"Cancel order B-1."}` + "\n\n" + `{"id":7,"input":" "}` + "\n" + `junk` + "\n" +
			`{"id":"d","input":"Go.","x":1}` + "\n" + `{"id":"e","input":"Cancel order B-2."}`
		Expect(os.WriteFile(filepath.Join(dir, "in.jsonl"), []byte(lines), 0o600)).To(Succeed())
		outcome := run(dir, "--jobs", "3")
		Expect(outcome.Status).To(Equal(1))
		Expect(outcome.Stdout).To(BeEmpty())
		Expect(outcome.Stderr).To(ContainSubstring("5 lines read, 3 of them failed"))
		text, err := os.ReadFile(filepath.Join(dir, "out.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		replies := strings.Split(strings.TrimSpace(string(text)), "\n")
		Expect(replies).To(HaveLen(5))
		for i, pattern := range []string{
			`{"id":"a","kind":"result","result":{"intents":[{"target":"order B-1"}]}}`,
			`{"id":7,"kind":"error","error":{"code":"INPUT_INVALID"}}`,
			`{"id":null,"kind":"error","error":{"code":"INPUT_INVALID"}}`,
			`{"id":"d","kind":"error","error":{"code":"INPUT_INVALID"}}`,
			`{"id":"e","kind":"result"}`,
		} {
			Expect([]byte(replies[i])).To(match.MatchPattern(pattern))
		}
		info, err := os.Stat(filepath.Join(dir, "out.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
	})

	It("goes on after every kill: no line twice, none lost", Label("slow"), func() {
		dir := GinkgoT().TempDir()
		binary, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		const n = 400
		requests(dir, n)
		random, kills := rand.New(rand.NewPCG(3, 5)), 0
		for {
			command := exec.Command(binary, "parse", "--executor", "offline", "--batch", "in.jsonl", "--out", "out.jsonl", "--resume")
			command.Dir = dir
			Expect(command.Start()).To(Succeed())
			ended := make(chan error, 1)
			go func() { ended <- command.Wait() }()
			pause := time.Duration(20+random.IntN(60)) * time.Millisecond
			if kills >= 50 {
				pause = time.Minute
			}
			select {
			case err := <-ended:
				Expect(err).NotTo(HaveOccurred())
			case <-time.After(pause):
				if command.Process.Kill() == nil { // else it has just ended by itself
					kills++
				}
				<-ended
				if whole := replyCount(filepath.Join(dir, "out.jsonl")); whole >= n-5 && kills < 50 {
					cut(filepath.Join(dir, "out.jsonl"), random) // as if less had been written: there is more to kill
				}
				continue
			}
			if kills >= 50 {
				break
			}
			cut(filepath.Join(dir, "out.jsonl"), random)
		}
		var want []any
		for i := range n {
			want = append(want, fmt.Sprintf("r%d", i))
		}
		Expect(replyIDs(filepath.Join(dir, "out.jsonl"))).To(Equal(want))
		Expect(kills).To(BeNumerically(">=", 50))
	})

	DescribeTable("refuses what would lose or mix replies", func(prepare func(dir string), args []string, says string) {
		dir := GinkgoT().TempDir()
		requests(dir, 3)
		prepare(dir)
		before, _ := os.ReadFile(filepath.Join(dir, "out.jsonl"))
		outcome := run(dir, args...)
		Expect(outcome.Status).To(Equal(2), outcome.Stderr)
		Expect(outcome.Stderr).To(ContainSubstring(says))
		Expect(outcome.Stdout).To(BeEmpty())
		after, _ := os.ReadFile(filepath.Join(dir, "out.jsonl"))
		Expect(after).To(Equal(before))
	},
		Entry("a file that is there", place("x\n"), nil, "--resume goes on"),
		Entry("replies of other lines", place(`{"id":"r1","kind":"result"}`+"\n"), []string{"--resume"}, "belongs to another line"),
		Entry("more replies than lines", place(strings.Repeat(`{"id":"r0","kind":"result"}`+"\n", 1)+
			`{"id":"r1"}`+"\n"+`{"id":"r2"}`+"\n"+`{"id":"r3"}`+"\n"), []string{"--resume"}, "more replies"),
		Entry("a file of somebody else's", place("my only notes"), []string{"--resume"}, "none of this command"),
		Entry("a reply to another text", place(`{"id":"r0","kind":"result","result":{"input":"Go."}}`+"\n"), []string{"--resume"},
			"belongs to another line"),
		Entry("what is no reply", place("x\n"), []string{"--resume"}, "none of this command"),
		Entry("one file in two roles", untouched, []string{"--out", "in.jsonl"}, "the same file"),
		Entry("no text beside it", untouched, []string{"Go."}, "leave TEXT out"),
		Entry("flags of one request", untouched, []string{"--envelope"}, "--envelope"),
		Entry("a rate that is none", untouched, []string{"--rate", "fast"}, "--rate"),
		Entry("no jobs", untouched, []string{"--jobs", "0"}, "--jobs"),
	)

	It("cuts off a last line without its end and does that one again", func() {
		dir := GinkgoT().TempDir()
		requests(dir, 3)
		place(`{"id":"r0","kind":"result","result":{}}` + "\n" + `{"id":"r1","kind":"resu`)(dir)
		Expect(run(dir, "--resume").Status).To(Equal(0))
		Expect(replyIDs(filepath.Join(dir, "out.jsonl"))).To(Equal([]any{"r0", "r1", "r2"}))
	})

	It("tries again what a provider failed at, if it is told to", func() {
		dir := GinkgoT().TempDir()
		requests(dir, 1)
		core, err := json.Marshal(world.Core())
		Expect(err).NotTo(HaveOccurred())
		Expect(os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"replies":[{"error":{"status":503}},{"outcome":"complete","json":`+
			string(core)+`},{"error":{"status":503}}]}`), 0o600)).To(Succeed())
		outcome, err := world.Run(dir, nil, "", "parse", "--executor", "script:s.json", "--batch", "in.jsonl", "--out", "o.jsonl", "--retry", "1")
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Status).To(Equal(0), outcome.Stderr)
		outcome, err = world.Run(dir, nil, "", "parse", "--executor", "script:s.json", "--batch", "in.jsonl", "--out", "p.jsonl")
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Status).To(Equal(1))
	})

	It("says that its flags need --batch", func() {
		outcome, err := world.Run(GinkgoT().TempDir(), nil, "", "parse", "--jobs", "2", "Go.")
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Status).To(Equal(2))
		Expect(outcome.Stderr).To(ContainSubstring("--jobs needs --batch"))
	})
})

// place puts a text where the replies go.
func place(text string) func(dir string) {
	return func(dir string) {
		GinkgoHelper()
		Expect(os.WriteFile(filepath.Join(dir, "out.jsonl"), []byte(text), 0o600)).To(Succeed())
	}
}

func replyCount(name string) int {
	text, _ := os.ReadFile(name)
	return bytes.Count(text, []byte("\n"))
}

// cut drops the end of a file, mostly within a line.
func cut(name string, random *rand.Rand) {
	GinkgoHelper()
	text, err := os.ReadFile(name)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(name, text[:random.IntN(len(text)+1)], 0o600)).To(Succeed())
}

// untouched leaves the folder as it is.
func untouched(string) {}
