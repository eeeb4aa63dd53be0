package language_test

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/language"
)

func ExampleParse() {
	for _, text := range []string{"EN-us", "iw", "zh-cmn-Hans", "en_US", "German", "sla"} {
		tag, err := language.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(tag, tag.Base())
	}
	// Output:
	// en-US en
	// he he
	// cmn-Hans cmn
	// language tag: underscore at offset 2: subtags are letters and digits, joined by hyphens; a tag of one language is needed, such as "en" or "pt-BR"
	// language tag "German": "german" is not a registered language; a tag of one language is needed, such as "en" or "pt-BR"
	// language tag "sla": "sla" is a collection of languages; a tag of one language is needed, such as "en" or "pt-BR"
}
