package commandtest

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// needTerminal skips a check where there is no terminal, after it has seen that one is refused.
func (k *kit) needTerminal() {
	k.Helper()
	reason := k.commands.Capabilities().Terminal
	if reason == nil {
		return
	}
	spec := k.spec("touch made")
	spec.Terminal = &acting.TerminalSize{Rows: 24, Columns: 80}
	k.refused(spec, tool.UnsupportedCapability)
	k.absent(filepath.Join(k.dir, "made"))
	k.Skipf("no terminal here: %v", reason)
}

// attacks try to write a file outside the sandbox. $OUT is a folder that is not granted.
var attacks = map[string]string{
	"path":            `echo x >"$OUT/made"`,
	"dotdot":          `echo x >../outside/made`,
	"link":            `ln -s "$OUT" l; echo x >l/made`,
	"hard_link":       `ln "$OUT/secret" l && echo x >>l`,
	"proc_root":       `echo x >"/proc/self/root$OUT/made"`,
	"proc_cwd":        `cd "$OUT"; echo x >/proc/self/cwd/made`,
	"child_of_child":  `sh -c 'sh -c "echo x >\"$OUT/made\""'`,
	"own_session":     `setsid -w sh -c 'echo x >"$OUT/made"'`,
	"parents_root":    `echo x >"/proc/$PPID/root$OUT/made"`,
	"parents_memory":  `echo x >/proc/$PPID/mem && touch escaped`,
	"rename":          `echo x >made; mv made "$OUT/made"`,
	"truncate":        `: >"$OUT/secret"`,
	"remove":          `rm -f "$OUT/secret"`,
	"mode":            `mkdir "$OUT/made"`,
	"mount":           `mount --bind "$OUT" . && echo x >made`,
	"new_namespace":   `unshare -Ur sh -c 'echo x >"$OUT/made"'`,
	"remount":         `mount -o remount,rw / ; echo x >"$OUT/made"`,
	"read_by_path":    `cp "$OUT/secret" made`,
	"read_by_link":    `ln -s "$OUT/secret" l; cp l made`,
	"signal_a_parent": `kill -9 $PPID; sleep 0.1; touch made`,
}

