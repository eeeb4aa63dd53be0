package offline

import (
	"embed"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/domain/intent"
)

//go:embed words/*.txt
var wordFiles embed.FS

// wordList is one section of a word file.
type wordList struct {
	kind, name string
	entries    []string
}

type wordLists []wordList

var (
	englishLists = sync.OnceValue(func() wordLists { return readWords("words/english.txt") })
	chineseLists = sync.OnceValue(func() wordLists { return readWords("words/chinese.txt") })
)

// readWords reads a file that is part of the program: "[kind name]" opens a section, entries are parted
// by semicolons, "#" begins a comment.
func readWords(file string) wordLists {
	text, err := wordFiles.ReadFile(file)
	if err != nil {
		return nil // the file is embedded: it is there
	}
	var lists wordLists
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok {
			kind, name, _ := strings.Cut(strings.TrimSuffix(head, "]"), " ")
			lists = append(lists, wordList{kind: kind, name: name})
			continue
		}
		if line == "" || line[0] == '#' || len(lists) == 0 {
			continue
		}
		section := &lists[len(lists)-1]
		for _, entry := range strings.Split(line, ";") {
			if entry = strings.TrimSpace(entry); entry != "" {
				section.entries = append(section.entries, entry)
			}
		}
	}
	return lists
}

// words gives the entries of the section "[words name]".
func (l wordLists) words(name string) []string {
	for _, section := range l {
		if section.kind == "words" && section.name == name {
			return section.entries
		}
	}
	return nil
}

// listed makes a bag of the entries of the English section "[words name]", each one word.
func listed(name string) bag {
	return bagOf(func() []string { return englishLists().words(name) })
}

// phrases makes the section "[words name]" ready to be looked up.
func (l wordLists) phrases(name string) phrases[bool] {
	out := phrases[bool]{}
	out.add(l.words(name), true)
	return out
}

// verbs collects the sections "[verb action]". The action "unknown" is none: the word asks for
// something without saying what.
func (l wordLists) verbs() phrases[verb] {
	out := phrases[verb]{}
	for _, section := range l {
		if section.kind != "verb" {
			continue
		}
		action := intent.Action(section.name)
		if action == "unknown" {
			action = ""
		}
		for _, entry := range section.entries {
			out.add([]string{entry}, verb{entry, action})
		}
	}
	return out
}

// openings collects the sections of a kind that are named after an opening.
func (l wordLists) openings(kind string) phrases[opening] {
	out := phrases[opening]{}
	for _, section := range l {
		if section.kind == kind {
			out.add(section.entries, openingNames[section.name])
		}
	}
	return out
}

var openingNames = map[string]opening{
	"filler": filler, "polite": polite, "then": then, "first": first, "never": never, "chat": chat,
	"story": story,
	"wrong": wrong, "doubt": doubt, "forget": forget, "wanting": wanting, "rule": rule, "supposed": supposed,
	"also": also, "needless": needless, "other": other,
}
