package language

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseKeepsCanonicalForm(t *testing.T) {
	tests := []struct{ name, tag, want string }{
		{"language", "en", "en"},
		{"upper case language", "DE", "de"},
		{"language of three letters", "ast", "ast"},
		{"macrolanguage", "zh", "zh"},
		{"language and region", "EN-us", "en-US"},
		{"region of digits", "ES-419", "es-419"},
		{"script", "zh-hANT", "zh-Hant"},
		{"script and region", "SR-LATN-rs", "sr-Latn-RS"},
		{"suppressed script stays", "en-Latn-GB", "en-Latn-GB"},
		{"no script is added", "zh-TW", "zh-TW"},
		{"variant", "DE-ch-1996", "de-CH-1996"},
		{"variant without region", "sl-ROZAJ", "sl-rozaj"},
		{"variants in the order written", "sl-rozaj-biske-1994", "sl-rozaj-biske-1994"},
		{"variants in an unusual order", "sl-1994-rozaj", "sl-1994-rozaj"},
		{"variant that fits every language", "ja-Latn-fonipa", "ja-Latn-fonipa"},
		{"variant outside its prefix", "fr-1996", "fr-1996"},
		{"everything", "ZH-hant-tw-PINYIN-T-it-U-nu-LATN-X-Shop-1", "zh-Hant-TW-pinyin-t-it-u-nu-latn-x-shop-1"},

		{"deprecated language", "iw", "he"},
		{"deprecated language, more subtags", "in-Latn-ID", "id-Latn-ID"},
		{"deprecated language of three letters", "adp", "dz"},
		{"deprecated language without a preferred one", "agp", "agp"},
		{"sh is a macrolanguage", "sh", "sh"},
		{"deprecated region", "de-DD", "de-DE"},
		{"deprecated region, more subtags", "my-Mymr-bu-x-a", "my-Mymr-MM-x-a"},
		{"deprecated region without a preferred one", "sr-CS", "sr-CS"},
		{"deprecated variant", "ja-Latn-hepburn-heploc", "ja-Latn-hepburn-alalc97"},
		{"deprecated variant beside its successor", "ja-Latn-alalc97-heploc", "ja-Latn-alalc97"},
		{"both deprecated", "ji-SU", "yi-SU"},

		{"extlang", "zh-yue", "yue"},
		{"extlang and region", "zh-wuu-cn", "wuu-CN"},
		{"extlang and script", "zh-cmn-Hans", "cmn-Hans"},
		{"extlang, script and region", "zh-cmn-Hans-CN", "cmn-Hans-CN"},
		{"extlang of a collection", "sgn-ase", "ase"},
		{"extlang whose language is deprecated too", "ar-ajp", "apc"},
		{"extlang as language", "cmn", "cmn"},
		{"extlang before a variant", "sgn-ase-blasl", "ase-blasl"},

		{"grandfathered, irregular", "i-klingon", "tlh"},
		{"grandfathered, upper case", "I-LUX", "lb"},
		{"grandfathered, regular", "art-lojban", "jbo"},
		{"grandfathered with a variant", "EN-gb-OED", "en-GB-oxendict"},
		{"grandfathered of three subtags", "zh-min-nan", "nan"},
		{"grandfathered, sign language", "sgn-be-fr", "sfb"},
		{"grandfathered, kept", "I-Mingo", "i-mingo"},
		{"grandfathered, kept, deprecated", "i-enochian", "i-enochian"},
		{"grandfathered, kept, of a collection", "CEL-gaulish", "cel-gaulish"},
		{"grandfathered, kept, regular", "zh-min", "zh-min"},
		{"redundant", "sgn-US", "ase"},
		{"redundant by a replaced region", "sgn-DD", "gsg"},
		{"redundant without a preferred value", "zh-hans-cn", "zh-Hans-CN"},

		{"private-use script", "en-qaab", "en-Qaab"},
		{"last private-use script", "en-Qabx", "en-Qabx"},
		{"script for unwritten", "en-Zxxx", "en-Zxxx"},
		{"private-use region", "sq-xk", "sq-XK"},
		{"first and last of regions", "en-qm", "en-QM"},
		{"AA is a record", "en-aa", "en-AA"},
		{"ZZ is a record", "en-zz", "en-ZZ"},
		{"private suffix", "en-x-Depot", "en-x-depot"},
		{"private suffix of short subtags", "de-x-A-1-US", "de-x-a-1-us"},
		{"private suffix that looks like extensions", "en-x-u-u-x-x", "en-x-u-u-x-x"},

		{"extensions by singleton", "en-u-nu-latn-t-de", "en-t-de-u-nu-latn"},
		{"inside of an extension stays", "de-u-nu-latn-co-phonebk", "de-u-nu-latn-co-phonebk"},
		{"u with attributes", "en-U-attr-FOO-ca-gregory", "en-u-attr-foo-ca-gregory"},
		{"u with a key only", "en-u-kn", "en-u-kn"},
		{"u with several types", "en-u-ca-islamic-civil", "en-u-ca-islamic-civil"},
		{"u with a repeated key", "en-u-ca-buddhist-ca-gregory", "en-u-ca-buddhist-ca-gregory"},
		{"t with a language", "ja-T-IT", "ja-t-it"},
		{"t with a script, region and variant", "de-t-en-Latn-US-1996", "de-t-en-latn-us-1996"},
		{"t with an extlang", "de-t-zh-cmn", "de-t-zh-cmn"},
		{"t with fields only", "en-t-m0-UNGEGN-2007", "en-t-m0-ungegn-2007"},
		{"t with a language and fields", "en-t-jp-i0-handwrit-m0-iso", "en-t-jp-i0-handwrit-m0-iso"},
		{"t takes a special language", "en-t-und", "en-t-und"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse(test.tag)
			if err != nil {
				t.Fatalf("Parse(%q): %v", test.tag, err)
			}
			if got.String() != test.want {
				t.Errorf("Parse(%q) = %q, want %q", test.tag, got, test.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	long := "en-x" + strings.Repeat("-abcdefg", 31)
	tests := []struct{ name, tag, says string }{
		{"empty", "", "empty"},
		{"over 255 bytes", long + "-abcd", "longer than 255 bytes"},
		{"canonical form over 255 bytes", "ja-heploc-x" + strings.Repeat("-abcdefg", 30) + "-abc",
			"canonical form is longer"},
		{"space before", " fr", "space at offset 0"},
		{"space after", "fr ", "space at offset 2"},
		{"line feed after", "fr\n", "control character at offset 2"},
		{"underscore", "en_US", "underscore at offset 2"},
		{"outside ASCII", "français", "outside ASCII at offset 4"},
		{"full-width", "ｅｎ", "outside ASCII at offset 0"},
		{"long s lowers to nothing of ASCII", "en-ſs", "outside ASCII"},
		{"Kelvin sign is no k", "\u212Aa", "outside ASCII"},
		{"invalid UTF-8", "en-\xff", "outside ASCII"},
		{"NUL", "en\x00", "control character"},
		{"dot", "en.UTF-8", "punctuation at offset 2"},
		{"wildcard", "*", "punctuation at offset 0"},
		{"hyphen alone", "-", "a subtag is empty"},
		{"hyphen first", "-en", "a subtag is empty"},
		{"hyphen last", "en-", "a subtag is empty"},
		{"hyphen twice", "en--US", "a subtag is empty"},
		{"subtag too long", "en-abcdefghi", `"abcdefghi" is longer than 8`},
		{"private subtag too long", "en-x-abcdefghi", `"abcdefghi" is longer than 8`},

		{"name", "English", `"english" is not a registered language`},
		{"long name", "Indonesian", `"Indonesian" is longer than 8`},
		{"name of four letters", "Thai", `"thai" is not a registered language`},
		{"unregistered language", "zz-FR", `"zz" is not a registered language`},
		{"unregistered language, valid extlang", "zz-cmn", `"zz" is not a registered language`},
		{"digits first", "12", `"12" cannot be a language`},
		{"digit in the language", "e1-US", `"e1" cannot be a language`},
		{"single letter", "e", `"e" opens no registered tag`},
		{"unregistered i tag", "i-foo", `"i" opens no registered tag`},
		{"grandfathered with more", "i-klingon-US", `"i" opens no registered tag`},
		{"grandfathered with private use", "en-GB-oed-x-a", `"oed" has no place after the region`},
		{"script as language", "Latn", `"latn" is not a registered language`},

		{"unregistered script", "en-Abcd", `"abcd" is not a registered script`},
		{"script after the private range", "en-Qaby", `"qaby" is not a registered script`},
		{"unregistered region", "en-LL", `"ll" is not a registered region`},
		{"unregistered region of digits", "en-999", `"999" is not a registered region`},
		{"UK is not registered", "en-UK", `"uk" is not a registered region`},
		{"unregistered variant", "fr-foobar", `"foobar" is not a registered variant`},
		{"unregistered variant of four", "fr-1997", `"1997" is not a registered variant`},
		{"two scripts", "zh-Hans-Hant", `"hant" has no place after the script`},
		{"two regions", "fr-FR-CA", `"ca" has no place after the region`},
		{"script after region", "zh-CN-Hans", `"hans" has no place after the region`},
		{"region after variant", "de-1996-CH", `"ch" has no place after the variant`},
		{"digits after language", "de-12", `"12" has no place after the primary language`},
		{"digit and letters after language", "de-1a", `"1a" has no place after the primary language`},
		{"region of two kinds after extlang", "zh-yue-1a", `"1a" has no place after the extended language`},
		{"repeated variant", "de-1996-1996", `variant "1996" comes twice`},
		{"repeated variant in another case", "sl-rozaj-ROZAJ", `variant "rozaj" comes twice`},
		{"repeated variant, others between", "sl-rozaj-biske-rozaj", `variant "rozaj" comes twice`},

		{"unregistered extlang", "zh-aaa", `"aaa" is not a registered extended language`},
		{"extlang with the wrong prefix", "de-cmn", `"cmn" is not registered for use after "de"`},
		{"extlang with its own language", "yue-cmn", `"cmn" is not registered for use after "yue"`},
		{"two extlangs", "zh-cmn-yue", `"yue" has no place after the extended language`},
		{"two extlangs, grandfathered base", "zh-min-nan-TW", `"nan" has no place after the extended`},
		{"extlang after script", "zh-Hans-cmn", `"cmn" has no place after the script`},

		{"undetermined", "und", `"und" names no language`},
		{"undetermined with script", "und-Latn", `"und" names no language`},
		{"several", "mul", `"mul" names no language`},
		{"uncoded", "MIS", `"mis" names no language`},
		{"no linguistic content", "zxx", `"zxx" names no language`},
		{"default of a server", "i-default", `"i-default" is whatever`},
		{"default in upper case", "I-DEFAULT", `"i-default" is whatever`},
		{"first private language", "qaa", `"qaa" is for private use`},
		{"last private language", "QTZ", `"qtz" is for private use`},
		{"private language with subtags", "qkm-Latn-DE", `"qkm" is for private use`},
		{"after the private range", "qzz", `"qzz" is not a registered language`},
		{"private use alone", "x-depot", `private use alone`},
		{"x alone", "x", `private use alone`},
		{"collection", "sla", `"sla" is a collection`},
		{"collection of two letters", "bh", `"bh" is a collection`},
		{"collection with a region", "sgn-AR", `"sgn" is a collection`},
		{"redundant with more", "sgn-US-x-a", `"sgn" is a collection`},

		{"unregistered singleton", "en-a-depot", `"a" is not a registered extension singleton`},
		{"singleton of a digit", "en-0-depot", `"0" is not a registered extension singleton`},
		{"repeated singleton", "de-u-nu-latn-u-co-phonebk", `singleton "u" comes twice`},
		{"repeated singleton in another case", "de-t-it-U-nu-latn-T-fr", `singleton "t" comes twice`},
		{"u without subtags", "en-u", `extension "u": no subtag follows`},
		{"u without subtags before x", "en-u-x-a", `extension "u": no subtag follows`},
		{"t without subtags", "en-t-u-nu-latn", `extension "t": no subtag follows`},
		{"x without subtags", "en-x", `extension "x": no subtag follows`},
		{"t with a field without value", "en-t-m0", `field "m0" has no value`},
		{"t with a first field without value", "en-t-m0-i0-handwrit", `field "m0" has no value`},
		{"t with a repeated field", "en-t-m0-abc-m0-def", `field "m0" comes twice`},
		{"t with a value too short for its place", "en-t-m0-abc-de", `subtag "de" is out of place`},
		{"t with two regions", "en-t-de-AT-CH", `subtag "ch" is out of place`},
		{"t with a malformed language", "en-t-1abc", `source language: subtag "1abc" cannot be`},
		{"t with a repeated variant", "en-t-de-1996-1996", `variant "1996" comes twice`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse(test.tag)
			if err == nil {
				t.Fatalf("Parse(%q) = %q, want an error", test.tag, got)
			}
			if got != (Tag{}) {
				t.Errorf("Parse(%q) = %q beside its error", test.tag, got)
			}
			if !strings.Contains(err.Error(), test.says) {
				t.Errorf("Parse(%q): %q, want %q in it", test.tag, err, test.says)
			}
		})
	}
}

func TestParseAcceptsTheLongestTag(t *testing.T) {
	tag := "en-x" + strings.Repeat("-abcdefg", 31) + "-ab"
	if len(tag) != maxBytes {
		t.Fatalf("the tag has %d bytes, not %d", len(tag), maxBytes)
	}
	if _, err := Parse(tag); err != nil {
		t.Error(err)
	}
	if _, err := Parse(tag + "c"); err == nil {
		t.Error("a byte more is accepted")
	}
}

func TestErrorsSayWhatIsNeeded(t *testing.T) {
	for tag, want := range map[string]string{
		"English": `language tag "English": "english" is not a registered language; ` +
			`a tag of one language is needed, such as "en" or "pt-BR"`,
		"en_US": `language tag: underscore at offset 2: subtags are letters and digits, joined by hyphens; ` +
			`a tag of one language is needed, such as "en" or "pt-BR"`,
	} {
		if _, err := Parse(tag); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): %v, want %s", tag, err, want)
		}
	}
}

func TestErrorsRepeatLittle(t *testing.T) {
	for _, tag := range []string{
		strings.Repeat("a", 255),
		strings.Repeat("Ä", 100),
		"en-" + strings.Repeat("z", 200),
		strings.Repeat("secret ", 20),
	} {
		_, err := Parse(tag)
		if err == nil {
			t.Fatalf("Parse(%q) succeeds", tag)
		}
		if run := longestShared(tag, err.Error()); run > maxEcho {
			t.Errorf("%d bytes of the tag stand in %q", run, err)
		}
		if !utf8.ValidString(err.Error()) {
			t.Errorf("%q is not UTF-8", err)
		}
	}
}

// longestShared returns the length of the longest part of a tag that stands in a text.
func longestShared(tag, text string) int {
	longest := 0
	for start := range tag {
		for end := start + longest + 1; end <= len(tag) && strings.Contains(text, tag[start:end]); end++ {
			longest = end - start
		}
	}
	return longest
}

func TestTagIsAValue(t *testing.T) {
	first, second := mustParse(t, "iw-il"), mustParse(t, "HE-IL")
	if first != second {
		t.Errorf("%q and %q differ", first, second)
	}
	if first == mustParse(t, "he") {
		t.Error("a region makes no difference")
	}
	if seen := map[Tag]bool{first: true}; !seen[second] {
		t.Error("a tag is no key of a map")
	}
	if zero := (Tag{}); zero.String() != "" || zero.Base() != "" {
		t.Errorf("the zero tag is %q with base %q", zero, zero.Base())
	}
}

func TestBase(t *testing.T) {
	for tag, want := range map[string]string{
		"en": "en", "zh-Hant-TW": "zh", "zh-cmn-Hans": "cmn", "iw": "he", "i-mingo": "i", "cel-gaulish": "cel",
		"i-lux": "lb", "sgn-us": "ase", "de-x-en": "de",
	} {
		if got := mustParse(t, tag).Base(); got != want {
			t.Errorf("base of %s is %q, want %q", tag, got, want)
		}
	}
}

func mustParse(t *testing.T, tag string) Tag {
	t.Helper()
	parsed, err := Parse(tag)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}
