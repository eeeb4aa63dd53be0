package command

import "strings"

// findTests are the parts of an expression that find only tests or prints with, and whether a value follows.
// Actions that run, delete or write a file are not among them.
var findTests = map[string]Kind{
	"-name": Text, "-iname": Text, "-path": Text, "-ipath": Text, "-wholename": Text, "-regex": Text,
	"-iregex": Text, "-regextype": Text, "-type": Text, "-maxdepth": Text, "-mindepth": Text, "-size": Text,
	"-mtime": Text, "-mmin": Text, "-ctime": Text, "-cmin": Text, "-atime": Text, "-amin": Text, "-perm": Text,
	"-user": Text, "-group": Text, "-links": Text, "-inum": Text, "-newer": Path, "-printf": Text,
	"-print": Nothing, "-print0": Nothing, "-ls": Nothing, "-empty": Nothing, "-prune": Nothing,
	"-true":  Nothing,
	"-false": Nothing, "-not": Nothing, "-o": Nothing, "-or": Nothing, "-a": Nothing, "-and": Nothing,
	"-depth": Nothing, "-mount": Nothing, "-xdev": Nothing, "-readable": Nothing, "-writable": Nothing,
	"-executable": Nothing, "-nouser": Nothing, "-nogroup": Nothing, "-daystart": Nothing,
	"!": Nothing, "(": Nothing, ")": Nothing, ",": Nothing,
}

// find judges the words of find: starting points, then an expression. Options before the starting points
// are refused, since -L and -H follow links.
func find(words []string) (paths []operand, ok bool) {
	at := 0
	for at < len(words) && !beginsExpression(words[at]) {
		if words[at] == "" {
			return nil, false
		}
		paths = append(paths, operand{words[at], Path})
		at++
	}
	for at < len(words) {
		kind, listed := findTests[words[at]]
		if !listed {
			return nil, false
		}
		at++
		if kind == Nothing {
			continue
		}
		if at == len(words) {
			return nil, false
		}
		found, _ := take(kind, words[at])
		paths = append(paths, found...)
		at++
	}
	return paths, true
}

func beginsExpression(word string) bool {
	return strings.HasPrefix(word, "-") || word == "!" || word == "(" || word == ")" || word == ","
}
