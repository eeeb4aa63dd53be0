package command

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"

	"golang.org/x/term"

	"github.com/devcodex/intent-runtime/adapters/cli"
)

// terminal looks at the process's streams and environment, the only place where that is done.
func terminal() *cli.Terminal {
	return &cli.Terminal{
		In:         os.Stdin,
		Out:        stream(os.Stdout),
		Err:        stream(os.Stderr),
		InTerminal: term.IsTerminal(int(os.Stdin.Fd())),
		Open:       openFile,
		Lookup:     os.LookupEnv,
	}
}

func stream(file *os.File) cli.Stream {
	s := cli.Stream{Writer: file, Terminal: term.IsTerminal(int(file.Fd()))}
	if s.Terminal {
		s.Wipes = obeys()
		s.Colour = s.Wipes && os.Getenv("NO_COLOR") == ""
		s.Width, _, _ = term.GetSize(int(file.Fd()))
	}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.Width = columns
	}
	return s
}

// obeys reports whether the terminal knows escape sequences. Windows' old console does not, and has
// neither variable.
func obeys() bool {
	terminal := os.Getenv("TERM")
	if runtime.GOOS == "windows" {
		return terminal != "dumb" && (terminal != "" || os.Getenv("WT_SESSION") != "")
	}
	return terminal != "dumb"
}

// openFile starts what the system opens a page with. It does not wait for it.
func openFile(name string) error {
	var opener *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		opener = exec.Command("open", name)
	case "windows":
		opener = exec.Command("rundll32", "url.dll,FileProtocolHandler", name)
	default:
		opener = exec.Command("xdg-open", name)
	}
	if err := opener.Start(); err != nil {
		return err
	}
	return opener.Process.Release()
}
