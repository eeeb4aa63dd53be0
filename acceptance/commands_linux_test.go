package acceptance_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// The kit commandtest holds the guardian to all of this and more; here the built binary is one.
var _ = Describe("A command's guardian", func() {
	var launcher *command.Launcher
	var folder string

	BeforeEach(func() {
		binary, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		launcher, err = command.New(context.Background(), command.Options{Program: []string{binary}})
		Expect(err).NotTo(HaveOccurred())
		folder = GinkgoT().TempDir()
	})

	start := func(script string, change func(*acting.CommandSpec)) (acting.Command, error) {
		GinkgoHelper()
		dir, err := os.Open(folder)
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = dir.Close() }()
		spec := acting.CommandSpec{Args: []string{"/bin/sh", "-c", script}, Dir: dir, Env: []string{"PATH=/usr/bin:/bin"}}
		if change != nil {
			change(&spec)
		}
		c, err := launcher.Start(context.Background(), spec)
		if err == nil {
			DeferCleanup(c.Close)
		}
		return c, err
	}
	told := func(c acting.Command) string {
		GinkgoHelper()
		text, err := io.ReadAll(c)
		Expect(err).NotTo(HaveOccurred())
		Eventually(c.Done()).WithTimeout(20 * time.Second).Should(BeClosed())
		return string(text)
	}

	It("proves that nobody is left of what ignores SIGTERM and leaves its session",
		Label("clause:L1.8", "clause:R5"), func() {
			c, err := start("trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$; sleep 60' & wait", nil)
			Expect(err).NotTo(HaveOccurred())
			buffer := make([]byte, 32)
			n, err := c.Read(buffer)
			Expect(err).NotTo(HaveOccurred())
			end := c.End()
			Expect(end.Status).To(Equal(acting.CommandTerminated))
			Expect(end.Cleanup).To(Equal(acting.CleanupConfirmed))
			pid := strings.TrimSpace(string(buffer[:n]))
			Expect("/proc/" + pid).NotTo(BeADirectory())
		})

	It("calls unconfirmed what it cannot prove", Label("clause:L1.8", "clause:L4.4"), func() {
		c, err := start("echo ready; sleep 60", nil)
		Expect(err).NotTo(HaveOccurred())
		_, err = c.Read(make([]byte, 32))
		Expect(err).NotTo(HaveOccurred())
		Expect(syscall.Kill(c.Identity().Guardian, syscall.SIGKILL)).To(Succeed())
		end := c.End()
		Expect(end.Cleanup).To(Equal(acting.CleanupUnconfirmed))
		Expect(end.Reason).NotTo(BeEmpty())
	})

	It("gives a real terminal, or says why not", Label("clause:L4.1", "clause:L4.2", "clause:L4.3"), func() {
		c, err := start("stty size; printf '\\033[1m?'; read x; echo \"<$x>\"", func(s *acting.CommandSpec) {
			s.Terminal = &acting.TerminalSize{Rows: 24, Columns: 80}
		})
		if reason := launcher.Capabilities().Terminal; reason != nil {
			Expect(err).To(MatchError(reason))
			Skip(reason.Error())
		}
		Expect(err).NotTo(HaveOccurred())
		_, err = io.WriteString(c, "y\n")
		Expect(err).NotTo(HaveOccurred())
		text := told(c)
		Expect(text).To(ContainSubstring("24 80\r\n"))
		Expect(text).To(ContainSubstring("\x1b[1m?"))
		Expect(text).To(HaveSuffix("<y>\r\n"))
	})

	It("confines a command, as far as the kernel can", Label("clause:R6", "clause:P3"), func() {
		held := launcher.Capabilities()
		if held.Files != nil {
			Skip(held.Files.Error())
		}
		outside := GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(outside, "secret"), []byte("s"), 0o600)).To(Succeed())
		script := "echo x >" + outside + "/made; ln -s " + outside + " l; echo x >l/made; cat l/secret; echo x >inside; cat inside"
		c, err := start(script, func(s *acting.CommandSpec) { s.Sandbox = &acting.Sandbox{Write: []string{folder}} })
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Held().Files).To(Equal("landlock"))
		Expect(c.Held().Confined()).To(Equal(held.Network == nil))
		Expect(told(c)).To(HaveSuffix("x\n"))
		Expect(filepath.Join(outside, "made")).NotTo(BeAnExistingFile())
	})
})
