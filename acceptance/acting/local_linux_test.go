package acting_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/bootstrap/acting"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// patching is an item that applies a patch of these lines.
func patching(id string, lines ...string) string {
	input, err := json.Marshal("*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch")
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return `{"type":"custom_call","callId":"` + id + `","name":"apply_patch","input":` + string(input) + `}`
}

var _ = Describe("The tools of a workspace", func() {
	var workspace string
	var options local.Options

	BeforeEach(func() {
		base := GinkgoT().TempDir()
		workspace = filepath.Join(base, "workspace")
		Expect(os.Mkdir(workspace, 0o755)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(base, "outside"), []byte("theirs\n"), 0o600)).To(Succeed())
		options = local.Options{Workspace: workspace, Shells: []string{"/bin/sh"},
			Environment: []string{"PATH=/usr/bin:/bin", "HOME=" + workspace, "SECRET_KEY=k"}}
	})

	withCommands := func() {
		GinkgoHelper()
		binary, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		options.Commands, err = command.New(context.Background(), command.Options{Program: []string{binary}})
		Expect(err).NotTo(HaveOccurred())
	}
	// play runs turns with all tools of the profile; change may narrow a grant or add answers.
	play := func(change func(*acting.Settings), turns ...string) acting.Outcome {
		GinkgoHelper()
		tools, err := local.New(options)
		Expect(err).NotTo(HaveOccurred())
		defer func() { Expect(tools.Close()).To(Succeed()) }()
		s := settingsOf(scripted(turns...))
		s.Options.Release = tools.Release
		for _, d := range acting.Pinned(tools, nil, nil) {
			s.Tools = append(s.Tools, d)
			s.Grants = append(s.Grants, tool.Grant{Tool: d.Contract.Name, Revision: 1, Approval: tool.ApproveNone})
		}
		if change != nil {
			change(&s)
		}
		outcome, _ := acted(s)
		return outcome
	}
	value := func(i run.Invocation) map[string]any {
		GinkgoHelper()
		var v map[string]any
		text := i.Value.AppendJSON(nil)
		if i.Error != nil {
			text = i.Error.Value().AppendJSON(nil)
		}
		Expect(json.Unmarshal(text, &v)).To(Succeed())
		return v
	}
	holds := func(name, text string) {
		GinkgoHelper()
		data, err := os.ReadFile(filepath.Join(workspace, name))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(data)).To(Equal(text))
	}

	It("have definitions without a backend", Label("clause:K7"), func() {
		var names []string
		for _, c := range acting.Definitions() {
			names = append(names, c.Name.String())
		}
		Expect(names).To(Equal([]string{"exec_command", "write_stdin", "apply_patch", "update_plan", "view_image",
			"clock::curr_time", "clock::sleep"}))
		var grants []tool.Grant
		for _, c := range acting.Definitions() {
			grants = append(grants, tool.Grant{Tool: c.Name, Revision: 1, Approval: tool.ApproveNone})
		}
		catalog, err := tool.Admit(1, acting.Definitions(), grants)
		Expect(err).NotTo(HaveOccurred())
		Expect(catalog.Definitions()).To(HaveLen(7))
	})

	It("change files in the order of a patch and list what was done", Label("clause:L2.6", "clause:L2.7"), func() {
		outcome := play(nil, turn(patching("c1", "*** Add File: d/a", "+1", "*** Update File: d/a", "-1", "+2",
			"*** Delete File: no", "*** Add File: never", "+x")), turn(said("x")))
		Expect(outcome.Invocations[0].Error.Class).To(Equal(tool.ResourceConflict))
		details := value(outcome.Invocations[0])["details"].(map[string]any)
		Expect(details["files"]).To(HaveLen(2))
		holds("d/a", "2\n")
		Expect(filepath.Join(workspace, "never")).NotTo(BeAnExistingFile())
	})

	DescribeTable("touch nothing if one path is forbidden", Label("clause:L2.8", "clause:L2.12"), func(lines ...string) {
		Expect(os.Symlink("..", filepath.Join(workspace, "up"))).To(Succeed())
		Expect(os.Symlink("loop", filepath.Join(workspace, "loop"))).To(Succeed())
		Expect(os.MkdirAll(filepath.Join(workspace, "sub", ".git"), 0o755)).To(Succeed())
		outcome := play(nil, turn(patching("c1", append([]string{"*** Add File: first", "+x"}, lines...)...)), turn(said("x")))
		Expect(outcome.Invocations[0].Error.Class).To(Equal(tool.Forbidden))
		Expect(filepath.Join(workspace, "first")).NotTo(BeAnExistingFile())
	},
		Entry("outside", "*** Add File: ../x", "+x"), Entry("through a link", "*** Delete File: up/outside"),
		Entry("absolute", "*** Add File: /x", "+x"), Entry("a loop", "*** Add File: loop/x", "+x"),
		Entry(".git at any depth", "*** Add File: sub/.git/hooks/x", "+x"),
		Entry("a move outside", "*** Update File: first", "*** Move to: up/x", "-x", "+y"))

	It("keep links, modes and bytes", Label("clause:L2.11", "clause:L2.13", "clause:L2.14"), func() {
		Expect(os.WriteFile(filepath.Join(workspace, "run.sh"), []byte("\xff\r\n"), 0o755)).To(Succeed())
		Expect(os.Symlink("run.sh", filepath.Join(workspace, "l"))).To(Succeed())
		outcome := play(nil, turn(patching("c1", "*** Delete File: l", "*** Update File: run.sh", "*** Move to: bin/run.sh")),
			turn(patching("c2", "*** Update File: bin/run.sh", "-x", "+y")), turn(said("x")))
		Expect(outcome.Invocations[0].Error).To(BeNil())
		Expect(outcome.Invocations[1].Error.Class).To(Equal(tool.ResourceConflict))
		holds("bin/run.sh", "\xff\r\n")
		info, err := os.Stat(filepath.Join(workspace, "bin", "run.sh"))
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o755)))
	})

	It("ask before something is lost, and never lose what was not asked for",
		Label("clause:L2.9", "clause:S11", "clause:R26"), func() {
			Expect(os.WriteFile(filepath.Join(workspace, "a"), []byte("1\n"), 0o600)).To(Succeed())
			asks := &person{answers: []run.Answer{approving(true)}}
			outcome := play(func(s *acting.Settings) {
				for i := range s.Grants {
					s.Grants[i].Approval = tool.ApproveDeletions
				}
				s.Options.Interactions = asks
			}, turn(patching("c1", "*** Update File: a", "-1", "+2"), patching("c2", "*** Add File: a", "+3"),
				patching("c3", "*** Add File: .envrc", "+x"), patching("c4", "*** Update File: a", "oops")), turn(said("x")))
			Expect(asks.asked).To(HaveLen(2))
			Expect(asks.asked[0].Approval.Needs).To(Equal([]tool.Need{{Kind: tool.Replacement, Files: []string{"a"}}}))
			Expect(classOf(outcome.Invocations[2].Error)).To(Equal(tool.ApprovalRequired))
			Expect(classOf(outcome.Invocations[3].Error)).To(Equal(tool.Validation))
			holds("a", "3\n")
		})

	It("keep the old bytes of what they change", Label("clause:P4"), func() {
		Expect(os.WriteFile(filepath.Join(workspace, "a"), []byte("old\n"), 0o600)).To(Succeed())
		var kept []local.Change
		options.Keep = func(_ context.Context, _ ports.Invocation, c local.Change) error {
			kept = append(kept, c)
			return nil
		}
		play(nil, turn(patching("c1", "*** Update File: a", "-old", "+new")), turn(said("x")))
		Expect(kept).To(HaveLen(1))
		Expect(string(kept[0].Before)).To(Equal("old\n"))
	})

	It("run commands and tell how they ended", Label("clause:L1.1", "clause:L1.7", "clause:S18", "clause:S25"), func() {
		withCommands()
		outcome := play(nil, turn(call("c1", "exec_command", `{"cmd":"printf '%s %s' \"$TERM\" \"$SECRET_KEY\"; cat; exit 3"}`)),
			turn(said("x")))
		v := value(outcome.Invocations[0])
		Expect(v).To(HaveKeyWithValue("output", "dumb "))
		Expect(v).To(HaveKeyWithValue("exit_code", 3.0))
		Expect(v).To(HaveKeyWithValue("status", "exited"))
		Expect(v).To(HaveKeyWithValue("cleanup_status", "not_needed"))
		Expect(v).To(HaveKeyWithValue("login", false))
		Expect(v).NotTo(HaveKey("session_id"))
	})

	It("show part of the output and bound all of it", Label("clause:L1.2", "clause:L1.3"), func() {
		withCommands()
		options.OutputLimit = 100
		outcome := play(nil, turn(call("c1", "exec_command", `{"cmd":"printf 'a你好'","max_output_tokens":1}`),
			call("c2", "exec_command", `{"cmd":"yes","yield_time_ms":30000}`)), turn(said("x")))
		v := value(outcome.Invocations[0])
		Expect(v).To(HaveKeyWithValue("output", "a你"))
		Expect(v).To(HaveKeyWithValue("omitted_output_bytes", 3.0))
		Expect(outcome.Invocations[1].Error.Class).To(Equal(tool.BudgetExceeded))
		details := value(outcome.Invocations[1])["details"].(map[string]any)
		Expect(details).To(HaveKeyWithValue("output_limit_exceeded", true))
		Expect(details).NotTo(HaveKey("exit_code"))
	})

	It("refuse before anything is launched", Label("clause:L1.5", "clause:L4.2", "clause:S28"), func() {
		withCommands()
		refused := func(arguments string) tool.Class {
			outcome := play(nil, turn(call("c1", "exec_command", arguments)), turn(said("x")))
			return classOf(outcome.Invocations[0].Error)
		}
		Expect(refused(`{"cmd":" "}`)).To(Equal(tool.Validation))
		Expect(refused(`{"cmd":"touch x","workdir":".."}`)).To(Equal(tool.Forbidden))
		Expect(refused(`{"cmd":"touch x","workdir":"no"}`)).To(Equal(tool.NotFound))
		Expect(refused(`{"cmd":"touch x","tty":true}`)).To(Equal(tool.UnsupportedCapability))
		Expect(refused(`{"cmd":"touch x","sandbox_permissions":"require_escalated"}`)).To(Equal(tool.Forbidden))
		Expect(refused(`{"cmd":"touch x","shell":"zsh"}`)).To(Equal(tool.Forbidden))
		Expect(filepath.Join(workspace, "x")).NotTo(BeAnExistingFile())
	})

	It("leave no command behind when a run ends",
		Label("clause:L1.4", "clause:L1.6", "clause:L1.9", "clause:R18", "clause:R19"), func() {
			withCommands()
			outcome := play(nil,
				turn(call("c1", "exec_command", `{"cmd":"setsid sleep 60 & echo $$ $! >pids; wait","yield_time_ms":1000}`),
					call("c2", "write_stdin", `{"session_id":1,"chars":"x"}`), call("c3", "write_stdin", `{"session_id":2}`)),
				turn(said("x")))
			Expect(value(outcome.Invocations[0])).To(HaveKeyWithValue("status", "running"))
			Expect(classOf(outcome.Invocations[1].Error)).To(Equal(tool.Validation))
			Expect(classOf(outcome.Invocations[2].Error)).To(Equal(tool.NotFound))
			Expect(outcome.Head.State).To(Equal(run.Completed))
			pids, err := os.ReadFile(filepath.Join(workspace, "pids"))
			Expect(err).NotTo(HaveOccurred())
			for _, pid := range strings.Fields(string(pids)) {
				Expect("/proc/" + pid).NotTo(BeADirectory())
			}
		})

	It("end a command whose run is cancelled, and prove it", Label("clause:L1.9"), func() {
		withCommands()
		tools, err := local.New(options)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(tools.Close)
		s := settingsOf(scripted(turn(call("c1", "exec_command", `{"cmd":"echo $$ >pids; sleep 60","yield_time_ms":30000}`))))
		s.Options.Release = tools.Release
		s.Tools = tools.Descriptors()[:1]
		s.Grants = []tool.Grant{{Tool: s.Tools[0].Contract.Name, Revision: 1, Approval: tool.ApproveNone}}
		c := begunRun(s)
		Eventually(filepath.Join(workspace, "pids")).WithTimeout(20 * time.Second).Should(BeAnExistingFile())
		Expect(c.Cancel()).To(Succeed())
		Expect(endedRun(c).Head.State).To(Equal(run.Cancelled))
	})

	It("show an image as a part of its own", Label("clause:L3.2", "clause:R3"), func() {
		f, err := os.Create(filepath.Join(workspace, "wide.png"))
		Expect(err).NotTo(HaveOccurred())
		Expect(png.Encode(f, image.NewGray(image.Rect(0, 0, 4096, 2)))).To(Succeed())
		Expect(f.Close()).To(Succeed())
		outcome := play(nil, turn(call("c1", "view_image", `{"path":"wide.png"}`), call("c2", "view_image", `{"path":"../outside"}`),
			call("c3", "view_image", `{"path":"no.png"}`)), turn(said("x")))
		v := value(outcome.Invocations[0])
		Expect(v).To(HaveKeyWithValue("mime_type", "image/png"))
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(v["image_url"].(string), "data:image/png;base64,"))
		Expect(err).NotTo(HaveOccurred())
		Expect(v).To(HaveKeyWithValue("bytes", float64(len(data))))
		config, err := png.DecodeConfig(bytes.NewReader(data))
		Expect(err).NotTo(HaveOccurred())
		Expect(config.Width).To(Equal(2048))
		Expect(classOf(outcome.Invocations[1].Error)).To(Equal(tool.Forbidden))
		Expect(classOf(outcome.Invocations[2].Error)).To(Equal(tool.NotFound))
	})
})
