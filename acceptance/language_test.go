package acceptance_test

import (
	"encoding/json"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/language"
)

var _ = Describe("9 Language: kept in canonical form", Label("clause:9", "clause:9.language"), func() {
	var kept []TableEntry
	for _, tc := range [][2]string{
		{"en", "en"}, {"EN-us", "en-US"}, {"eN", "en"}, {"ZH-hANT-tw", "zh-Hant-TW"}, {"es-419", "es-419"},
		{"de-CH-1996", "de-CH-1996"}, {"SL-ROZAJ-biske-1994", "sl-rozaj-biske-1994"},
		// preferred values
		{"iw", "he"}, {"in", "id"}, {"ji", "yi"}, {"mo", "ro"}, {"de-DD", "de-DE"}, {"iw-IL", "he-IL"},
		{"zh-cmn-Hans", "cmn-Hans"}, {"zh-yue-HK", "yue-HK"}, {"sgn-ase", "ase"},
		{"i-klingon", "tlh"}, {"art-lojban", "jbo"}, {"zh-min-nan", "nan"}, {"en-GB-oed", "en-GB-oxendict"},
		{"ja-Latn-hepburn-heploc", "ja-Latn-hepburn-alalc97"},
		// suppress-script is not applied
		{"en-Latn-US", "en-Latn-US"}, {"ja-Jpan", "ja-Jpan"},
		// grandfathered tags without a preferred value, a variant outside its prefix
		{"I-MINGO", "i-mingo"}, {"i-enochian", "i-enochian"}, {"cel-gaulish", "cel-gaulish"}, {"zh-min", "zh-min"},
		{"fr-1996", "fr-1996"}, {"en-rozaj", "en-rozaj"},
		// extensions and private use
		{"en-u-nu-latn-t-de", "en-t-de-u-nu-latn"}, {"de-U-CO-phonebk", "de-u-co-phonebk"},
		{"en-x-Depot-1", "en-x-depot-1"}, {"en-XK", "en-XK"}, {"en-Qaaa", "en-Qaaa"},
		// macrolanguages name one language for the runtime's ends
		{"zh", "zh"}, {"ar", "ar"}, {"sh", "sh"},
	} {
		kept = append(kept, Entry(tc[0]+" as "+tc[1], tc[0], tc[1]))
	}
	DescribeTable("and so shown to the model",
		func(ctx SpecContext, tag, canonical string) {
			played := play(ctx, world.Play{Config: intent.Config{Language: tag}, Replies: []script.Reply{script.Refusal("")}})
			var payload struct {
				Language string `json:"structuredLanguage"`
			}
			Expect(json.Unmarshal([]byte(played.Asked[0].Payload), &payload)).To(Succeed())
			Expect(payload.Language).To(Equal(canonical))
			again, err := language.Parse(canonical)
			Expect(err).NotTo(HaveOccurred())
			Expect(again.String()).To(Equal(canonical))
		}, kept)

	It("is en where none is set", func(ctx SpecContext) {
		played := play(ctx, world.Play{Replies: []script.Reply{script.Refusal("")}})
		Expect(played.Asked[0].Payload).To(HavePrefix(`{"structuredLanguage":"en",`))
	})

	It("changes the language tag in a payload and nothing else", func(ctx SpecContext) {
		ask := func(tag string) intent.ModelRequest {
			return play(ctx, world.Play{Config: intent.Config{Language: tag},
				Replies: []script.Reply{script.Refusal("")}}).Asked[0]
		}
		english, german := ask("en"), ask("de")
		Expect(german.Instructions).To(Equal(english.Instructions))
		Expect(strings.Replace(german.Payload, `"de"`, `"en"`, 1)).To(Equal(english.Payload))
	})

	It("takes 255 bytes and no more", func() {
		long := "en-x" + strings.Repeat("-abcdefg", 31)
		Expect(len(long)).To(Equal(252))
		Expect(intent.Config{Language: long + "-ab"}.Check()).To(BeNil())
		Expect(intent.Config{Language: long + "-abc"}.Check()).To(MatchError(intent.ConfigInvalid))
	})

	It("tells the date of the registry that is embedded", func() {
		_, err := time.Parse(time.DateOnly, language.RegistryDate())
		Expect(err).NotTo(HaveOccurred())
	})
})

var _ = Describe("9 Language: refused with CONFIG_INVALID", Label("clause:9", "clause:9.language"), func() {
	var refused []TableEntry
	groups := []string{"a name", "an underscore", "space", "no one language", "a private language", "private use alone",
		"a collection", "an unregistered subtag", "an extlang with the wrong prefix", "something repeated", "a bad form"}
	for group, tags := range [][]string{
		{"English", "Deutsch", "Chinese", "français", "中文"}, {"en_US", "zh_Hans_CN"}, {" en", "en ", "\ten", "en\n", "e n"},
		{"und", "mul", "mis", "zxx", "i-default", "und-Latn", "mul-US"}, {"qaa", "qtz", "qab-Latn", "QAA"}, {"x-mine", "x-en"},
		{"sla", "gem", "roa", "afa", "sgn", "ber"},
		{"zz", "xyz-US", "en-UK", "en-Abcd", "en-999", "fr-foobar", "de-1997", "i-nothing"},
		{"en-cmn", "fr-yue", "zh-ase", "zh-cmn-yue"},
		{"de-1996-1996", "sl-rozaj-rozaj", "en-u-co-phonebk-u-nu-latn", "en-t-de-t-fr"},
		{"en-a-value", "en-b-foo", "en-u", "en-t", "en-x", "en-", "-en", "en--US", "en-US-", "en-US-GB", "en-Latn-Cyrl",
			"abcdefghi", "en-abcdefghi", "e", "1", "*", "en.UTF-8", "en-US;q=0.5", "en,de", "C", "POSIX"},
	} {
		for _, tag := range tags {
			refused = append(refused, Entry(groups[group]+": "+tag, tag))
		}
	}
	DescribeTable("in Go and on the wire",
		func(tag string) {
			_, err := bootstrap.NewIntent(intent.Config{Language: tag}, nil)
			Expect(err).To(MatchError(intent.ConfigInvalid))
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageConfig))
			Expect(paths(err)).To(Equal([]string{"/language"}))
			text, err := json.Marshal(map[string]string{"language": tag})
			Expect(err).NotTo(HaveOccurred())
			_, err = intent.ReadConfig(text)
			Expect(err).To(MatchError(intent.ConfigInvalid))
			Expect(paths(err)).To(Equal([]string{"/language"}))
		}, refused)

	It("empty on the wire, where it stands; in Go it is the default", func() {
		_, err := intent.ReadConfig([]byte(`{"language":""}`))
		Expect(err).To(MatchError(intent.ConfigInvalid))
		Expect(intent.Config{}.Check()).To(BeNil())
	})
})
