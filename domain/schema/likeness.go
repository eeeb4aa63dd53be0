package schema

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/text"
)

// vocabulary is every keyword that a misspelt one may have been meant to be.
var vocabulary = strings.Fields(
	`$schema $id $ref $comment $defs definitions title description default examples
	readOnly writeOnly type enum const properties required additionalProperties items minItems maxItems
	uniqueItems
	minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf anyOf oneOf
	allOf not if then else dependencies dependentRequired dependentSchemas patternProperties propertyNames
	minProperties maxProperties additionalItems prefixItems unevaluatedItems unevaluatedProperties contains
	minContains maxContains contentEncoding contentMediaType nullable discriminator`,
)

// bareVocabulary leads from the bare letters of a keyword to it.
var bareVocabulary = func() map[string]string {
	bare := make(map[string]string, len(vocabulary))
	for _, known := range vocabulary {
		bare[bareLetters(known)] = known
	}
	return bare
}()

// shortened are words that people write for a keyword and that are too far from it to look alike.
var shortened = map[string]string{
	"min": "minimum", "max": "maximum", "regex": "pattern", "minLen": "minLength", "maxLen": "maxLength",
	"optional": "required", "values": "enum", "options": "enum", "choices": "enum", "types": "type",
}

// nearest returns the keyword that an unknown one was probably meant to be, "" if it is like none.
func nearest(name string) string {
	if meant := shortened[name]; meant != "" {
		return meant
	}
	if len(name) > longestWord {
		return ""
	}
	if known, ok := bareVocabulary[bareLetters(name)]; ok {
		return known
	}
	for _, known := range vocabulary {
		most := max(len(known)/5, 1) // so that short words differ from each other
		longer := len(name) - len(known)
		if len(known) >= 4 && longer <= most && -longer <= most && text.Distance(name, known) <= most {
			return known
		}
	}
	return ""
}

// bareLetters is what is left of a keyword without case and separators.
func bareLetters(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("$_- .@", r) {
			return -1
		}
		return r
	}, name))
}

// longestWord is the length of the longest keyword and of the letters that one may differ by.
const longestWord = len("unevaluatedProperties") + 4