var sandbox = []check{
	{"sandbox_holds_files", func(k *kit) {
		k.needFiles()
		for name, script := range attacks {
			workspace, outside := k.world()
			k.dir = workspace
			spec := k.spec(script)
			spec.Env = append(spec.Env, "OUT="+outside)
			spec.Sandbox = &acting.Sandbox{Write: []string{workspace}}
			c := k.start(spec)
			k.equal(name+": mechanism", c.Held().Files, "landlock")
			text := k.rest(c)
			k.done(c)
			k.untouched(name, outside, text)
			if _, err := os.Stat(filepath.Join(workspace, "escaped")); err == nil {
				k.Errorf("%s: it wrote another process's memory", name)
			}
			if copied, err := os.ReadFile(filepath.Join(workspace, "made")); err == nil &&
				strings.Contains(string(copied), "secret") {
				k.Errorf("%s: it read what is not granted", name)
			}
			if end := c.End(); end.Cleanup == acting.CleanupUnconfirmed {
				k.Errorf("%s: %s", name, end.Reason)
			}
		}
	}},
	{"sandbox_grants", func(k *kit) {
		k.needFiles()
		workspace, outside := k.world()
		k.dir = workspace
		spec := k.spec(`cat "$OUT/secret" && echo x >made && mkdir d && mv made d/ && echo >/dev/null && echo done`)
		spec.Env = append(spec.Env, "OUT="+outside)
		spec.Sandbox = &acting.Sandbox{Write: []string{workspace}, Read: []string{outside}}
		text, end := k.finish(spec)
		k.equal("output", text, "secret\ndone\n")
		k.equal("code", end.ExitCode, 0)
	}},
	{"sandbox_refuses_network", func(k *kit) {
		k.needNetwork()
		spec := k.spec("")
		script := "import os,socket\n" +
			"for f,t in ((2,socket.SOCK_STREAM),(10,socket.SOCK_DGRAM),(16,socket.SOCK_RAW)):\n" +
			"  try: socket.socket(f,t); print('open')\n" +
			"  except PermissionError: print('refused')\n" +
			"s=socket.socket(socket.AF_UNIX)\n" +
			"for call in (lambda: s.connect('x'), lambda: s.bind('y'), lambda: s.listen()):\n" +
			"  try: call(); print('open')\n" +
			"  except PermissionError: print('refused')\n" +
			"a,b=socket.socketpair(); os.write(a.fileno(),b'p'); print(os.read(b.fileno(),1).decode())\n"
		python := python(k)
		spec.Args = []string{python, "-c", script}
		spec.Sandbox = &acting.Sandbox{Write: []string{k.dir}, Read: []string{filepath.Dir(filepath.Dir(python))}}
		c := k.start(spec)
		k.equal("mechanism", c.Held().Network, "seccomp")
		text := k.rest(c)
		if strings.Count(text, "refused") != 6 || strings.Contains(text, "open") || !strings.Contains(text, "p\n") {
			k.Errorf("output %q", text)
		}
	}},
	{"sandbox_opens_network", func(k *kit) {
		k.needNetwork()
		spec := k.spec("true")
		spec.Sandbox = &acting.Sandbox{Write: []string{k.dir}, Network: true}
		k.equal("mechanism", k.start(spec).Held().Network, "open")
	}},
	{"sandbox_protects", func(k *kit) {
		k.needFiles()
		if reason := k.commands.Capabilities().Protect; reason != nil {
			k.Skipf("no read-only folders here: %v", reason)
		}
		protected := filepath.Join(k.dir, ".git")
		if err := os.MkdirAll(filepath.Join(protected, "hooks"), 0o700); err != nil {
			k.Fatal(err)
		}
		spec := k.spec(`echo x >.git/config; echo x >"$PWD/.git/config"; echo x >.git/hooks/pre-commit; mv .git old;
			rm -rf .git; mount -o remount,rw "$PWD/.git"; umount .git; echo x >.git/config; echo free >open; cat open`)
		spec.Sandbox = &acting.Sandbox{Write: []string{k.dir}, Protect: []string{protected}}
		c := k.start(spec)
		k.equal("mechanism", c.Held().Protect, "mount")
		text := k.rest(c)
		if !strings.HasSuffix(text, "free\n") {
			k.Errorf("output %q", text)
		}
		k.absent(filepath.Join(protected, "config"))
		k.absent(filepath.Join(protected, "hooks", "pre-commit"))
		k.absent(filepath.Join(k.dir, "old"))
	}},
	{"no_sandbox_holds_nothing", func(k *kit) {
		k.equal("held", k.start(k.spec("true")).Held(),
			acting.SandboxHeld{Files: "none", Network: "none", Protect: "none"})
	}},
}

func (k *kit) needFiles() {
	k.Helper()
	if reason := k.commands.Capabilities().Files; reason != nil {
		k.Skipf("no confinement of files here: %v", reason)
	}
}

func (k *kit) needNetwork() {
	k.Helper()
	if reason := k.commands.Capabilities().Network; reason != nil {
		k.Skipf("the network cannot be refused here: %v", reason)
	}
}

// world makes a workspace and a folder beside it.
func (k *kit) world() (workspace, outside string) {
	k.Helper()
	base := k.TempDir()
	workspace, outside = filepath.Join(base, "workspace"), filepath.Join(base, "outside")
	for _, folder := range []string{workspace, outside} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			k.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret\n"), 0o600); err != nil {
		k.Fatal(err)
	}
	return workspace, outside
}

func (k *kit) untouched(name, outside, text string) {
	k.Helper()
	entries, err := os.ReadDir(outside)
	secret, errRead := os.ReadFile(filepath.Join(outside, "secret"))
	if err != nil || errRead != nil || len(entries) != 1 || string(secret) != "secret\n" {
		k.Errorf("%s: the folder outside was changed: %v, %q; the command wrote %q", name, entries, secret, text)
	}
}

func (k *kit) absent(path string) {
	k.Helper()
	if _, err := os.Lstat(path); err == nil {
		k.Errorf("%s was made", path)
	}
}

// python finds an interpreter, with which system calls are easily made.
func python(k *kit) string {
	k.Helper()
	for _, path := range []string{"/usr/bin/python3", "/usr/local/bin/python3", "/bin/python3"} {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
	}
	k.Skip("no python3 here to make system calls with")
	return ""
}
