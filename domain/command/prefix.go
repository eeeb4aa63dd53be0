package command

import "slices"

// Prefix is how a command may begin: whole words, the program first.
type Prefix []string

// AnyWord stands in a [Prefix] for one word that is no option.
const AnyWord = "*"

// Begins reports whether the words begin with the prefix. An empty prefix begins nothing.
func (p Prefix) Begins(words []string) bool {
	if len(p) == 0 || len(words) < len(p) {
		return false
	}
	for i, want := range p {
		if want == AnyWord && words[i] != "" && words[i][0] != '-' {
			continue
		}
		if want != words[i] {
			return false
		}
	}
	return true
}

// DefaultBuilds returns the build table: commands that build and test a project. They run what the project
// says, so they are only free within a sandbox.
func DefaultBuilds() []Prefix {
	return []Prefix{
		{"go", "test"}, {"go", "build"}, {"go", "vet"},
		{"cargo", "test"}, {"cargo", "check"}, {"cargo", "build"},
		{"npm", "test"}, {"npm", "run", AnyWord},
		{"make"}, {"pytest"},
	}
}

// Covered reports whether each command of the line begins with one of the prefixes or is one that only
// reads, and at least one does begin so. A line that is more than simple commands is not covered.
func (r Rules) Covered(line string, prefixes []Prefix, view View) bool {
	scanned, err := Scan(line)
	if err != nil {
		return false
	}
	builds := false
	for _, c := range scanned.Commands {
		begins := slices.ContainsFunc(prefixes, func(p Prefix) bool { return p.Begins(c.Words) })
		if !begins && r.command(c, view) != nil {
			return false
		}
		builds = builds || begins
	}
	return builds
}
