// Package documents keeps the documentation true: every code block is compiled and run, every link leads
// somewhere.
//
// In a document, a block's info string says what happens to it:
//
//	go            a whole file: built, and run if it is package main; a test file is tested. What stands
//	              behind "// Output:" at its end must be what it prints
//	sh            run with intent in the path, in one folder for the document, in the document's order
//	text output   what the sh or go block just above must have printed
//	json, yaml    must be well formed; with a name (`yaml intent.yaml`) it becomes a file for the sh blocks
//	text          prose, nothing happens
//
// A block that cannot be run has the line `<!-- not run: reason -->` above it.
package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// block is one fenced block of a document.
type block struct {
	file string // path below the root
	line int    // of its first line of text
	lang string
	name string // the info string's second word
	text string
	skip string // why it is not run
}

var (
	fence   = regexp.MustCompile("^( *)(```+)\\s*(\\S*)\\s*(.*?)\\s*$")
	skipped = regexp.MustCompile(`^\s*<!-- not run: (.+) -->\s*$`)
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// pages is every document of the repository.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// split reads a document into its blocks and the prose between them.
func split(t *testing.T, path string) (blocks []block, prose string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var open *block
	var indent, mark, reason string
	for i, line := range strings.Split(string(text), "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case open != nil && m != nil && m[2] == mark && m[3] == "":
			blocks = append(blocks, *open)
			open, reason = nil, ""
		case open != nil:
			open.text += strings.TrimPrefix(line, indent) + "\n"
		case m != nil:
			indent, mark = m[1], m[2]
			open = &block{file: strings.TrimPrefix(path, root+"/"), line: i + 2, lang: m[3], name: m[4], skip: reason}
		default:
			out.WriteString(line + "\n")
			if s := skipped.FindStringSubmatch(line); s != nil {
				reason = s[1]
			} else if strings.TrimSpace(line) != "" {
				reason = ""
			}
		}
	}
	if open != nil {
		t.Errorf("%s:%d: the block is not closed", open.file, open.line)
	}
	return blocks, out.String()
}

// TestLinks follows every link that stays in the repository.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		_, prose := split(t, page)
		for _, m := range link.FindAllStringSubmatch(prose, -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, ":") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), target)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", strings.TrimPrefix(page, root+"/"), m[1])
			}
		}
	}
}
