package command

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Launcher starts commands. It is immutable and safe for concurrent use; it holds no resource.
type Launcher struct {
	program      []string
	capabilities acting.CommandCapabilities
	mounts       bool // guardians get a mount namespace
}

// probeTime bounds the probe of a guardian.
const probeTime = 5 * time.Second

// New starts a guardian once to see what works here. It fails with UnsupportedCapability if commands
// cannot be guarded; what else does not work stands in [Launcher.Capabilities].
func New(ctx context.Context, options Options) (*Launcher, error) {
	l := &Launcher{program: options.Program}
	if len(l.program) == 0 {
		l.program = []string{"/proc/self/exe"}
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	found, err := l.probe(ctx, "")
	if err != nil {
		return nil, tool.Errorf(tool.UnsupportedCapability, "commands cannot be guarded: %w", err)
	}
	if found.Guardian != "" {
		return nil, tool.Errorf(tool.UnsupportedCapability, "commands cannot be guarded: %s", found.Guardian)
	}
	l.capabilities = acting.CommandCapabilities{
		Terminal: lack("terminals", found.Terminal), Files: lack("confining files", found.Files),
		Network: lack("refusing the network", found.Network),
	}
	err = l.probeMounts(ctx)
	l.mounts = err == nil
	if err != nil {
		l.capabilities.Protect = lack("protecting folders", err.Error())
	}
	return l, nil
}

func lack(what, reason string) error {
	if reason == "" {
		return nil
	}
	return tool.Errorf(tool.UnsupportedCapability, "%s: %s", what, reason)
}

// Capabilities tells what was found when the launcher was made.
func (l *Launcher) Capabilities() acting.CommandCapabilities { return l.capabilities }

func (l *Launcher) probeMounts(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "intent-probe-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	found, err := l.probe(ctx, folder)
	switch {
	case err != nil:
		return err
	case found.Mounts != "":
		return errors.New(found.Mounts)
	}
	// The proof ran in a namespace of its own: here the folder is still open.
	return os.WriteFile(filepath.Join(folder, "outside"), nil, 0o600)
}

// probe asks a guardian, one with a mount namespace if there is a folder to try it on.
func (l *Launcher) probe(ctx context.Context, folder string) (probed, error) {
	g, err := l.spawn(order{Probe: &probeOrder{Folder: folder}}, nil, folder != "")
	if err != nil {
		return probed{}, err
	}
	stop := context.AfterFunc(ctx, func() { _ = g.process.Kill() })
	defer stop()
	g.output.closeAll()
	var r report
	err = json.NewDecoder(g.reports).Decode(&r)
	_, _ = g.process.Wait()
	g.closeAll()
	switch {
	case err != nil:
		return probed{}, errors.New("this program, started anew, is no guardian: its main must call command.Guard")
	case r.Probed == nil:
		return probed{}, errors.New(r.Failed)
	}
	return *r.Probed, nil
}

// spawned is a guardian that was started, and our ends of its pipes.
type spawned struct {
	process *os.Process
	orders  *os.File // our end
	reports *os.File
	output  pipe
	input   pipe
}

// pipe is a pipe of which one end goes to the guardian.
type pipe struct{ read, write *os.File }

func (p pipe) closeAll() {
	for _, f := range []*os.File{p.read, p.write} {
		if f != nil {
			_ = f.Close()
		}
	}
}

func (g *spawned) closeAll() {
	_, _ = g.orders.Close(), g.reports.Close()
	g.output.closeAll()
	g.input.closeAll()
}

// spawn starts a guardian and gives it its order.
func (l *Launcher) spawn(o order, dir *os.File, mounts bool) (*spawned, error) {
	line, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	var pipes [4]pipe // orders, reports, output, input
	closePipes := func() {
		for _, p := range pipes {
			p.closeAll()
		}
	}
	for i := range pipes {
		if pipes[i].read, pipes[i].write, err = os.Pipe(); err != nil {
			closePipes()
			return nil, err
		}
	}
	if dir == nil {
		dir = pipes[3].read
	}
	theirs := []*os.File{pipes[0].read, pipes[1].write, pipes[2].write, pipes[3].read}
	cmd := exec.Command(l.program[0], append(l.program[1:len(l.program):len(l.program)], argument)...)
	cmd.Env, cmd.Dir = []string{}, "/"
	cmd.ExtraFiles = slices.Concat(theirs, []*os.File{dir})
	cmd.SysProcAttr = namespaces(mounts)
	if err := cmd.Start(); err != nil {
		closePipes()
		return nil, err
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	g := &spawned{process: cmd.Process, orders: pipes[0].write, reports: pipes[1].read,
		output: pipe{read: pipes[2].read}, input: pipe{write: pipes[3].write}}
	// A guardian that is none never reads: the write must not wait for it for ever.
	_ = g.orders.SetWriteDeadline(time.Now().Add(probeTime))
	if _, err := io.Writer(g.orders).Write(append(line, '\n')); err != nil {
		_ = g.process.Kill()
		_, _ = g.process.Wait()
		g.closeAll()
		return nil, err
	}
	_ = g.orders.SetWriteDeadline(time.Time{})
	return g, nil
}

// namespaces returns how a guardian is started: in a session of its own, so that no signal of our
// terminal reaches it, and with a mount namespace if one is wanted. Who is not root needs a user
// namespace for that, in which the user is the same and may mount.
func namespaces(mounts bool) *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setsid: true}
	if !mounts {
		return attributes
	}
	attributes.Cloneflags = unix.CLONE_NEWNS
	if uid := os.Getuid(); uid != 0 {
		attributes.Cloneflags |= unix.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		attributes.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN}
	}
	return attributes
}
