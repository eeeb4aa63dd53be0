package offline

var (
	chineseVerbs   = chineseLists.verbs()
	chineseOpeners = chineseLists.openings("opening")

	// chineseNouns begin with a verb's characters and are none.
	chineseNouns = chineseLists.phrases("nouns")

	// chinesePrepositions bring an object before its verb.
	chinesePrepositions = chineseLists.phrases("prepositions")

	// conditionWords open a condition, clauseEnds close one, a step or a date before the deed, and
	// notEnds are words in which such a closing is only a part.
	conditionWords = chineseLists.phrases("conditions")
	clauseEnds     = chineseLists.openings("end")
	notEnds        = chineseLists.phrases("no-ends")

	// connectives join clauses of one segment where a request follows them.
	connectives = chineseLists.openings("connective")

	chineseYes = chineseLists.openings("affirmation")
)
