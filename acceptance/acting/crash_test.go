package acting_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/adapters/journal/sqlite"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// scenarios are runs that a child plays until it is killed.
var scenarios = []struct {
	name     string
	turns    []string
	approval tool.Approval
	fails    bool
	follow   string
}{
	{name: "no call", turns: []string{turn(said("Done."))}},
	{name: "one call", turns: []string{turn(call("c1", "act", `{}`)), turn(said("Done."))}},
	{name: "a batch with a refusal", turns: []string{turn(call("c1", "act", `{}`), call("c2", "nobody", `{}`),
		call("c3", "act", `{}`)), turn()}},
	{name: "an approval", turns: []string{turn(call("c1", "act", `{}`)), turn()}, approval: tool.ApproveEach},
	{name: "a call that fails", turns: []string{turn(call("c1", "act", `{}`), call("c2", "act", `{}`)), turn()},
		fails: true},
	{name: "a follow-up", turns: []string{turn(call("c1", "act", `{}`)), turn(), turn(call("c2", "act", `{}`)),
		turn()}, follow: "more"},
}

const crashVariable = "INTENT_CRASH" // scenario, commit, when, folder

// TestMain plays a scenario in a process of its own if it is one that is to be killed.
func TestMain(m *testing.M) {
	if orders, child := os.LookupEnv(crashVariable); child {
		crash(strings.SplitN(orders, ",", 4))
		return
	}
	os.Exit(m.Run())
}

// deadly kills its process at the nth commit: before it is stored, or right after.
type deadly struct {
	ports.Journal
	at    int64
	after bool
	count atomic.Int64
}

func (d *deadly) Commit(ctx context.Context, t run.Transition) error {
	n := d.count.Add(1)
	if n == d.at && !d.after {
		die()
	}
	err := d.Journal.Commit(ctx, t)
	if n == d.at {
		die()
	}
	return err
}

func die() {
	process, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = process.Kill()
	}
	time.Sleep(time.Minute) // the kill comes first
	panic(err)
}

// crash is the child: what it does to the world is a line in a file, on the disk before it goes on.
func crash(orders []string) {
	scenario, _ := strconv.Atoi(orders[0])
	at, _ := strconv.ParseInt(orders[1], 10, 64)
	sc, dir := scenarios[scenario], orders[3]
	RegisterFailHandler(func(message string, _ ...int) { panic(message) })
	journal, err := sqlite.Open(context.Background(), sqlite.Options{Path: filepath.Join(dir, "runs.db")})
	Expect(err).NotTo(HaveOccurred())
	s := settingsOf(scripted(sc.turns...), gadget{name: "act", approval: sc.approval,
		do: func(_ context.Context, c *ports.Call) (tool.Result, error) {
			file, err := os.OpenFile(filepath.Join(dir, "world"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			Expect(err).NotTo(HaveOccurred())
			_, err = fmt.Fprintln(file, c.Invocation().InvocationID)
			Expect(errors.Join(err, file.Sync(), file.Close())).To(Succeed())
			if sc.fails {
				return tool.Result{}, tool.Errorf(tool.ResourceConflict, "no")
			}
			return tool.Text("done"), nil
		}})
	s.Journal = &deadly{Journal: journal, at: at, after: orders[2] == "after"}
	s.Options.ID, s.Options.Durable = "r", true
	s.Options.Interactions = &person{answers: []run.Answer{approving(true)}}
	c := begunRun(s)
	if sc.follow != "" {
		_ = c.Prompt(context.Background(), sc.follow)
	}
	endedRun(c)
	Expect(journal.Close()).To(Succeed())
}

var _ = Describe("A process that is killed", Label("clause:K5.5", "clause:R9"), func() {
	for i, sc := range scenarios {
		It("leaves a journal that says what is uncertain: "+sc.name, func() {
			points := 0
			for n, survived := int64(1), false; !survived; n++ {
				for _, when := range []string{"before", "after"} {
					dir := GinkgoT().TempDir()
					if survived = !killed(dir, i, n, when); survived {
						break
					}
					points++
					recovered(dir)
				}
			}
			Expect(points).To(BeNumerically(">=", 6))
		})
	}
})

// killed plays a scenario in a child and reports whether it was killed.
func killed(dir string, scenario int, at int64, when string) bool {
	child := exec.Command(os.Args[0], "-test.run=none")
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d,%d,%s,%s", crashVariable, scenario, at, when, dir))
	out, err := child.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		ExpectWithOffset(1, exit.ExitCode()).To(Equal(-1), string(out))
		return true
	}
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return false
}

// recovered holds what the journal says against what the world has seen, and goes on from the run.
func recovered(dir string) {
	ctx := context.Background()
	journal, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(dir, "runs.db")})
	Expect(err).NotTo(HaveOccurred())
	defer func() { Expect(journal.Close()).To(Succeed()) }()
	world := &effects{ids: seen(dir)}
	notOnceMore(journal, world)
	r, err := conversation.Recover(ctx, journal, "r", time.Now())
	if errors.Is(err, tool.NotFound) {
		return
	}
	Expect(err).NotTo(HaveOccurred())
	for _, e := range r.Uncertain() {
		outcome := "not-done"
		for _, id := range world.ids {
			if id == e.InvocationID {
				outcome = "done"
			}
		}
		Expect(conversation.Reconcile(ctx, journal, r, time.Now(),
			run.Reconcile{Effect: e.ID, Outcome: outcome, By: "a spec"})).To(Succeed())
	}
	Expect(r.Ended()).To(BeTrue())
	s := settingsOf(scripted(turn(said("Went on."))))
	s.Journal, s.Options.Journal = journal, journal
	s.Prompt = "and now?"
	if s.Options, err = conversation.Continue(ctx, s.Options, "r", time.Now()); err != nil {
		Fail(err.Error())
	}
	outcome, page := acted(s)
	Expect(outcome.Head.State).To(Equal(run.Completed))
	Expect(run.BrokenChain("", page.Events)).To(BeZero())
	Expect(seen(dir)).To(Equal(world.ids), "going on did something again")
}

func seen(dir string) []string {
	file, err := os.Open(filepath.Join(dir, "world"))
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	var ids []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		ids = append(ids, lines.Text())
	}
	return ids
}
