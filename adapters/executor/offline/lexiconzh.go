package offline

import "sync"

var (
	chineseVerbs   = sync.OnceValue(func() phrases[verb] { return chineseLists().verbs() })
	chineseOpeners = sync.OnceValue(func() phrases[opening] { return chineseLists().openings("opening") })

	// chineseNouns begin with a verb's characters and are none.
	chineseNouns = sync.OnceValue(func() phrases[bool] { return chineseLists().phrases("nouns") })

	// chinesePrepositions bring an object before its verb.
	chinesePrepositions = sync.OnceValue(func() phrases[bool] { return chineseLists().phrases("prepositions") })

	// conditionWords open a condition, clauseEnds close one, a step or a date before the deed, and
	// notEnds are words in which such a closing is only a part.
	conditionWords = sync.OnceValue(func() phrases[bool] { return chineseLists().phrases("conditions") })
	clauseEnds     = sync.OnceValue(func() phrases[opening] { return chineseLists().openings("end") })
	notEnds        = sync.OnceValue(func() phrases[bool] { return chineseLists().phrases("no-ends") })

	// connectives join clauses of one segment where a request follows them.
	connectives = sync.OnceValue(func() phrases[opening] { return chineseLists().openings("connective") })

	chineseYes = sync.OnceValue(func() phrases[opening] { return chineseLists().openings("affirmation") })
)
