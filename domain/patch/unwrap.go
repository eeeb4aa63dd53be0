package patch

import "strings"

// The lines that open a here-document of a shell which models write round a patch.
var heredocs = [...]string{"<<EOF", "<<'EOF'", `<<"EOF"`}

// unwrap returns the lines of a patch: trimmed, without a here-document round it, without line ends.
// The CR of a CR LF belongs to the line end, one before it does not.
func unwrap(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		if i < len(lines)-1 {
			lines[i] = strings.TrimSuffix(lines[i], "\r")
		}
	}
	if len(lines) < 4 || lines[len(lines)-1] != "EOF" {
		return lines
	}
	for _, opening := range heredocs {
		if lines[0] == opening {
			return lines[1 : len(lines)-1]
		}
	}
	return lines
}
