package command_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/command"
)

// stub writes down what it was given: its name and its words, a line each, then an empty line.
const stub = "#!/bin/sh\n{ printf '%s\\n' \"${0##*/}\"; for word; do printf '<%s>\\n' \"$word\"; done; echo; } >>\"$LOG\"\n"

// TestShellsReadTheSameWords hands random lines that Scan accepts to bash and sh, in which every program is a
// stub, and compares the words that the programs were given with those that Scan returns.
func TestShellsReadTheSameWords(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "sh"} {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s is not here", shell)
			continue
		}
		for seed := range uint64(4) {
			compare(t, path, lines(rand.New(rand.NewPCG(seed, 7)), 40))
		}
	}
}

// lines are random ones that Scan accepts.
func lines(random *rand.Rand, n int) []string {
	pieces := []string{"ls", "cat", "grep", " ", " ", " ", "\t", "-la", "a.go", "src/x", "'a b'", `"c d"`, "'$x'", "''", `""`,
		"--a=b", "@x", "%1", "+", ":", "|", "&&", ";", "2>&1", " >/dev/null", "~", "*", "{a,b}", "$x", "!", "#", "=", ",", "x=y", "\\"}
	var accepted []string
	for len(accepted) < n {
		var b strings.Builder
		b.WriteString("ls ")
		for range 2 + random.IntN(10) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		line := b.String()
		if scanned, err := command.Scan(line); err == nil && stubbed(scanned) {
			accepted = append(accepted, line)
		}
	}
	return accepted
}

// stubbed reports whether every program of a line is one of the stubs.
func stubbed(line command.Line) bool {
	return !slices.ContainsFunc(line.Commands, func(c command.Simple) bool {
		return !slices.Contains([]string{"ls", "cat", "grep"}, c.Program())
	})
}

func compare(t *testing.T, shell string, lines []string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"ls", "cat", "grep"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(stub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range lines {
		log := filepath.Join(dir, "log")
		_ = os.Remove(log)
		cmd := exec.Command(shell, "-c", line)
		cmd.Env = []string{"PATH=" + dir, "LOG=" + log}
		out, err := cmd.CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("%s %q: %v %s", shell, line, err, out)
			continue
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(strings.TrimSuffix(string(text), "\n\n"), "\n\n")
		var want []string
		scanned, _ := command.Scan(line)
		for _, c := range scanned.Commands {
			told := c.Program()
			for _, word := range c.Words[1:] {
				told += "\n<" + word + ">"
			}
			want = append(want, told)
		}
		slices.Sort(got) // the commands of a pipe run at the same time
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s %q:\n got  %q\n want %q", shell, line, got, want)
		}
	}
}
