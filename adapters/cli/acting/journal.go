package acting

import (
	"path/filepath"

	"github.com/devcodex/intent-runtime/adapters/cli"
)

const usualJournal = "~/.local/state/intent/runs.db"

// journalPath returns the absolute path of the journal that a flag names, or of the usual one.
func (p *program) journalPath(flag string) (string, error) {
	if flag == "" {
		state, ok := p.term.Lookup("XDG_STATE_HOME")
		if !ok || !filepath.IsAbs(state) { // a relative one is to be ignored: XDG Base Directory 0.8
			home, ok := p.term.Lookup("HOME")
			if !ok || home == "" {
				return "", cli.Usagef("--journal FILE is missing, and there is no home folder")
			}
			state = filepath.Join(home, ".local", "state")
		}
		flag = filepath.Join(state, "intent", "runs.db")
	}
	path, err := filepath.Abs(flag)
	if err != nil {
		return "", cli.Usagef("--journal %s: there is no working folder", cli.Quoted(flag))
	}
	return path, nil
}
