package command

import "slices"

// defaultRows is the reading list. Options follow GNU coreutils 9, grep 3, findutils 4, sed 4, diffutils 3
// and ripgrep 14. Left out on purpose: what writes (sort -o, uniq's second operand, find -delete), what runs
// another program (find -exec, rg --pre, sort --compress-program), what reads names from a file
// (--files0-from), what follows links while it descends (ls -L, grep -R, rg -L, find -L), and what does not
// end (tail -f).
func defaultRows() []Row { return slices.Concat(showingRows(), searchingRows()) }

// showingRows are the rows of the programs that show files and names.
//
//nolint:funlen // a table
func showingRows() []Row {
	return []Row{
		{Program: "ls", Flags: "1aAbBcCdfFgGhiklmnNopqQrRsStuUvxXZ", Rest: Path, Long: map[string]Kind{
			"all": Nothing, "almost-all": Nothing, "human-readable": Nothing, "color": Attached, "time-style": Text,
			"group-directories-first": Nothing, "full-time": Nothing, "sort": Text,
		}},
		{Program: "cat", Flags: "AbeEnstTuv", Rest: Path},
		{
			Program: "head",
			Flags:   "qvz",
			Values:  map[string]Kind{"n": Text, "c": Text},
			Number:  true,
			Rest:    Path,
			Long:    map[string]Kind{"lines": Text, "bytes": Text, "quiet": Nothing},
		},
		{
			Program: "tail",
			Flags:   "qvz",
			Values:  map[string]Kind{"n": Text, "c": Text},
			Number:  true,
			Rest:    Path,
			Long:    map[string]Kind{"lines": Text, "bytes": Text, "quiet": Nothing},
		},
		{Program: "wc", Flags: "clmwL", Rest: Path, Long: map[string]Kind{
			"lines": Nothing, "words": Nothing, "bytes": Nothing, "chars": Nothing,
		}},
		{
			Program: "sort",
			Flags:   "bcCdfghiMnrRsuVz",
			Values:  map[string]Kind{"k": Text, "t": Text},
			Rest:    Path,
			Long: map[string]Kind{"numeric-sort": Nothing, "reverse": Nothing, "unique": Nothing, "key": Text,
				"field-separator": Text, "human-numeric-sort": Nothing, "version-sort": Nothing},
		},
		{
			Program: "uniq",
			Flags:   "cdDiuz",
			Values:  map[string]Kind{"f": Text, "s": Text, "w": Text},
			Rest:    Path,
			Most:    1,
		},
		{Program: "cut", Flags: "snz", Values: map[string]Kind{"b": Text, "c": Text, "d": Text, "f": Text},
			Rest: Path, Long: map[string]Kind{"complement": Nothing, "output-delimiter": Text, "fields": Text,
				"delimiter": Text, "characters": Text, "bytes": Text, "only-delimited": Nothing}},
		{Program: "tr", Flags: "cCdst", Rest: Text},
		{
			Program: "nl",
			Flags:   "p",
			Values: map[string]Kind{"b": Text, "d": Text, "f": Text, "h": Text, "i": Text,
				"l": Text, "n": Text, "s": Text, "v": Text, "w": Text},
			Rest: Path,
		},
		{Program: "stat", Flags: "ft", Values: map[string]Kind{"c": Text}, Rest: Path,
			Long: map[string]Kind{"format": Text, "printf": Text, "terse": Nothing, "file-system": Nothing}},
		{
			Program: "du",
			Flags:   "0abchkmsSx",
			Values:  map[string]Kind{"d": Text, "B": Text, "t": Text},
			Rest:    Path,
			Long: map[string]Kind{"max-depth": Text, "apparent-size": Nothing, "human-readable": Nothing,
				"summarize": Nothing, "exclude": Text, "all": Nothing, "bytes": Nothing},
		},
		{Program: "df", Flags: "ahHikPT", Rest: Path},
		{Program: "pwd", Flags: "LP"},
		{Program: "true"},
		{Program: "false"},
		{Program: "basename", Flags: "az", Values: map[string]Kind{"s": Text}, Rest: Text},
		{Program: "dirname", Flags: "z", Rest: Text},
		{Program: "realpath", Flags: "eLmPqsz", Rest: Path},
		{Program: "which", Flags: "a", Rest: Text},
	}
}

// searchingRows are the rows of the programs that look into files for something.
//
//nolint:funlen // a table
func searchingRows() []Row {
	return []Row{
		{Program: "rg", Flags: "abcFhHiIlnNopPqsSUvwx0.", Instead: "e", Lead: []Kind{Text}, Rest: Path,
			Values: map[string]Kind{
				"e": Text,
				"g": Text,
				"t": Text,
				"T": Text,
				"A": Text,
				"B": Text,
				"C": Text,
				"m": Text,
				"d": Text,
				"r": Text,
			},
			Long: map[string]Kind{
				"no-heading":         Nothing,
				"heading":            Nothing,
				"hidden":             Nothing,
				"count":              Nothing,
				"line-number":        Nothing,
				"ignore-case":        Nothing,
				"files-with-matches": Nothing,
				"color":              Text,
				"no-config":          Nothing,
				"no-ignore":          Nothing,
				"glob":               Text,
				"type":               Text,
				"max-count":          Text,
				"max-depth":          Text,
				"fixed-strings":      Nothing,
				"word-regexp":        Nothing,
				"multiline":          Nothing,
				"only-matching":      Nothing,
				"json":               Nothing,
				"context":            Text,
				"stats":              Nothing,
				"sort":               Text,
			}},
		{Program: "grep", Flags: "abcEFGhHiIlLnoPqrsTUvwxyzZ", Instead: "e", Lead: []Kind{Text}, Rest: Path,
			Values: map[string]Kind{"e": Text, "A": Text, "B": Text, "C": Text, "m": Text},
			Long: map[string]Kind{
				"include":            Text,
				"exclude":            Text,
				"exclude-dir":        Text,
				"color":              Attached,
				"colour":             Attached,
				"line-number":        Nothing,
				"ignore-case":        Nothing,
				"recursive":          Nothing,
				"count":              Nothing,
				"files-with-matches": Nothing,
				"only-matching":      Nothing,
				"word-regexp":        Nothing,
				"max-count":          Text,
				"context":            Text,
				"no-messages":        Nothing,
				"extended-regexp":    Nothing,
				"fixed-strings":      Nothing,
				"invert-match":       Nothing,
				"quiet":              Nothing,
			}},
		{Program: "sed", Flags: "nErsz", Lead: []Kind{Script}, Rest: Path},
		{
			Program: "diff",
			Flags:   "abBcdeEinNpqrstTuwyZ",
			Values:  map[string]Kind{"U": Text, "C": Text, "W": Text},
			Rest:    File,
			Most:    2,
			Needs:   map[string]string{"r": "no-dereference", "recursive": "no-dereference"},
			Long: map[string]Kind{
				"brief":            Nothing,
				"unified":          Nothing,
				"no-dereference":   Nothing,
				"color":            Attached,
				"recursive":        Nothing,
				"minimal":          Nothing,
				"ignore-all-space": Nothing,
			},
		},
		{
			Program: "cmp",
			Flags:   "bls",
			Values:  map[string]Kind{"n": Text},
			Lead:    []Kind{Path, Path},
			Rest:    Text,
			Most:    4,
		},
		{Program: "find", expression: find},
	}
}
