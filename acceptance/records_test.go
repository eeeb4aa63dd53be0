package acceptance_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
)

// shell runs a line of sh with the command in $INTENT.
func (d workplace) shell(line string) (status int, stdout, stderr string) {
	GinkgoHelper()
	path, err := world.Binary()
	Expect(err).NotTo(HaveOccurred())
	command := exec.Command("sh", "-c", line)
	command.Dir, command.Env = d.dir, append(os.Environ(), "INTENT="+path)
	var out, log writer
	command.Stdout, command.Stderr = &out, &log
	_ = command.Run()
	return command.ProcessState.ExitCode(), string(out), string(log)
}

type writer []byte

func (w *writer) Write(p []byte) (int, error) { *w = append(*w, p...); return len(p), nil }

var _ = Describe("Command line: records", Label("clause:cli.records", "clause:robust.2"), func() {
	const reading = `"$INTENT" parse --schema order.schema.json --executor script:good.json `

	audit := func(d workplace) map[string]any {
		GinkgoHelper()
		var read map[string]any
		Expect(json.Unmarshal([]byte(d.text("audit.json")), &read)).To(Succeed())
		return read
	}

	DescribeTable("are kept when stdout breaks", func(to string) {
		d := newWorkplace()
		if _, err := os.Stat("/dev/full"); err != nil {
			Skip("this system has no /dev/full")
		}
		d.file("in.txt", world.OrderInput)
		d.shell(reading + `--audit audit.json --trace trace.jsonl - < in.txt ` + to)
		Expect(audit(d)).To(HaveKeyWithValue("outcome", HaveKeyWithValue("kind", "result")))
		Expect(d.text("trace.jsonl")).To(ContainSubstring(`"event":"finish"`))
	},
		Entry("a full disk", "> /dev/full"),
		Entry("a reader that has gone", "| true"),
		Entry("stderr too", "> /dev/full 2> /dev/full"),
	)

	It("say nothing of wrong usage when stdout breaks", func() {
		d := newWorkplace()
		d.file("in.txt", world.OrderInput)
		status, _, stderr := d.shell(reading + `- < in.txt > /dev/full`)
		Expect(status).To(Equal(1))
		Expect(stderr).To(ContainSubstring("could not be written"))
	})

	It("are their owner's only, whatever stood there", func() {
		d := newWorkplace()
		d.file("audit.json", "old")
		Expect(os.Chmod(filepath.Join(d.dir, "audit.json"), 0o666)).To(Succeed())
		Expect(d.intent(reads("--audit", "audit.json", "--trace", "trace", world.OrderInput)...).Status).To(Equal(0))
		for _, name := range []string{"audit.json", "trace"} {
			info, err := os.Stat(filepath.Join(d.dir, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
		}
	})

	DescribeTable("refuse a file with another role, and spare it", func(line, spared string) {
		d := newWorkplace()
		d.file("r.json", `{"input":"Order it."}`)
		d.file("c.yaml", "instances: {default: {}}\n")
		Expect(os.Mkdir(filepath.Join(d.dir, "sub"), 0o700)).To(Succeed())
		before := d.text(spared)
		status, stdout, stderr := d.shell(`"$INTENT" parse --executor script:good.json ` + line)
		Expect(status).To(Equal(2), stderr)
		Expect(stdout).To(BeEmpty())
		Expect(stderr).To(ContainSubstring("same file"))
		Expect(d.text(spared)).To(Equal(before))
	},
		Entry("stdin", "--audit r.json - < r.json", "r.json"),
		Entry("the request", "--audit r.json --request r.json", "r.json"),
		Entry("the configuration", "--trace c.yaml --config c.yaml x", "c.yaml"),
		Entry("the schema", "--audit order.schema.json --schema order.schema.json x", "order.schema.json"),
		Entry("the script", "--audit good.json x", "good.json"),
		Entry("through another name", "--audit ./sub/../r.json --request r.json", "r.json"),
		Entry("the other record", "--audit a --trace a x", "r.json"),
	)

	It("spare an old record when the usage is wrong", func() {
		d := newWorkplace()
		d.file("old.jsonl", "old")
		status, stdout, _ := d.shell(reading + `--trace old.jsonl --audit missing/z x`)
		Expect(status).To(Equal(2))
		Expect(stdout).To(BeEmpty())
		Expect(d.text("old.jsonl")).To(Equal("old"))
	})

	It("take no device and no stdout for a file", func() {
		d := newWorkplace()
		for _, name := range []string{"/dev/null", "-", "/dev/stdout"} {
			status, stdout, _ := d.shell(reading + `--audit ` + name + ` x`)
			Expect(status).To(Equal(2), name)
			Expect(stdout).To(BeEmpty(), name)
		}
		_, err := os.Stat(filepath.Join(d.dir, "-"))
		Expect(os.IsNotExist(err)).To(BeTrue())
		info, err := os.Stat("/dev/null")
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode() & os.ModeDevice).NotTo(BeZero())
	})
})

var _ = Describe("Command line: files that do not open", Label("clause:cli.input", "clause:robust.5"), func() {
	DescribeTable("hold nobody up", func(args ...string) {
		d := newWorkplace()
		if err := syscall.Mkfifo(filepath.Join(d.dir, "pipe"), 0o600); err != nil {
			Skip("this system has no named pipes")
		}
		path, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		command := exec.Command(path, args...)
		command.Dir = d.dir
		Expect(command.Start()).To(Succeed())
		done := make(chan error, 1)
		go func() { done <- command.Wait() }()
		Consistently(done, "100ms").ShouldNot(Receive())
		Expect(command.Process.Signal(syscall.SIGTERM)).To(Succeed())
		Eventually(done, "1s").Should(Receive())
		Expect(command.ProcessState.ExitCode()).To(Equal(143))
	},
		Entry("the configuration", "parse", "--config", "pipe", "x"),
		Entry("the request", "parse", "--executor", "offline", "--request", "pipe"),
		Entry("the schema", "parse", "--schema", "pipe", "x"),
		Entry("the script", "parse", "--executor", "script:pipe", "x"),
		Entry("doctor's", "doctor", "--config", "pipe"),
		Entry("mcp's", "mcp", "--config", "pipe"),
		Entry("schema check's", "schema", "check", "pipe"),
	)

	It("are covered by --timeout, as stdin is", func() {
		d := newWorkplace()
		path, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		command := exec.Command(path, "parse", "--executor", "offline", "--timeout", "50ms", "--envelope", "-")
		command.Dir = d.dir
		silent, err := command.StdinPipe()
		Expect(err).NotTo(HaveOccurred())
		defer silent.Close()
		out, _ := command.Output()
		Expect(command.ProcessState.ExitCode()).To(Equal(1))
		Expect(string(out)).To(And(ContainSubstring("MODEL_TIMEOUT"), ContainSubstring(`"stage":"input"`)))
	})
})
