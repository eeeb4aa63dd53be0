// Package lexicon holds the words that the offline reader knows, of English and of Chinese, with the
// role that each plays in a clause. The words are data files; nothing about a language is in the code
// but how English verbs are inflected.
package lexicon

import (
	"embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
)

//go:embed data
var files embed.FS

// Entry is what is known of one word or phrase. Entries are shared and not changed once loaded.
type Entry struct {
	Roles  Role
	Action intent.Action // of a verb; "" if the verb does not say what is to be done
	Lemma  string        // the plain form of a verb
	Value  string        // of a number or unit: what it stands for
}

// Has reports whether the word plays one of the roles.
func (e *Entry) Has(r Role) bool { return e != nil && e.Roles&r != 0 }

// node is one step of the trie. A step is an English word or one Chinese character.
type node struct {
	next  map[string]*node
	entry *Entry
}

// Lexicon finds words. It is immutable once loaded and safe for concurrent use.
type Lexicon struct {
	root   node
	simple map[rune]rune // traditional characters
}

// Load reads the data files. It fails only if they are broken.
func Load() (*Lexicon, error) {
	l := &Lexicon{simple: make(map[rune]rune, 4096)}
	text, err := files.ReadFile("data/traditional.txt")
	if err != nil {
		return nil, err
	}
	for _, pair := range strings.Fields(withoutComments(string(text))) {
		if p := []rune(pair); len(p) == 2 {
			l.simple[p[0]] = p[1]
		}
	}
	for _, name := range []string{"data/english.txt", "data/chinese.txt"} {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := l.read(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	l.complete(&l.root)
	return l, nil
}

// complete gives each irregular past its verb, and marks Chinese verbs of one character as weak.
func (l *Lexicon) complete(n *node) {
	for step, below := range n.next {
		l.complete(below)
		if r, _ := utf8.DecodeRuneInString(step); n == &l.root && IsHan(r) && below.entry.Has(Verb) {
			below.entry.Roles |= Weak
		}
	}
	if e := n.entry; e.Has(Past) && e.Lemma == "" {
		e.Lemma = e.Value
		if of := l.Find(e.Value); of.Has(Verb) {
			e.Action = of.Action
			e.Roles |= of.Roles & (Say | Pair | Whole) &^ Verb
		}
	}
}

func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// read takes a file of sections. A section is "[role value]" on a line of its own; its entries are
// parted by semicolons, and "word=value" gives an entry a value of its own.
func (l *Lexicon) read(text string) error {
	for _, section := range strings.Split(withoutComments(text), "\n[")[1:] {
		head, body, ok := strings.Cut(section, "]\n")
		name, value, _ := strings.Cut(head, " ")
		role, known := roleNames[name]
		if !ok || !known {
			return fmt.Errorf("section %q is unknown", head)
		}
		for _, item := range strings.Split(strings.ReplaceAll(body, "\n", " "), ";") {
			word, own, _ := strings.Cut(strings.Join(strings.Fields(item), " "), "=")
			if word == "" {
				continue
			}
			e := Entry{Roles: role, Value: value}
			if own != "" {
				e.Value = own
			}
			if role&Verb != 0 {
				e.Lemma, e.Action, e.Value = word, intent.Action(value), ""
				if value == "unknown" {
					e.Action = ""
				}
			}
			l.add(word, e)
		}
	}
	return nil
}

// add joins an entry with what is known of the word. Of two actions the first counts.
func (l *Lexicon) add(word string, e Entry) {
	n := &l.root
	for _, step := range Steps(word) {
		if n.next == nil {
			n.next = map[string]*node{}
		}
		if n.next[step] == nil {
			n.next[step] = &node{}
		}
		n = n.next[step]
	}
	if n.entry == nil {
		n.entry = &Entry{}
	}
	n.entry.Roles |= e.Roles
	if e.Lemma != "" && n.entry.Lemma == "" {
		n.entry.Lemma, n.entry.Action = e.Lemma, e.Action
	}
	if e.Value != "" {
		n.entry.Value = e.Value
	}
}

// Steps cuts a word of the lists into the steps of the trie.
func Steps(word string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, word[start:end])
		}
	}
	for i, r := range word {
		switch {
		case r == ' ':
			flush(i)
			start = i + 1
		case IsHan(r):
			flush(i)
			out = append(out, string(r))
			start = i + len(string(r))
		}
	}
	flush(len(word))
	return out
}

// Longest gives the entry of the longest listed phrase that the steps begin with, and how many steps it
// has; nil and 0 if there is none.
func (l *Lexicon) Longest(step func(i int) (string, bool)) (*Entry, int) {
	var best *Entry
	size := 0
	n := &l.root
	for i := 0; ; i++ {
		word, ok := step(i)
		if !ok {
			return best, size
		}
		if n = n.next[word]; n == nil {
			return best, size
		}
		if n.entry != nil {
			best, size = n.entry, i+1
		}
	}
}

// Find gives the entry of a word or phrase, nil if it is not listed.
func (l *Lexicon) Find(word string) *Entry {
	steps := Steps(word)
	e, n := l.Longest(func(i int) (string, bool) {
		if i == len(steps) {
			return "", false
		}
		return steps[i], true
	})
	if n != len(steps) {
		return nil
	}
	return e
}

// Simple gives the simplified form of a character.
func (l *Lexicon) Simple(r rune) rune {
	if s, ok := l.simple[r]; ok {
		return s
	}
	return r
}

// IsHan reports whether a rune is a Chinese character.
func IsHan(r rune) bool {
	return r >= 0x3400 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r == '〇'
}
