package command

import (
	"slices"
	"strings"
)

// Kind says what an operand or the value of an option is.
type Kind int

// The kinds of operands and values.
const (
	Nothing  Kind = iota // there is none
	Text                 // a pattern, a format, a number: it names no file
	Attached             // a text that is there only behind "=": the next word is no part of it
	Path                 // it names a file or folder, which must lie inside
	File                 // the same, and no folder: the program would follow links in it
	Script               // a sed script that only prints lines
)

// Row is what one program may be given so that it only reads. Every option that is not listed, however it
// is abbreviated, makes the command another than a reading one.
type Row struct {
	Program string
	Flags   string          // short options without a value, one letter each
	Values  map[string]Kind // short options with a value
	Long    map[string]Kind // long options without the dashes; Nothing if they take no value
	Number  bool            // -5 is taken as a number of lines
	Lead    []Kind          // the first operands, which must be there
	Rest    Kind            // all further operands; Nothing if there may be none
	Most    int             // operands at most; 0 is no bound
	Instead string          // options (short letters) that stand for the first operand, as grep's -e
	// Needs names an option that another one is only taken with, without dashes.
	Needs map[string]string

	// expression judges the words itself; only find is such a program.
	expression func(words []string) ([]operand, bool)
}

// operand is a word that names a path.
type operand struct {
	path string
	kind Kind // Path or File
}

// operands is what was found out about one command's words.
type operands struct {
	row   *Row
	seen  []string // names of the options, without dashes
	texts []string // words that are no options and no values
}

// reads reports whether the words are within the row, and collects the paths that they name.
func (r *Row) reads(words []string) (paths []operand, ok bool) {
	if r.expression != nil {
		return r.expression(words)
	}
	o := operands{row: r}
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
			o.texts = append(o.texts, words[i+1:]...)
			i = len(words)
		case strings.HasPrefix(word, "--"):
			found, used, ok := o.long(word[2:], words[i+1:])
			if !ok {
				return nil, false
			}
			paths = append(paths, found...)
			i += used
		case len(word) > 1 && word[0] == '-':
			found, used, ok := o.short(word[1:], words[i+1:])
			if !ok {
				return nil, false
			}
			paths = append(paths, found...)
			i += used
		default:
			o.texts = append(o.texts, word)
		}
	}
	named, ok := o.operands()
	return append(paths, named...), ok && o.complete()
}

// long reads a long option, given without its dashes. used counts the words behind it that it takes.
func (o *operands) long(text string, next []string) (paths []operand, used int, ok bool) {
	name, value, given := strings.Cut(text, "=")
	kind, listed := o.row.Long[name]
	if !listed || given && kind == Nothing {
		return nil, 0, false
	}
	o.seen = append(o.seen, name)
	if kind == Nothing || kind == Attached {
		return nil, 0, true
	}
	if !given {
		if len(next) == 0 {
			return nil, 0, false
		}
		value, used = next[0], 1
	}
	paths, ok = take(kind, value)
	return paths, used, ok
}

// short reads a cluster of short options, given without its dash.
func (o *operands) short(cluster string, next []string) (paths []operand, used int, ok bool) {
	if o.row.Number && strings.Trim(cluster, "0123456789") == "" {
		return nil, 0, true
	}
	for i := range len(cluster) {
		letter := cluster[i : i+1]
		o.seen = append(o.seen, letter)
		if strings.Contains(o.row.Flags, letter) {
			continue
		}
		kind, listed := o.row.Values[letter]
		if !listed {
			return nil, 0, false
		}
		value := cluster[i+1:]
		if value == "" {
			if len(next) == 0 {
				return nil, 0, false
			}
			value, used = next[0], 1
		}
		paths, ok = take(kind, value)
		return paths, used, ok
	}
	return nil, 0, true
}

// operands judges what is no option.
func (o *operands) operands() (paths []operand, ok bool) {
	lead := o.row.Lead
	if len(lead) > 0 && slices.ContainsFunc(o.seen, func(name string) bool {
		return len(name) == 1 && strings.Contains(o.row.Instead, name)
	}) {
		lead = lead[1:]
	}
	if len(o.texts) < len(lead) {
		return nil, false
	}
	if o.row.Most > 0 && len(o.texts) > o.row.Most {
		return nil, false
	}
	for i, text := range o.texts {
		kind := o.row.Rest
		if i < len(lead) {
			kind = lead[i]
		}
		found, ok := take(kind, text)
		if !ok {
			return nil, false
		}
		paths = append(paths, found...)
	}
	return paths, true
}

// complete reports whether each option that needs another one has it.
func (o *operands) complete() bool {
	for _, name := range o.seen {
		if needed, ok := o.row.Needs[name]; ok && !slices.Contains(o.seen, needed) {
			return false
		}
	}
	return true
}

// take judges one operand or value by its kind.
func take(kind Kind, text string) (paths []operand, ok bool) {
	switch kind {
	case Text:
		return nil, true
	case Path, File:
		if text == "-" { // the standard input, which is empty or the command before
			return nil, true
		}
		return []operand{{text, kind}}, text != ""
	case Script:
		return nil, printsOnly(text)
	default:
		return nil, false
	}
}

// printsOnly accepts the sed scripts Np, N,Mp, N,$p, $p and /RE/p. A regular expression without a slash or
// a backslash cannot end before its p.
func printsOnly(script string) bool {
	body, ok := strings.CutSuffix(script, "p")
	if !ok {
		return false
	}
	if inner, ok := strings.CutPrefix(body, "/"); ok {
		inner, ok = strings.CutSuffix(inner, "/")
		return ok && inner != "" && !strings.ContainsAny(inner, "/\\\n")
	}
	from, to, ranged := strings.Cut(body, ",")
	return address(from) && (!ranged || address(to))
}

func address(text string) bool {
	return text == "$" || text != "" && strings.Trim(text, "0123456789") == ""
}
